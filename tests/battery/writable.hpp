// Every move that the notation can write for a seat, legal or not.
#pragma once

#include <vector>

#include "engine/game.hpp"

namespace comodin::battery {

// In the order that legal() promises: by verb, then by what is named.
std::vector<Move> writable_moves(const PlainRules& rules, Seat seat);

// What legal() lists, as a vector.
std::vector<Move> legal_moves(const PlainRules& rules, const State& state, Seat seat);

}  // namespace comodin::battery
