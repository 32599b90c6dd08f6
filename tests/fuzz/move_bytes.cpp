// Move bytes: the first bytes choose a table, the rest are moves, raw or picked among the legal
// ones (so that games get deep). The laws are those of apply_any().
#include "tests/fuzz/common.hpp"

using namespace comodin;

namespace {

Move raw_move(fuzz::Bytes& bytes) {
  Move move;
  move.verb = static_cast<Verb>(bytes.next());
  move.seat = bytes.next();
  move.what = bytes.next();
  move.color = static_cast<Color>(bytes.next());
  move.power = static_cast<Color>(bytes.next());
  move.uno = bytes.next();
  return move;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const RuleSet rules = fuzz::table(bytes);
  State state = new_game(rules, bytes.next());
  MoveList list;
  while (!bytes.empty()) {
    if (state.phase != Phase::Running) {
      if (deal(rules, state) != Refusal::None) return 0;
      fuzz::cards_are_conserved(rules, state);
    }
    const std::uint8_t how = bytes.next();
    if (how < 0x40) {
      fuzz::apply_any(rules, state, raw_move(bytes));
      continue;
    }
    const Seat seat = how < 0x60 ? static_cast<Seat>(how % rules.seats) : state.await.seat;
    legal(rules, state, seat, list);
    if (list.empty()) continue;
    Move move = list[bytes.next() % list.size()];
    if (how < 0x80) {  // nearly legal
      std::uint8_t* field = &move.uno;
      switch (how % 3) {
        case 0: move.seat = bytes.next(); break;
        case 1: move.what = bytes.next(); break;
        default: *field = bytes.next(); break;
      }
    }
    fuzz::apply_any(rules, state, move);
  }
  return 0;
}
