// default_move: what is played for somebody who does not answer in time.
#pragma once

#include "engine/game.hpp"

namespace comodin {

// The first card that is not a bluff, with its UNO call; otherwise the first of draw, keep, accept and stop;
// otherwise the first move.
Move default_move(const PlainRules& rules, const MoveList& moves);

}  // namespace comodin
