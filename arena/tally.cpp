#include "arena/tally.hpp"

#include <bit>

namespace comodin {
namespace {

// Four stretches to a doubling: the place of the highest bit, and the two bits below it.
std::size_t stretch_of(std::uint64_t deal) {
  const auto n = deal + 1;
  const auto high = static_cast<std::size_t>(std::bit_width(n)) - 1;
  const std::uint64_t below = high >= 2 ? n >> (high - 2) : n << (2 - high);
  return 4 * high + (below & 3);
}

}  // namespace

void Sums::add(std::uint64_t more, std::span<const std::int64_t> values) {
  if (more == 0) return;
  deals += more;
  row.resize(values.size());
  for (std::size_t c = 0; c < values.size(); ++c) row[c] += values[c];
}

void Tally::add(std::uint64_t deal, std::span<const std::int64_t> row) {
  boxes_[deal % kBoxes].add(1, row);
  stretches_[stretch_of(deal)].add(1, row);
}

void Tally::add(const Tally& other) {
  for (std::size_t k = 0; k < kBoxes; ++k) add_box(k, other.boxes_[k]);
  for (std::size_t k = 0; k < kStretches; ++k) add_stretch(k, other.stretches_[k]);
}

std::uint64_t Tally::deals() const {
  std::uint64_t deals = 0;
  for (const Sums& box : boxes_) deals += box.deals;
  return deals;
}

std::vector<std::int64_t> Tally::total() const {
  Sums all;
  for (const Sums& box : boxes_) all.add(box.deals, box.row);
  all.row.resize(width_);
  return all.row;
}

}  // namespace comodin
