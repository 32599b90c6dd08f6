// How fast the engine plays.
#pragma once

#include <cstdint>

#include "engine/ruleset.hpp"

namespace comodin {

struct BenchResult {
  std::uint64_t hands = 0;
  std::uint64_t decisions = 0;  // times a player was asked: moves made, and chances let pass
  double seconds = 0;           // of processor time
  double hands_per_second() const { return static_cast<double>(hands) / seconds; }
  double decisions_per_second() const { return static_cast<double>(decisions) / seconds; }
};

// Random legal play, hand after hand, for about so many seconds of processor time.
BenchResult bench(const RuleSet& rules, std::uint64_t key, double seconds);

// The same for a fixed number of hands (for callgrind).
BenchResult bench_hands(const RuleSet& rules, std::uint64_t key, std::uint64_t hands);

}  // namespace comodin
