// Setting up a table: edition, players, levels, house options, rules on the custom wilds; then the table's
// consent to those rules (CUSTOM-2).
#include <algorithm>
#include <charconv>

#include "bots/ladder.hpp"
#include "clients/terminal/menu.hpp"
#include "clients/terminal/screen.hpp"
#include "notation/edition.hpp"
#include "notation/rule.hpp"
#include "table/trial.hpp"

namespace comodin {
namespace {

using namespace theme;

constexpr Option kHouse[] = {Option::Format,      Option::Target,         Option::Cards,
                             Option::Stacking,    Option::JumpIn,         Option::SevenZero,
                             Option::Draw,        Option::Teams,          Option::W4Bluff,
                             Option::DrawnForced, Option::DrawnVoluntary, Option::TwoPlayerReverse};
constexpr int kTargets[] = {100, 200, 300, 500, 750, 1000};

template <class List>
int index_of(const List& list, int value) {
  const auto found = std::find(std::begin(list), std::end(list), value);
  return found == std::end(list) ? 0 : static_cast<int>(found - std::begin(list));
}

int wrapped_index(int index, int count) { return (index % count + count) % count; }

std::size_t rung_of(const std::string& name) {
  const auto levels = ladder();
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i].name == name) return i;
  return 0;
}

class NewGame : public Screen {
 public:
  NewGame(Client& client, const std::string& rule) : client_(client), request_(client.settings.table) {
    Fault why;
    if (!client_.library.edition(request_.edition, "", why)) request_ = default_request(client_.library);
    std::vector<std::string> levels;
    for (Seat k = 1; k < kSeatsMax; ++k) levels.emplace_back(ladder()[rung_of(request_.level(k))].name);
    request_.levels = levels;
    options_ = edition().options;
    for (const std::string& text : request_.options) set_option(edition(), text, options_, why);
    request_.seed = 0;
    if (!rule.empty()) take_rule(rule);
    fill();
  }

  void draw(Surface& out) override {
    fill();
    const Catalogue& say = client_.say;
    const Rect area = draw_frame(out, say("home.new"),
                                 {key_button("↑↓", say("key.move"), {.key = Stroke::Down}),
                                  key_button("←→", say("key.change"), {.key = Stroke::Right}),
                                  key_button("Enter", say("key.choose"), {.key = Stroke::Enter}),
                                  key_button("s", say("key.start"), typed(U's')),
                                  key_button("Esc", say("key.back"), {.key = Stroke::Escape})});
    menu_.draw(out, area);
    draw_note(out, area, problem_);
  }

  void on(const Input& input) override {
    problem_.clear();
    if (input.key == Stroke::Escape || input.is(U'q')) return client_.pop();
    if (input.key == Stroke::Help || input.is(U'?'))
      return client_.push(help_screen(client_, request_.edition, options_));
    if (input.is(U's')) return start();
    const Menu::Act act = menu_.on(input);
    if (act == Menu::Act::None) return;
    const Line line = lines_[static_cast<std::size_t>(menu_.cursor)];
    if (line.act && act == Menu::Act::Enter) line.act();
    else if (line.change) line.change(act == Menu::Act::Less ? -1 : 1);
    fill();
  }

 private:
  struct Line {
    std::function<void(int)> change;
    std::function<void()> act;
  };

  const Edition& edition() const {
    Fault why;
    return *client_.library.edition(request_.edition, "", why);
  }

  // Puts the rule on the first wild of a table where it can be played.
  void take_rule(const std::string& rule) {
    const Edition* with_custom = edition_with_custom(client_.library);
    if (!with_custom) return;
    if (!edition().custom()) choose_edition(with_custom->id);
    if (custom_count(edition(), options_) == 0)
      options_.set(Option::CustomWilds, edition().options.number(Option::CustomWilds));
    request_.rules.resize(static_cast<std::size_t>(custom_count(edition(), options_)));
    if (!request_.rules.empty()) request_.rules.front() = rule;
  }

  void add(MenuRow row, Line line) {
    row.changes = static_cast<bool>(line.change);
    menu_.rows.push_back(std::move(row));
    lines_.push_back(std::move(line));
  }
  void heading(const std::string& text) { add({text, "", "", true}, {}); }

  void fill() {
    const Catalogue& say = client_.say;
    menu_.rows.clear();
    lines_.clear();
    add({say("new.start"), "", say("new.start.about")}, {{}, [this] { start(); }});
    add({say("new.edition"), edition_title(edition(), say.language()), edition_about(edition(), say)},
        {[this](int by) { change_edition(by); }, {}});
    add({say("new.players"), std::to_string(request_.players), say("new.players.about")},
        {[this](int by) {
           request_.players = kSeatsMin + wrapped_index(request_.players - kSeatsMin + by, kSeatsMax - 1);
         },
         {}});
    heading(say("new.opponents"));
    add_opponents();
    if (const Symbol* custom = edition().custom()) add_rules(*custom);
    heading(say("new.house"));
    for (Option option : kHouse) add_option(option);
    add_readings();
    heading(say("new.more"));
    const std::string speed = std::string(speed_word(client_.settings.speed));
    add({say("new.speed"), say("speed." + speed), say("new.speed.about")},
        {[this](int by) {
           const int next = wrapped_index(static_cast<int>(client_.settings.speed) - 1 + by, 3) + 1;
           client_.settings.speed = static_cast<Speed>(next);
         },
         {}});
    add({say("new.seed"), request_.seed ? std::to_string(request_.seed) : say("new.seed.clock"),
         say("new.seed.about")},
        {[this](int by) {
           request_.seed = static_cast<Key>(std::max(0, static_cast<int>(request_.seed) + by));
         },
         {}});
  }

