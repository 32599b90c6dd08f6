#include "fair/proof.hpp"

#include <algorithm>

#include "fair/lines.hpp"
#include "notation/moves.hpp"
#include "notation/scenario.hpp"

namespace comodin {
namespace {

struct Nobody : Audience {
  void on(const Event&) override {}
  void dealt(const FairGame&) override {}
  void moved(const FairGame&) override {}
};

// Plays the record's moves on the deals that follow from its values. Returns what is wrong, if anything.
Fault play_again(const Scenario& scenario, FairRecord& record, Audience& hears) {
  const auto deal_next = [&](int line) -> Fault {
    const std::size_t next = record.game().hands().size();
    const std::string line_number = std::to_string(line), hand_number = std::to_string(next + 1);
    if (next == record.hands().size()) return {"fair.no_hand_line"_fault, {line_number, hand_number}};
    const FairHand& hand = record.hands()[next];
    if (const Fault wrong = wrong_with(hand, record.game().rules().seats))
      return around({"fair.hand"_fault, {hand_number}}, wrong);
    const Refusal refusal = record.deal(hears);
    hears.dealt(record.game());
    if (refusal == Refusal::None) return {};
    return {"fair.deal_refused"_fault, {line_number, hand_number, fault_part(reason(refusal).code)}};
  };
  if (Fault wrong = deal_next(scenario.line)) return wrong;
  for (const ScenarioLine& line : scenario.lines) {
    if (line.kind == LineKind::Deal) {
      if (Fault wrong = deal_next(line.line)) return wrong;
    } else if (line.kind == LineKind::Move) {
      const Refusal refusal = record.move(line.move, hears);
      if (refusal != Refusal::None)
        return {"fair.move_refused"_fault, {std::to_string(line.line), fault_part(reason(refusal).code)}};
      hears.moved(record.game());
    }
  }
  const std::size_t dealt = record.game().hands().size();
  if (dealt != record.hands().size())
    return {"fair.hands"_fault, {std::to_string(record.hands().size()), std::to_string(dealt)}};
  if (record.game().state().phase == Phase::Running) return {"fair.not_over"_fault};
  return {};
}

// The lines of a text that are not only comments, and where each of them is.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next() {
    while (!rest_.empty()) {
      now = rest_.substr(0, rest_.find('\n'));
      rest_.remove_prefix(std::min(rest_.size(), now.size() + 1));
      ++number;
      if (!now.starts_with('#')) return true;
    }
    now = {};
    return false;
  }
  std::string_view now;
  int number = 0;

 private:
  std::string_view rest_;
};

// An excerpt from just before the first byte that differs; never part of a character.
std::string excerpt(std::string_view line, std::size_t from) {
  constexpr std::size_t kBefore = 12, kShown = 48;
  const auto inside = [&](std::size_t at) { return at < line.size() && (line[at] & 0xC0) == 0x80; };
  std::size_t begin = from > kBefore ? std::min(from - kBefore, line.size()) : 0;
  while (begin > 0 && inside(begin)) --begin;
  std::size_t end = std::min(line.size(), begin + kShown);
  while (inside(end)) ++end;
  return (begin > 0 ? "`…" : "`") + std::string(line.substr(begin, end - begin)) +
         (end < line.size() ? "…`" : "`");
}

// Where the texts differ; empty if only their comments do.
Fault difference(std::string_view wanted, std::string_view given) {
  Lines want(wanted), got(given);
  for (;;) {
    const bool more_wanted = want.next(), more_given = got.next();
    if (!more_wanted && !more_given) return {};
    if (more_wanted == more_given && want.now == got.now) continue;
    const auto [there, here] =
        std::mismatch(want.now.begin(), want.now.end(), got.now.begin(), got.now.end());
    const auto at = static_cast<std::size_t>(there - want.now.begin());
    const auto shown = [&](bool more, std::string_view line) {
      return more ? excerpt(line, at) : fault_part("got.text_end"_fault);
    };
    return {"fair.differs"_fault,
            {std::to_string(got.number), shown(more_wanted, want.now), shown(more_given, got.now)}};
  }
}

}  // namespace

Proof prove(const std::string& record, Library& library, Audience* audience) {
  Proof proof;
  std::vector<Scenario> scenarios;
  if (const TextError wrong = parse_scenarios(record, "", library, scenarios)) {
    proof.why = around({"in_line"_fault, {std::to_string(wrong.line)}}, wrong.fault);
    return proof;
  }
  if (!parse_fair(record, proof.game, proof.values, proof.why)) return proof;
  if (scenarios.size() != 1) {
    proof.why = {"fair.games"_fault};
    return proof;
  }
  const Scenario& scenario = scenarios.front();
  const Setup& setup = scenario.setup;
  FairRecord again({scenario.name, setup.edition, setup.rules, setup.names, proof.game, setup.version},
                   proof.values);
  Nobody nobody;
  proof.why = play_again(scenario, again, audience ? *audience : nobody);
  if (proof.why) return proof;
  proof.why = difference(again.text(), record);
  proof.holds = !proof.why;
  proof.hands = proof.holds ? static_cast<int>(proof.values.size()) : 0;
  proof.ended = proof.holds && again.game().state().champions != 0;
  return proof;
}

}  // namespace comodin
