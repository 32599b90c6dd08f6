// What a hand was worth to a seat: the one measure that players learn from and are judged by.
#pragma once

#include "engine/game.hpp"

namespace comodin {

// Who won the hand: a seat and its partner, or nobody.
SeatSet winners_of(const PlainRules& rules, const State& over);

// What a seat got out of a hand just ended: as in a race (SCORE-2), or, where low points win (SCORE-3), minus
// what it was left with.
int hand_points(const PlainRules& rules, const State& over, Seat seat);

// The points of a hand just ended, less the mean of the others': counted as in a race (SCORE-2), so that
// editions can be compared; where low points win (SCORE-3), as what the seat was spared. 0 if nobody won.
float net_points(const PlainRules& rules, const State& over, Seat seat);

}  // namespace comodin
