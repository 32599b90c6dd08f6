#include "clients/terminal/user_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
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

// Writes a file and waits until it is on the disk. Returns 0, or the errno of what failed.
int write_synced(const fs::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int fault = 0;
  while (!text.empty() && fault == 0) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    else if (written == 0 || errno != EINTR) fault = written == 0 ? ENOSPC : errno;
  }
  if (fault == 0 && ::fsync(file) != 0) fault = errno;
  if (::close(file) != 0 && fault == 0) fault = errno;
  return fault;
}

// Makes a new name survive even a power cut. Where the system cannot do that, the file is written all the
// same.
void sync_folder(const fs::path& folder) {
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  ::fsync(opened);
  ::close(opened);
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
  const Speed speed = s.speed == Speed::Instant ? Speed::Normal : s.speed;  // `instant` is for tests only
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

std::string print_shelf(const std::vector<KeptRule>& rules) {
  std::string out;
  for (const KeptRule& rule : rules)
    out += (out.empty() ? "# " : "\n# ") + rule.name + "\n" + rule.text + "\n";
  return out;
}

std::vector<KeptRule> read_shelf(const std::string& text) {
  std::vector<KeptRule> out;
  KeptRule now;
  const auto end_rule = [&] {
    if (!now.text.empty() && out.size() < kShelfMax) out.push_back(now);
    now = {};
  };
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) end_rule();
    else if (!line.starts_with('#')) now.text += (now.text.empty() ? "" : "; ") + line;
    else if (now.name.empty()) now.name = joined(split_at(line.substr(1), ' '), ' ');
  }
  end_rule();
  return out;
}

std::vector<KeptRule> UserFiles::shelf() const {
  std::string text;
  return read(root_ / "rules", text) ? read_shelf(text) : std::vector<KeptRule>();
}

bool UserFiles::keep_shelf(const std::vector<KeptRule>& rules, std::string& why) const {
  return write(root_ / "rules", print_shelf(rules), why);
}

fs::path UserFiles::usual_place() {
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

std::vector<UserFiles::Entry> UserFiles::list(const char* folder) const {
  std::vector<Entry> out;
  std::error_code problem;
  for (fs::directory_iterator it(root_ / folder, problem), end; it != end && !problem; it.increment(problem))
    if (it->path().extension() == ".scn") out.push_back({it->path(), it->path().stem().string()});
  std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) { return a.name > b.name; });
  return out;
}

std::string UserFiles::new_name(const std::string& edition) const {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char when[32];
  std::strftime(when, sizeof when, "%Y-%m-%d-%H%M%S", &local);
  const std::string base = std::string(when) + "-" + edition;
  std::string name = base;
  std::error_code problem;
  for (int k = 2; fs::exists(save_path(name), problem) || fs::exists(record_path(name), problem); ++k)
    name = base + "-" + std::to_string(k);
  return name;
}

bool UserFiles::read(const fs::path& path, std::string& text) const {
  std::error_code problem;
  if (!fs::is_regular_file(path, problem) || fs::file_size(path, problem) > kFileMax || problem) return false;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  text = std::move(content).str();
  return in.good() || in.eof();
}

bool UserFiles::write(const fs::path& path, const std::string& text, std::string& why) const {
  std::error_code problem;
  fs::create_directories(path.parent_path(), problem);  // if that fails, so does what follows
  const fs::path part = path.string() + ".part";
  const int fault = write_synced(part, text);
  if (fault == 0 && std::rename(part.c_str(), path.c_str()) == 0) {
    sync_folder(path.parent_path());
    return true;
  }
  why = shown(path) + ": " + std::generic_category().message(fault ? fault : errno);
  fs::remove(part, problem);
  return false;
}

bool UserFiles::remove(const fs::path& path, std::string& why) const {
  std::error_code problem;
  fs::remove(path, problem);
  if (problem) why = shown(path) + ": " + problem.message();
  return !problem;
}

Settings UserFiles::settings(const Library& library) const {
  Settings out;
  out.table = default_request(library);
  std::string text;
  if (read(root_ / "settings", text)) read_settings(text, out);
  return out;
}

void UserFiles::keep(const Settings& settings) const {
  std::string why;
  write(root_ / "settings", print_settings(settings), why);  // a game can do without its settings
}

}  // namespace comodin
