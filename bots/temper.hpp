// Temper: how attentive a player is. Calls are forgotten and remembered, missing calls are noticed or not,
// and everything takes its time.
#pragma once

#include "bots/bot.hpp"

namespace comodin {

struct Temper {
  std::uint32_t forgets = 0;    // how many times in 100 the call is not made with the play
  std::uint32_t remembers = 0;  // how many times in 100 a forgotten call is made while there is time
  std::uint32_t notices = 0;    // how many times in 100 somebody else's missing call is noticed
  int reaction_ms = 0;          // on average; from half of it to one and a half
  int pace_ms = 0;              // the same, for an answer
};

// The part of a player that does not depend on how well it plays.
class Attentive : public Bot {
 public:
  explicit Attentive(const Temper& temper) : temper_(temper) {}

  void begin(const RuleSet&, Key key) override { random_ = Random(key); }
  bool react(const Question& question, Reaction& out) override;
  int pace() override { return around(temper_.pace_ms); }

 protected:
  bool chance(std::uint32_t of_100) { return of_100 >= 100 || (of_100 > 0 && random_.below(100) < of_100); }
  // A number from 0 to 1: what is left to chance in one decision.
  float mood() { return static_cast<float>(random_.next() >> 40) * 0x1p-24f; }
  // Says UNO with the play, unless the player forgets.
  Move with_call(const Question& question, Move move);
  // A gift or a jump worth making? Players of better levels look closer.
  virtual bool wants_gift(const Question& question, Move& out);
  virtual bool wants_jump(const Question&) { return true; }

  Random random_{0};

 private:
  int around(int ms) {
    return ms <= 1 ? ms : ms / 2 + static_cast<int>(random_.below(static_cast<std::uint32_t>(ms)));
  }

  Temper temper_;
};

}  // namespace comodin
