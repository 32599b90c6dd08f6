// DealShow: the draw for the deal on the screen, for a second or two: everybody's card, ties drawn again, who
// deals. Any key ends it; without delays there is nothing to see.
#pragma once

#include "clients/terminal/live_game.hpp"
#include "clients/terminal/scene.hpp"
#include "words/deal_draw.hpp"

namespace comodin {

class DealShow {
 public:
  DealShow() = default;
  explicit DealShow(DealDraw draw) : draw_(std::move(draw)) {}

  bool on() const { return !draw_.rounds.empty(); }
  // Is a key meant for it? True even right after it has ended by itself, so that the key does not play a
  // card.
  bool hears(Millis now) const { return on() || now < deaf_until_; }
  void skip() { draw_.rounds.clear(); }
  // Returns when it wants to be called again, or LiveGame::kNever.
  Millis tick(Millis now, Speed speed);

  void draw(const RuleSet& rules, const Words& words, const std::vector<SeatLabel>& seats,
            const std::string& title, Surface& out) const;

 private:
  DealDraw draw_;
  std::size_t shown_ = 1;  // rounds
  Millis next_at_ = 0;     // 0: nobody has seen it yet
  Millis deaf_until_ = 0;
};

}  // namespace comodin
