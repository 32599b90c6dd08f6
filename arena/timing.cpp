#include "arena/timing.hpp"

#include <algorithm>
#include <bit>

namespace comodin {
namespace {

// The place of the highest bit, and the three bits below it.
std::size_t class_of(std::uint64_t nanoseconds) {
  const std::uint64_t n = std::max<std::uint64_t>(nanoseconds, 8);
  const auto high = static_cast<std::size_t>(std::bit_width(n)) - 1;
  return std::min(8 * (high - 3) + (n >> (high - 3) & 7), Timing::kClasses - 1);
}

double upper_end(std::size_t index) {
  const std::uint64_t lowest = (8 + index % 8) << (index / 8);
  return static_cast<double>(lowest + (std::uint64_t{1} << (index / 8)));
}

}  // namespace

void Timing::add(std::uint64_t nanoseconds) {
  ++classes_[class_of(nanoseconds)];
  ++count_;
  total_ += nanoseconds;
}

void Timing::add(const Timing& other) {
  for (std::size_t k = 0; k < kClasses; ++k) classes_[k] += other.classes_[k];
  count_ += other.count_;
  total_ += other.total_;
}

double Timing::mean_us() const {
  return count_ ? static_cast<double>(total_) / static_cast<double>(count_) / 1000 : 0;
}

double Timing::quantile_us(double part) const {
  const double wanted = part * static_cast<double>(count_);
  std::uint64_t below = 0;
  for (std::size_t k = 0; k < kClasses; ++k) {
    below += classes_[k];
    if (below > 0 && static_cast<double>(below) >= wanted) return upper_end(k) / 1000;
  }
  return 0;
}

}  // namespace comodin
