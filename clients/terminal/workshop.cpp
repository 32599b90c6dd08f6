// The workshop: ready rules to choose from, rules to write, and both to be tried before anybody has to play
// with them.
#include <algorithm>

#include "bots/ladder.hpp"
#include "clients/terminal/editor.hpp"
#include "clients/terminal/menu.hpp"
#include "clients/terminal/screen.hpp"
#include "clients/terminal/trial_thread.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

using namespace theme;

constexpr int kTrialHands = 2000, kTrialSeats = 4, kPracticeSeats = 3, kPracticeTries = 3000;

// The first edition whose wilds can be written on.
const Edition* edition_with_custom(Library& library) {
  std::string why;
  for (const NamedText& known : library.editions()) {
    const Edition* edition = library.edition(std::string(known.name), "", why);
    if (edition && edition->custom()) return edition;
  }
  return nullptr;
}

// A bar of so many eighths.
std::string bar(double share, int width) {
  std::string out;
  for (int i = 0; i < width; ++i) out += share * width > i + 0.5 ? "█" : "░";
  return out;
}

std::string percent(double share) { return std::to_string(static_cast<int>(share * 100 + 0.5)) + "%"; }

std::string tenths(double value) {
  const int tenth = static_cast<int>(value * 10 + 0.5);
  return std::to_string(tenth / 10) + "." + std::to_string(tenth % 10);
}

// Two rows of columns, side by side for each length: with the rule, and without it.
void draw_lengths(Grid& grid, const Rect& area, const TrialReport& report, const Catalogue& say) {
  int most = 1;
  for (const TrialSide* side : {&report.with, &report.without})
    for (int count : side->lengths) most = std::max(most, count);
  const int room = std::max(1, area.h - 2);
  static constexpr char32_t kEighths[] = U" ▁▂▃▄▅▆▇█";
  for (int b = 0; b < TrialSide::kBuckets; ++b) {
    const int x = area.x + b * 4;
    if (x + 3 > area.right()) break;
    const auto column = [&](int at, int count, const Style& style) {
      const int eighths = count * room * 8 / most;
      for (int r = 0; r < room; ++r)
        grid.set(at, area.y + room - 1 - r, kEighths[std::clamp(eighths - r * 8, 0, 8)], style);
    };
    column(x, report.with.lengths[static_cast<std::size_t>(b)], kAccent);
    column(x + 1, report.without.lengths[static_cast<std::size_t>(b)], kQuiet);
    grid.put(x, area.y + room, std::to_string(b * TrialSide::kBucketTurns), kQuiet);
  }
  grid.put(area.x, area.y + room + 1, shortened(say("trial.axis"), area.w), kQuiet);
}

class Workshop : public Screen {
 public:
  Workshop(Client& client, std::string rule, std::function<void(std::string)> take)
      : client_(client), take_(std::move(take)), edition_(edition_with_custom(client.library)) {
    const auto ready = client_.library.ready_rules();
    for (std::size_t i = 0; i < ready.size(); ++i)
      if (ready[i].name == rule) menu_.cursor = static_cast<int>(i);
    if (!rule.empty() && client_.library.ready_rule(rule).empty()) {
      own_ = Editor(rule);
      menu_.cursor = static_cast<int>(ready.size());
    }
    fill();
  }

  void draw(Surface& out) override {
    fill();
    const Catalogue& say = client_.say;
    const Rect area = draw_frame(out, say("home.workshop"), buttons());
    if (trial_) return draw_trial(out.grid, area);
    if (writing_) return draw_editor(out.grid, area);
    menu_.draw(out, area);
    if (!problem_.empty()) draw_text(out.grid, {area.x, area.bottom() - 2, area.w, 2}, problem_, kWarning);
  }

  void on(const Input& input) override {
    problem_.clear();
    if (input.key == Stroke::Help)
      return client_.push(text_screen(client_, client_.say("home.workshop"), client_.say("help.rules")));
    if (trial_) {
      if (input.key == Stroke::Escape || input.key == Stroke::Enter || input.is(U't')) trial_.reset();
      return;
    }
    if (writing_) return on_editor(input);
    if (input.key == Stroke::Escape || input.is(U'q')) return client_.pop();
    if (input.is(U't')) return try_out();
    if (input.is(U'p')) return practise();
    if (input.is(U'e')) return write();
    if (menu_.on(input) != Menu::Act::Enter) return;
    if (on_own() && own_.text().empty()) return write();
    if (take_) return take_(text()), client_.pop();
    if (on_own()) write();
    else try_out();
  }

