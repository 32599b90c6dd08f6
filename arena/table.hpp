// One table of random bots: who is asked, in what order.
#pragma once

#include "bots/random_bot.hpp"
#include "engine/game.hpp"

namespace comodin {

// Can anybody do something out of turn? Then one seat, picked at random, is asked before the seat
// that the game waits for: the order in which people would speak up.
inline bool somebody_may_react(const RuleSet& rules, const State& state) {
  return state.owes || (rules.out_of_turn && state.await.kind == Awaits::Turn);
}

// The next move of a table where one bot plays all seats. The hand must be running.
inline Move next_move(const RuleSet& rules, const State& state, RandomBot& bot) {
  if (somebody_may_react(rules, state)) {
    const Seat seat = static_cast<Seat>(bot.below(static_cast<std::uint32_t>(rules.seats)));
    Move move;
    if (bot.react(choices(rules, state, seat), seat, state.top(), move)) return move;
  }
  const Seat seat = state.await.seat;
  return bot.answer(rules, choices(rules, state, seat), seat);
}

}  // namespace comodin
