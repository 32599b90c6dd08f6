// How fast the engine plays.
#pragma once

#include <cstdint>

#include "engine/plain_rules.hpp"

namespace comodin {

struct BenchResult {
  std::uint64_t hands = 0;
  std::uint64_t decisions = 0;  // times a player was asked: moves made, and chances not taken
  double seconds = 0;           // of processor time
  double hands_per_second() const { return static_cast<double>(hands) / seconds; }
  double decisions_per_second() const { return static_cast<double>(decisions) / seconds; }
};

// Plays random legal hands for about this many seconds of processor time.
BenchResult bench(const PlainRules& rules, std::uint64_t key, double seconds);

// The same for a fixed number of hands (for callgrind).
BenchResult bench_hands(const PlainRules& rules, std::uint64_t key, std::uint64_t hands);

}  // namespace comodin
