// Contadora: counts cards, imagines the hands it cannot see, and plays each of its moves out in many such
// worlds. It leaves Veterana's move only for one that is clearly better.
#pragma once

#include <vector>

#include "bots/bot.hpp"
#include "bots/effect.hpp"

namespace comodin {

struct SearchLimits {
  int worlds = 0;        // imagined at most; 0: a hundred with two players, two hundred with more
  int moves = 500000;    // simulated at most, over all worlds: what it costs
  int milliseconds = 0;  // by the clock, for live play; 0: none, so that results can be repeated
};

// What a move is expected to bring.
struct Prospect {
  Move move;
  double win = 0;     // the chance to win the hand
  double points = 0;  // net points of the hand
  int worlds = 0;     // looked at
};

// All answers to the question, the best first. For hints and analysis: every answer is looked at in every
// world.
std::vector<Prospect> prospects(const Question& question, Key key, const SearchLimits& limits);

}  // namespace comodin
