// Effect: what a card's steps amount to, in numbers that a player can weigh. It is read off the steps
// themselves, so it holds for every edition and for whatever is written on a customizable wild.
#pragma once

#include <algorithm>
#include <array>

#include "engine/plain_rules.hpp"

namespace comodin {

// Cards are counted as gained; what is lost counts negative. Where a rule asks, the answers count equally.
struct Effect {
  float player_draws = 0, next_draws = 0, others_draw = 0;  // others: each of them, next included
  float next_loses_turn = 0;
  float plays_again = 0;
  float reverses = 0;
  float shows_hands = 0;
  float hyperspeed = 0;
  float throws = 0;   // a round of throws
  float swaps = 0;    // hands change places
  float burdens = 0;  // marks, confirmations: a nuisance, no cards
};

// What the steps from this address on do.
Effect effect_of(const PlainRules& rules, Address from);

// What a player knows of the deck by heart: what each kind does when it is played, and how many there are.
class Effects {
 public:
  void read(const PlainRules& rules);
  const Effect& operator[](Card card) const { return of_[card]; }
  // How many cards of this colour the deck holds.
  int color_cards(Color color) const { return color_cards_[static_cast<std::size_t>(color)]; }
  // Cards that an average card of the deck brings into hands when it is played. Where that comes near one,
  // hands grow while they are played.
  float growth() const { return growth_; }

 private:
  std::array<Effect, kKindsMax> of_;
  std::array<int, kColors + 1> color_cards_{};
  float growth_ = 0;
};

}  // namespace comodin
