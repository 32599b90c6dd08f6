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

bool check_wish(Library& library, PlayWish& wish, Settings& settings, std::string& why) {
  settings = Store(Store::usual_place()).settings(library);
  if (!wish.speed.empty() && !speed_of(wish.speed, settings.speed))
    return why = "--speed is slow, normal, fast or instant", false;
  if (wish.table.edition.empty()) wish.table.edition = settings.table.edition;
  for (const std::string& level : wish.table.levels)
    if (!make_bot(level, why)) return false;
  if (wish.table.levels.empty()) wish.table.levels = default_wish(library).levels;
  if (!wish.at_once) return true;
  if (wish.table.seed == 0) wish.table.seed = static_cast<Key>(clock_ms());
  const auto rules = freeze_wish(library, wish.table, why);
  if (!rules) return false;
  const std::size_t wilds = rules->custom_rules.size(), asked = wish.table.rules.size();
  if (asked <= wilds) return true;
  why = wilds == 0
            ? "--rule: edition " + rules->edition.id + " has no custom wild at this table"
            : "--rule: " + std::to_string(asked) + " rules for " + std::to_string(wilds) + " custom wilds";
  return false;
}

std::string why_no_screen(bool terminal, const char* term) {
  if (!terminal) return "pipe";
  return !term || !*term || std::string_view(term) == "dumb" ? "dumb" : "";
}

int play_on_screen(Library& library, const PlayWish& wish, const Settings& settings) {
  const std::string language = wish.language.empty() ? settings.language : wish.language;
  Client client(library, Store(Store::usual_place()), settings, language_of(language));
  client.push(home_screen(client));
  std::string why = "cannot be read", text;
  if (!wish.resume.empty()) {
    auto game = client.store.read(wish.resume, text) ? LiveGame::resume(library, text, why) : nullptr;
    if (!game) return std::cerr << "comodin: " << wish.resume << ": " << why << '\n', 2;
    client.push(table_screen(client, std::move(game), false));
  } else if (!wish.replay.empty()) {
    auto screen = replay_screen(client, wish.replay, why);
    if (!screen) return std::cerr << "comodin: " << wish.replay << ": " << why << '\n', 2;
    client.push(std::move(screen));
  } else if (wish.at_once && !start_game(client, wish.table, why)) {
    return std::cerr << "comodin: " << why << '\n', 2;
  }
  const int status = Loop(client).run();
  if (client.unsaved.empty()) return status;
  std::cerr << client.say("table.not_saved", {client.unsaved}) << '\n';
  return status ? status : 1;
}

}  // namespace comodin
