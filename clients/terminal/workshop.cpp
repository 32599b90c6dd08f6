// The workshop: ready rules to choose from, rules to write and to keep on a shelf. All of them can be tried
// before anybody has to play with them.
#include <algorithm>
#include <utility>

#include "bots/ladder.hpp"
#include "clients/terminal/editor.hpp"
#include "clients/terminal/menu.hpp"
#include "clients/terminal/screen.hpp"
#include "clients/terminal/trial_thread.hpp"
#include "notation/rule.hpp"
#include "words/rule_words.hpp"

namespace comodin {
namespace {

using namespace theme;

constexpr int kTrialHands = 2000, kTrialSeats = 4, kPracticeSeats = 3, kPracticeTries = 3000;

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
  Workshop(Client& client, const std::string& rule, std::function<void(std::string)> take)
      : client_(client), take_(std::move(take)), edition_(edition_with_custom(client.library)) {
    shelf_ = client_.files.shelf();
    fill();
    go_to(rule);
    if (!rule.empty() && text() != rule)
      draft_ = Editor(rule);  // it is not on the shelf, so it can be edited further
  }

  void draw(Surface& out) override {
    fill();
    const Rect area = draw_frame(out, client_.say("home.workshop"), buttons());
    if (trial_) return draw_trial(out.grid, area);
    if (mode_ == Mode::Write) draw_editor(out.grid, area);
    else if (mode_ == Mode::Name) draw_name(out.grid, area);
    else menu_.draw(out, area);
    draw_note(out, area, note_);
  }

  void on(const Input& input) override {
    const bool was_sure = std::exchange(sure_, false);
    note_.clear();
    if (input.key == Stroke::Help)
      return client_.push(text_screen(client_, client_.say("home.workshop"), client_.say("help.rules")));
    if (trial_) {
      if (input.key == Stroke::Escape || input.key == Stroke::Enter || input.is(U't')) trial_.reset();
      return;
    }
    if (mode_ == Mode::Write) return on_editor(input, was_sure);
    if (mode_ == Mode::Name) return on_name(input);
    if (input.key == Stroke::Escape || input.is(U'q')) return client_.pop();
    if (input.is(U't')) return try_out();
    if (input.is(U'p')) return practise();
    if (input.is(U'e')) return write();
    if (input.is(U'x')) return remove(was_sure);
    if (menu_.on(input) != Menu::Act::Enter) return;
    if (row().kind == Row::New) return write();
    if (take_) {
      take_(text());
      return client_.pop();
    }
    client_.pop();
    client_.push(new_game_screen(client_, text()));
  }

  Millis tick(Millis now) override {
    return trial_ && trial_->report().percent < 100 ? now + 60 : LiveGame::kNever;
  }

 private:
  enum class Mode { Choose, Write, Name };
  struct Row {
    enum Kind { Ready, Kept, New, Heading } kind;
    std::size_t index = 0;
  };

  const Row& row() const { return rows_[static_cast<std::size_t>(menu_.cursor)]; }

  // A ready rule's name, or a text: the one that is being written, otherwise the chosen one.
  std::string text() const {
    if (mode_ != Mode::Choose) return draft_.text();
    if (row().kind == Row::Ready) return std::string(client_.library.ready_rules()[row().index].name);
    return row().kind == Row::Kept ? shelf_[row().index].text : draft_.text();
  }

