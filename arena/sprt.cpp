#include "arena/sprt.hpp"

#include <cmath>

namespace comodin {

double Sprt::bound() { return std::log((1 - kError) / kError); }

// For normal means with the spread estimated from the deals themselves.
double Sprt::log_ratio() const {
  if (deals_ < 2) return 0;
  const double n = static_cast<double>(deals_);
  const double sum = static_cast<double>(sum_) / denominator_;
  const double squares = static_cast<double>(squares_) / (denominator_ * denominator_);
  const double variance = (squares - sum * sum / n) / (n - 1);
  if (!(variance > 0)) return 0;
  return points_ * (sum - n * points_ / 2) / variance;
}

void Sprt::add(std::int64_t numerator) {
  if (verdict_ != SprtVerdict::Open) return;
  sum_ += numerator;
  squares_ += numerator * numerator;
  ++deals_;
  if (deals_ < kFirst || deals_ % kBatch != 0) return;
  const double ratio = log_ratio();
  if (ratio >= bound()) verdict_ = SprtVerdict::Better;
  if (ratio <= -bound()) verdict_ = SprtVerdict::NotBetter;
}

std::optional<Sprt> sprt_for(const Plan& plan, const Schedule& schedule) {
  if (plan.sprt_points <= 0) return {};
  const int seat_hands = schedule.line_ups.front().copies.front() * schedule.rotations;
  return Sprt(plan.sprt_points, (plan.players - 1) * seat_hands);
}

std::int64_t sprt_value(const Plan& plan, const Schedule& schedule, std::span<const std::int64_t> row) {
  const LineUp& line_up = schedule.line_ups.front();
  const auto points = [&](std::size_t slot) { return row[static_cast<std::size_t>(line_up.points(slot))]; };
  std::int64_t all = 0;
  for (std::size_t slot = 0; slot < line_up.entrants.size(); ++slot) all += points(slot);
  return plan.players * points(0) - line_up.copies[0] * all;
}

}  // namespace comodin
