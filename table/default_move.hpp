// default_move: what is played for somebody who does not answer in time.
#pragma once

#include "engine/game.hpp"

namespace comodin {

// The first card that is no bluff, with its call; else the first of draw, keep, accept, stop; else the first move.
Move default_move(const RuleSet& rules, const MoveList& moves);

}  // namespace comodin
