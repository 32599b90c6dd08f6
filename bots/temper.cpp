#include "bots/temper.hpp"

namespace comodin {
namespace {

template <class Set>
std::uint8_t first_of(Set set) {
  return static_cast<std::uint8_t>(std::countr_zero(set));
}

// Nobody catches a partner, or burdens one with a gift.
SeatSet rivals(const Question& question, SeatSet seats) {
  if (question.rules.teams == Teams::Off) return seats;
  return static_cast<SeatSet>(seats & ~seat_bit(question.rules.partner(question.seat())));
}

}  // namespace

Move Attentive::with_call(const Question& question, Move move) {
  const bool card = move.verb == Verb::Play || move.verb == Verb::Jump;
  move.uno = card && question.choices.uno && !chance(temper_.forgets);
  return move;
}

bool Attentive::wants_gift(const Question& question, Move& out) {
  const SeatSet to = rivals(question, question.choices.gifts);
  if (!to) return false;
  Seat fewest = first_of(to);  // whoever is closest to going out
  for (Seat k = 0; k < question.rules.seats; ++k)
    if ((to & seat_bit(k)) && question.view.count[k] < question.view.count[fewest]) fewest = k;
  out = {Verb::Give, question.seat(), fewest};
  return true;
}

bool Attentive::react(const Question& question, Reaction& out) {
  const Choices& may = question.choices;
  const Seat seat = question.seat();
  const SeatSet catches = rivals(question, may.catches);
  Move gift;
  if (may.has(Verb::Uno) && chance(temper_.remembers)) out.move = {Verb::Uno, seat};
  else if (catches && chance(temper_.notices)) out.move = {Verb::Catch, seat, first_of(catches)};
  else if (may.has(Verb::Jump) && wants_jump(question))
    out.move = with_call(question, {Verb::Jump, seat, question.view.top});
  else if (wants_gift(question, gift)) out.move = gift;
  else return false;
  out.after_ms = around(temper_.reaction_ms);
  return true;
}

}  // namespace comodin
