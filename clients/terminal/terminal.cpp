#include "clients/terminal/terminal.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "bots/ladder.hpp"
#include "clients/terminal/ascii.hpp"
#include "clients/terminal/frame.hpp"
#include "clients/terminal/scene.hpp"
#include "clients/terminal/screen.hpp"
#include "clients/terminal/tty.hpp"

namespace comodin {
namespace {

Millis clock_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count() + 1;
}

// Runs screens until none is left, or the program is asked to end.
class Loop {
 public:
  explicit Loop(Client& client)
      : client_(client),
        depth_(depth_of(std::getenv("NO_COLOR"), std::getenv("COLORTERM"), std::getenv("TERM"))),
        utf8_(locale_is_utf8()) {}

  int run() {
    while (client_.settle()) {
      const Millis due = client_.top().tick(clock_ms());
      if (!client_.settle()) break;
      show();
      const Tty::Woken woken = tty_.wait(timeout(due));
      if (woken.ended) return 128 + woken.ended;
      if (woken.closed) return 0;
      if (woken.resized) shown_ = Grid();
      if (woken.suspended) suspend();
      take(woken.bytes);
    }
    return 0;
  }

 private:
  int timeout(Millis due) const {
    if (parser_.waiting()) return kEscapeMs;
    if (due == LiveGame::kNever) return -1;
    return static_cast<int>(std::clamp<Millis>(due - clock_ms(), 0, 60000));
  }

  void suspend() {
    tty_.suspend();
    shown_ = Grid();
  }

  bool too_small() const { return surface_.grid.width() < kWidthMin || surface_.grid.height() < kHeightMin; }

  void compose() {
    const auto [width, height] = tty_.size();
    surface_ = Surface(width, height);
    if (!too_small()) return client_.top().draw(surface_);
    surface_.grid.fill(surface_.grid.area(), U' ', theme::kPlain);
    draw_text(surface_.grid, surface_.grid.area(),
              client_.say("screen.too_small", {std::to_string(width), std::to_string(height)}),
              theme::kAccent);
  }

  void show() {
    compose();
    tty_.write(paint(shown_, surface_.grid, depth_, utf8_));
    shown_ = surface_.grid;
  }

  void take(const std::string& bytes) {
    std::vector<Input> inputs;
    parser_.feed(bytes, inputs);
    if (bytes.empty()) parser_.flush(inputs);
    for (const Input& input : inputs) {
      if (input.key == Stroke::Quit) return client_.quit();
      if (input.key == Stroke::Suspend) suspend();
      else if (input.key == Stroke::Redraw) shown_ = Grid();
      else if (!too_small()) {
        const Input meant = surface_.meaning(input);
        if (meant.key != Stroke::None) client_.top().on(meant);
        client_.top().tick(clock_ms());
        if (!client_.settle()) return;
        compose();
      }
    }
  }

  Client& client_;
  Tty tty_;
  Depth depth_;
  bool utf8_;
  InputParser parser_;
  Surface surface_{0, 0};
  Grid shown_;
};

}  // namespace

bool check_request(Library& library, PlayRequest& request, Settings& settings, std::string& why) {
  settings = UserFiles(UserFiles::usual_place()).settings(library);
  if (!request.speed.empty() && !speed_of(request.speed, settings.speed)) {
    why = "--speed is slow, normal, fast or instant";
    return false;
  }
  if (request.table.edition.empty()) request.table.edition = settings.table.edition;
  Fault wrong;
  for (const std::string& level : request.table.levels)
    if (!make_bot(level, wrong)) {
      why = english(wrong);
      return false;
    }
  if (request.table.levels.empty()) request.table.levels = default_request(library).levels;
  if (!request.at_once) return true;
  if (request.table.seed == 0) request.table.seed = static_cast<Key>(clock_ms());
  const auto rules = freeze_request(library, request.table, wrong);
  why = english(wrong);
  if (!rules) return false;
  const std::size_t wilds = rules->custom_rules.size(), asked = request.table.rules.size();
  if (asked <= wilds) return true;
  why = wilds == 0
            ? "--rule: edition " + rules->edition.id + " has no table wild here"
            : "--rule: " + std::to_string(asked) + " rules for " + std::to_string(wilds) + " table wilds";
  return false;
}

std::string why_no_screen(bool terminal, const char* term) {
  if (!terminal) return "pipe";
  return !term || !*term || std::string_view(term) == "dumb" ? "dumb" : "";
}

int play_on_screen(Library& library, const PlayRequest& request, const Settings& settings) {
  const std::string language = request.language.empty() ? settings.language : request.language;
  Client client(library, UserFiles(UserFiles::usual_place()), settings, language_of(language));
  client.push(home_screen(client));
  std::string why, text;
  if (!request.resume.empty()) {
    TextError wrong{0, 0, {"file.unreadable"_fault}};
    auto game = client.files.read(request.resume, text) ? LiveGame::resume(library, text, wrong) : nullptr;
    if (!game) {
      std::cerr << "comodin: " << request.resume << ": " << fault_line(client, wrong) << '\n';
      return 2;
    }
    client.push(table_screen(client, std::move(game), false));
  } else if (!request.replay.empty()) {
    auto screen = replay_screen(client, request.replay, why);
    if (!screen) {
      std::cerr << "comodin: " << request.replay << ": " << why << '\n';
      return 2;
    }
    client.push(std::move(screen));
  } else if (request.at_once && !start_game(client, request.table, why)) {
    std::cerr << "comodin: " << why << '\n';
    return 2;
  }
  const int status = Loop(client).run();
  if (client.unsaved.empty()) return status;
  std::cerr << client.say("table.not_saved", {client.unsaved}) << '\n';
  return status ? status : 1;
}

}  // namespace comodin
