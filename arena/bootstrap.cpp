#include "arena/bootstrap.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/chance.hpp"

namespace comodin {
namespace {

constexpr Key kBootstrapKey = 20261116;
constexpr auto kTail = static_cast<std::size_t>(kResamples) / 40;  // 2.5 % on either side

std::vector<const Sums*> filled(const Tally& tally) {
  std::vector<const Sums*> out;
  for (const Sums& box : tally.boxes())
    if (box.deals > 0) out.push_back(&box);
  return out;
}

// The sums of as many boxes as there are, drawn with replacement.
void resample(std::span<const Sums* const> boxes, Random& random, std::span<std::int64_t> out) {
  std::array<std::uint16_t, kBoxes> times{};
  for (std::size_t k = 0; k < boxes.size(); ++k)
    ++times[random.below(static_cast<std::uint32_t>(boxes.size()))];
  std::fill(out.begin(), out.end(), 0);
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    if (times[k] == 0) continue;
    const std::int64_t* row = boxes[k]->row.data();
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += times[k] * row[c];
  }
}

}  // namespace

std::vector<Estimate> bootstrap(const Tally& tally, std::size_t figures, const Figures& compute) {
  std::vector<Estimate> out(figures);
  std::vector<double> values(figures);
  compute(tally.total(), values);
  for (std::size_t f = 0; f < figures; ++f) out[f].value = values[f];
  const std::vector<const Sums*> boxes = filled(tally);
  if (boxes.size() < 2) return out;

  std::vector<std::vector<double>> seen(figures);
  std::vector<std::int64_t> sums(tally.width());
  Random random(kBootstrapKey);
  for (int r = 0; r < kResamples; ++r) {
    resample(boxes, random, sums);
    compute(sums, values);
    for (std::size_t f = 0; f < figures; ++f)
      if (!std::isnan(values[f])) seen[f].push_back(values[f]);
  }
  for (std::size_t f = 0; f < figures; ++f) {
    if (seen[f].size() < kResamples) continue;
    std::sort(seen[f].begin(), seen[f].end());
    out[f].low = seen[f][kTail];
    out[f].high = seen[f][kResamples - 1 - kTail];
  }
  return out;
}

}  // namespace comodin
