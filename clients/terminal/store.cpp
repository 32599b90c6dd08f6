#include "clients/terminal/store.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

#include "notation/number.hpp"

namespace comodin {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> kSpeeds = {"instant", "fast", "normal", "slow"};
constexpr std::array<int, 4> kPercent = {0, 45, 100, 170};
constexpr std::uintmax_t kFileMax = 64u << 20;

std::string joined(const std::vector<std::string>& words, char between) {
  std::string out;
  for (const std::string& word : words) (out += out.empty() ? "" : std::string(1, between)) += word;
  return out;
}

std::vector<std::string> split_at(const std::string& text, char between) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, between);)
    if (!word.empty()) out.push_back(word);
  return out;
}

}  // namespace

std::string_view speed_word(Speed speed) { return kSpeeds[static_cast<std::size_t>(speed)]; }

bool speed_of(std::string_view word, Speed& out) {
  const auto found = std::find(kSpeeds.begin(), kSpeeds.end(), word);
  if (found == kSpeeds.end()) return false;
  out = static_cast<Speed>(found - kSpeeds.begin());
  return true;
}

int at_speed(int ms, Speed speed) { return ms * kPercent[static_cast<std::size_t>(speed)] / 100; }

std::string print_settings(const Settings& s) {
  const Speed speed = s.speed == Speed::Instant ? Speed::Normal : s.speed;  // that one is for tests only
  std::string out = "language " + s.language + "\nspeed " + std::string(speed_word(speed)) + "\nedition " +
                    s.table.edition + "\nplayers " + std::to_string(s.table.players) + "\nlevels " +
                    joined(s.table.levels, ' ') + "\noptions " + joined(s.table.options, ' ') + "\n";
  for (std::string rule : s.table.rules) {
    std::replace(rule.begin(), rule.end(), '\n', ' ');
    out += "rule " + rule + "\n";
  }
  return out;
}

void read_settings(const std::string& text, Settings& out) {
  std::istringstream in(text);
  out.table.rules.clear();
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) continue;
    const std::string key = line.substr(0, space), value = line.substr(space + 1);
    if (key == "language" && (value == "es" || value == "en")) out.language = value;
    if (key == "speed") speed_of(value, out.speed);
    if (key == "edition" && !value.empty()) out.table.edition = value;
    if (key == "players") read_number(value, out.table.players, kSeatsMin, kSeatsMax);
    if (key == "levels") out.table.levels = split_at(value, ' ');
    if (key == "options") out.table.options = split_at(value, ' ');
    if (key == "rule") out.table.rules.push_back(value);
  }
}

fs::path Store::usual_place() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data && *data == '/') return fs::path(data) / "comodin";
  const char* home = std::getenv("HOME");
  return fs::path(home && *home ? home : "/tmp") / ".local" / "share" / "comodin";
}

std::string shown(const fs::path& path) {
  const char* home = std::getenv("HOME");
  const std::string text = path.string();
  if (!home || !*home || !text.starts_with(std::string(home) + "/")) return text;
  return "~" + text.substr(std::string(home).size());
}

std::vector<Store::Entry> Store::list(const char* folder) const {
  std::vector<Entry> out;
  std::error_code problem;
  for (fs::directory_iterator it(root_ / folder, problem), end; it != end && !problem; it.increment(problem))
    if (it->path().extension() == ".scn") out.push_back({it->path(), it->path().stem().string()});
  std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) { return a.name > b.name; });
  return out;
}

std::string Store::new_name(const std::string& edition) const {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char when[32];
  std::strftime(when, sizeof when, "%Y-%m-%d-%H%M", &local);
  const std::string base = std::string(when) + "-" + edition;
  std::string name = base;
  std::error_code problem;
  for (int k = 2; fs::exists(save_path(name), problem) || fs::exists(record_path(name), problem); ++k)
    name = base + "-" + std::to_string(k);
  return name;
}

bool Store::read(const fs::path& path, std::string& text) const {
  std::error_code problem;
  if (!fs::is_regular_file(path, problem) || fs::file_size(path, problem) > kFileMax || problem) return false;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  text = std::move(content).str();
  return in.good() || in.eof();
}

bool Store::write(const fs::path& path, const std::string& text, std::string& why) const {
  std::error_code problem;
  fs::create_directories(path.parent_path(), problem);
  const fs::path part = path.string() + ".part";
  {
    std::ofstream out(part, std::ios::binary | std::ios::trunc);
    out << text;
    out.flush();
    if (!out) return fs::remove(part, problem), why = path.string(), false;
  }
  fs::rename(part, path, problem);
  if (!problem) return true;
  why = path.string() + ": " + problem.message();
  fs::remove(part, problem);
  return false;
}

void Store::remove(const fs::path& path) const {
  std::error_code problem;
  fs::remove(path, problem);
}

Settings Store::settings(const Library& library) const {
  Settings out;
  out.table = default_wish(library);
  std::string text;
  if (read(root_ / "settings", text)) read_settings(text, out);
  return out;
}

void Store::keep(const Settings& settings) const {
  std::string why;
  write(root_ / "settings", print_settings(settings), why);  // a game goes on without its settings
}

}  // namespace comodin
