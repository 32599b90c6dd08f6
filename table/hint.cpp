#include "table/hint.hpp"

#include <algorithm>
#include <tuple>

#include "bots/contadora.hpp"

namespace comodin {
namespace {

// The best first; on a tie in the order of the moves.
void sort_by_win(std::vector<MoveChance>& rows) {
  const auto key = [](const MoveChance& row) {
    const Move& m = row.move;
    return std::tuple(-row.win, -row.points, m.verb, m.what, m.color, m.power, m.uno);
  };
  std::sort(rows.begin(), rows.end(),
            [&](const MoveChance& a, const MoveChance& b) { return key(a) < key(b); });
}

}  // namespace

std::vector<MoveChance> prospects_of(const Question& question, Key key, int worlds) {
  std::vector<MoveChance> out;
  for (const Prospect& one : prospects(question, key, {.worlds = worlds}))
    out.push_back({one.move, one.win, one.points});
  sort_by_win(out);
  return out;
}

std::vector<MoveChance> Hint::sample() const {
  const Question question{*rules_, view_, memory_, choices_};
  return prospects_of(question, split(key_, static_cast<Key>(done_)), kWorlds);
}

void Hint::add(const std::vector<MoveChance>& slice) {
  if (rows_.empty()) rows_ = slice;
  ++done_;
  for (MoveChance& row : rows_) {
    const auto same =
        std::find_if(slice.begin(), slice.end(), [&](const MoveChance& m) { return m.move == row.move; });
    if (same == slice.end()) continue;
    row.win += (same->win - row.win) / done_;
    row.points += (same->points - row.points) / done_;
  }
}

std::vector<MoveChance> Hint::rows() const {
  std::vector<MoveChance> out = rows_;
  sort_by_win(out);
  return out;
}

}  // namespace comodin
