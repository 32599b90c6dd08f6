// Where the parts of the table lie: pure arithmetic on the size of the screen.
#include <algorithm>

#include "clients/terminal/scene.hpp"

namespace comodin {
namespace {

constexpr int kCentreMin = 5;  // rows for the piles, the facts and the log

int ceil_div(int a, int b) { return (a + b - 1) / b; }

bool roomy(int width, int height) { return width >= 96 && height >= 30; }

// Cards as large as will fit; small cards in several rows, with gaps where there is room for them.
void size_hand(TableLayout& out, int width, int free, int cards) {
  const int line = width - 2;
  const int large = box_of(CardSize::Large).w + 1, small = box_of(CardSize::Small).w;
  const int large_rows = std::max(1, ceil_div(cards, line / large));
  const int reserve = 2 * box_of(CardSize::Large).h;  // so that the table does not move with every card
  if (free >= 9 + std::max(large_rows * 5, reserve)) {
    out.card = CardSize::Large;
    out.pitch = large;
    out.hand_columns = line / large;
    out.hand_rows = std::max(large_rows, 2);
    return;
  }
  const int rows = std::max(1, (free - kCentreMin) / 3);
  out.pitch = ceil_div(cards, line / (small + 1)) <= std::min(rows, 2) ? small + 1 : small;
  out.hand_columns = (line + (out.pitch - small)) / out.pitch;
  out.hand_rows = std::clamp(ceil_div(cards, out.hand_columns), std::min(rows, 2), rows);
}

void lay_centre(TableLayout& out, int width, int height, const Rect& centre) {
  const bool large = roomy(width, height) && centre.h >= 9;
  const int top_w = large ? 20 : 12, top_h = large ? 9 : 5, pile_w = large ? 10 : 6;
  const int y = centre.y + (centre.h - top_h) / 2;
  out.pile = {1, y, pile_w, top_h};
  out.top = {out.pile.right() + 1, y, top_w, top_h};
  const int x = out.top.right() + (large ? 3 : 1);
  const int facts = large ? 30 : width >= 76 ? 20 : 16;
  out.facts = {x, y, facts, centre.bottom() - y};
  out.log = {x + facts + 1, centre.y, width - (x + facts + 1) - 1, centre.h};
  const int panel_h = std::min(centre.h, 14);
  out.panel = {x, centre.y + (centre.h - panel_h) / 2, width - x - 1, panel_h};
}

}  // namespace

TableLayout lay_table(int width, int height, int opponents, int cards) {
  TableLayout out;
  const int per_row = std::max(1, (width - 1) / (width >= 96 ? 19 : 11));
  out.opponent_rows = ceil_div(opponents, per_row);
  out.opponent_columns = ceil_div(opponents, out.opponent_rows);
  out.opponent_frames = height >= 34 && (out.opponent_rows == 1 || height >= 40);
  const int lines = out.opponent_frames ? 6 : out.opponent_rows == 1 || height >= 30 ? 4 : 2;
  const int air = height >= 24 ? 1 : 0;
  const int message = height >= 24 ? 2 : 1;
  out.title = {0, 0, width, 1};
  out.opponents = {1, 1 + air, width - 2, out.opponent_rows * lines};
  const int above = out.opponents.bottom() + air;
  const int below = message + 1 + 2;  // message, head of the hand, two rows of keys
  const int free = height - above - below;
  size_hand(out, width, free, cards);
  const int hand_h = out.hand_rows * box_of(out.card).h;
  const Rect centre{0, above, width, free - hand_h};
  lay_centre(out, width, height, centre);
  out.message = {1, centre.bottom(), width - 2, message};
  out.head = {1, out.message.bottom(), width - 2, 1};
  out.hand = {1, out.head.bottom(), width - 2, hand_h};
  out.actions = {1, height - 2, width - 2, 1};
  out.keys = {1, height - 1, width - 2, 1};
  return out;
}

}  // namespace comodin
