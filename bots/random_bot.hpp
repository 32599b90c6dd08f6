// A player that picks legal moves at random. Like every bot it sees nothing but its own choices.
#pragma once

#include "engine/game.hpp"

namespace comodin {

class RandomBot {
 public:
  // How often it draws although it could play: once in so many turns.
  explicit RandomBot(Key key, std::uint32_t draws_one_in = 16) : random_(key), draws_(draws_one_in) {}

  // Answers what the game waits for. `legal` are the seat's own moves and hold an answer.
  Move answer(const MoveList& legal);

  // Out of turn: a call, a catch, a gift or a jump, now and then. False: it stays quiet.
  bool react(const MoveList& legal, Move& out);

  Random& random() { return random_; }

 private:
  Random random_;
  std::uint32_t draws_;
};

}  // namespace comodin
