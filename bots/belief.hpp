// Belief: what a player makes of cards it cannot see.
#pragma once

#include "bots/situation.hpp"

namespace comodin {

// The share of the unseen cards that is of this colour; a fair share where nothing was counted.
float unseen_share(const Situation& situation, Color color);

// How likely it is that the last restricted wild was a bluff (W4-2): its player may have held the colour
// that was in force. What the player was seen to do counts, and how often it was caught before.
float guilt(const Situation& situation);

}  // namespace comodin