  void add_opponents() {
    const Catalogue& say = client_.say;
    const std::vector<std::string> names = seat_names(request_.players);
    for (Seat k = 1; k < request_.players; ++k) {
      const Level& level = ladder()[rung_of(request_.level(k))];
      const std::string about = say("bot." + std::string(level.name));
      const std::string title = level_title(say, std::string(level.name));
      add({names[k], title, say("new.level.about", {title, about})},
          {[this, k](int by) {
             const int rung = static_cast<int>(rung_of(request_.level(k))) + by;
             request_.levels[k - 1u] =
                 ladder()[static_cast<std::size_t>(wrapped_index(rung, static_cast<int>(ladder().size())))]
                     .name;
           },
           {}});
    }
  }

  void add_rules(const Symbol& custom) {
    const Catalogue& say = client_.say;
    heading(say("new.rules"));
    add({say("option.custom_wilds"), option_value(options_, Option::CustomWilds),
         say("option.custom_wilds.about")},
        {[this, &custom](int by) {
           const int now = options_.number(Option::CustomWilds);
           options_.set(Option::CustomWilds, wrapped_index(now + by, custom.copies + 1));
         },
         {}});
    request_.rules.resize(static_cast<std::size_t>(custom_count(edition(), options_)));
    for (std::size_t k = 0; k < request_.rules.size(); ++k) {
      const std::string& rule = request_.rules[k];
      const std::string title = rule.empty() ? say("new.rule.any") : rule_title(client_, rule);
      add({say("new.rule", {std::to_string(k + 1)}), title, say("new.rule.about")},
          {{}, [this, k] {
             client_.push(workshop_screen(client_, request_.rules[k], [this, k](std::string text) {
               if (k < request_.rules.size()) request_.rules[k] = std::move(text);
             }));
           }});
    }
  }

  void add_option(Option option) {
    if (!edition().uses(option)) return;
    if (option == Option::Teams && (request_.players < 4 || request_.players % 2))
      return options_.set(option, 0);
    if (option == Option::TwoPlayerReverse && request_.players != 2) return;
    if (option == Option::Target && options_.named<Format>(Option::Format) == Format::Hand) return;
    const Catalogue& say = client_.say;
    const OptionInfo& known = info(option);
    const std::string key = "option." + std::string(known.name);
    const std::string word = option_value(options_, option);
    const std::string value = known.values.empty() ? word : say(key + "." + word);
    const bool house = options_.number(option) != edition().options.number(option);
    const std::string about = say(known.reading() ? key + "." + word + ".rule" : key + ".about");
    add({say(key) + (house ? " *" : ""), value, about},
        {[this, option](int by) {
           const OptionInfo& one = info(option);
           const int now = options_.number(option);
           if (option == Option::Target)
             options_.set(option, kTargets[wrapped_index(index_of(kTargets, now) + by, std::size(kTargets))]);
           else if (one.values.empty())
             options_.set(option, one.min + wrapped_index(now - one.min + by, one.max - one.min + 1));
           else options_.set(option, wrapped_index(now + by, static_cast<int>(one.values.size())));
         },
         {}});
  }

  // The readings where the rulebook leaves room; one press sets all of them to the letter.
  void add_readings() {
    const Catalogue& say = client_.say;
    heading(say("option.readings"));
    Options literal = options_;
    read_literally(edition(), literal);
    const Options usual = read_as_usual();
    const bool is_literal = literal == options_;
    std::string about = say("option.literal.about");
    if (is_literal && usual != literal) about += "\n" + say("option.literal.again");
    add({say("option.literal"), say(is_literal ? "move.yes" : "move.no"), about},
        {[this, next = is_literal ? usual : literal](int) { options_ = next; }, {}});
    for (int i = 0; i < kOptions; ++i)
      if (info(static_cast<Option>(i)).reading()) add_option(static_cast<Option>(i));
  }

  Options read_as_usual() const {
    Options out = options_;
    for (int i = 0; i < kOptions; ++i) {
      const Option option = static_cast<Option>(i);
      if (info(option).reading()) out.set(option, edition().options.number(option));
    }
    return out;
  }

