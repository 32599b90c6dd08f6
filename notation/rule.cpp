#include "notation/rule.hpp"

#include <array>

#include "notation/rule_tree.hpp"

namespace comodin {
namespace {

constexpr std::array<std::string_view, kColors> kColorWords = {"red", "yellow", "green", "blue"};
constexpr std::string_view kLetters = "rygb";
constexpr std::array<std::string_view, 7> kWho = {"player",   "next", "previous", "others",
                                                  "everyone", "all",  "picked"};
constexpr std::array<std::string_view, 3> kCount = {"any", "all", "most"};

bool one_seat(Who who) {
  return who == Who::Player || who == Who::Next || who == Who::Previous || who == Who::Picked;
}

class RuleParser {
 public:
  RuleParser(Cursor& at, RuleUse use, Rule& out) : at_(at), use_(use), out_(out) {}

  bool run() {
    if (!sentences()) return false;
    if (out_.steps.empty()) return at_.fail("rule.sentence"_fault);
    return true;
  }

 private:
  // Does a block end here? The end of the line ends an edition's rule; in a custom rule it counts as a `;`.
  bool at_block_end() const {
    return at_.at_end() || at_.at_mark('}') || at_.at_mark('|') ||
           (depth_ == 0 && use_ != RuleUse::Custom && at_.at_line_end());
  }

  void skip_separators() {
    while (at_.accept_mark(';') || skip_line_end()) {}
  }

  bool skip_line_end() {
    if (at_block_end() || !at_.at_line_end()) return false;
    at_.next();
    return true;
  }

  bool sentences() {
    for (skip_separators(); !at_block_end(); skip_separators()) {
      const Token start = at_.peek();
      if (!sentence()) return false;
      if (out_.steps.size() > kProgramMax) return at_.refuse_at(start, "rule.length"_fault);
      if (!at_block_end() && !at_.at_mark(';') && !at_.at_line_end()) return at_.fail("rule.separator"_fault);
    }
    return depth_ > 0 || at_.at_line_end() || at_.fail("rule.end"_fault);
  }

  bool push(Op op, Who who, int n = 0, int text = 0) {
    out_.steps.push_back({op, who, static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(text)});
    return true;
  }

  int keep_text(std::string text) {
    out_.texts.push_back(std::move(text));
    return static_cast<int>(out_.texts.size()) - 1;
  }

  bool number(int& out) { return at_.number(out, 1, kNumberMax); }

  bool word(std::string_view text) {
    return at_.accept_word(text) || at_.fail_text("`" + std::string(text) + "`");
  }

  bool color(int& out) {
    out = static_cast<int>(color_of_word(at_.peek().text));
    if (out == static_cast<int>(Color::None) && !at_.at_word("named"))
      return at_.fail_either("red, yellow, green, blue", "named");
    at_.next();
    return true;
  }

  bool sentence() {
    bool ok = false;
    if (bare_sentence(ok)) return ok;
    Who who{};
    if (!subject(who)) return false;
    return action(who);
  }

  bool who(Who& out) {
    for (std::size_t i = 0; i < kWho.size(); ++i) {
      if (!at_.at_word(kWho[i])) continue;
      out = static_cast<Who>(i);
      if (out == Who::Picked && !picked_) return at_.fail("rule.picks"_fault);
      at_.next();
      return true;
    }
    return false;
  }

  bool subject(Who& out) {
    if (who(out)) return true;
    const std::string more =
        use_ == RuleUse::Custom ? "" : ", name color, take power, hyperspeed, throw round";
    return at_.fail("rule.begin"_fault, {"player, next, previous, others, everyone, all, picked",
                                         "hands, hit, skip, reverse" + more});
  }

