// Tally: the sums of an experiment. Every deal gives a row of whole numbers, and rows are only ever added,
// so the tally is the same whoever played the deals and in whatever order.
//
// Deals are put into boxes in turn, and intervals come from drawing boxes anew (bootstrap.hpp). With more
// deals than boxes a box holds many; they are as independent as single deals are. Stretches are sums over
// consecutive deals, four to a doubling, and tell how the figures settled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace comodin {

inline constexpr std::size_t kBoxes = 1024;
inline constexpr std::size_t kStretches = 4 * 32;

// Consecutive deals summed up.
struct Sums {
  std::uint64_t deals = 0;
  std::vector<std::int64_t> row;  // empty: no deals
  void add(std::uint64_t more, std::span<const std::int64_t> values);
};

class Tally {
 public:
  Tally() : Tally(0) {}
  explicit Tally(int width)
      : width_(static_cast<std::size_t>(width)), boxes_(kBoxes), stretches_(kStretches) {}

  // The row of a deal, counted from 0.
  void add(std::uint64_t deal, std::span<const std::int64_t> row);
  // Other deals of the same experiment.
  void add(const Tally& other);
  // For reading one back.
  void add_box(std::size_t box, const Sums& sums) { boxes_[box].add(sums.deals, sums.row); }
  void add_stretch(std::size_t stretch, const Sums& sums) { stretches_[stretch].add(sums.deals, sums.row); }

  std::size_t width() const { return width_; }
  std::uint64_t deals() const;
  std::vector<std::int64_t> total() const;
  std::span<const Sums> boxes() const { return boxes_; }
  std::span<const Sums> stretches() const { return stretches_; }

 private:
  std::size_t width_;
  std::vector<Sums> boxes_, stretches_;
};

}  // namespace comodin
