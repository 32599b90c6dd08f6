// A record, move by move: forwards, back, by itself; with all hands open or as one seat saw it.
#include <algorithm>

#include "clients/terminal/deal_show.hpp"
#include "clients/terminal/scene.hpp"
#include "clients/terminal/screen.hpp"
#include "notation/player.hpp"
#include "notation/view_text.hpp"

namespace comodin {
namespace {

constexpr Millis kStepMs = 900;
constexpr int kJump = 10;

// Keeps events, masked for one viewer or as they are.
struct Hearing : Listener {
  explicit Hearing(Seat viewer, bool open) : viewer_(viewer), open_(open) {}
  void on(const Event& event) override { events.push_back(open_ ? event : mask(event, viewer_)); }
  std::vector<Event> events;

 private:
  Seat viewer_;
  bool open_;
};

class Replay : public Screen {
 public:
  Replay(Client& client, Scenario scenario)
      : client_(client), scenario_(std::move(scenario)), words_(rules(), client.say.language(), 0) {
    for (const ScenarioLine& line : scenario_.lines) last_ += is_move(line);
    go(0);
    show_draw();
  }

  void draw(Surface& out) override {
    if (words_.say().language() != client_.say.language()) go(at_);
    if (deal_show_.on()) return deal_show_.draw(rules(), words_, labels_, title(), out);
    draw_table(scene(), out);
  }

  void on(const Input& input) override {
    if (deal_show_.hears(now_)) return deal_show_.skip();
    switch (input.key) {
      case Stroke::Right:
      case Stroke::Enter:
      case Stroke::WheelDown: playing_ = false; return go(at_ + 1);
      case Stroke::Left:
      case Stroke::Backspace:
      case Stroke::WheelUp: playing_ = false; return go(at_ - 1);
      case Stroke::PageDown:
      case Stroke::Down: return go(at_ + kJump);
      case Stroke::PageUp:
      case Stroke::Up: return go(at_ - kJump);
      case Stroke::Home: return go(0);
      case Stroke::End: return go(last_);
      case Stroke::Escape: return client_.pop();
      case Stroke::Help: return client_.push(help_screen(client_, scenario_.setup.edition, rules().options));
      case Stroke::Tab: seat_ = static_cast<Seat>((seat_ + 1) % rules().seats); return go(at_);
      case Stroke::Player: seat_ = static_cast<Seat>(input.number); return go(at_);
      default: break;
    }
    if (input.is(U'q')) client_.pop();
    if (input.is(U' ')) {
      playing_ = !playing_;
      next_at_ = 0;
    }
    if (input.is(U'v')) {
      open_ = !open_;
      go(at_);
    }
    if (input.is(U'l')) show_log();
  }

  Millis tick(Millis now) override {
    now_ = now;
    const Millis due = deal_show_.tick(now, client_.settings.speed);
    if (deal_show_.on() || !playing_) return due;
    if (next_at_ == 0) next_at_ = now + at_speed(kStepMs, client_.settings.speed);
    if (now >= next_at_) {
      go(at_ + 1);
      next_at_ = now + std::max(1, at_speed(kStepMs, client_.settings.speed));
      playing_ = at_ < last_;
    }
    return next_at_;
  }

 private:
  const RuleSet& rules() const { return *scenario_.setup.rules; }

  Seat person() const { return person_of(scenario_); }

  // Replays the record up to a move. Nobody will notice the time it takes.
  void go(int move) {
    at_ = std::clamp(move, 0, last_);
    const Catalogue& say = client_.say;
    words_ = Words(rules(), say.language(), person(), seat_names(rules().seats));
    Hearing hearing(seat_, open_);
    ScenarioPlayer player(scenario_, &hearing);
    player.start();
    int done = 0;
    while (player.next_line() < scenario_.lines.size()) {
      const bool counts = is_move(scenario_.lines[player.next_line()]);
      if (counts && done == at_) break;
      player.step();
      done += counts;
    }
    view_ = open_ ? open_view(rules(), player.state(), player.knowledge())
                  : view(player.state(), player.knowledge(), seat_);
    rounds_ = player.state().rounds;
    log_ = words_.story(hearing.events);
    labels_.clear();
    for (Seat k = 0; k < rules().seats; ++k)
      labels_.push_back({k == person() ? say("seat.You") : words_.seat(k), level_of(k)});
  }

