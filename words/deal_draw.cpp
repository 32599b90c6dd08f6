#include "words/deal_draw.hpp"

#include <algorithm>

namespace comodin {

DealDraw read_deal_draw(const RuleSet& rules, const std::vector<Event>& events, std::size_t& at) {
  DealDraw out;
  int round = 0;
  for (; at < events.size() && events[at].kind == EventKind::DrewForDeal; ++at) {
    if (events[at].value != round) out.rounds.emplace_back();
    round = events[at].value;
    out.rounds.back().push_back({events[at].seat, events[at].card});
  }
  if (out.rounds.empty()) return out;
  const auto& last = out.rounds.back();
  const auto lower = [&](const DealDraw::Taken& a, const DealDraw::Taken& b) {
    const auto counts = [&](Card card) { return std::max<int>(rules.cards[card].number, 0); };
    return counts(a.card) < counts(b.card);
  };
  out.dealer = std::max_element(last.begin(), last.end(), lower)->seat;
  return out;
}

}  // namespace comodin
