// Surface: a screen as it is drawn, and what a click on each part of it means. A click becomes the key that
// would do the same, so whatever the mouse can do, the keyboard can do too, and the other way round.
#pragma once

#include <vector>

#include "clients/terminal/cells.hpp"
#include "clients/terminal/input.hpp"

namespace comodin {

struct Region {
  Rect area;
  Input means;
};

struct Surface {
  Surface(int width, int height) : grid(width, height) {}
  Grid grid;
  std::vector<Region> regions;

  void clickable(const Rect& area, Input means) { regions.push_back({area, std::move(means)}); }
  // A click as what it means; what was drawn last lies on top. Anything else stays as it is.
  Input meaning(const Input& input) const {
    if (input.key != Stroke::Click) return input;
    for (auto region = regions.rbegin(); region != regions.rend(); ++region)
      if (region->area.holds(input.x, input.y)) return region->means;
    return {};
  }
};

inline Input typed(char32_t character) { return {.key = Stroke::Char, .character = character}; }

}  // namespace comodin