  // Sentences about the table rather than about somebody; sets `ok`. False: it is not one of them.
  bool bare_sentence(bool& ok) {
    const bool edition = use_ != RuleUse::Custom;
    if (at_.accept_word("hands")) ok = hands();
    else if (at_.accept_word("hit")) ok = hit();
    else if (at_.accept_word("skip")) ok = push(Op::Skip, Who::Next);
    else if (at_.accept_word("reverse")) ok = push(Op::Reverse, Who::Next);
    else if (edition && at_.accept_word("hyperspeed")) ok = push(Op::Hyperspeed, Who::Player);
    else if (edition && at_.accept_word("name")) ok = word("color") && name_color();
    else if (edition && at_.accept_word("take")) ok = word("power") && take_power();
    else if (use_ == RuleUse::First && at_.accept_word("dealer"))
      ok = word("starts") && push(Op::DealerStarts, Who::Player);
    else if (edition && at_.accept_word("throw")) ok = throw_round();
    else return false;
    return true;
  }

  bool name_color() { return push(Op::NameColor, use_ == RuleUse::First ? Who::Next : Who::Player); }

  bool hands() {
    if (at_.accept_word("up")) return push(Op::HandsUp, Who::Everyone);
    if (at_.accept_word("pass")) return push(Op::PassHands, Who::Everyone);
    return at_.fail_either("`hands up`", "`hands pass`");
  }

  bool hit() {
    int n = 0;
    return number(n) && push(use_ == RuleUse::Last ? Op::HitLast : Op::Hit, Who::Next, n);
  }

  bool take_power() {
    if (at_.accept_word("any")) return push(Op::TakePower, Who::Player, static_cast<int>(Color::None));
    const Color color = color_of_word(at_.peek().text);
    if (color == Color::None) return at_.fail_either("red, yellow, green, blue", "any");
    at_.next();
    return push(Op::TakePower, Who::Player, static_cast<int>(color));
  }

  bool throw_round() {
    int n = 0;
    return word("round") && word("or") && word("draw") && number(n) && push(Op::ThrowRound, Who::All, n);
  }

  bool verb(std::string_view plain, std::string_view with_s) {
    return at_.accept_word(plain) || at_.accept_word(with_s);
  }

  bool action(Who who) {
    const Token start = at_.peek();
    if (verb("draw", "draws")) return draws(who);
    if (verb("discard", "discards")) return discards(who);
    if (verb("fill", "fills")) return to_number(Op::FillTo, who);
    if (verb("lose", "loses")) return word("turn") && push(Op::LoseTurn, who);
    if (verb("show", "shows")) return shows(who);
    if (verb("are", "is")) return marked(who);
    if (verb("confirm", "confirms")) return confirms(who);
    if (verb("vote", "votes")) return votes(who);
    if (at_.at_word("play") || at_.at_word("plays")) return plays_again(who);
    if (!one_seat(who)) return at_.fail_either("draw, discard, fill, lose, show, are, confirm", "vote");
    if (verb("swap", "swaps")) return swaps(who);
    if (verb("pick", "picks")) {
      picked_ = true;
      return push(Op::Pick, who);
    }
    if (verb("choose", "chooses")) return chooses(who);
    return at_.fail_at(
        start, "expected.either"_fault,
        {"draws, discards, fills, loses, shows, is, confirms, votes, plays, swaps, picks", "chooses"});
  }

  bool plays_again(Who who) {
    if (who != Who::Player) return at_.fail("rule.again"_fault);
    at_.next();
    return word("again") && push(Op::ExtraTurn, who);
  }

  bool to_number(Op op, Who who) {
    int n = 0;
    return word("to") && number(n) && push(op, who, n);
  }

  bool draws(Who who) {
    int n = 0;
    if (at_.accept_word("until")) return color(n) && push(Op::DrawUntil, who, n);
    if (!number(n)) return false;
    if (!at_.accept_word("if")) return push(Op::Draw, who, n);
    return word("stuck") && push(Op::DrawIfStuck, who, n);
  }

