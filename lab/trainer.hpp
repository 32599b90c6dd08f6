// Trainer: teaches the network by playing. Deep Monte-Carlo: the learner plays whole hands, mostly against
// itself, and every move it made is told what the hand brought. The same seed gives the same network with
// any number of threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bots/net.hpp"

namespace comodin {

struct TrainTable {
  const RuleSet* rules = nullptr;
  int share = 1;  // how often it is played, against the others
};

struct TrainWish {
  std::vector<TrainTable> tables;
  Key seed = 1;
  std::int64_t hands = 1000000;  // in all: rates fall towards the end
  int threads = 1;
  int round_hands = 4096;  // played before anything is learned from them
  int batch = 4096;        // moves that are learned from at once
  std::string checkpoint;  // file to go on from, if it is there; written now and then
};

struct TrainStep {
  std::int64_t hands = 0, moves = 0;  // so far
  double points_loss = 0, win_loss = 0;
  double seconds = 0;  // in this run
};

// `tell` hears of every round (a few thousand hands) with the network as it stands, in whole numbers; false
// stops it.
using TrainTell = std::function<bool(const TrainStep&, const Net&)>;
std::string train(const TrainWish& wish, const TrainTell& tell, Net& out);

}  // namespace comodin