  void change_edition(int by) {
    const auto all = client_.library.editions();
    int at = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == request_.edition) at = static_cast<int>(i);
    choose_edition(std::string(
        all[static_cast<std::size_t>(wrapped_index(at + by, static_cast<int>(all.size())))].name));
  }

  void choose_edition(const std::string& id) {
    request_.edition = id;
    request_.rules.clear();
    options_ = edition().options;
  }

  void start() {
    request_.options.clear();
    for (int i = 0; i < kOptions; ++i) {
      const Option option = static_cast<Option>(i);
      if (edition().uses(option) && options_.number(option) != edition().options.number(option))
        request_.options.push_back(std::string(info(option).name) + "=" + option_value(options_, option));
    }
    Fault wrong;
    const auto rules = freeze_request(client_.library, request_, wrong);
    problem_ = fault_text(client_.say.language(), wrong);
    if (!rules) return;
    if (!rules->custom_rules.empty()) return client_.push(consent_screen(client_, request_));
    client_.pop();
    start_game(client_, request_, problem_);
  }

  Client& client_;
  TableRequest request_;
  Options options_;
  Menu menu_;
  std::vector<Line> lines_;
  std::string problem_;
};

// Every player agrees to the exact text of every rule, or says why not.
class Consent : public Screen {
 public:
  Consent(Client& client, const TableRequest& request) : client_(client), request_(request) {
    if (request_.seed == 0) {
      fresh_ = true;
      request_.seed = seed_by_clock();
    }
    Fault why;
    rules_ = freeze_request(client_.library, request_, why);
    request_.rules.clear();
    for (const Rule& rule : rules_->custom_rules)  // whatever was left to chance is decided now
      request_.rules.push_back(rule.name.empty() ? print_rule(rule) : rule.name);
    for (const Rule& rule : rules_->custom_rules)
      for (Seat k = 1; k < request_.players; ++k)
        agreed_ &= objection(request_.level(k), rule) == Objection::None;
  }

  void draw(Surface& out) override {
    const Catalogue& say = client_.say;
    const Rect area = draw_frame(out, say("consent.title"),
                                 {key_button("Enter", say("consent.agree"), {.key = Stroke::Enter}, agreed_),
                                  key_button("Esc", say("consent.change"), {.key = Stroke::Escape})});
    int y = area.y;
    y += draw_text(out.grid, {area.x, y, area.w, 2}, say(agreed_ ? "consent.ask" : "consent.refused"),
                   agreed_ ? kAccent : kWarning);
    const int count = static_cast<int>(rules_->custom_rules.size()), room = area.bottom() - y;
    int needed = 0;
    for (int k = 0; k < count; ++k) needed += height_of(area.w, k);
    for (int k = 0; k < count; ++k) {  // each gets as much as it needs, if there is enough for all
      const int height =
          std::min(needed <= room ? height_of(area.w, k) : std::max(2, room / count), area.bottom() - y);
      draw_rule(out.grid, {area.x, y, area.w, height}, k);
      y += height;
    }
  }

  void on(const Input& input) override {
    if (input.key == Stroke::Escape || input.is(U'q')) return client_.pop();
    if (input.key != Stroke::Enter || !agreed_) return;
    std::string why;
    if (fresh_) request_.seed = 0;
    client_.home();
    start_game(client_, request_, why);
  }

 private:
  const Rule& rule(int k) const { return rules_->custom_rules[static_cast<std::size_t>(k)]; }
  static std::string number(int k) { return "✎" + std::to_string(k + 1) + " "; }
  std::string text_of(int k) const {
    return rule_title(client_, rule(k).name.empty() ? print_rule(rule(k)) : rule(k).name) + ": " +
           about_rule(rule(k), client_.say);
  }
  // Of the text, and a line for what the others say.
  int height_of(int width, int k) const {
    return static_cast<int>(wrapped(text_of(k), width - text_width(number(k))).size()) + 1;
  }

  void draw_rule(Grid& grid, const Rect& area, int k) {
    const Catalogue& say = client_.say;
    const int x = grid.put(area.x, area.y, number(k), kAccent);
    std::string verdict;
    int y = area.y;
    y += draw_text(grid, {x, y, area.right() - x, std::max(1, area.h - 1)}, text_of(k), kPlain);
    const std::vector<std::string> names = seat_names(request_.players);
    for (Seat s = 1; s < request_.players; ++s) {
      const Objection why = objection(request_.level(s), rule(k));
      verdict +=
          why == Objection::None
              ? names[s] + " ✓  "
              : names[s] + " ✗ " + say(why == Objection::Harsh ? "consent.harsh" : "consent.endless") + "  ";
    }
    if (y < area.bottom()) grid.put(x, y, shortened(verdict, area.right() - x), kQuiet);
  }

  Client& client_;
  TableRequest request_;
  std::shared_ptr<const RuleSet> rules_;
  bool agreed_ = true, fresh_ = false;
};

}  // namespace

std::unique_ptr<Screen> new_game_screen(Client& client, const std::string& rule) {
  return std::make_unique<NewGame>(client, rule);
}
std::unique_ptr<Screen> consent_screen(Client& client, const TableRequest& request) {
  return std::make_unique<Consent>(client, request);
}

}  // namespace comodin
