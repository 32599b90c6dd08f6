// Counts the move paths from a position: the legal moves of every seat, down to a given depth.
#pragma once

#include <cstdint>

#include "engine/game.hpp"

namespace comodin {

inline constexpr int kPerftDepthMax = 12;

std::uint64_t perft(const PlainRules& rules, const State& state, int depth);

}  // namespace comodin
