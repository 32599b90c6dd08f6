#include "bots/worth.hpp"

namespace comodin {

float net_points(const RuleSet& rules, const State& over, Seat seat) {
  if (over.winner == kNoSeat) return 0;
  int left[kSeatsMax] = {}, all = 0;
  for (Seat k = 0; k < rules.seats; ++k) all += left[k] = points_of(rules, over.hands[k]);
  const bool teams = rules.teams == Teams::Pairs;
  const auto won = [&](Seat k) { return k == over.winner || (teams && rules.partner(k) == over.winner); };
  int own = 0, others = 0;
  for (Seat k = 0; k < rules.seats; ++k) {
    int points = won(k) ? all - left[k] - (teams ? left[rules.partner(k)] : 0) : 0;
    if (rules.format == Format::Low) points = won(k) ? 0 : -left[k];
    (k == seat ? own : others) += points;
  }
  return static_cast<float>(own) - static_cast<float>(others) / static_cast<float>(rules.seats - 1);
}

}  // namespace comodin