  bool discards(Who who) {
    if (at_.at_word("to")) return to_number(Op::DiscardTo, who);
    if (at_.accept_word("wilds")) return push(Op::DiscardKinds, who, static_cast<int>(Sort::Wilds));
    int n = 0;
    if (color_of_word(at_.peek().text) != Color::None || at_.at_word("named"))
      return color(n) && push(Op::DiscardKinds, who, n);
    return number(n) && push(Op::Discard, who, n);
  }

  bool shows(Who of) {
    Who to{};
    if (!word("hand") || !word("to")) return false;
    if (at_.accept_word("table")) return push(Op::Show, of, kShowAll);
    const Token name = at_.peek();
    if (!who(to) || !one_seat(to))
      return at_.fail_at(name, "expected.either"_fault, {"player, next, previous, picked", "table"});
    return push(Op::Show, of, static_cast<int>(to));
  }

  bool swaps(Who who_swaps) {
    Who with{};
    if (!at_.accept_word("with")) return push(Op::SwapChosen, who_swaps);
    const Token name = at_.peek();
    if (!who(with) || !one_seat(with))
      return at_.fail_at(name, "expected.either"_fault, {"player, next, previous", "picked"});
    return push(Op::SwapWith, who_swaps, static_cast<int>(with));
  }

  // A mark is one word or a quoted text.
  bool marked(Who who) {
    if (!word("marked")) return false;
    if (at_.peek().kind != TokenKind::Word && at_.peek().kind != TokenKind::Quoted)
      return at_.fail("rule.mark"_fault);
    if (at_.peek().text.empty()) return at_.fail("rule.empty_mark"_fault);
    const int text = keep_text(at_.next().text);
    if (!at_.accept_word("until")) return push(Op::Mark, who, 0, text);
    return word("uno") && push(Op::Mark, who, 1, text);
  }

  bool confirms(Who who) {
    std::string text;
    return at_.quoted_text(text, "expected.quoted"_fault) && push(Op::Confirm, who, 0, keep_text(text));
  }

  // A branch and the jump after it; `exit` is the index of that jump.
  bool branch(std::size_t& exit) {
    const bool picked = picked_;
    if (++depth_ > kNestingMax) return at_.fail("rule.nesting"_fault);
    if (!sentences()) return false;
    --depth_;
    picked_ = picked;
    exit = out_.steps.size();
    return push(Op::Jump, Who::Player);
  }

  void aim(std::size_t jump, std::size_t target) {
    out_.steps[jump] = jump_by(static_cast<int>(target - jump));
  }

  bool votes(Who who) {
    int count = 0;
    for (std::size_t i = 0; i < kCount.size(); ++i)
      if (at_.accept_word(kCount[i])) count = static_cast<int>(i);
    std::string question;
    if (!at_.quoted_text(question, "rule.question"_fault)) return false;
    push(Op::Vote, who, count, keep_text(question));
    const std::size_t to_no = out_.steps.size();
    push(Op::Jump, Who::Player);
    std::size_t exit_yes = 0, exit_no = 0;
    if (!at_.mark('{') || !word("yes") || !at_.mark(':') || !branch(exit_yes)) return false;
    if (!at_.mark('|')) return false;
    aim(to_no, out_.steps.size());
    if (!word("no") || !at_.mark(':') || !branch(exit_no) || !at_.mark('}')) return false;
    aim(exit_yes, out_.steps.size());
    aim(exit_no, out_.steps.size());
    return true;
  }

