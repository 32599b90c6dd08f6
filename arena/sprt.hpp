// Sprt: a sequential test. Is the mean of what comes in 0, or is it `points`? It looks after every batch of
// deals, in their order, and stops as soon as one answer is 19 times as likely as the other: that is wrong
// about one time in 20 at most.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arena/plan.hpp"

namespace comodin {

enum class SprtVerdict : std::uint8_t { Open, Better, NotBetter };

class Sprt {
 public:
  static constexpr std::uint64_t kBatch = 100;  // deals between two looks
  static constexpr std::uint64_t kFirst = 200;  // deals before the first look, so that the spread is known
  static constexpr double kError = 0.05;        // of either kind

  // One deal's value is `numerator / denominator`, the latter the same for all.
  Sprt(double points, double denominator) : points_(points), denominator_(denominator) {}

  // One deal after the other, until there is a verdict.
  void add(std::int64_t numerator);
  bool decided() const { return verdict_ != SprtVerdict::Open; }

  SprtVerdict verdict() const { return verdict_; }
  std::uint64_t deals() const { return deals_; }
  double points() const { return points_; }
  double log_ratio() const;  // of the two hypotheses: above 0 speaks for `points`
  static double bound();     // of the log ratio, on either side

 private:
  double points_, denominator_;
  std::uint64_t deals_ = 0;
  std::int64_t sum_ = 0, squares_ = 0;
  SprtVerdict verdict_ = SprtVerdict::Open;
};

// The test that a plan wants; none: it wants no test.
std::optional<Sprt> sprt_for(const Plan& plan, const Schedule& schedule);
// What the row of a deal says to it: the first bot's net points, as in results.cpp.
std::int64_t sprt_value(const Plan& plan, const Schedule& schedule, std::span<const std::int64_t> row);

}  // namespace comodin
