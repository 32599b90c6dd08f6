#include "bots/belief.hpp"

#include <algorithm>

namespace comodin {
namespace {

constexpr float kBluffs = 0.06f;      // how often a player with the colour plays the wild nevertheless …
constexpr float kPlays = 0.60f;       // … and one without it
constexpr float kHabitWeight = 3.0f;  // challenges seen before habits outweigh what is usual

float none_of(float share, int cards) {
  float chance = 1;
  for (; cards > 0; --cards) chance *= 1 - share;
  return chance;
}

}  // namespace

float unseen_share(const Sight& sight, Color color) {
  if (!sight.laid) return 1.0f / kColors;
  const Mask kinds = of_color(sight.rules, color);
  const int seen = sight.hand.only(kinds).size() + sight.laid->only(kinds).size();
  const int all = sight.effects.color_cards(color) - seen;
  const int left = sight.rules.deck_size - sight.own() - sight.laid->size();
  return left <= 0 ? 0 : static_cast<float>(std::max(all, 0)) / static_cast<float>(left);
}

// The wild itself passed up the colour (Memory), but whether that was honest is the question: what counts
// is the rest of the hand, dealt from what is unseen.
float guilt(const Sight& sight) {
  if (sight.accused == kNoSeat || !sight.rival(sight.accused)) return 0;
  const Color before = sight.memory ? sight.memory->before_accused() : Color::None;
  const float share = before == Color::None ? 0.22f : unseen_share(sight, before);
  const float had = 1 - none_of(share, sight.count[sight.accused]);
  float bluffs = kBluffs;
  if (sight.memory) {
    const auto caught = static_cast<float>(sight.memory->bluffed(sight.accused));
    const auto seen = static_cast<float>(sight.memory->challenged(sight.accused));
    bluffs = (kBluffs * kHabitWeight + 0.5f * caught) / (kHabitWeight + seen);
  }
  const float guilty = had * bluffs, innocent = (1 - had) * kPlays;
  return guilty + innocent <= 0 ? 0 : guilty / (guilty + innocent);
}

}  // namespace comodin
