#include "words/rule_words.hpp"

#include <algorithm>
#include <vector>

#include "notation/rule.hpp"
#include "notation/rule_tree.hpp"

namespace comodin {
namespace {

// For each kind of step: its key, and the places in its sentence. W: who, a verb for each person; T, I:
// to and with whom; N: cards; C: a colour; S: which cards; V: how a vote is decided; M: a mark; U: until
// when; X: a text; P: a power and what it does.
constexpr struct {
  Op op;
  std::string_view key, places;
} kSentences[] = {{Op::NameColor, "name_color", ""},
                  {Op::TakePower, "take_power", "P"},
                  {Op::Hit, "hit", "N"},
                  {Op::HitLast, "hit", "N"},
                  {Op::Skip, "skip", ""},
                  {Op::LoseTurn, "lose_turn", "W"},
                  {Op::Reverse, "reverse", ""},
                  {Op::DealerStarts, "dealer_starts", ""},
                  {Op::Hyperspeed, "hyperspeed", ""},
                  {Op::ThrowRound, "throw_round", "N"},
                  {Op::Draw, "draw", "WN"},
                  {Op::DrawUntil, "draw_until", "WC"},
                  {Op::DrawIfStuck, "if_stuck", "WN"},
                  {Op::DiscardKinds, "discard_kinds", "WS"},
                  {Op::Discard, "discard", "WN"},
                  {Op::DiscardTo, "discard_to", "WN"},
                  {Op::FillTo, "fill_to", "WN"},
                  {Op::ExtraTurn, "extra_turn", ""},
                  {Op::HandsUp, "hands_up", ""},
                  {Op::Show, "show", "WT"},
                  {Op::SwapWith, "swap_with", "WI"},
                  {Op::SwapChosen, "swap", "W"},
                  {Op::PassHands, "pass", ""},
                  {Op::Pick, "pick", "W"},
                  {Op::Mark, "mark", "WMU"},
                  {Op::Confirm, "confirm", "WX"},
                  {Op::Vote, "vote", "WVX"},
                  {Op::Choose, "choose", "W"}};

struct Line {
  int depth;  // how many levels deep it is: a question, its branches, what is inside them …
  std::string text;
};

bool is_question(const RuleSentence& one) { return !one.branches.empty(); }

class Explainer {
 public:
  Explainer(const Rule& rule, const Catalogue& say, const std::function<std::string(Color)>& power)
      : rule_(rule), say_(say), power_(power) {}

  // As one text; a branch of more than one line is put in brackets.
  std::string run() const {
    std::string out;
    int open = 0;
    for (const Line& line : lines(rule_tree(rule_), 0)) {
      const int deeper = line.depth / 2;  // branches have odd depths, their contents even ones
      for (; open > deeper; --open) out += ')';
      if (!out.empty()) out += ' ';
      for (; line.depth % 2 == 0 && open < deeper; ++open) out += '(';
      out += line.text;
    }
    return out + std::string(static_cast<std::size_t>(open), ')');
  }

 private:
  static const auto& shape(Step step) {
    return *std::find_if(std::begin(kSentences), std::end(kSentences),
                         [&](const auto& one) { return one.op == step.op; });
  }
  static bool has_subject(const RuleSentence& one) { return shape(one.step).places.starts_with('W'); }
  std::string one(std::string_view group, std::string_view value) const {
    return say_("says." + std::string(group) + "." + std::string(value));
  }
  std::string known(const std::string& text) const {
    return say_.has("asked." + text) ? say_("asked." + text) : text;
  }
  std::string cards(int n) const { return say_.counted("says.cards", n); }

  std::string filled(char place, Step step) const {
    const std::string_view color = step.n < kColors ? color_word(static_cast<Color>(step.n)) : "named";
    switch (place) {
      case 'W': return one("who", who_word(step.who));
      case 'T': return one("to", step.n == kShowAll ? "table" : who_word(static_cast<Who>(step.n)));
      case 'I': return one("with", who_word(static_cast<Who>(step.n)));
      case 'N': return cards(step.n);
      case 'C': return step.n < kColors ? say_("color." + std::string(color)) : say_("says.color.named");
      case 'S': return one("sort", step.n == static_cast<int>(Sort::Wilds) ? "wilds" : color);
      case 'V': return one("count", count_word(static_cast<Count>(step.n)));
      case 'U': return one("until", step.n == 1 ? "uno" : "end");
      case 'M': {
        const std::string& mark = rule_.texts[step.text];
        return say_.has("mark." + mark) ? say_("mark." + mark) : mark;
      }
      case 'X': return known(rule_.texts[step.text]);
      default: return say_("color." + std::string(color));
    }
  }

