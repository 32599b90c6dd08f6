#include "notation/rule_tree.hpp"

#include "notation/rule.hpp"

namespace comodin {
namespace {

// ---- steps to sentences ----------------------------------------------------------------------------

class TreeMaker {
 public:
  explicit TreeMaker(const Rule& rule) : rule_(rule) {}
  std::vector<RuleSentence> run() const { return sentences(0, rule_.steps.size()); }

 private:
  std::vector<RuleSentence> sentences(std::size_t from, std::size_t to) const {
    std::vector<RuleSentence> out;
    while (from < to) {
      RuleSentence& one = out.emplace_back(RuleSentence{rule_.steps[from], {}});
      if (one.step.op == Op::Vote) from = vote(from, one.branches);
      else if (one.step.op == Op::Choose) from = choose(from, one);
      else ++from;
    }
    return out;
  }

  std::size_t target(std::size_t jump) const {
    return jump + static_cast<std::size_t>(distance(rule_.steps[jump]));
  }

  // [Vote][Jump no][yes …][Jump end][no …][Jump end]; returns the end.
  std::size_t vote(std::size_t at, std::vector<RuleBranch>& branches) const {
    const std::size_t no = target(at + 1), end = target(no - 1);
    branches.push_back({"yes", sentences(at + 2, no - 1)});
    branches.push_back({"no", sentences(no, end - 1)});
    return end;
  }

  // [Choose][Jump 1] … [Jump n][1 …][Jump end] … [n …][Jump end]; returns the end.
  std::size_t choose(std::size_t at, RuleSentence& one) const {
    const std::size_t first_exit = target(at + 2) - 1, end = target(first_exit);
    for (std::size_t i = 0; i < one.step.n; ++i) {
      const bool last = i + 1 == one.step.n;
      const std::size_t exit = (last ? end : target(at + 2 + i)) - 1;
      one.branches.push_back({rule_.texts[one.step.text + i], sentences(target(at + 1 + i), exit)});
    }
    return end;
  }

  const Rule& rule_;
};

// ---- sentences to JSON -----------------------------------------------------------------------------

// What a step's `n` means.
enum class Says { Nothing, Cards, Color, Sort, Seat, Until, Count };

struct Form {
  std::string_view kind;
  bool who = true;
  Says n = Says::Nothing;
  bool text = false;
};

Form form_of(Op op) {
  switch (op) {
    case Op::Hit: return {"hit", false, Says::Cards};
    case Op::Skip: return {"skip", false};
    case Op::LoseTurn: return {"lose_turn"};
    case Op::Reverse: return {"reverse", false};
    case Op::Draw: return {"draw", true, Says::Cards};
    case Op::DrawUntil: return {"draw_until", true, Says::Color};
    case Op::DrawIfStuck: return {"if_stuck", true, Says::Cards};
    case Op::DiscardKinds: return {"discard_kinds", true, Says::Sort};
    case Op::Discard: return {"discard", true, Says::Cards};
    case Op::DiscardTo: return {"discard_to", true, Says::Cards};
    case Op::FillTo: return {"fill_to", true, Says::Cards};
    case Op::ExtraTurn: return {"extra_turn", false};
    case Op::HandsUp: return {"hands_up", false};
    case Op::PassHands: return {"pass", false};
    case Op::Show: return {"show", true, Says::Seat};
    case Op::SwapWith: return {"swap_with", true, Says::Seat};
    case Op::SwapChosen: return {"swap"};
    case Op::Pick: return {"pick"};
    case Op::Mark: return {"mark", true, Says::Until, true};
    case Op::Confirm: return {"confirm", true, Says::Nothing, true};
    case Op::Vote: return {"vote", true, Says::Count, true};
    case Op::Choose: return {"choose"};
    default: return {"?", false};  // only editions use these: no custom rule has them
  }
}

std::string_view color_or_named(int n) {
  return n < kColors ? color_word(static_cast<Color>(n)) : std::string_view("named");
}

void write_n(JsonPen& pen, Says says, int n) {
  switch (says) {
    case Says::Nothing: break;
    case Says::Cards: pen.key("n").number(n); break;
    case Says::Color: pen.key("color").text(color_or_named(n)); break;
    case Says::Sort:
      pen.key("sort").text(n == static_cast<int>(Sort::Wilds) ? "wilds" : color_or_named(n));
      break;
    case Says::Seat: pen.key("to").text(n == kShowAll ? "table" : who_word(static_cast<Who>(n))); break;
    case Says::Until: pen.key("until").text(n == 1 ? "uno" : "end"); break;
    case Says::Count: pen.key("count").text(count_word(static_cast<Count>(n))); break;
  }
}

void write_sentences(JsonPen& pen, const Rule& rule, const std::vector<RuleSentence>& sentences) {
  pen.open('[');
  for (const auto& [step, branches] : sentences) {
    const Form form = form_of(step.op);
    pen.open('{').key("kind").text(form.kind);
    if (form.who) pen.key("who").text(who_word(step.who));
    write_n(pen, form.n, step.n);
    if (form.text) pen.key("text").text(rule.texts[step.text]);
    if (!branches.empty()) {
      pen.key("branches").open('[');
      for (const RuleBranch& branch : branches) {
        pen.open('{').key("label").text(branch.label).key("sentences");
        write_sentences(pen, rule, branch.sentences);
        pen.close('}');
      }
      pen.close(']');
    }
    pen.close('}');
  }
  pen.close(']');
}

}  // namespace

std::vector<RuleSentence> rule_tree(const Rule& rule) { return TreeMaker(rule).run(); }

void write_rule_tree(JsonPen& pen, const Rule& rule) { write_sentences(pen, rule, rule_tree(rule)); }

}  // namespace comodin
