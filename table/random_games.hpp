// RandomGames: an endless sequence of games at one table, every seat moving at random. The bench plays it.
#pragma once

#include "bots/random_bot.hpp"
#include "engine/game.hpp"

namespace comodin {

class RandomGames {
 public:
  RandomGames(const PlainRules& rules, Key key)
      : rules_(rules), key_(key), bot_(split(key, 1)), state_(new_game(rules, key)) {}

  void hand();  // plays the next one, from the deal to its end
  const State& state() const { return state_; }
  std::uint64_t decisions() const { return bot_.decisions(); }

 private:
  const PlainRules& rules_;
  Key key_, games_ = 0;
  RandomBot bot_;
  State state_;
};

}  // namespace comodin
