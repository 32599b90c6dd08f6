// Worlds: hands and a draw pile as they might be, drawn from what a player believes. Cards that are known lie
// where they are known to lie; the others are dealt out, and what the others' play has told counts.
#pragma once

#include <vector>

#include "bots/situation.hpp"
#include "engine/imagine.hpp"

namespace comodin {

class Worlds {
 public:
  Worlds(const Question& question, const Effects& effects);
  State sample(Random& random) const;

 private:
  void deal_hand(Seat seat, Random& random, std::vector<Card>& pool, Guess& guess) const;
  bool believable(Seat seat, int slot, Card card, Random& random) const;
  bool fits_verdict(Card card, bool guilty) const;

  const Question& q_;
  Situation situation_;
  std::vector<Card> unseen_;
  mutable std::vector<Card> pool_;
  float guilt_ = 0;  // of the last restricted wild, while it can be challenged
  Seat accused_ = kNoSeat;
};

}  // namespace comodin
