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
    if (!at_.word(word, "edition.line"_fault)) return false;
    if (word == "edition") return edition_id();
    if (out_.id.empty()) return at_.fail_at(key, "edition.first_line"_fault);
    if (word == "title") return title();
    if (word == "direction") return direction();
    if (word == "dealer") return dealer();
    if (word == "option") return option();
    if (word == "colored") return colored();
    if (word == "wild" || word == "custom") return wild(word == "custom");
    if (word == "play" || word == "last" || word == "first" || word == "take" || word == "restrict")
      return behaviour(word);
    if (word == "power") return power();
    return at_.fail_at(key, "expected.one_of"_fault,
                       {"title, direction, dealer, option, colored, wild, custom, play, last, first, take, "
                        "restrict, power"});
  }

  bool edition_id() {
    const Token name = at_.peek();
    if (!out_.id.empty()) return at_.fail_at(name, "edition.one_edition"_fault);
    if (!at_.word(out_.id, "edition.id"_fault)) return false;
    if (out_.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos ||
        out_.id.size() > 40)
      return at_.fail_at(name, "edition.id_letters"_fault);
    return true;
  }

  bool title() {
    if (at_.accept_word("es")) return at_.quoted_text(out_.title_es, "edition.title"_fault);
    if (at_.accept_word("en")) return at_.quoted_text(out_.title_en, "edition.title"_fault);
    return at_.fail_either("es", "en");
  }

  bool direction() {
    return at_.accept_word("left", out_.direction, Direction::Left) ||
           at_.accept_word("right", out_.direction, Direction::Right) || at_.fail_either("left", "right");
  }

  bool dealer() {
    return at_.accept_word("drawn", out_.dealer, DealerBy::Drawn) ||
           at_.accept_word("picked", out_.dealer, DealerBy::Picked) || at_.fail_either("drawn", "picked");
  }

  bool option() {
    const Token name = at_.peek();
    Option which{};
    if (!parse_option(at_, out_.options, which)) return false;
    options_.emplace_back(name, which);
    return true;
  }

  // ---- the deck --------------------------------------------------------------------------------

  bool add(const Token& name, Symbol symbol) {
    if (find(symbol.text)) return at_.refuse_at(name, "edition.card_twice"_fault, {symbol.text});
    if (out_.symbols.size() >= kKindsMax) return at_.refuse_at(name, "edition.kinds"_fault);
    out_.symbols.push_back(std::move(symbol));
    return true;
  }

  bool copies(int& out) { return at_.number(out, 1, kCopiesMax, "edition.copies"_fault); }

  bool points(int& out) {
    if (!at_.accept_word("points")) return at_.fail("edition.points"_fault);
    return at_.number(out, 0, 200);
  }

  bool colored() {
    const Token name = at_.peek();
    std::string text;
    if (!at_.word(text, "edition.symbol"_fault)) return false;
    const bool range =
        text.size() == 3 && text[1] == '-' && text[0] >= '0' && text[0] < text[2] && text[2] <= '9';
    const bool plain = text.size() <= 3 &&
                       text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+") == std::string::npos;
    if (!range && !plain) return at_.fail_at(name, "edition.symbol_letters"_fault);
    Symbol symbol;
    if (!copies(symbol.copies)) return false;
    const bool numbers = range || (text.size() == 1 && text[0] >= '0' && text[0] <= '9');
    if (at_.at_word("points") || !numbers) {
      if (!points(symbol.points)) return false;
      symbol.text = text;
      if (range) return at_.fail_at(name, "edition.range_points"_fault);
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
    if (!at_.word(symbol.text, "edition.wild"_fault)) return false;
    if (symbol.text[0] != 'W' || symbol.text.size() > 4 ||
        symbol.text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789", 1) != std::string::npos)
      return at_.fail_at(name, "edition.wild_letters"_fault);
    if (custom && out_.custom()) return at_.fail_at(name, "edition.one_custom"_fault);
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
      if (!symbol) return at_.fail(symbols.empty() ? "edition.card"_fault : "edition.another_card"_fault);
      symbols.push_back(symbol);
      at_.next();
    }
    if (symbols.empty()) return at_.fail("edition.card"_fault);
    at_.next();
    Symbol model = *symbols.front();
    if (!describe_symbol(when, model)) return false;
    for (Symbol* symbol : symbols) take_over(when, model, *symbol);
    return true;
  }

  bool describe_symbol(const std::string& when, Symbol& model) {
    if (when == "restrict") return restriction(model);
    if (when == "first") {
      model.first = {};
      model.first_card = FirstCard::Start;
    }
    if (when == "take") return take(model);
    if (when == "first" && (at_.at_word("put") || at_.at_word("pass"))) return first_card(model);
    Rule rule;
    const RuleUse use = when == "play" ? RuleUse::Play : when == "last" ? RuleUse::Last : RuleUse::First;
    const Token start = at_.peek();
    if (!parse_rule(at_, use, rule)) return false;
    const bool last = use == RuleUse::Last;
    if (use != RuleUse::Play && !simple(rule, use))
      return last ? at_.fail_at(start, "edition.last_hit"_fault)
                  : at_.fail_at(start, "expected.either"_fault, {"hit, skip, dealer starts", "name color"});
    (use == RuleUse::Play ? model.play : use == RuleUse::Last ? model.last : model.first) = rule;
    return true;
  }

  // Only steps that ask nobody: nobody can be asked any more (END-2), or nobody has played yet (SETUP-4).
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
    return at_.accept_word(back ? "back" : "over") || at_.fail_either("`put back`", "`pass over`");
  }

  bool take(Symbol& model) {
    if (at_.accept_word("show")) model.take_shown = true;
    at_.accept_mark(';');
    if (at_.accept_word("draw")) return at_.number(model.take_draws, 1, kNumberMax);
    return model.take_shown || at_.fail_either("`show`, `draw N`", "`show; draw N`");
  }

  bool restriction(Symbol& model) {
    if (!model.wild) return at_.fail("edition.restrict_wild"_fault);
    if (!at_.accept_word("no") || !at_.accept_word("color"))
      return at_.fail_either("`no color`", "`no color no wild`");
    model.restriction = Restriction::NoColor;
    if (!at_.accept_word("no")) return true;
    model.restriction = Restriction::NoColorNoWild;
    return at_.accept_word("wild") || at_.fail_either("`no color`", "`no color no wild`");
  }

  static void take_over(const std::string& when, const Symbol& model, Symbol& to) {
    if (when == "play") to.play = model.play;
    if (when == "last") to.last = model.last;
    if (when == "first") {
      to.first = model.first;
      to.first_card = model.first_card;
    }
    if (when == "take") {
      to.take_shown = model.take_shown;
      to.take_draws = model.take_draws;
    }
    if (when == "restrict") to.restriction = model.restriction;
  }

  bool power() {
    const Color color = color_of_word(at_.peek().text);
    if (color == Color::None) return at_.fail_either("red, yellow, green", "blue");
    at_.next();
    if (!at_.mark(':')) return false;
    for (std::size_t i = 0; i < kAbilityWords.size(); ++i)
      if (at_.accept_word(kAbilityWords[i], out_.powers[i], color)) return true;
    return at_.fail_either("gift, double, flip", "shield");
  }

  // ---- the whole -------------------------------------------------------------------------------

  void finish() {
    const Token& end = at_.peek();
    if (out_.id.empty()) {
      at_.fail("edition.name_line"_fault);
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
    if (kinds == 0) at_.refuse_at(end, "edition.empty_deck"_fault);
    if (kinds > kKindsMax) at_.refuse_at(end, "edition.kinds_got"_fault, {std::to_string(kinds)});
    check_symbols(end);
    for (const auto& [name, option] : options_)
      if (!out_.uses(option))
        at_.refuse_at(name, "edition.option_lacks"_fault, {fault_part(out_.lacks(option))});
  }

  void check_symbols(const Token& end) {
    for (const Symbol& symbol : out_.symbols) {
      if (symbol.custom) clash(symbol, end);
      if (symbol.wild && !names_color(symbol.play.steps))
        at_.refuse_at(end, "edition.wild_names_color"_fault, {symbol.text});
      if (!symbol.wild && names_color(symbol.play.steps))
        at_.refuse_at(end, "edition.has_color"_fault, {symbol.text});
      if (symbol.wild && symbol.first_card == FirstCard::Start && !names_color(symbol.first.steps))
        at_.refuse_at(end, "edition.first_wild"_fault, {symbol.text});
      for (const Step& step : symbol.play.steps)
        if (step.op == Op::TakePower && step.n >= kColors && !symbol.wild)
          at_.refuse_at(end, "edition.power_color"_fault, {symbol.text});
      for (const Step& step : symbol.play.steps)
        if (step.op == Op::TakePower && step.n < kColors && !ability_of(step.n))
          at_.refuse_at(end, "edition.power_line"_fault,
                        {std::string(color_word(static_cast<Color>(step.n))), symbol.text});
        else if (step.op == Op::TakePower && step.n >= kColors && !out_.has_powers())
          at_.refuse_at(end, "edition.power_lines"_fault, {symbol.text});
    }
  }

  static bool names_color(const Program& steps) {
    return std::any_of(steps.begin(), steps.end(), [](Step step) { return step.op == Op::NameColor; });
  }

  bool ability_of(int color) const {
    return std::any_of(std::begin(out_.powers), std::end(out_.powers),
                       [&](Color c) { return static_cast<int>(c) == color; });
  }

  // Wc1 … WcN must not be names of other cards.
  void clash(const Symbol& custom, const Token& end) {
    for (int k = 1; k <= custom.copies; ++k)
      if (find(custom.text + std::to_string(k)))
        at_.refuse_at(end, "edition.custom_name"_fault, {custom.text + std::to_string(k)});
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
  if (!at.word(word, "option.name"_fault)) return false;
  for (int i = 0; i < kOptions; ++i) {
    which = static_cast<Option>(i);
    const OptionInfo& option = info(which);
    if (option.name != word) continue;
    int value = 0;
    if (option.values.empty()) {
      if (!at.number(value, option.min, option.max)) return false;
      out.set(which, value);
      return true;
    }
    for (; value < static_cast<int>(option.values.size()); ++value) {
      if (!at.accept_word(option.values[static_cast<std::size_t>(value)])) continue;
      out.set(which, value);
      return true;
    }
    return at.fail("expected.one_of"_fault, {list_of_values(option)});
  }
  std::string all;
  for (int i = 0; i < kOptions; ++i) (all += i ? ", " : "") += info(static_cast<Option>(i)).name;
  return at.fail_at(name, "option.unknown"_fault, {all});
}

bool set_option(const Edition& edition, const std::string& text, Options& out, Fault& why) {
  why = {};
  if (text == kLiteral) {
    read_literally(edition, out);
    return true;
  }
  const std::string given = fault_word(text);
  const std::size_t equals = text.find('=');
  std::vector<Token> tokens;
  Cursor at(tokens);
  Option option{};
  if (equals == std::string::npos) why = {"option.form"_fault, {std::string(kLiteral), given}};
  else if (tokenize(text.substr(0, equals) + " " + text.substr(equals + 1), tokens))
    why = {"option.unreadable"_fault, {given}};
  else if (!parse_option(at, out, option) || !at.line_end())
    why = around({"option.of"_fault, {given}}, at.error().fault);
  else if (!edition.uses(option)) why = {"option.lacks"_fault, {given, fault_part(edition.lacks(option))}};
  return !why;
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
