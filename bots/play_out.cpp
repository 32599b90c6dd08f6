#include "bots/play_out.hpp"

#include "bots/situation.hpp"

namespace comodin {
namespace {

constexpr int kMovesMost = 1500;  // of one hand

}  // namespace

PlayOut::PlayOut(const PlainRules& rules, const Effects& effects)
    : rules_(rules), effects_(effects), weights_(tuned_weights(rules.seats)) {}

int PlayOut::run(State& state, Random& random) const {
  int n = 0;
  for (; n < kMovesMost && state.phase == Phase::Running; ++n) {
    if (rules_.out_of_turn && give(state)) continue;
    const Seat seat = state.await.seat;
    const Choices may = choices(rules_, state, seat);
    const float mood = static_cast<float>(random.next() >> 40) * 0x1p-24f;
    Move move = best_move(situation_of(rules_, effects_, state, may, seat), weights_, mood);
    if (may.uno && move.verb == Verb::Play) move.uno = 1;
    if (apply(rules_, state, move) != Refusal::None) break;
  }
  return n;
}

// POWER-2: whoever may give does, to the rival closest to going out.
bool PlayOut::give(State& state) const {
  const Color color = rules_.powers[static_cast<std::size_t>(Ability::Gift)];
  if (color == Color::None || state.await.kind != Awaits::Turn) return false;
  const Seat holder = state.power[static_cast<std::size_t>(color)];
  if (holder == kNoSeat) return false;
  const SeatSet to = choices(rules_, state, holder).gifts;
  Seat fewest = kNoSeat;
  for (Seat k = 0; k < rules_.seats; ++k)
    if ((to & seat_bit(k)) && (fewest == kNoSeat || state.count[k] < state.count[fewest])) fewest = k;
  return fewest != kNoSeat && apply(rules_, state, {Verb::Give, holder, fewest}) == Refusal::None;
}

}  // namespace comodin
