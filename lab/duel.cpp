#include "lab/duel.hpp"

#include "table/croupier.hpp"

namespace comodin {

DuelResult duel(const RuleSet& rules, Bot& hero, std::span<Bot* const> field, Key seed, int deals) {
  DuelResult result;
  for (Seat at = 0; at < rules.seats; ++at) {
    Bot* seats[kSeatsMax] = {};
    for (Seat k = 0, other = 0; k < rules.seats; ++k) seats[k] = k == at ? &hero : field[other++];
    Croupier croupier(rules, {seats, static_cast<std::size_t>(rules.seats)});
    for (int deal = 0; deal < deals; ++deal) {
      const Key key = split(seed, static_cast<std::uint64_t>(deal));
      croupier.begin(key, split(key, 1000, at));
      croupier.play_hand();
      result.points += net_points(rules, croupier.state(), at);
      result.wins += croupier.state().winner == at;
      ++result.hands;
    }
  }
  return result;
}

}  // namespace comodin
