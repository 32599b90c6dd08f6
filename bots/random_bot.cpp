#include "bots/random_bot.hpp"

namespace comodin {
namespace {

// Lists are sorted: first what the game waits for, then calls, catches, gifts and jumps.
int awaited_moves(const MoveList& legal) {
  int n = legal.size();
  while (n > 0 && legal[n - 1].verb >= Verb::Uno) --n;
  return n;
}

}  // namespace

Move RandomBot::answer(const MoveList& legal) {
  const int awaited = awaited_moves(legal);
  if (awaited == 1) return legal[0];
  // A turn lists its plays, then `draw` and perhaps `flip`.
  int plays = awaited;
  while (plays > 0 && legal[plays - 1].verb != Verb::Play) --plays;
  if (plays > 0 && plays < awaited && legal[plays].verb == Verb::Draw)
    return random_.one_in(draws_) ? legal[plays] : legal[static_cast<int>(random_.below(static_cast<std::uint32_t>(plays)))];
  return legal[static_cast<int>(random_.below(static_cast<std::uint32_t>(awaited)))];
}

bool RandomBot::react(const MoveList& legal, Move& out) {
  const int first = awaited_moves(legal);
  const int free = legal.size() - first;
  if (free == 0 || random_.one_in(2)) return false;
  out = legal[first + static_cast<int>(random_.below(static_cast<std::uint32_t>(free)))];
  return true;
}

}  // namespace comodin
