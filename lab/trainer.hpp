// Trainer: teaches the network by playing. Deep Monte Carlo: the learner plays whole hands, mostly against
// itself, and the result of the hand is the lesson for every move it made. The same seed gives the same
// network with any number of threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bots/net.hpp"

namespace comodin {

struct TrainTable {
  const RuleSet* rules = nullptr;
  int share = 1;  // how often it is played, relative to the others
};

struct TrainPlan {
  std::vector<TrainTable> tables;
  Key seed = 1;
  std::int64_t hands = 1000000;  // in all; learning rates fall towards the end
  int threads = 1;
  int round_hands = 4096;  // played before anything is learned from them
  int batch = 4096;        // moves that are learned from at a time
  std::string checkpoint;  // file to continue from, if it exists; written now and then
};

struct TrainStep {
  std::int64_t hands = 0, moves = 0;  // so far
  double points_loss = 0, win_loss = 0;
  double seconds = 0;  // in this run
};

// `tell` hears of every round (a few thousand hands) with the network as it stands, in whole numbers; false
// stops it.
using TrainTell = std::function<bool(const TrainStep&, const Net&)>;
std::string train(const TrainPlan& plan, const TrainTell& tell, Net& out);

}  // namespace comodin
