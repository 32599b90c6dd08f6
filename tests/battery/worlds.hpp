// Two worlds: states that differ only in what one viewer cannot know.
#pragma once

#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"

namespace comodin::battery {

enum class Exchange {
  Anything,   // every unseen card, and every hidden field: for what must not depend on them at all
  Harmless,   // unseen cards that do nothing when they are taken: for the events of a move
  SameColor,  // the same, red for red and wild for wild: for moves that ask about colours
};

// The same position with its unseen cards exchanged among the other hands (beyond what `known` holds)
// and the draw pile, counts kept. The pile must be settled.
State other_world(const RuleSet& rules, const State& settled, const Known& known, Seat viewer,
                  Exchange exchange, Random& random);

// May the move lawfully tell the viewer something about the exchanged cards? `events` are those of one world,
// unmasked. Moves for which the answer is no must look the same in both worlds. The answer is yes when
//   - a card is turned from the pile (`flip`), or the viewer draws, or anybody draws while hands are up;
//   - a hand is shown to the viewer or to all, or comes to the viewer by a swap, a pass or a gift;
//   - the hand ends: its points are counted in the open (SCORE);
//   - the rules ask about hidden cards in the open: `discards COLOR` and `discards wilds` (CUSTOM-5),
//     a draw that goes on until something comes (HOUSE-4, CUSTOM-3.3) and, unless colours are kept,
//     a throw round (STREAMS-4), `draws until COLOR` (CUSTOM-3.1) and the size of a gift (POWER-2).
bool may_tell(const RuleSet& rules, const State& before, const Move& move, const std::vector<Event>& events,
              Seat viewer, Exchange exchange);

}  // namespace comodin::battery
