#include "bots/hand_points.hpp"

namespace comodin {

int hand_points(const PlainRules& rules, const State& over, Seat seat) {
  if (rules.format == Format::Race) return over.points[seat];
  if (rules.format == Format::Low) return -over.points[seat];
  const SeatSet winners = winners_of(rules, over);
  int points = 0;
  for (Seat k = 0; winners & seat_bit(seat) && k < rules.seats; ++k)
    if (!(winners & seat_bit(k))) points += points_of(rules, over.hands[k]);
  return points;
}

SeatSet winners_of(const PlainRules& rules, const State& over) {
  if (over.winner == kNoSeat) return 0;
  const SeatSet alone = seat_bit(over.winner);
  if (rules.teams == Teams::Off) return alone;
  return static_cast<SeatSet>(alone | seat_bit(rules.partner(over.winner)));
}

float net_points(const PlainRules& rules, const State& over, Seat seat) {
  if (over.winner == kNoSeat) return 0;
  int others = 0;
  for (Seat k = 0; k < rules.seats; ++k)
    if (k != seat) others += hand_points(rules, over, k);
  return static_cast<float>(hand_points(rules, over, seat)) -
         static_cast<float>(others) / static_cast<float>(rules.seats - 1);
}

}  // namespace comodin
