#include "fair/proof.hpp"

#include <algorithm>

#include "fair/lines.hpp"
#include "notation/scenario.hpp"

namespace comodin {
namespace {

struct Nobody : Audience {
  void on(const Event&) override {}
  void dealt(const FairGame&) override {}
  void moved(const FairGame&) override {}
};

// Plays the record's moves on the deals that its values give. What is wrong, or nothing.
std::string play_again(const Scenario& scenario, FairRecord& record, Audience& hears) {
  const auto deal_next = [&](int line) -> std::string {
    const std::size_t next = record.game().hands().size();
    const std::string where = "line " + std::to_string(line) + ": hand " + std::to_string(next + 1);
    if (next == record.hands().size()) return where + " has no `# fair` line";
    const FairHand& hand = record.hands()[next];
    if (const std::string wrong = wrong_with(hand, record.game().rules().seats); !wrong.empty())
      return "hand " + std::to_string(next + 1) + ": " + wrong;
    const Refusal refusal = record.deal(hears);
    hears.dealt(record.game());
    return refusal == Refusal::None ? "" : where + ": " + std::string(reason(refusal).text);
  };
  if (std::string wrong = deal_next(scenario.line); !wrong.empty()) return wrong;
  for (const ScenarioLine& line : scenario.lines) {
    if (line.kind == LineKind::Deal) {
      if (std::string wrong = deal_next(line.line); !wrong.empty()) return wrong;
    } else if (line.kind == LineKind::Move) {
      const Refusal refusal = record.move(line.move, hears);
      if (refusal != Refusal::None)
        return "line " + std::to_string(line.line) +
               ": with the cards that were dealt this move is refused: " + std::string(reason(refusal).text);
      hears.moved(record.game());
    }
  }
  const std::size_t dealt = record.game().hands().size();
  if (dealt != record.hands().size())
    return "it proves " + std::to_string(record.hands().size()) + " hands and has " + std::to_string(dealt);
  if (record.game().state().phase == Phase::Running) return "its last hand is not over";
  return {};
}

// Lines of a text without those that are only comments, and where each stands.
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
    now = "the end";
    return false;
  }
  std::string_view now;
  int number = 0;

 private:
  std::string_view rest_;
};

// From a little before the first byte that differs; whole characters.
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

// Where the texts differ, in words; nothing if only comments do.
std::string difference(std::string_view wanted, std::string_view given) {
  Lines want(wanted), got(given);
  for (;;) {
    const bool more_wanted = want.next(), more_given = got.next();
    if (!more_wanted && !more_given) return {};
    if (more_wanted == more_given && want.now == got.now) continue;
    const auto [there, here] =
        std::mismatch(want.now.begin(), want.now.end(), got.now.begin(), got.now.end());
    const auto at = static_cast<std::size_t>(there - want.now.begin());
    return "line " + std::to_string(got.number) + ": from the published values follows " +
           excerpt(want.now, at) + ", the record says " + excerpt(got.now, at);
  }
}

}  // namespace

Proof prove(const std::string& record, Library& library, Audience* audience) {
  Proof proof;
  std::vector<Scenario> scenarios;
  if (const TextError wrong = parse_scenarios(record, "", library, scenarios)) {
    proof.why = "line " + std::to_string(wrong.line) + ": " + wrong.what;
    return proof;
  }
  if (!parse_fair(record, proof.game, proof.values, proof.why)) return proof;
  if (scenarios.size() != 1) {
    proof.why = "it holds more than one game";
    return proof;
  }
  const Scenario& scenario = scenarios.front();
  const Setup& setup = scenario.setup;
  FairRecord again({scenario.name, setup.edition, setup.rules, setup.names, proof.game, setup.version},
                   proof.values);
  Nobody nobody;
  proof.why = play_again(scenario, again, audience ? *audience : nobody);
  if (!proof.why.empty()) return proof;
  proof.why = difference(again.text(), record);
  proof.holds = proof.why.empty();
  proof.hands = proof.holds ? static_cast<int>(proof.values.size()) : 0;
  proof.ended = proof.holds && again.game().state().champions != 0;
  return proof;
}

}  // namespace comodin
