// Duel: one bot against a field of others, deal by deal, every deal from every seat. Tuner and trainer judge
// by it; `comodin arena` gives intervals.
#pragma once

#include <span>

#include "bots/bot.hpp"
#include "bots/hand_points.hpp"
#include "engine/game.hpp"

namespace comodin {

struct DuelResult {
  std::int64_t hands = 0, wins = 0;
  double points = 0;
  double per_hand() const { return points / static_cast<double>(hands); }
  double win_share() const { return static_cast<double>(wins) / static_cast<double>(hands); }
};

// `field` holds as many bots as there are other seats.
DuelResult duel(const RuleSet& rules, Bot& hero, std::span<Bot* const> field, Key seed, int deals);

}  // namespace comodin
