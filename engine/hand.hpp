// Hand: a multiset of kinds in four words. `has` holds a bit for each kind present, so "what can be
// played" is one AND; `more` counts the copies beyond the first, as three binary planes.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/ensure.hpp"
#include "engine/types.hpp"

namespace comodin {

using Mask = std::uint64_t;  // a set of kinds
inline constexpr Mask bit(Card card) {
  ensure_slowly([&] { return card < kKindsMax; });
  return Mask{1} << card;
}

struct Hand {
  Mask has = 0;
  Mask more[3] = {0, 0, 0};

  void add(Card card) {
    const Mask b = bit(card);
    if (!(has & b)) {
      has |= b;
      return;
    }
    Mask carry = b;
    for (Mask& plane : more) {
      const Mask next = plane & carry;
      plane ^= carry;
      carry = next;
    }
    ensure_slowly([&] { return carry == 0; });  // more than kCopiesMax
  }

  // The card must be there.
  void remove(Card card) {
    ensure(holds(card));
    remove_held(card);
  }

  // The same, unchecked, for callers that have just checked: moves are made millions of times a second.
  void remove_held(Card card) {
    const Mask b = bit(card);
    ensure_slowly([&] { return (has & b) != 0; });
    if (!((more[0] | more[1] | more[2]) & b)) {
      has &= ~b;
      return;
    }
    Mask borrow = b;
    for (Mask& plane : more) {
      const Mask next = ~plane & borrow;
      plane ^= borrow;
      borrow = next;
    }
  }

  bool holds(Card card) const { return (has >> card) & 1; }

  int count(Card card) const {
    return static_cast<int>((has >> card) & 1) + static_cast<int>((more[0] >> card) & 1) +
           2 * static_cast<int>((more[1] >> card) & 1) + 4 * static_cast<int>((more[2] >> card) & 1);
  }

  int size() const {
    return std::popcount(has) + std::popcount(more[0]) + 2 * std::popcount(more[1]) +
           4 * std::popcount(more[2]);
  }

  // The cards of these kinds only.
  Hand only(Mask kinds) const { return {has & kinds, {more[0] & kinds, more[1] & kinds, more[2] & kinds}}; }

  friend bool operator==(const Hand&, const Hand&) = default;
};

// Calls f(card) for every kind in the mask, lowest first.
template <class F>
void for_each_kind(Mask kinds, F f) {
  for (; kinds; kinds &= kinds - 1) f(static_cast<Card>(std::countr_zero(kinds)));
}

// Calls f(card) once for every card, copies included.
template <class F>
void for_each_card(const Hand& hand, F f) {
  for_each_kind(hand.has, [&](Card card) {
    for (int n = hand.count(card); n > 0; --n) f(card);
  });
}

inline void add_all(Hand& to, const Hand& from) {
  for_each_card(from, [&](Card card) { to.add(card); });
}

}  // namespace comodin
