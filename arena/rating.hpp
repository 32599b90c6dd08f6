// Ratings on the Elo scale: 400 points are ten to one. The model is Bradley and Terry's.
#pragma once

#include <span>
#include <vector>

namespace comodin {

// `wins[i * n + j]`: how often i beat j, in parts if shared. The mean rating is 0. Half a win is added to
// either side of every pair that met, so that nobody's rating is infinite.
std::vector<double> ratings(std::size_t n, std::span<const double> wins);

}  // namespace comodin