  Millis tick(Millis now) override {
    return trial_ && trial_->report().percent < 100 ? now + 60 : LiveGame::kNever;
  }

 private:
  bool on_own() const { return menu_.cursor == static_cast<int>(client_.library.ready_rules().size()); }

  // A ready rule's name, or one's own text.
  std::string text() const {
    return on_own() ? own_.text()
                    : std::string(client_.library.ready_rules()[static_cast<std::size_t>(menu_.cursor)].name);
  }

  void fill() {
    const Catalogue& say = client_.say;
    menu_.rows.clear();
    for (const NamedText& ready : client_.library.ready_rules()) {
      const std::string key = "rule." + std::string(ready.name);
      Rule rule;
      parse_rule_text(ready.text, rule);
      menu_.rows.push_back({say(key), "", say(key + ".about") + "\n" + print_rule(rule)});
    }
    menu_.rows.push_back({say("rule.own"), "", own_.text().empty() ? say("rule.own.about") : own_.text()});
  }

  std::vector<Button> buttons() const {
    const Catalogue& say = client_.say;
    if (trial_) return {key_button("Enter", say("key.back"), {.key = Stroke::Enter})};
    if (writing_)
      return {key_button("Enter", say("key.done"), {.key = Stroke::Enter}),
              key_button("Tab", say("workshop.try"), {.key = Stroke::Tab}),
              key_button("F1", say("key.help"), {.key = Stroke::Help}),
              key_button("Esc", say("key.back"), {.key = Stroke::Escape})};
    std::vector<Button> out;
    if (take_) out.push_back(key_button("Enter", say("workshop.take"), {.key = Stroke::Enter}));
    out.push_back(key_button("T", say("workshop.try"), typed(U't')));
    out.push_back(key_button("P", say("workshop.practise"), typed(U'p')));
    out.push_back(key_button("E", say("workshop.write"), typed(U'e')));
    out.push_back(key_button("F1", say("key.help"), {.key = Stroke::Help}));
    out.push_back(key_button("Esc", say("key.back"), {.key = Stroke::Escape}));
    return out;
  }

  // ---- writing ------------------------------------------------------------------------------------------

  // Writes one's own rule; a ready one is a good beginning.
  void write() {
    if (!on_own()) {
      Rule rule;
      parse_rule_text(client_.library.ready_rule(text()), rule);
      own_ = Editor(print_rule(rule));
      menu_.cursor = static_cast<int>(client_.library.ready_rules().size());
    }
    writing_ = true;
  }

  TextError fault(Rule& rule) const {
    TextError wrong = parse_rule_text(own_.text(), rule);
    if (wrong || !edition_) return wrong;
    RuleSet rules;
    const std::string why = freeze(
        *edition_, edition_->options, kTrialSeats,
        std::vector<Rule>(static_cast<std::size_t>(custom_count(*edition_, edition_->options)), rule), rules);
    return why.empty() ? TextError{} : TextError{1, 1, why};
  }

  void draw_editor(Grid& grid, const Rect& area) {
    const Catalogue& say = client_.say;
    Rule rule;
    const TextError wrong = fault(rule);
    int y = area.y;
    y += draw_text(grid, {area.x, y, area.w, 3}, say("workshop.how"), kQuiet) + 1;
    const int rows = std::clamp(area.h / 4, 2, 6);
    own_.draw(grid, {area.x, y, area.w, rows}, wrong && !own_.text().empty() ? wrong.column : 0);
    y += rows + 1;
    if (own_.text().empty())
      draw_text(grid, {area.x, y, area.w, area.bottom() - y}, say("workshop.examples"), kPlain);
    else if (wrong)
      draw_text(grid, {area.x, y, area.w, area.bottom() - y},
                "✗ " + say("workshop.fault", {std::to_string(wrong.column), wrong.what}), kWarning);
    else
      draw_text(grid, {area.x, y, area.w, area.bottom() - y},
                "✓ " + say("workshop.understood", {print_rule(rule)}), kAccent);
  }

