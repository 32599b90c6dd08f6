// Does a record follow from the values in it?
#pragma once

#include <string>

#include "fair/game.hpp"
#include "notation/library.hpp"

namespace comodin {

struct Proof {
  bool holds = false;
  std::string why;     // what is wrong, in words
  int hands = 0;       // proved
  bool ended = false;  // the last of them ended the game: none has been cut off
};

// Plays the record's moves on the deals that follow from its published values, and compares the texts.
Proof prove(const std::string& record, Library& library);

}  // namespace comodin
