// One table of random bots: who is asked, in what order.
#pragma once

#include "bots/random_bot.hpp"
#include "engine/game.hpp"

namespace comodin {

// Every seat that can call, catch, give or jump is asked once, in random order, before the seat that the game
// waits for. The first one that reacts is heard.
inline bool reaction(const PlainRules& rules, const State& state, RandomBot& bot, Move& out) {
  if (!state.owes && rules.jump_in == JumpIn::Off) {  // only the holder of the gift can react
    const Seat holder =
        state.power[static_cast<std::size_t>(rules.powers[static_cast<std::size_t>(Ability::Gift)])];
    return holder != kNoSeat && bot.react(choices(rules, state, holder), holder, state.top(), out);
  }
  const std::uint32_t seats = static_cast<std::uint32_t>(rules.seats);
  std::uint32_t seat = bot.below(seats);
  for (std::uint32_t asked = 0; asked < seats; ++asked, seat = seat + 1 == seats ? 0 : seat + 1) {
    const Seat who = static_cast<Seat>(seat);
    if (bot.react(choices(rules, state, who), who, state.top(), out)) return true;
  }
  return false;
}

// The next move of a table where one bot plays all seats. The hand must be running.
inline Move next_move(const PlainRules& rules, const State& state, RandomBot& bot) {
  Move move;
  if (somebody_may_react(rules, state) && reaction(rules, state, bot, move)) return move;
  const Seat seat = state.await.seat;
  return bot.answer(rules, choices(rules, state, seat), seat);
}

}  // namespace comodin
