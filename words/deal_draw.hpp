// The draw for the deal (SETUP-1) as one value, collected from its events.
#pragma once

#include <vector>

#include "engine/event.hpp"
#include "engine/ruleset.hpp"

namespace comodin {

struct DealDraw {
  struct Taken {
    Seat seat;
    Card card;
  };
  std::vector<std::vector<Taken>> rounds;  // everybody's card; then, round by round, of those who tied
  Seat dealer = kNoSeat;
};

// The draw that begins at events[at]; moves `at` past it. No rounds: no draw begins there.
DealDraw read_deal_draw(const RuleSet& rules, const std::vector<Event>& events, std::size_t& at);

}  // namespace comodin
