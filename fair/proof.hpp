// Does a record follow from the values in it?
#pragma once

#include <string>

#include "fair/game.hpp"
#include "notation/library.hpp"

namespace comodin {

struct Proof {
  bool holds = false;
  Fault why;                     // what is wrong
  int hands = 0;                 // proved
  bool ended = false;            // the last of them ended the game, so none is missing at the end
  std::string game;              // its id, if it was read
  std::vector<FairHand> values;  // what its hands follow from, as far as it was read
};

// Hears a game while it is being proved: unmasked events, then the state they led to.
class Audience : public Listener {
 public:
  virtual void dealt(const FairGame& game) = 0;
  virtual void moved(const FairGame& game) = 0;
};

// Plays the record's moves on the deals that follow from its published values, and compares the texts.
Proof prove(const std::string& record, Library& library, Audience* audience = nullptr);

}  // namespace comodin