  void on_editor(const Input& input) {
    Rule rule;
    if (own_.on(input)) return;
    if (input.key == Stroke::Escape) writing_ = false;
    if (input.key != Stroke::Enter && input.key != Stroke::Tab) return;
    if (fault(rule)) return;
    writing_ = false;
    if (input.key == Stroke::Tab) return try_out();
    if (take_) take_(own_.text()), client_.pop();
  }

  // ---- trying -------------------------------------------------------------------------------------------

  bool read(Rule& rule) {
    const TextError wrong = read_rule(client_.library, text(), rule);
    if (wrong) problem_ = client_.say("workshop.fault", {std::to_string(wrong.column), wrong.what});
    return !wrong && edition_;
  }

  void try_out() {
    Rule rule;
    if (read(rule)) trial_ = std::make_unique<TrialThread>(*edition_, rule, kTrialSeats, kTrialHands);
  }

  void draw_trial(Grid& grid, const Rect& area) {
    const Catalogue& say = client_.say;
    const TrialReport report = trial_->report();
    int y = area.y;
    const std::string title = on_own() ? own_.text() : say("rule." + text());
    grid.put(area.x, y++, shortened(title, area.w), kAccent);
    const int x = grid.put(
        area.x, y, say("trial.hands", {std::to_string(report.with.hands), std::to_string(kTrialHands)}) + " ",
        kQuiet);
    grid.put(x, y, bar(report.percent / 100.0, std::min(20, area.right() - x)), kQuiet);
    y += 2;
    const auto line = [&](std::string_view key, const std::string& with, const std::string& without) {
      grid.put(area.x, y, shortened(say(key), area.w - 18), kPlain);
      grid.put(area.right() - 16, y, with, kAccent);
      grid.put(area.right() - 7, y, without, kQuiet);
      ++y;
    };
    line("trial.what", say("trial.with"), say("trial.without"));
    line("trial.turns", tenths(report.with.turns), tenths(report.without.turns));
    line("trial.winner", percent(report.with.win()), percent(report.without.win()));
    ++y;
    draw_lengths(grid, {area.x, y, area.w, std::min(area.bottom() - y, 10)}, report, say);
  }

  // A hand at a table of three, with the rule on all custom wilds and one of them in your hand.
  void practise() {
    Rule rule;
    if (!read(rule)) return;
    auto rules = std::make_shared<RuleSet>();
    const std::size_t count = static_cast<std::size_t>(custom_count(*edition_, edition_->options));
    problem_ = freeze(*edition_, edition_->options, kPracticeSeats, std::vector<Rule>(count, rule), *rules);
    if (!problem_.empty()) return;
    const std::string level(ladder()[std::min<std::size_t>(1, ladder().size() - 1)].name);
    LiveGame::Plan plan{
        .name = "practice", .edition = edition_->id, .rules = rules, .levels = {level, level}};
    const Key first = seed_by_clock();
    for (Key key = first; key < first + kPracticeTries; ++key) {
      plan.key = key, plan.bots_key = split(key, 3);
      auto game = LiveGame::begin(plan, problem_);
      if (!game || !game->deal()) return;
      const State& state = game->state();
      bool holds = false;
      for_each_kind(state.hands[LiveGame::kYou].has,
                    [&](Card card) { holds |= rules->edition.symbols[rules->cards[card].symbol].custom; });
      if (!holds || state.await.seat != LiveGame::kYou || state.await.kind != Awaits::Turn) continue;
      return client_.push(table_screen(client_, std::move(game), true));
    }
  }

  Client& client_;
  std::function<void(std::string)> take_;
  const Edition* edition_;
  Menu menu_;
  Editor own_;
  bool writing_ = false;
  std::unique_ptr<TrialThread> trial_;
  std::string problem_;
};

}  // namespace

std::unique_ptr<Screen> workshop_screen(Client& client, std::string rule,
                                        std::function<void(std::string)> take) {
  return std::make_unique<Workshop>(client, std::move(rule), std::move(take));
}

}  // namespace comodin
