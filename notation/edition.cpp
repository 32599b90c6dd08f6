#include "notation/edition.hpp"

#include <algorithm>
#include <array>

#include "notation/rule.hpp"

namespace comodin {
namespace {

constexpr std::array<std::string_view, kAbilities> kAbilityWords = {"gift", "double", "flip", "shield"};

std::string list_of_values(const OptionInfo& info) {
  std::string out;
  for (std::string_view value : info.values) (out += out.empty() ? "" : ", ") += value;
  return out;
}

class EditionParser {
 public:
  EditionParser(const std::vector<Token>& tokens, Edition& out) : at_(tokens), out_(out) {}

  TextError run() {
    while (!at_.at_end() && line() && at_.line_end()) {}
    if (at_.ok()) finish();
    return at_.error();
  }

 private:
  bool line() {
    const Token key = at_.peek();
    std::string word;
    if (!at_.word(word, "a line such as `edition NAME` or `play +2: hit 2`")) return false;
    if (word == "edition") return edition_id();
    if (out_.id.empty()) return at_.fail_at(key, "`edition NAME` on the first line");
    if (word == "title") return title();
    if (word == "direction") return direction();
    if (word == "dealer") return dealer();
    if (word == "option") return option();
    if (word == "colored") return colored();
    if (word == "wild" || word == "custom") return wild(word == "custom");
    if (word == "play" || word == "last" || word == "first" || word == "take" || word == "restrict")
      return behaviour(word);
    if (word == "power") return power();
    return at_.fail_at(key,
                       "one of title, direction, dealer, option, colored, wild, custom, play, "
                       "last, first, take, restrict, power");
  }

  bool edition_id() {
    const Token name = at_.peek();
    if (!out_.id.empty()) return at_.fail_at(name, "one `edition` line");
    if (!at_.word(out_.id, "a name for the edition")) return false;
    if (out_.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos ||
        out_.id.size() > 40)
      return at_.fail_at(name, "a name of small letters, digits and -");
    return true;
  }

  bool title() {
    if (at_.accept_word("es")) return at_.quoted_text(out_.title_es, "the title in quotes");
    if (at_.accept_word("en")) return at_.quoted_text(out_.title_en, "the title in quotes");
    return at_.fail("es or en");
  }

  bool direction() {
    if (at_.accept_word("left")) return out_.direction = Direction::Left, true;
    if (at_.accept_word("right")) return out_.direction = Direction::Right, true;
    return at_.fail("left or right");
  }

  bool dealer() {
    if (at_.accept_word("drawn")) return out_.dealer = DealerBy::Drawn, true;
    if (at_.accept_word("picked")) return out_.dealer = DealerBy::Picked, true;
    return at_.fail("drawn or picked");
  }

  bool option() {
    const Token name = at_.peek();
    Option which{};
    if (!parse_option(at_, out_.options, which)) return false;
    return options_.emplace_back(name, which), true;
  }

  // ---- the deck --------------------------------------------------------------------------------

  bool add(const Token& name, Symbol symbol) {
    if (find(symbol.text))
      return at_.refuse_at(name, "expected each card once, got `" + symbol.text + "` again");
    if (out_.symbols.size() >= kKindsMax) return at_.refuse_at(name, "expected at most 64 kinds of card");
    out_.symbols.push_back(std::move(symbol));
    return true;
  }

  bool copies(int& out) { return at_.number(out, 1, kCopiesMax, "how many copies,"); }

  bool points(int& out) {
    if (!at_.accept_word("points")) return at_.fail("`points` and a number");
    return at_.number(out, 0, 200, "a number");
  }

  bool colored() {
    const Token name = at_.peek();
    std::string text;
    if (!at_.word(text, "a symbol such as 7, 1-9, s or +2")) return false;
    const bool range =
        text.size() == 3 && text[1] == '-' && text[0] >= '0' && text[0] < text[2] && text[2] <= '9';
    const bool plain = text.size() <= 3 &&
                       text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+") == std::string::npos;
    if (!range && !plain) return at_.fail_at(name, "a symbol of at most 3 small letters, digits or +");
    Symbol symbol;
    if (!copies(symbol.copies)) return false;
    const bool numbers = range || (text.size() == 1 && text[0] >= '0' && text[0] <= '9');
    if (at_.at_word("points") || !numbers) {
      if (!points(symbol.points)) return false;
      symbol.text = text;
      if (range) return at_.fail_at(name, "a single card: numbers in a range count their face value");
      return add(name, symbol);
    }
    for (char c = text[0]; c <= text.back(); ++c) {  // SCORE-1: face value
      symbol.text = std::string(1, c);
      symbol.points = c - '0';
      if (!add(name, symbol)) return false;
    }
    return true;
  }

