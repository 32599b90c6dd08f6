// Counts the move paths from a position: every seat's legal moves, to a depth.
#pragma once

#include <cstdint>

#include "engine/game.hpp"

namespace comodin {

inline constexpr int kPerftDepthMax = 12;

std::uint64_t perft(const RuleSet& rules, const State& state, int depth);

}  // namespace comodin
