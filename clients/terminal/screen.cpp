#include "clients/terminal/screen.hpp"

#include <algorithm>
#include <chrono>

#include "bots/ladder.hpp"

namespace comodin {
namespace {

constexpr int kColumnMax = 80, kRowsMax = 32;

}  // namespace

void Client::speak(Language language) {
  say = Catalogue(language);
  settings.language = code(language);
  keep_settings();
}

bool Client::settle() {
  if (to_home_ && !screens_.empty()) screens_.resize(1);
  to_home_ = false;
  std::vector<std::unique_ptr<Screen>> changes = std::move(changes_);
  changes_.clear();
  for (auto& change : changes) {
    if (change) screens_.push_back(std::move(change));
    else if (!screens_.empty()) screens_.pop_back();
  }
  if (quit_) screens_.clear();
  return !screens_.empty();
}

Button key_button(std::string key, std::string label, Input means, bool on) {
  return {std::move(key), std::move(label), std::move(means), on, false};
}

Rect draw_frame(Surface& out, const std::string& title, const std::vector<Button>& keys) {
  Grid& grid = out.grid;
  grid.fill(grid.area(), U' ', theme::kPlain);
  grid.fill({0, 0, grid.width(), 1}, U' ', theme::kBar);
  const int x = grid.put(1, 0, "COMODÍN", theme::kBarStrong);
  grid.put(x + 2, 0, shortened(title, grid.width() - x - 3), theme::kBar);
  int width = 0, rows = 1;
  for (const Button& button : keys) {
    const int one = text_width(button.key) + 3 + text_width(button.label) + 2;
    if (width > 0 && width + one - 2 > grid.width() - 2) {
      width = 0;
      ++rows;
    }
    width += one;
  }
  draw_buttons(out, {1, grid.height() - rows, grid.width() - 2, rows}, keys);
  // A column in the middle that is easy to read, however wide the screen is.
  const int w = std::min(grid.width() - 4, kColumnMax), h = std::min(grid.height() - 3 - rows, kRowsMax);
  return {(grid.width() - w) / 2, 2 + (grid.height() - 3 - rows - h) / 3, w, h};
}

void draw_note(Surface& out, const Rect& area, const std::string& text) {
  if (text.empty()) return;
  const Rect foot{area.x, area.bottom() - 2, area.w, 2};
  out.grid.fill(foot, U' ', theme::kWarning);
  draw_text(out.grid, foot, text, theme::kWarning);
}

std::string level_title(const Catalogue& say, const std::string& name) {
  const std::string key = "bot." + name + ".title";
  return say.has(key) ? say(key) : name;
}

Key seed_by_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return (split(static_cast<Key>(now.count()), 7) >> 24) + 1;
}

std::string fault_line(const Client& client, const TextError& wrong) {
  const std::string sentence = fault_text(client.say.language(), wrong.fault);
  if (wrong.line == 0) return sentence;
  const std::string column = wrong.column > 0 ? ":" + std::to_string(wrong.column) : "";
  return std::to_string(wrong.line) + column + ": " + sentence;
}

bool plan_game(Client& client, const TableRequest& asked, LiveGame::Plan& out, TextError& why) {
  TableRequest request = asked;
  if (request.seed == 0) request.seed = seed_by_clock();
  out.rules = freeze_request(client.library, request, why.fault);
  if (!out.rules) return false;
  out.name = client.files.new_name(out.rules->edition.id);
  out.edition = request.edition;
  const bool file =
      request.edition.find('/') != std::string::npos || request.edition.find('.') != std::string::npos;
  if (file) out.edition = std::filesystem::absolute(request.edition).string();  // the record may lie anywhere
  out.key = request.seed;
  out.bots_key = split(request.seed, 3);
  for (Seat k = 1; k < out.rules->seats; ++k) out.levels.push_back(request.level(k));
  return true;
}

bool start_game(Client& client, const TableRequest& request, std::string& why) {
  LiveGame::Plan plan;
  TextError wrong;
  auto game = plan_game(client, request, plan, wrong) ? LiveGame::begin(plan, wrong) : nullptr;
  why = fault_line(client, wrong);
  if (!game) return false;
  client.settings.table = request;
  client.settings.table.seed = 0;  // the next game is another one
  client.keep_settings();
  client.push(table_screen(client, std::move(game), false));
  return true;
}

}  // namespace comodin
