// PlayOut: a hand played on to its end, all seats by Veterana's judgement. What Contadora's worlds and the
// analysis of a record are made of.
#pragma once

#include "bots/effect.hpp"
#include "bots/scorer.hpp"
#include "engine/game.hpp"

namespace comodin {

class PlayOut {
 public:
  // Both are kept by reference.
  PlayOut(const PlainRules& rules, const Effects& effects);

  // Everybody plays as Veterana would, sees only what is theirs, and never forgets to call. A hand that takes
  // too long stays unfinished. Returns how many moves were made.
  int run(State& state, Random& random) const;

 private:
  bool give(State& state) const;

  const PlainRules& rules_;
  const Effects& effects_;
  const Weights& weights_;
};

}  // namespace comodin
