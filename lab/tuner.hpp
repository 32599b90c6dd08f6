// Tuner: finds weights for the linear player by the cross-entropy method. Each generation draws weights
// around the best so far, lets each play the same deals, and moves to the mean of the best few. The same
// seed gives the same weights, with any number of threads.
#pragma once

#include <functional>
#include <vector>

#include "bots/scorer.hpp"

namespace comodin {

// The candidates of a generation, to be judged.
struct Candidates {
  int generation = 0;
  std::size_t count = 0;
  Key fingerprint = 0;                      // of all their weights
  std::function<double(std::size_t)> play;  // what one of them is worth; from any thread
};
// False: no values; tuning ends.
using Judge = std::function<bool(const Candidates&, std::vector<double>& values)>;

struct TunePlan {
  std::vector<const RuleSet*> tables;  // played in equal parts
  Weights start{};
  Key seed = 1;
  int generations = 40;
  int population = 48;
  int elite = 10;
  int deals = 200;  // for each table and opponent
  int threads = 1;
  Judge judge;  // none: all are played here
};

struct TuneStep {
  int generation = 0;
  double best = 0,
         mean = 0;    // worth against the field, in points per hand: of the best candidate, of the elite
  double spread = 0;  // mean deviation of the weights that are tried
};

// Plays against Aprendiz and against the weights found so far. `tell` hears of every generation; false
// stops it.
Weights tune(const TunePlan& plan, const std::function<bool(const TuneStep&, const Weights&)>& tell);

}  // namespace comodin
