// Hint: every answer to a question, with the chance of winning the hand after it as Contadora estimates it.
// It is computed in slices; each makes the rows more accurate.
#pragma once

#include <memory>
#include <vector>

#include "bots/bot.hpp"

namespace comodin {

struct MoveChance {
  Move move;
  double win = 0;     // how often the hand is won, 0 … 1
  double points = 0;  // what the hand is worth on average; negative: to the others
};

// Tries each answer in this many imagined worlds; the best comes first.
std::vector<MoveChance> prospects_of(const Question& question, Key key, int worlds);

class Hint {
 public:
  // Copies the question, because what it refers to may change in the meantime.
  Hint(std::shared_ptr<const RuleSet> rules, const View& view, const Memory& memory, const Choices& choices,
       Key key)
      : rules_(std::move(rules)), view_(view), memory_(memory), choices_(choices), key_(key) {}

  std::vector<MoveChance> sample() const;          // the next slice
  void add(const std::vector<MoveChance>& slice);  // and what it changes
  std::vector<MoveChance> rows() const;            // best first
  int percent() const { return 100 * done_ / kSlices; }
  bool ready() const { return done_ == kSlices; }

 private:
  static constexpr int kSlices = 20, kWorlds = 20;

  std::shared_ptr<const RuleSet> rules_;
  View view_;
  Memory memory_;
  Choices choices_;
  Key key_;
  int done_ = 0;
  std::vector<MoveChance> rows_;
};

}  // namespace comodin
