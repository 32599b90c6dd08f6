// Bot: a player. It is told what its seat may know and nothing else: two games that look the same from its
// seat get the same moves.
#pragma once

#include "bots/memory.hpp"
#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"

namespace comodin {

struct Question {
  const PlainRules& rules;
  const View& view;        // the viewer is the seat that is asked
  const Memory& memory;    // what the others' play has told the whole table
  const Choices& choices;  // what this seat may do now
  Seat seat() const { return view.viewer; }
};

// A call, a catch, a gift or a jump, and how long the player takes to come up with it.
struct Reaction {
  Move move;
  int after_ms = 0;
};

class Bot {
 public:
  virtual ~Bot() = default;

  // Takes a seat for a game. Everything random that it does follows from the key. The rules outlive the game;
  // they are whole for bots that speak of cards by name, and ours need no more than the plain part.
  virtual void begin(const RuleSet& rules, Key key) = 0;

  // Answers what the game waits for. Asked only when it waits for this seat.
  virtual Move answer(const Question& question) = 0;

  // Does it want to act out of turn? Asked whenever its choices hold a call, a catch, a gift or a jump.
  virtual bool react(const Question& question, Reaction& out) = 0;

  // How long a person of this level would think over the answer, in milliseconds: at the table, and
  // against others' reactions.
  virtual int pace() { return 1000; }

  // Bots that keep their own record of the game are told every event, masked for their seat.
  virtual bool listens() const { return false; }
  virtual void hear(const Event&) {}
};

}  // namespace comodin
