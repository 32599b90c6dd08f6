#include "engine/game.hpp"

#include <algorithm>
#include <cstring>

#include "engine/match.hpp"

namespace comodin {

Mask playable(const PlainRules& rules, const State& state, Seat seat) {
  return honest(rules, state, state.hands[seat]);
}

int points_of(const PlainRules& rules, const Hand& hand) {
  const auto sum = [&](Mask kinds) {
    int points = 0;
    for_each_kind(kinds, [&](Card card) { points += rules.cards[card].points; });
    return points;
  };
  return sum(hand.has) + sum(hand.more[0]) + 2 * sum(hand.more[1]) + 4 * sum(hand.more[2]);
}

Outcome outcome(const State& state) { return {state.phase, state.winner, state.champions}; }

void settle(State& state) {
  for (std::uint32_t left = state.loose; left > 1; --left)
    std::swap(state.cards[shuffle_step(state.stream, left)], state.cards[left - 1]);
  state.loose = 0;
}

void shuffled_deck(const PlainRules& rules, Key stream, Card* out, int count) {
  std::array<Card, kCardsMax> cards = rules.deck;
  for (std::uint32_t left = static_cast<std::uint32_t>(rules.deck_size); count > 0; --left, --count) {
    std::swap(cards[shuffle_step(stream, left)], cards[left - 1]);
    *out++ = cards[left - 1];
  }
}

DealerDraw draw_for_deal(const PlainRules& rules, const Card* deck, int size, Listener* hears) {
  SeatSet tied = static_cast<SeatSet>((1u << rules.seats) - 1);
  int drawn = 0;
  for (int round = 1;; ++round) {
    int best = -1;
    SeatSet leaders = 0;
    for (Seat seat = 0; seat < rules.seats; ++seat) {
      if (!(tied & seat_bit(seat))) continue;
      if (drawn == size) return {};
      const Card card = deck[drawn++];
      if (hears) hears->on({.kind = EventKind::DrewForDeal, .seat = seat, .card = card, .value = round});
      const int number = std::max<int>(rules.cards[card].number, 0);  // symbols count 0
      if (number > best) leaders = 0;
      if (number >= best) leaders |= seat_bit(seat);
      best = std::max(best, number);
    }
    if (std::has_single_bit(leaders)) return {static_cast<Seat>(std::countr_zero(leaders)), drawn};
    tied = leaders;
  }
}

DealerDraw draw_for_deal(const PlainRules& rules, Key key, Card* deck) {
  constexpr std::uint64_t kDecks = 20;  // tried before somebody is simply picked
  for (std::uint64_t tries = 0; rules.dealer_by == DealerBy::Drawn && tries < kDecks; ++tries) {
    // A few cards are usually enough; only a run of ties needs the whole deck.
    for (const int count : {std::min(3 * rules.seats, rules.deck_size), rules.deck_size}) {
      shuffled_deck(rules, split(key, kDealer, tries), deck, count);
      if (const DealerDraw draw = draw_for_deal(rules, deck, count); draw.drawn) return draw;
    }
  }
  return {};
}

void tell_draw_for_deal(const PlainRules& rules, const State& state, Listener& hears) {
  Card deck[kCardsMax];
  const DealerDraw draw = draw_for_deal(rules, state.key, deck);
  if (draw.drawn && draw.dealer == state.dealer) draw_for_deal(rules, deck, draw.drawn, &hears);
}

std::uint64_t hash(const State& state) {
  State plain = state;
  settle(plain);
  plain.stream = 0;  // needed only until the pile is settled
  std::fill(plain.cards.begin() + plain.pile, plain.cards.end() - plain.discards, Card{0});
  static_assert(sizeof(State) % 8 == 0);
  std::uint64_t words[sizeof(State) / 8];
  std::memcpy(words, &plain, sizeof plain);
  std::uint64_t h = 0x243F6A8885A308D3u;
  for (std::uint64_t word : words) h = mix(h ^ word) + 0x9E3779B97F4A7C15u;
  return h;
}

}  // namespace comodin
