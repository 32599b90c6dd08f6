#include "table/perft.hpp"

namespace comodin {

std::uint64_t perft(const PlainRules& rules, const State& state, int depth) {
  if (depth == 0 || state.phase != Phase::Running) return 1;
  std::uint64_t paths = 0;
  MoveList moves;
  for (Seat seat = 0; seat < rules.seats; ++seat) {
    legal(rules, state, seat, moves);
    if (depth == 1) {
      paths += static_cast<std::uint64_t>(moves.size());
      continue;
    }
    for (const Move& move : moves) {
      State next = state;
      apply(rules, next, move);
      paths += perft(rules, next, depth - 1);
    }
  }
  return paths;
}

}  // namespace comodin
