// What goes on what (TURN-1, W4-2): shared by legal, check and apply.
#pragma once

#include "engine/game.hpp"

namespace comodin {

// Would playing this card be a bluff (W4-2)? It must still be in the hand.
inline bool is_bluff(const PlainRules& rules, const Hand& hand, Card card, Color in_force) {
  if (hand.has & rules.of_color[static_cast<std::size_t>(in_force)]) return true;
  if (!(rules.restricted_by_wild & bit(card))) return false;
  return (hand.has & rules.wilds & ~bit(card)) != 0 || hand.count(card) > 1;
}

// The kinds that match this top card or the colour named with it, wilds included (TURN-1): what
// State::match is set to whenever either changes.
inline Mask matching(const PlainRules& rules, Card top, Color color) {
  if (rules.cards[top].color != Color::None) return rules.goes_on[top];
  return rules.of_color[static_cast<std::size_t>(color)] | rules.wilds;
}

// Those of `kinds` that would be a bluff. Cold path; keep out of line.
[[gnu::noinline]] inline Mask bluffs(const PlainRules& rules, const Hand& hand, Mask kinds, Color in_force) {
  Mask found = 0;
  for_each_kind(kinds, [&](Card card) {
    if (is_bluff(rules, hand, card, in_force)) found |= bit(card);
  });
  return found;
}

// The kinds of this hand that match and are no bluff.
inline Mask honest(const PlainRules& rules, const State& state, const Hand& hand) {
  const Mask kinds = hand.has & state.match;
  if (!(kinds & rules.restricted)) return kinds;
  return kinds & ~bluffs(rules, hand, kinds & rules.restricted, state.color);
}

// The kinds of this hand that may be put down: bluffs too, where they are allowed (W4-3, HOUSE-5).
inline Mask puttable(const PlainRules& rules, const State& state, const Hand& hand) {
  return rules.bluff == Bluff::Allowed ? hand.has & state.match : honest(rules, state, hand);
}

// The kinds that may be put down as the second of two cards (POWER-3).
inline Mask seconds(const PlainRules& rules, const State& state, const Hand& hand) {
  if (rules.double_second == DoubleSecond::Matching) return puttable(rules, state, hand);
  if (rules.bluff == Bluff::Allowed) return hand.has;
  return hand.has & ~bluffs(rules, hand, hand.has & rules.restricted, state.color);
}

// The kinds that match what the player has thrown (STREAMS-4).
inline Mask throwable(const PlainRules& rules, Color thrown) {
  const bool wilds = thrown == Color::None || rules.throw_wild == ThrowWild::Matches;
  return rules.of_color[static_cast<std::size_t>(thrown)] | (wilds ? rules.wilds : 0);
}

// The kinds that answer what `top` has hit somebody with (HOUSE-1).
inline Mask answers(const PlainRules& rules, const State& state, const Hand& hand) {
  if (rules.stacking == Stacking::None) return 0;
  const CardInfo& top = rules.cards[state.top()];
  Mask kinds = 0;
  for_each_kind(hand.has, [&](Card card) {
    const CardInfo& info = rules.cards[card];
    if (info.attack == 0) return;
    if (rules.stacking == Stacking::Same && info.symbol != top.symbol) return;
    if (rules.bluff == Bluff::Forbidden && (rules.restricted & bit(card)) &&
        is_bluff(rules, hand, card, state.color))
      return;
    kinds |= bit(card);
  });
  return kinds;
}

inline bool holds_power(const PlainRules& rules, const State& state, Seat seat, Ability ability) {
  const Color color = rules.powers[static_cast<std::size_t>(ability)];
  return color != Color::None && state.power[static_cast<std::size_t>(color)] == seat;
}

// A card could be drawn or turned, perhaps after a reshuffle (END-3).
inline bool cards_left(const State& state) { return state.pile > 0 || state.discards > 1; }

// Can this card, played by somebody, be challenged (W4-4)?
inline bool may_be_bluff(const PlainRules& rules, Card card) {
  return rules.bluff == Bluff::Allowed && (rules.restricted & bit(card));
}
inline bool may_challenge(const PlainRules& rules, const State& state) {
  return may_be_bluff(rules, state.top());
}

// State::accused and may_keep outlive the question they belong to; here they end with it.
inline Course course_of(const PlainRules& rules, const State& s) {
  const Seat accused = s.discards > 0 && may_challenge(rules, s) ? s.accused : kNoSeat;
  const std::uint8_t may_keep = s.await.kind == Awaits::Drawn ? s.may_keep : 0;
  return {s.agenda, s.turns,     s.turn,   s.next,  s.origin, s.lost,
          s.again,  s.uno_later, s.passes, accused, may_keep};
}

inline Seat seat_after(const PlainRules& rules, Seat seat, Direction direction) {
  return rules.neighbour[direction == Direction::Left][seat];
}

}  // namespace comodin