  bool wild(bool custom) {
    const Token name = at_.peek();
    Symbol symbol{.wild = true, .custom = custom};
    if (!at_.word(symbol.text, "the name of a wild, such as W4")) return false;
    if (symbol.text[0] != 'W' || symbol.text.size() > 4 ||
        symbol.text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789", 1) != std::string::npos)
      return at_.fail_at(name, "a name that begins with W and has at most 3 small letters or digits more");
    if (custom && out_.custom()) return at_.fail_at(name, "one custom line");
    return copies(symbol.copies) && points(symbol.points) && add(name, symbol);
  }

  Symbol* find(std::string_view text) {
    auto it = std::find_if(out_.symbols.begin(), out_.symbols.end(),
                           [&](const Symbol& symbol) { return symbol.text == text; });
    return it == out_.symbols.end() ? nullptr : &*it;
  }

  // ---- what cards do ---------------------------------------------------------------------------

  bool behaviour(const std::string& when) {
    std::vector<Symbol*> symbols;
    while (!at_.at_mark(':')) {
      const Token name = at_.peek();
      Symbol* symbol = name.kind == TokenKind::Word ? find(name.text) : nullptr;
      if (!symbol)
        return at_.fail(symbols.empty() ? "a card of this deck" : "another card of this deck or `:`");
      symbols.push_back(symbol);
      at_.next();
    }
    if (symbols.empty()) return at_.fail("a card of this deck");
    at_.next();
    Symbol model = *symbols.front();
    if (!describe_symbol(when, model)) return false;
    for (Symbol* symbol : symbols) take_over(when, model, *symbol);
    return true;
  }

  bool describe_symbol(const std::string& when, Symbol& model) {
    if (when == "restrict") return restriction(model);
    if (when == "first") model.first = {}, model.first_card = FirstCard::Start;
    if (when == "take") return take(model);
    if (when == "first" && (at_.at_word("put") || at_.at_word("pass"))) return first_card(model);
    Rule rule;
    const RuleUse use = when == "play" ? RuleUse::Play : when == "last" ? RuleUse::Last : RuleUse::First;
    const Token start = at_.peek();
    if (!parse_rule(at_, use, rule)) return false;
    if (use != RuleUse::Play && !simple(rule, use))
      return at_.fail_at(start, use == RuleUse::Last ? "`hit N`: a last card only makes next draw"
                                                     : "hit, skip, dealer starts or name color");
    (use == RuleUse::Play ? model.play : use == RuleUse::Last ? model.last : model.first) = rule;
    return true;
  }

  // What may happen when nobody can be asked anything (END-2) or nobody has played yet (SETUP-4).
  static bool simple(const Rule& rule, RuleUse use) {
    return std::all_of(rule.steps.begin(), rule.steps.end(), [&](Step step) {
      if (use == RuleUse::Last) return step.op == Op::HitLast;
      return step.op == Op::Hit || step.op == Op::Skip || step.op == Op::DealerStarts ||
             step.op == Op::NameColor;
    });
  }

  bool first_card(Symbol& model) {
    if (at_.accept_word("put")) model.first_card = FirstCard::PutBack;
    else if (at_.accept_word("pass")) model.first_card = FirstCard::PassOver;
    const bool back = model.first_card == FirstCard::PutBack;
    return at_.accept_word(back ? "back" : "over") || at_.fail("`put back` or `pass over`");
  }

  bool take(Symbol& model) {
    if (at_.accept_word("show")) model.take_shown = true;
    at_.accept_mark(';');
    if (at_.accept_word("draw")) return at_.number(model.take_draws, 1, kNumberMax, "a number");
    return model.take_shown || at_.fail("`show`, `draw N` or `show; draw N`");
  }

  bool restriction(Symbol& model) {
    if (!model.wild) return at_.fail("a wild before the colon");
    if (!at_.accept_word("no") || !at_.accept_word("color"))
      return at_.fail("`no color` or `no color no wild`");
    model.restriction = Restriction::NoColor;
    if (!at_.accept_word("no")) return true;
    model.restriction = Restriction::NoColorNoWild;
    return at_.accept_word("wild") || at_.fail("`no color` or `no color no wild`");
  }

  static void take_over(const std::string& when, const Symbol& model, Symbol& to) {
    if (when == "play") to.play = model.play;
    if (when == "last") to.last = model.last;
    if (when == "first") to.first = model.first, to.first_card = model.first_card;
    if (when == "take") to.take_shown = model.take_shown, to.take_draws = model.take_draws;
    if (when == "restrict") to.restriction = model.restriction;
  }

  bool power() {
    const Color color = color_of_word(at_.peek().text);
    if (color == Color::None) return at_.fail("red, yellow, green or blue");
    at_.next();
    if (!at_.mark(':')) return false;
    for (std::size_t i = 0; i < kAbilityWords.size(); ++i)
      if (at_.accept_word(kAbilityWords[i])) return out_.powers[i] = color, true;
    return at_.fail("gift, double, flip or shield");
  }

  // ---- the whole -------------------------------------------------------------------------------

  void finish() {
    const Token& end = at_.peek();
    if (out_.id.empty()) {
      at_.fail("`edition NAME`");
      return;
    }
    std::vector<Symbol> in_order;  // coloured symbols first
    for (const bool wild : {false, true})
      for (const Symbol& symbol : out_.symbols)
        if (symbol.wild == wild) in_order.push_back(symbol);
    out_.symbols = std::move(in_order);
    const Symbol* custom = out_.custom();
    if (custom && out_.options.number(Option::CustomWilds) > custom->copies)
      out_.options.set(Option::CustomWilds, custom->copies);
    std::size_t kinds = 0;
    for (const Symbol& symbol : out_.symbols)
      kinds += static_cast<std::size_t>(symbol.wild ? (symbol.custom ? symbol.copies : 1) : kColors);
    if (kinds == 0) at_.refuse_at(end, "expected `colored` and `wild` lines: the deck is empty");
    if (kinds > kKindsMax)
      at_.refuse_at(end, "expected at most 64 kinds of card, got " + std::to_string(kinds));
    check_symbols(end);
    for (const auto& [name, option] : options_)
      if (!out_.uses(option))
        at_.refuse_at(name, "expected an option that this edition uses: this one is for editions with " +
                                std::string(out_.lacks(option)));
  }

  void check_symbols(const Token& end) {
    for (const Symbol& symbol : out_.symbols) {
      if (symbol.custom) clash(symbol, end);
      if (symbol.wild && !names_color(symbol.play.steps))
        at_.refuse_at(end, "expected `play " + symbol.text + ": name color …`: a wild names the colour");
      if (!symbol.wild && names_color(symbol.play.steps))
        at_.refuse_at(end, "expected no `name color` for `" + symbol.text + "`: it has a colour of its own");
      if (symbol.wild && symbol.first_card == FirstCard::Start && !names_color(symbol.first.steps))
        at_.refuse_at(end, "expected `first " + symbol.text + ": name color`, `put back` or `pass over`");
      for (const Step& step : symbol.play.steps)
        if (step.op == Op::TakePower && step.n >= kColors && !symbol.wild)
          at_.refuse_at(end, "expected `take power` and a colour for `" + symbol.text +
                                 "`: only a wild lets its player name the power");
      for (const Step& step : symbol.play.steps)
        if (step.op == Op::TakePower && step.n < kColors && !ability_of(step.n))
          at_.refuse_at(end, "expected a line `power " + std::string(color_word(static_cast<Color>(step.n))) +
                                 ": …`: `" + symbol.text + "` takes that power");
        else if (step.op == Op::TakePower && step.n >= kColors && !out_.has_powers())
          at_.refuse_at(end, "expected `power` lines: `" + symbol.text + "` takes a power");
    }
  }

  static bool names_color(const Program& steps) {
    return std::any_of(steps.begin(), steps.end(), [](Step step) { return step.op == Op::NameColor; });
  }

  bool ability_of(int color) const {
    return std::any_of(std::begin(out_.powers), std::end(out_.powers),
                       [&](Color c) { return static_cast<int>(c) == color; });
  }

  // Wc1 … WcN must not be the names of other cards.
  void clash(const Symbol& custom, const Token& end) {
    for (int k = 1; k <= custom.copies; ++k)
      if (find(custom.text + std::to_string(k)))
        at_.refuse_at(
            end, "expected another name for `" + custom.text + std::to_string(k) + "`: it is a custom wild");
  }

  Cursor at_;
  Edition& out_;
  std::vector<std::pair<Token, Option>> options_;  // as they were named
};

void print_behaviour(std::string& out, const Symbol& symbol) {
  const auto line = [&](const char* when, const std::string& what) {
    out += std::string(when) + " " + symbol.text + ": " + what + "\n";
  };
  if (!symbol.play.steps.empty()) line("play", print_rule(symbol.play));
  if (!symbol.last.steps.empty()) line("last", print_rule(symbol.last));
  if (!symbol.first.steps.empty()) line("first", print_rule(symbol.first));
  if (symbol.first_card == FirstCard::PutBack) line("first", "put back");
  if (symbol.first_card == FirstCard::PassOver) line("first", "pass over");
  if (symbol.restriction == Restriction::NoColor) line("restrict", "no color");
  if (symbol.restriction == Restriction::NoColorNoWild) line("restrict", "no color no wild");
  const std::string draw = symbol.take_draws ? "draw " + std::to_string(symbol.take_draws) : "";
  if (symbol.take_shown) line("take", draw.empty() ? "show" : "show; " + draw);
  else if (!draw.empty()) line("take", draw);
}

}  // namespace

TextError parse_edition(std::string_view text, Edition& out) {
  out = {};
  std::vector<Token> tokens;
  if (TextError error = tokenize(text, tokens)) return error;
  return EditionParser(tokens, out).run();
}

std::string print_edition(const Edition& edition) {
  std::string out = "edition " + edition.id + "\n";
  if (!edition.title_es.empty()) out += "title es " + quoted(edition.title_es) + "\n";
  if (!edition.title_en.empty()) out += "title en " + quoted(edition.title_en) + "\n";
  out += edition.direction == Direction::Left ? "direction left\n" : "direction right\n";
  out += edition.dealer == DealerBy::Drawn ? "dealer drawn\n" : "dealer picked\n";
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (edition.uses(option))
      out += "option " + std::string(info(option).name) + " " + option_value(edition.options, option) + "\n";
  }
  for (const Symbol& symbol : edition.symbols)
    out += std::string(symbol.custom ? "custom "
                       : symbol.wild ? "wild "
                                     : "colored ") +
           symbol.text + " " + std::to_string(symbol.copies) + " points " + std::to_string(symbol.points) +
           "\n";
  for (int i = 0; i < kAbilities; ++i)
    if (edition.powers[i] != Color::None)
      out += "power " + std::string(color_word(edition.powers[i])) + ": " +
             std::string(kAbilityWords[static_cast<std::size_t>(i)]) + "\n";
  for (const Symbol& symbol : edition.symbols) print_behaviour(out, symbol);
  return out;
}

bool parse_option(Cursor& at, Options& out, Option& which) {
  const Token name = at.peek();
  std::string word;
  if (!at.word(word, "the name of an option")) return false;
  for (int i = 0; i < kOptions; ++i) {
    which = static_cast<Option>(i);
    const OptionInfo& option = info(which);
    if (option.name != word) continue;
    int value = 0;
    if (option.values.empty()) {
      if (!at.number(value, option.min, option.max, "a number")) return false;
      return out.set(which, value), true;
    }
    for (; value < static_cast<int>(option.values.size()); ++value)
      if (at.accept_word(option.values[static_cast<std::size_t>(value)])) return out.set(which, value), true;
    return at.fail("one of " + list_of_values(option));
  }
  std::string all;
  for (int i = 0; i < kOptions; ++i) (all += i ? ", " : "") += info(static_cast<Option>(i)).name;
  return at.fail_at(name, "an option: one of " + all);
}

bool set_option(const Edition& edition, const std::string& text, Options& out, std::string& why) {
  if (text == kLiteral) return read_literally(edition, out), true;
  const std::size_t equals = text.find('=');
  std::vector<Token> tokens;
  if (equals == std::string::npos)
    return why = "expected an option as NAME=VALUE, or " + std::string(kLiteral) + ", got " + text, false;
  if (tokenize(text.substr(0, equals) + " " + text.substr(equals + 1), tokens))
    return why = "bad option " + text, false;
  Cursor at(tokens);
  Option option{};
  if (!parse_option(at, out, option) || !at.line_end())
    return why = "option " + text + ": " + at.error().what, false;
  if (!edition.uses(option))
    return why = "option " + text + " is for editions with " + std::string(edition.lacks(option)), false;
  return true;
}

std::string option_value(const Options& options, Option option) {
  const OptionInfo& about = info(option);
  const int value = options.number(option);
  return about.values.empty() ? std::to_string(value)
                              : std::string(about.values[static_cast<std::size_t>(value)]);
}

void read_literally(const Edition& edition, Options& out) {
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (info(option).reading() && edition.uses(option)) out.set(option, info(option).literal);
  }
}

}  // namespace comodin
