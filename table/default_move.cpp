#include "table/default_move.hpp"

namespace comodin {

Move default_move(const PlainRules& rules, const MoveList& moves) {
  const Move* best = nullptr;
  for (const Move& move : moves) {
    const bool honest = move.verb == Verb::Play && !(rules.restricted & bit(move.what));
    if (honest &&
        (!best || (move.what == best->what && move.color == best->color && move.power == best->power)))
      best = &move;  // the same card with its UNO call is next in the list
  }
  if (best) return *best;
  for (Verb verb : {Verb::Draw, Verb::Keep, Verb::Accept, Verb::Stop})
    for (const Move& move : moves)
      if (move.verb == verb) return move;
  return moves[0];
}

}  // namespace comodin
