// One table of random bots: who is asked, in what order.
#pragma once

#include "bots/random_bot.hpp"
#include "engine/match.hpp"

namespace comodin {

// Can anybody do something out of turn? Then one seat, picked at random, is asked before the seat
// that the game waits for: the order in which people would speak up.
inline bool somebody_may_react(const RuleSet& rules, const State& state) {
  if (state.owes) return true;
  if (state.await.kind != Awaits::Turn) return false;
  const Color gift = rules.powers[static_cast<std::size_t>(Ability::Gift)];
  return rules.jump_in == JumpIn::On ||
         (gift != Color::None && state.power[static_cast<std::size_t>(gift)] != kNoSeat);
}

// The next move of a table where one bot plays all seats. The hand must be running.
inline Move next_move(const RuleSet& rules, const State& state, RandomBot& bot, MoveList& scratch) {
  Move move;
  if (somebody_may_react(rules, state)) {
    const Seat seat = static_cast<Seat>(bot.random().below(static_cast<std::uint32_t>(rules.seats)));
    legal(rules, state, seat, scratch);
    if (bot.react(scratch, move)) return move;
  }
  legal(rules, state, state.await.seat, scratch);
  return bot.answer(scratch);
}

}  // namespace comodin
