#include "bots/belief.hpp"

#include <algorithm>

namespace comodin {
namespace {

constexpr float kBluffs = 0.06f;      // how often a player with the colour plays the wild anyway …
constexpr float kPlays = 0.60f;       // … and one without it
constexpr float kHabitWeight = 3.0f;  // challenges it takes before a player's habits outweigh what is usual

float none_of(float share, int cards) {
  float chance = 1;
  for (; cards > 0; --cards) chance *= 1 - share;
  return chance;
}

}  // namespace

float unseen_share(const Situation& situation, Color color) {
  if (!situation.laid) return 1.0f / kColors;
  const Mask kinds = of_color(situation.rules, color);
  const int seen = situation.hand.only(kinds).size() + situation.laid->only(kinds).size();
  const int all = situation.effects.color_cards(color) - seen;
  const int left = situation.rules.deck_size - situation.own() - situation.laid->size();
  return left <= 0 ? 0 : static_cast<float>(std::max(all, 0)) / static_cast<float>(left);
}

// The wild itself passed up the colour (Memory), but whether that was honest is the question: what counts
// is the rest of the hand, dealt from what is unseen.
float guilt(const Situation& situation) {
  if (situation.accused == kNoSeat || !situation.rival(situation.accused)) return 0;
  const Color before = situation.memory ? situation.memory->before_accused() : Color::None;
  const float share = before == Color::None ? 0.22f : unseen_share(situation, before);
  const float had = 1 - none_of(share, situation.count[situation.accused]);
  float bluffs = kBluffs;
  if (situation.memory) {
    const auto caught = static_cast<float>(situation.memory->bluffed(situation.accused));
    const auto seen = static_cast<float>(situation.memory->challenged(situation.accused));
    bluffs = (kBluffs * kHabitWeight + 0.5f * caught) / (kHabitWeight + seen);
  }
  const float guilty = had * bluffs, innocent = (1 - had) * kPlays;
  return guilty + innocent <= 0 ? 0 : guilty / (guilty + innocent);
}

}  // namespace comodin
