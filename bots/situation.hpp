// Situation: the little that a quick player looks at. It is taken from a view, or, in the worlds that a
// searching player imagines, from the imagined state: only what the seat itself would see there.
#pragma once

#include "bots/bot.hpp"
#include "bots/effect.hpp"
#include "bots/own_hand.hpp"

namespace comodin {

struct Situation {
  const PlainRules& rules;
  const Effects& effects;
  const Choices& may;
  const Hand& hand;  // one's own
  Seat me = 0;
  Seat next = 0;  // whoever is hit by what this seat plays
  Await await;
  Color color = Color::None, hyper = Color::None;
  Card top = kNoCard;
  std::uint16_t sum = 0;
  std::uint16_t step = 0;  // the question asked
  Seat player = 0;         // whose card is asking
  Seat accused = kNoSeat;
  Seat aimed_at = kNoSeat;  // Who::Next of the card that is asking
  const std::array<std::uint8_t, kSeatsMax>& count;
  const std::array<Seat, kColors>& power;
  const Memory* memory = nullptr;  // null in imagined worlds
  const Hand* laid = nullptr;      // the discard pile; null in imagined worlds

  int own() const { return count[me]; }
  bool rival(Seat seat) const {
    return seat != me && (rules.teams == Teams::Off || rules.partner(me) != seat);
  }
  // The fewest cards that a rival holds.
  int closest() const {
    int fewest = 0xFF;
    for (Seat k = 0; k < rules.seats; ++k)
      if (rival(k) && count[k] < fewest) fewest = count[k];
    return fewest;
  }
};

inline Seat aimed_at(const PlainRules& rules, Seat me, Seat next, Direction direction) {
  return next == me ? rules.neighbour[direction == Direction::Left][me] : next;
}

inline Situation situation_of(const Question& q, const Effects& effects) {
  const View& v = q.view;
  return {.rules = q.rules,
          .effects = effects,
          .may = q.choices,
          .hand = own_hand(q),
          .me = q.seat(),
          .next = aimed_at(q.rules, q.seat(), v.course.next, v.direction),
          .await = v.await,
          .color = v.color,
          .hyper = v.hyper,
          .top = v.top,
          .sum = v.sum,
          .step = v.course.agenda.step,
          .player = v.course.turn,
          .accused = v.course.accused,
          .aimed_at = v.course.agenda.next,
          .count = v.count,
          .power = v.power,
          .memory = &q.memory,
          .laid = &v.known.laid};
}

// In an imagined world.
inline Situation situation_of(const PlainRules& rules, const Effects& effects, const State& s,
                              const Choices& may, Seat me) {
  return {.rules = rules,
          .effects = effects,
          .may = may,
          .hand = s.hands[me],
          .me = me,
          .next = aimed_at(rules, me, s.next, s.direction),
          .await = s.await,
          .color = s.color,
          .hyper = s.hyper,
          .top = s.top(),
          .sum = s.sum,
          .step = s.agenda.step,
          .player = s.turn,
          .accused = s.accused,
          .aimed_at = s.agenda.next,
          .count = s.count,
          .power = s.power};
}

}  // namespace comodin
