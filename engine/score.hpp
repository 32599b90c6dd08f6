// What a hand is worth and who wins the game (SCORE, HOUSE-6). Part of flow.hpp.
#pragma once

#include "engine/flow.hpp"

namespace comodin::flow {
namespace {  // internal linkage, so that the compiler can inline freely

template <class Io>
void Flow<Io>::score() {
  const bool teams = rules.teams == Teams::Pairs;
  int left[kSeatsMax] = {};
  int all = 0;
  for (Seat k = 0; k < rules.seats; ++k) {
    left[k] = points_of(rules, s.hands[k]);
    all += left[k];
  }
  const bool blocked = s.winner == kNoSeat;
  for (Seat k = 0; k < rules.seats; ++k) {
    const Seat mate = rules.partner(k);
    const bool won = !blocked && (k == s.winner || (teams && mate == s.winner));
    int points = 0;
    if (rules.format == Format::Race && won) points = all - left[k] - (teams ? left[mate] : 0);
    if (rules.format == Format::Low && !won) points = left[k] + (teams ? left[mate] : 0);
    s.points[k] = points;
    s.scores[k] += points;
    tell_seat(EventKind::Scored, k, points);
    tell_seat(EventKind::ScoreIs, k, s.scores[k]);
  }
  crown();
}

// SCORE-2 … SCORE-4.
template <class Io>
void Flow<Io>::crown() {
  int best = 0, worst = s.scores[0];
  for (Seat k = 0; k < rules.seats; ++k) {
    best = s.scores[k] > best ? s.scores[k] : best;
    worst = s.scores[k] < worst ? s.scores[k] : worst;
  }
  for (Seat k = 0; k < rules.seats; ++k) {
    bool champion = false;
    if (rules.format == Format::Race) champion = best >= rules.target && s.scores[k] == best;
    if (rules.format == Format::Low) champion = best >= rules.target && s.scores[k] == worst;
    if (rules.format == Format::Hand)
      champion = s.winner != kNoSeat &&
                 (k == s.winner || (rules.teams == Teams::Pairs && rules.partner(k) == s.winner));
    if (champion) s.champions |= seat_bit(k);
  }
  if (s.champions) tell_value(EventKind::Champions, s.champions);
}

}  // namespace
}  // namespace comodin::flow