  void go_to(const std::string& rule) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& one = rows_[i];
      if ((one.kind == Row::Ready && client_.library.ready_rules()[one.index].name == rule) ||
          (one.kind == Row::Kept && shelf_[one.index].text == rule))
        menu_.cursor = static_cast<int>(i);
    }
  }

  void add(Row row, MenuRow shown) {
    rows_.push_back(row);
    menu_.rows.push_back(std::move(shown));
  }

  void fill() {
    const Catalogue& say = client_.say;
    menu_.rows.clear();
    rows_.clear();
    const auto ready = client_.library.ready_rules();
    for (std::size_t i = 0; i < ready.size(); ++i) {
      const std::string key = "rule." + std::string(ready[i].name);
      add({Row::Ready, i}, {say(key), "", say(key + ".about") + "\n" + printed(ready[i].text)});
    }
    add({Row::Heading}, {say("workshop.mine"), "", "", true});
    for (std::size_t i = 0; i < shelf_.size(); ++i)
      add({Row::Kept, i}, {shelf_[i].name, "", said(shelf_[i].text) + "\n" + shelf_[i].text});
    add({Row::New}, {say("workshop.new"), "", draft_.text().empty() ? say("rule.own.about") : draft_.text()});
    menu_.cursor = std::min(menu_.cursor, static_cast<int>(rows_.size()) - 1);
  }

  static std::string printed(std::string_view text) {
    Rule rule;
    return parse_rule_text(text, rule) ? std::string(text) : print_rule(rule);
  }
  // The rule in words, or why the text is not a rule.
  std::string said(const std::string& text) const {
    Rule rule;
    const TextError wrong = parse_rule_text(text, rule);
    return wrong ? fault_at(wrong) : explain_rule(rule, client_.say);
  }
  std::string fault_at(const TextError& wrong) const {
    const std::string sentence = fault_text(client_.say.language(), wrong.fault);
    return client_.say("workshop.fault", {std::to_string(wrong.column), sentence});
  }

  std::vector<Button> buttons() const {
    const Catalogue& say = client_.say;
    const Button help = key_button("F1", say("key.help"), {.key = Stroke::Help}),
                 back = key_button("Esc", say("key.back"), {.key = Stroke::Escape});
    if (trial_) return {key_button("Enter", say("key.back"), {.key = Stroke::Enter})};
    if (mode_ == Mode::Write)
      return {key_button("Enter", say("workshop.keep"), {.key = Stroke::Enter}),
              key_button("Tab", say("workshop.try"), {.key = Stroke::Tab}), help, back};
    if (mode_ == Mode::Name)
      return {key_button("Enter", say(take_ ? "workshop.keep_and_take" : "workshop.keep"),
                         {.key = Stroke::Enter}),
              back};
    return {key_button("Enter", say(take_ ? "workshop.take" : "workshop.play"), {.key = Stroke::Enter}),
            key_button("T", say("workshop.try"), typed(U't')),
            key_button("P", say("workshop.practise"), typed(U'p')),
            key_button("E", say("workshop.write"), typed(U'e')),
            key_button("X", say("key.delete"), typed(U'x'), row().kind == Row::Kept),
            help,
            back};
  }

  // ---- writing and keeping ------------------------------------------------------------------------------

  // Any rule can be a starting point; a rule of the player's own is changed in place.
  void write() {
    const Row from = row();
    if (from.kind == Row::Ready) draft_ = Editor(printed(client_.library.ready_rule(text())));
    if (from.kind == Row::Kept) draft_ = Editor(shelf_[from.index].text);
    place_ = from.kind == Row::Kept ? from.index : shelf_.size();
    name_ = Editor(from.kind == Row::Kept ? shelf_[from.index].name : "");
    before_ = from.kind == Row::Kept ? draft_.text() : "";
    mode_ = Mode::Write;
  }

  TextError fault(Rule& rule) const {
    TextError wrong = parse_rule_text(draft_.text(), rule);
    if (wrong || !edition_) return wrong;
    RuleSet rules;
    const Fault why = freeze(
        *edition_, edition_->options, kTrialSeats,
        std::vector<Rule>(static_cast<std::size_t>(custom_count(*edition_, edition_->options)), rule), rules);
    return {1, 1, why};
  }

  void draw_editor(Grid& grid, const Rect& area) {
    const Catalogue& say = client_.say;
    Rule rule;
    const TextError wrong = fault(rule);
    int y = area.y;
    y += draw_text(grid, {area.x, y, area.w, 3}, say("workshop.how"), kQuiet) + 1;
    const int rows = std::clamp(area.h / 4, 2, 6);
    draft_.draw(grid, {area.x, y, area.w, rows}, wrong && !draft_.text().empty() ? wrong.column : 0);
    y += rows + 1;
    const Rect below{area.x, y, area.w, area.bottom() - y - (note_.empty() ? 0 : 2)};
    if (draft_.text().empty()) draw_text(grid, below, say("workshop.examples"), kPlain);
    else if (wrong) draw_text(grid, below, "✗ " + fault_at(wrong), kWarning);
    else draw_text(grid, below, "✓ " + say("workshop.understood", {explain_rule(rule, say)}), kAccent);
  }

  // A single key does not throw away what was written.
  void on_editor(const Input& input, bool sure) {
    Rule rule;
    if (draft_.on(input)) return;
    if (input.key == Stroke::Escape) {
      const bool unkept = draft_.text() != before_ && !draft_.text().empty();
      if (unkept && !sure) return ask_twice(client_.say("workshop.unkept"));
      draft_ = Editor();
      mode_ = Mode::Choose;
    }
    if (input.key != Stroke::Enter && input.key != Stroke::Tab) return;
    if (draft_.text().empty() || fault(rule)) return;
    if (input.key == Stroke::Tab) return try_out();
    if (name_.text().empty())
      name_ = Editor(client_.say("workshop.unnamed", {std::to_string(shelf_.size() + 1)}));
    mode_ = Mode::Name;
  }

  void draw_name(Grid& grid, const Rect& area) {
    int y = area.y;
    y += draw_text(grid, {area.x, y, area.w, 2}, client_.say("workshop.name"), kAccent) + 1;
    name_.draw(grid, {area.x, y, area.w, 1}, 0);
    draw_text(grid, {area.x, y + 2, area.w, area.bottom() - y - 4}, said(draft_.text()), kQuiet);
  }

  void on_name(const Input& input) {
    if (name_.on(input)) return;
    if (input.key == Stroke::Escape) mode_ = Mode::Write;
    if (input.key != Stroke::Enter || !keep() || !take_) return;
    take_(text());
    client_.pop();
  }

  // Puts the rule onto the shelf and onto the disk. False, and the screen says why.
  bool keep() {
    const KeptRule rule{name_.text(), printed(draft_.text())};
    std::vector<KeptRule> shelf = shelf_;
    const auto taken = std::find_if(shelf.begin(), shelf.end(), [&](const KeptRule& one) {
      return one.name == rule.name && &one != shelf.data() + place_;
    });
    if (rule.name.find_first_not_of(' ') == std::string::npos) return false;
    if (taken != shelf.end()) return refuse(client_.say("workshop.name_taken", {rule.name}));
    if (place_ < shelf.size()) shelf[place_] = rule;
    else if (shelf.size() < kShelfMax) shelf.push_back(rule);
    else return refuse(client_.say("workshop.full", {std::to_string(kShelfMax)}));
    if (!keep_shelf(std::move(shelf))) return false;
    note_ = client_.say("workshop.kept", {rule.name});
    draft_ = Editor();
    mode_ = Mode::Choose;
    fill();
    go_to(rule.text);
    return true;
  }

  // Pressing the same key again confirms.
  void ask_twice(std::string note) {
    sure_ = true;
    note_ = std::move(note);
  }

  bool refuse(std::string note) {
    note_ = std::move(note);
    return false;
  }

  bool keep_shelf(std::vector<KeptRule> shelf) {
    std::string why;
    if (!client_.files.keep_shelf(shelf, why)) return refuse(client_.say("table.not_saved", {why}));
    shelf_ = std::move(shelf);
    return true;
  }

  void remove(bool sure) {
    if (row().kind != Row::Kept) return;
    if (!sure) return ask_twice(client_.say("files.sure", {shelf_[row().index].name}));
    std::vector<KeptRule> shelf = shelf_;
    shelf.erase(shelf.begin() + static_cast<std::ptrdiff_t>(row().index));
    keep_shelf(std::move(shelf));
    fill();
  }

  // ---- trying -------------------------------------------------------------------------------------------

  bool read(Rule& rule) {
    const TextError wrong = read_rule(client_.library, text(), rule);
    if (wrong) note_ = fault_at(wrong);
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
    const std::string title =
        mode_ == Mode::Choose ? menu_.rows[static_cast<std::size_t>(menu_.cursor)].label : text();
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
    TextError wrong;
    wrong.fault =
        freeze(*edition_, edition_->options, kPracticeSeats, std::vector<Rule>(count, rule), *rules);
    note_ = fault_line(client_, wrong);
    if (wrong) return;
    const std::string level(ladder()[std::min<std::size_t>(1, ladder().size() - 1)].name);
    LiveGame::Plan plan{
        .name = "practice", .edition = edition_->id, .rules = rules, .levels = {level, level}};
    const Key first = seed_by_clock();
    for (Key key = first; key < first + kPracticeTries; ++key) {
      plan.key = key;
      plan.bots_key = split(key, 3);
      auto game = LiveGame::begin(plan, wrong);
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
  std::vector<Row> rows_;  // what each row of the menu is
  std::vector<KeptRule> shelf_;
  Mode mode_ = Mode::Choose;
  Editor draft_, name_;
  std::string before_;     // the draft as it was kept last
  std::size_t place_ = 0;  // index of the draft on the shelf; past the end for a new one
  bool sure_ = false;      // the last key asked the player to confirm
  std::unique_ptr<TrialThread> trial_;
  std::string note_;
};

}  // namespace

const Edition* edition_with_custom(Library& library) {
  Fault why;
  for (const NamedText& known : library.editions()) {
    const Edition* edition = library.edition(std::string(known.name), "", why);
    if (edition && edition->custom()) return edition;
  }
  return nullptr;
}

std::string rule_title(const Client& client, const std::string& rule) {
  if (client.say.has("rule." + rule)) return client.say("rule." + rule);
  for (const KeptRule& kept : client.files.shelf())
    if (kept.text == rule) return kept.name;
  return rule;
}

std::unique_ptr<Screen> workshop_screen(Client& client, const std::string& rule,
                                        std::function<void(std::string)> take) {
  return std::make_unique<Workshop>(client, rule, std::move(take));
}

}  // namespace comodin
