// What Contadora would do: every move with the chance to win the hand after it. It is worked out in a thread,
// in slices; the rows get better while one looks.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "bots/bot.hpp"

namespace comodin {

struct MoveChance {
  Move move;
  double win = 0;     // how often the hand is won, 0 … 1
  double points = 0;  // what the hand is worth on average; below 0: for the others
};

// One slice: each move of the question tried in so many imagined worlds; the best first.
std::vector<MoveChance> prospects_of(const Question& question, Key key, int worlds);

class Hint {
 public:
  // The question is copied: what it refers to may change meanwhile.
  Hint(std::shared_ptr<const RuleSet> rules, const View& view, const Memory& memory, const Choices& choices,
       Key key);
  ~Hint();
  std::vector<MoveChance> rows() const;  // best first
  int percent() const { return 100 * done_.load() / kSlices; }
  bool ready() const { return done_.load() == kSlices; }

 private:
  static constexpr int kSlices = 20, kWorlds = 20;
  void run();

  std::shared_ptr<const RuleSet> rules_;
  View view_;
  Memory memory_;
  Choices choices_;
  Key key_;
  std::atomic<int> done_{0};
  std::atomic<bool> stop_{false};
  mutable std::mutex guard_;
  std::vector<MoveChance> rows_;
  std::thread thread_;
};

}  // namespace comodin