  // As it was before the first hand, where the record tells it.
  void show_draw() {
    Hearing hearing(seat_, open_);
    ScenarioPlayer player(scenario_, &hearing);
    player.start();
    std::size_t at = 0;
    deal_show_ = DealShow(read_deal_draw(rules(), hearing.events, at));
  }

  std::string title() const {
    return edition_title(rules().edition, client_.say.language()) + " · " +
           client_.say("table.round", {std::to_string(rounds_)});
  }

  std::string level_of(Seat seat) const {
    const auto& names = scenario_.setup.names;
    return seat < names.size() && seat != person() ? level_title(client_.say, names[seat]) : "";
  }

  void show_log() {
    std::string text;
    for (const std::string& line : log_) text += line + "\n";
    client_.push(text_screen(client_, client_.say("key.log"), text, true));
  }

  Scene scene() const {
    const Catalogue& say = client_.say;
    Scene out;
    out.rules = &rules();
    out.words = &words_;
    out.view = view_;
    out.seats = labels_;
    out.bottom = seat_;
    out.you = person();
    out.open = open_;
    out.title = title();
    for_each_card(view_.known.cards[seat_], [&](Card card) { out.hand.push_back(card); });
    out.focus_hand = false;
    out.message = say(open_ ? "replay.open" : "replay.seat",
                      {std::to_string(at_), std::to_string(last_), labels_[seat_].name});
    if (view_.phase != Phase::Running && !log_.empty()) out.message += " " + log_.back();
    out.log = log_;
    out.actions = {key_button("←→", say("replay.step"), {.key = Stroke::Right}),
                   key_button(say("key.space"), say(playing_ ? "replay.pause" : "replay.play"), typed(U' ')),
                   key_button("↑↓", say("replay.jump"), {.key = Stroke::Down}),
                   key_button("V", say(open_ ? "replay.as_seat" : "replay.as_open"), typed(U'v'))};
    out.keys = {key_button("Tab", say("replay.seat_key"), {.key = Stroke::Tab}),
                key_button("L", say("key.log"), typed(U'l')),
                key_button("?", say("key.help"), {.key = Stroke::Help}),
                key_button("Esc", say("key.back"), {.key = Stroke::Escape})};
    return out;
  }

  Client& client_;
  Scenario scenario_;
  Words words_;
  View view_;
  std::vector<SeatLabel> labels_;
  std::vector<std::string> log_;
  int at_ = 0, last_ = 0;
  unsigned rounds_ = 1;
  Seat seat_ = 0;
  bool open_ = true, playing_ = false;
  Millis next_at_ = 0, now_ = 0;
  DealShow deal_show_;  // when the record is opened
};

}  // namespace

bool is_move(const ScenarioLine& line) { return line.kind == LineKind::Move || line.kind == LineKind::Deal; }

Seat person_of(const Scenario& record) {
  const auto& names = record.setup.names;
  return !names.empty() && names[0] == LiveGame::kPerson ? LiveGame::kYou : kSpectator;
}

bool read_record(Client& client, const std::filesystem::path& path, Scenario& out, std::string& why) {
  std::string text;
  TextError wrong{0, 0, {"file.unreadable"_fault}};
  std::vector<Scenario> scenarios;
  if (client.files.read(path, text))
    wrong = parse_scenarios(text, path.parent_path().string(), client.library, scenarios);
  why = fault_line(client, wrong);
  if (!wrong) out = std::move(scenarios.front());
  return !wrong;
}

std::unique_ptr<Screen> replay_screen(Client& client, const std::filesystem::path& path, std::string& why) {
  Scenario record;
  if (!read_record(client, path, record, why)) return nullptr;
  return std::make_unique<Replay>(client, std::move(record));
}

}  // namespace comodin
