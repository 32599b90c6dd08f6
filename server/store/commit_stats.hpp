// How long a store takes, for operators.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace comodin::server {

// Upper bounds of the classes of durations, in microseconds; the last class has none.
inline constexpr std::array<std::int64_t, 12> kCommitBounds{250,   500,   1000,   2000,   5000,   10000,
                                                            20000, 50000, 100000, 200000, 500000, 1000000};

struct Durations {
  std::atomic<std::uint64_t> micros{0};  // all together
  std::array<std::atomic<std::uint64_t>, kCommitBounds.size() + 1> counts{};

  void add(std::chrono::steady_clock::duration took) {
    const auto passed = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
    const auto bound = std::lower_bound(kCommitBounds.begin(), kCommitBounds.end(), passed);
    counts[static_cast<std::size_t>(bound - kCommitBounds.begin())]++;
    micros += static_cast<std::uint64_t>(passed);
  }
};

// Figures for operators; any thread may read them.
struct CommitStats {
  std::atomic<std::uint64_t> commits{0};
  std::atomic<std::uint64_t> entries{0};  // of logs
  Durations commit, checkpoint;
  Durations
      durable;  // of each batch, from when it was given: waiting for earlier ones and a processor included
};

}  // namespace comodin::server