  // Without an initial capital or a full stop.
  std::string sentence(Step step) const {
    const auto& [op, name, places] = shape(step);
    std::string key = "says." + std::string(name);
    if (op == Op::TakePower && step.n >= kColors) return say_("says.take_any_power");
    if (op == Op::TakePower)
      return say_(key, {filled('P', step), power_ ? power_(static_cast<Color>(step.n)) : ""});
    if (places.starts_with('W')) {
      const bool many = step.who == Who::Others || step.who == Who::Everyone || step.who == Who::All;
      key += step.who == Who::Player ? ".you" : many ? ".many" : ".one";
    }
    std::string values[3];
    for (std::size_t i = 0; i < places.size(); ++i) values[i] = filled(places[i], step);
    return say_(key, {values[0], values[1], values[2]});
  }

  // "a, b and c"
  std::string list(const std::vector<std::string>& parts) const {
    if (parts.size() == 1) return parts[0];
    std::string before = parts[0];
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) before += ", " + parts[i];
    return say_("says.and", {before, parts.back()});
  }

  // The words for sentences without questions; what one seat does in a row becomes one sentence.
  std::string sentences(const std::vector<RuleSentence>& rule, std::size_t from, std::size_t to) const {
    std::string out;
    while (from < to) {
      const Step first = rule[from].step;
      const std::string subject = one("who", who_word(first.who)) + " ";
      const bool joins = has_subject(rule[from]);
      std::vector<std::string> parts{sentence(first)};
      for (++from; from < to && joins && has_subject(rule[from]) && rule[from].step.who == first.who; ++from)
        parts.push_back(sentence(rule[from].step).substr(subject.size()));
      out += (out.empty() ? "" : " ") + capital(list(parts)) + ".";
    }
    return out;
  }

  // Line by line; branches are deeper than their question.
  std::vector<Line> lines(const std::vector<RuleSentence>& rule, int depth) const {
    std::vector<Line> out;
    bool asked = false;  // a question came before, and the rule goes on for everybody
    const auto goes_on = [&](const std::string& text) {
      return asked ? say_("says.then", {uncapital(text)}) : text;
    };
    for (std::size_t i = 0; i < rule.size();) {
      std::size_t end = i;
      while (end < rule.size() && !is_question(rule[end])) ++end;
      if (end > i) {
        out.push_back({depth, goes_on(sentences(rule, i, end))});
        i = end;
        continue;
      }
      out.push_back({depth, goes_on(capital(sentence(rule[i].step)) + ".")});
      for (const RuleBranch& branch : rule[i].branches) add_branch(out, rule[i].step, branch, depth);
      asked = true;
      ++i;
    }
    return out;
  }

  void add_branch(std::vector<Line>& out, Step question, const RuleBranch& branch, int depth) const {
    const std::string name = question.op == Op::Vote
                                 ? say_(branch.label == "yes" ? "says.if_yes" : "says.if_no")
                                 : say_("says.choice", {known(branch.label)});
    const std::vector<Line> inside = lines(branch.sentences, depth + 2);
    const std::string what = inside.empty()       ? say_("says.nothing")
                             : inside.size() == 1 ? uncapital(inside[0].text)
                                                  : "";
    std::string text = say_("says.branch", {name, what});
    if (what.empty()) text.erase(text.find_last_not_of(' ') + 1);
    out.push_back({depth + 1, text});
    if (inside.size() > 1) out.insert(out.end(), inside.begin(), inside.end());
  }

  const Rule& rule_;
  const Catalogue& say_;
  const std::function<std::string(Color)>& power_;
};

}  // namespace

std::string explain_rule(const Rule& rule, const Catalogue& say,
                         const std::function<std::string(Color)>& power) {
  return Explainer(rule, say, power).run();
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string uncapital(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace comodin
