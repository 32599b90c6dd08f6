// NetPlayer: plays the move that a network expects most of. Aurora is one; so is the learner that trains it.
#pragma once

#include <vector>

#include "bots/net.hpp"
#include "bots/scorer.hpp"
#include "bots/temper.hpp"

namespace comodin {

// Decks in which hands grow faster than this (Effects::growth) are left to the linear judgement: the network
// has never met one, and to it a hand of more than twenty cards is just "many".
inline constexpr float kGrowthMost = 0.75f;

class NetPlayer : public Attentive {
 public:
  NetPlayer(const Evaluator& evaluator, const Temper& temper) : Attentive(temper), evaluator_(evaluator) {}

  void begin(const RuleSet& rules, Key key) override;
  Move answer(const Question& question) override;

 protected:
  struct Candidate {
    Move move;
    FactList facts;
    float value;  // what is maximised
  };
  // Which of the candidates to take; there are at least two, all judged.
  virtual std::size_t choose(const Question& question, const std::vector<Candidate>& candidates);
  static std::size_t best_of(const std::vector<Candidate>& candidates);

 private:
  const Evaluator& evaluator_;
  Effects effects_;
  bool at_home_ = true;  // the deck is of a sort that the network knows
  Classes classes_;
  std::vector<Move> moves_;
  std::vector<Candidate> candidates_;
};

}  // namespace comodin