  // The labels are known only when all branches are read, so the steps are laid out afterwards.
  bool chooses(Who who) {
    std::vector<std::string> labels;
    std::vector<Program> bodies;
    if (!at_.mark('{')) return false;
    do {
      if (labels.size() == kChoicesMax) return at_.fail("rule.choices"_fault);
      std::string label;
      if (!at_.quoted_text(label, "rule.choice"_fault)) return false;
      labels.push_back(label);
      Program before;
      before.swap(out_.steps);
      std::size_t exit = 0;
      if (at_.accept_mark(':') && !branch(exit)) return false;
      if (!out_.steps.empty()) out_.steps.pop_back();  // its exit is written below
      bodies.push_back(std::move(out_.steps));
      out_.steps = std::move(before);
    } while (at_.accept_mark('|'));
    if (labels.size() < 2) return at_.fail("rule.second_choice"_fault);
    if (!at_.mark('}')) return false;
    lay_out_choice(who, labels, bodies);
    return true;
  }

  void lay_out_choice(Who who, const std::vector<std::string>& labels, const std::vector<Program>& bodies) {
    const int first = static_cast<int>(out_.texts.size());
    for (const std::string& label : labels) keep_text(label);
    push(Op::Choose, who, static_cast<int>(labels.size()), first);
    const std::size_t table = out_.steps.size();
    out_.steps.resize(table + labels.size());
    std::vector<std::size_t> exits;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      aim(table + i, out_.steps.size());
      out_.steps.insert(out_.steps.end(), bodies[i].begin(), bodies[i].end());
      exits.push_back(out_.steps.size());
      push(Op::Jump, Who::Player);
    }
    for (std::size_t exit : exits) aim(exit, out_.steps.size());
  }

  Cursor& at_;
  RuleUse use_;
  Rule& out_;
  int depth_ = 0;
  bool picked_ = false;
};

// ---- printing ------------------------------------------------------------------------------------

class RulePrinter {
 public:
  explicit RulePrinter(const Rule& rule) : rule_(rule) {}
  std::string run() const { return block(rule_tree(rule_)); }

 private:
  std::string block(const std::vector<RuleSentence>& sentences) const {
    std::string out;
    for (const RuleSentence& one : sentences) (out += out.empty() ? "" : "; ") += sentence(one);
    return out;
  }

  std::string sentence(const RuleSentence& one) const {
    if (one.step.op == Op::Vote) return vote(one);
    if (one.step.op == Op::Choose) return choose(one);
    return plain(one.step);
  }

  const std::string& text(std::size_t i) const { return rule_.texts[i]; }

  std::string subject(Step step) const { return std::string(kWho[static_cast<std::size_t>(step.who)]); }
  static std::string s(Step step) { return one_seat(step.who) ? "s" : ""; }
  static std::string num(Step step) { return std::to_string(step.n); }
  static std::string color(Step step) {
    return step.n < kColors ? std::string(kColorWords[step.n]) : "named";
  }

  std::string vote(const RuleSentence& one) const {
    const Step step = one.step;
    const std::string count = step.n != 0 ? std::string(kCount[step.n]) + " " : "";
    return subject(step) + " vote" + s(step) + " " + count + quoted(text(step.text)) +
           " { yes: " + block(one.branches[0].sentences) + " | no: " + block(one.branches[1].sentences) +
           " }";
  }

  std::string choose(const RuleSentence& one) const {
    std::string out = subject(one.step) + " chooses {";
    for (const RuleBranch& branch : one.branches) {
      const std::string body = block(branch.sentences);
      out += (&branch == &one.branches.front() ? " " : " | ") + quoted(branch.label) +
             (body.empty() ? "" : ": " + body);
    }
    return out + " }";
  }

