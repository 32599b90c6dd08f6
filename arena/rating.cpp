#include "arena/rating.hpp"

#include <algorithm>
#include <cmath>

namespace comodin {
namespace {

constexpr double kHalfWin = 0.5;
constexpr int kRoundsMax = 10000;
constexpr double kCloseEnough = 1e-10;

struct Pairs {
  std::size_t n;
  std::vector<double> met;   // i against j
  std::vector<double> beat;  // i, altogether
};

Pairs with_half_wins(std::size_t n, std::span<const double> wins) {
  Pairs out{n, std::vector<double>(n * n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double met = wins[i * n + j] + wins[j * n + i];
      if (i == j || !(met > 0)) continue;
      out.met[i * n + j] = met + 2 * kHalfWin;
      out.beat[i] += wins[i * n + j] + kHalfWin;
    }
  return out;
}

// One round of Zermelo's iteration; returns the largest change of a strength, as a factor.
double improve(const Pairs& pairs, std::vector<double>& strength) {
  double change = 0, logs = 0;
  std::vector<double> next = strength;
  for (std::size_t i = 0; i < pairs.n; ++i) {
    double expected = 0;
    for (std::size_t j = 0; j < pairs.n; ++j)
      if (pairs.met[i * pairs.n + j] > 0) expected += pairs.met[i * pairs.n + j] / (next[i] + next[j]);
    if (expected > 0) next[i] = pairs.beat[i] / expected;
    logs += std::log(next[i]);
  }
  const double scale = std::exp(-logs / static_cast<double>(pairs.n));
  for (std::size_t i = 0; i < pairs.n; ++i) {
    next[i] *= scale;
    change = std::max(change, std::abs(next[i] / strength[i] - 1));
  }
  strength = std::move(next);
  return change;
}

}  // namespace

std::vector<double> ratings(std::size_t n, std::span<const double> wins) {
  const Pairs pairs = with_half_wins(n, wins);
  std::vector<double> strength(n, 1.0);
  for (int round = 0; round < kRoundsMax && improve(pairs, strength) > kCloseEnough; ++round) {}
  for (double& s : strength) s = 400 * std::log10(s);
  return strength;
}

}  // namespace comodin
