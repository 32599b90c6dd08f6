// Does a record follow from the values in it?
#pragma once

#include <string>

#include "fair/game.hpp"
#include "notation/library.hpp"

namespace comodin {

struct Proof {
  bool holds = false;
  std::string why;               // what is wrong, in words
  int hands = 0;                 // proved
  bool ended = false;            // the last of them ended the game: none has been cut off
  std::string game;              // its id, as far as it was read
  std::vector<FairHand> values;  // what its hands follow from, as far as they were read
};

// Hears a game while it is proved: unmasked events, then what they led to.
class Audience : public Listener {
 public:
  virtual void dealt(const FairGame& game) = 0;
  virtual void moved(const FairGame& game) = 0;
};

// Plays the record's moves on the deals that follow from its published values, and compares the texts.
Proof prove(const std::string& record, Library& library, Audience* audience = nullptr);

}  // namespace comodin