  std::string plain(Step step) const {
    const std::string who = subject(step), n = num(step);
    switch (step.op) {
      case Op::NameColor: return "name color";
      case Op::TakePower:
        return "take power " + (step.n < kColors ? std::string(kColorWords[step.n]) : "any");
      case Op::Hit:
      case Op::HitLast: return "hit " + n;
      case Op::Skip: return "skip";
      case Op::LoseTurn: return who + " lose" + s(step) + " turn";
      case Op::Reverse: return "reverse";
      case Op::DealerStarts: return "dealer starts";
      case Op::Hyperspeed: return "hyperspeed";
      case Op::ThrowRound: return "throw round or draw " + n;
      case Op::Draw: return who + " draw" + s(step) + " " + n;
      case Op::DrawUntil: return who + " draw" + s(step) + " until " + color(step);
      case Op::DrawIfStuck: return who + " draw" + s(step) + " " + n + " if stuck";
      case Op::DiscardKinds:
        return who + " discard" + s(step) + " " +
               (step.n == static_cast<int>(Sort::Wilds) ? "wilds" : color(step));
      case Op::Discard: return who + " discard" + s(step) + " " + n;
      case Op::DiscardTo: return who + " discard" + s(step) + " to " + n;
      case Op::FillTo: return who + " fill" + s(step) + " to " + n;
      case Op::ExtraTurn: return "player plays again";
      case Op::HandsUp: return "hands up";
      case Op::PassHands: return "hands pass";
      case Op::Show:
        return who + " show" + s(step) + " hand to " +
               (step.n == kShowAll ? "table" : std::string(kWho[step.n]));
      case Op::SwapWith: return who + " swaps with " + std::string(kWho[step.n]);
      case Op::SwapChosen: return who + " swaps";
      case Op::Pick: return who + " picks";
      case Op::Mark: return who + mark(step);
      case Op::Confirm: return who + " confirm" + s(step) + " " + quoted(text(step.text));
      default: return "?";
    }
  }

  std::string mark(Step step) const {
    const std::string& word = text(step.text);
    const bool simple =
        !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos;
    return (one_seat(step.who) ? " is marked " : " are marked ") + (simple ? word : quoted(word)) +
           (step.n == 1 ? " until uno" : "");
  }

  const Rule& rule_;
};

}  // namespace

bool parse_rule(Cursor& at, RuleUse use, Rule& out) { return RuleParser(at, use, out).run(); }

TextError parse_rule_text(std::string_view text, Rule& out, Color fixed) {
  out = {};
  std::vector<Token> tokens;
  if (TextError error = tokenize(text, tokens)) return error;
  Cursor at(tokens);
  if (!parse_rule(at, RuleUse::Custom, out)) return at.error();
  if (fixed == Color::None) return {};
  bool named = false;
  for (Step& step : out.steps) {
    const bool color = step.op == Op::DrawUntil && step.n == static_cast<int>(Color::None);
    const bool sort = step.op == Op::DiscardKinds && step.n == static_cast<int>(Sort::Named);
    if (!color && !sort) continue;
    step.n = static_cast<std::uint8_t>(fixed);
    named = true;
  }
  return {1, 1, named ? Fault{} : Fault{"rule.takes_no_color"_fault}};
}

std::string print_rule(const Rule& rule) { return RulePrinter(rule).run(); }

Rule text_only_rule(std::string text) { return {"", {{Op::Confirm, Who::Player, 0, 0}}, {std::move(text)}}; }

bool is_text_only(const Rule& rule) {
  return rule.steps.size() == 1 && rule.steps[0].op == Op::Confirm && rule.steps[0].who == Who::Player;
}

std::string_view color_word(Color color) { return kColorWords[static_cast<std::size_t>(color)]; }
std::string_view who_word(Who who) { return kWho[static_cast<std::size_t>(who)]; }
std::string_view count_word(Count count) { return kCount[static_cast<std::size_t>(count)]; }
char color_letter(Color color) { return kLetters[static_cast<std::size_t>(color)]; }

Color color_of_letter(std::string_view letter) {
  const std::size_t i = letter.size() == 1 ? kLetters.find(letter[0]) : std::string_view::npos;
  return i == std::string_view::npos ? Color::None : static_cast<Color>(i);
}

Color color_of_word(std::string_view word) {
  for (std::size_t i = 0; i < kColorWords.size(); ++i)
    if (word == kColorWords[i]) return static_cast<Color>(i);
  return Color::None;
}

}  // namespace comodin
