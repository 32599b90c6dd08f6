// 95 % intervals by resampling boxes of deals, with replacement, from a fixed key: the same sums give the
// same intervals everywhere.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "arena/tally.hpp"

namespace comodin {

inline constexpr int kResamples = 1000;

struct Estimate {
  double value = std::numeric_limits<double>::quiet_NaN();
  double low = value, high = value;  // not a number: too few deals to tell
  bool has_interval() const { return low <= high; }
};

// What is estimated: from the sums of some deals to one number for each figure.
using Figures = std::function<void(std::span<const std::int64_t> sums, std::span<double> out)>;

std::vector<Estimate> bootstrap(const Tally& tally, std::size_t figures, const Figures& compute);

}  // namespace comodin
