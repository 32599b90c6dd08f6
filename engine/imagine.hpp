// From a View back to a State: a world as a player may imagine it. A search guesses what the view does not
// show, and plays on in that world.
#pragma once

#include "engine/game.hpp"
#include "engine/view.hpp"

namespace comodin {

// What the view does not show.
struct Guess {
  std::array<Hand, kSeatsMax> hands{};  // whole hands, including what is known of them, and the viewer's own
  Hand pile{};                          // the draw pile, in no order yet: `key` gives it one
  Key key = 0;                          // decides everything random from here on
  Mask drawn = 0;                       // kinds that another seat has drawn and may play now
  std::uint8_t may_keep = 0;            // whether it may keep them instead
  std::uint8_t guilty = 0;              // whether the last restricted wild was a bluff
};

// Sizes must agree with the view: each hand with its count, the pile with `pile`.
State imagine(const PlainRules& rules, const View& view, const Guess& guess);

// Every card that the viewer cannot see: in others' hands or in the draw pile.
Hand unseen(const PlainRules& rules, const View& view);

// What the viewer may do now: the same in every world that it can imagine.
Choices choices(const PlainRules& rules, const View& view);

}  // namespace comodin
