// How a game moves, inside the engine: the choke points (next, hit, take, shed), the turn, and the
// end of a hand. One Flow lives for one move. `Io` hears what happens and may script chance; the quiet one
// compiles to nothing.
#pragma once

#include "engine/match.hpp"

namespace comodin::flow {
namespace {  // internal linkage, so that the compiler can inline freely

struct Quiet {
  static constexpr bool kHears = false;
  void on(const Event&) {}
  void shuffle(std::span<Card>) {}
  int put_back(int, int under) { return under; }
};

struct Reporting {
  static constexpr bool kHears = true;
  Listener& listener;
  Chance& chance;
  void on(const Event& event) { listener.on(event); }
  void shuffle(std::span<Card> cards) { chance.shuffle(cards); }
  int put_back(int pile, int under) { return chance.put_back(pile, under); }
};

template <class Io>
struct Flow {
  const PlainRules& rules;
  State& s;
  Io& io;

  template <class Make>
  void tell(Make make) {
    if constexpr (Io::kHears) io.on(make());
  }
  void tell_seat(EventKind kind, Seat seat, int value = 0) {
    tell([&] { return Event{.kind = kind, .seat = seat, .value = value}; });
  }
  void tell_value(EventKind kind, int value) { tell_seat(kind, kNoSeat, value); }

  // ---- next: who plays next -------------------------------------------------------------------

  Seat after(Seat seat) const { return seat_after(rules, seat, s.direction); }

  // Whom the running card is aimed at: never its own player (POWER-3).
  Seat target() const { return s.next == s.turn ? after(s.turn) : s.next; }

  void lose_turn(Seat seat) {
    s.next = after(seat);
    s.lost = 1;
    tell_seat(EventKind::LostTurn, seat);
  }

  // ACTION-2; POWER-5: if the victim is shielded, the direction stays as it is.
  void reverse() {
    const Seat victim = target();
    const bool hurt = hit(victim);
    if (!hurt && rules.shield_reverse == ShieldReverse::Blocked) return;
    set_direction(s.direction == Direction::Left ? Direction::Right : Direction::Left);
    if (rules.seats > 2) s.next = after(s.turn);
    else if (hurt && rules.two_player_reverse == TwoPlayerReverse::Skip) lose_turn(victim);
  }

  // ---- hit: the only way an attack reaches a seat ------------------------------------------------

  bool hit(Seat seat) const { return !holds_power(rules, s, seat, Ability::Shield); }  // POWER-5

  // ---- take: the only way a seat draws ---------------------------------------------------------

  // END-3: all but the top discard become the draw pile.
  [[gnu::noinline]] void reshuffle() {
    const int moved = s.discards - 1;
    const Card top = s.top();
    Card* const from = s.cards.data() + (kCardsMax - moved);
    std::copy(from, s.cards.data() + kCardsMax, s.cards.data());
    s.discards = 1;
    s.cards[kCardsMax - 1] = top;
    s.pile = static_cast<std::uint8_t>(moved);
    sort_pile();
    shuffle_pile();
    tell([&] { return Event{.kind = EventKind::Reshuffled, .card = top, .value = moved}; });
  }

  void shuffle_pile() {
    s.stream = split(s.key, kDeck, std::uint64_t{s.rounds} << 16 | s.shuffles++);
    s.loose = s.pile;
    if constexpr (Io::kHears) {
      settle(s);
      io.shuffle({s.cards.data(), s.pile});
    }
  }

  // A shuffle starts from the order of the kinds: it must not depend on how the cards lay.
  void sort_pile() {
    std::uint8_t copies[kKindsMax] = {};
    for (int i = 0; i < s.pile; ++i) ++copies[s.cards[static_cast<std::size_t>(i)]];
    Card* out = s.cards.data();
    for (int kind = 0; kind < rules.kinds; ++kind)
      for (int n = copies[kind]; n > 0; --n) *out++ = static_cast<Card>(kind);
  }

  // The top card of the draw pile, or kNoCard if both piles are spent (END-4).
  [[gnu::always_inline]] Card pop() {
    if (s.pile == 0) [[unlikely]] {
      if (s.discards <= 1) return kNoCard;
      reshuffle();
    }
    const std::size_t top = s.pile - 1u;
    if (s.pile == s.loose) {
      std::swap(s.cards[shuffle_step(s.stream, s.pile)], s.cards[top]);
      s.loose = static_cast<std::uint8_t>(top);
    }
    s.pile = static_cast<std::uint8_t>(top);
    return s.cards[top];
  }

  void gain(Seat seat, Card card) {
    s.hands[seat].add(card);
    ++s.count[seat];
    s.passes = 0;
    tell([&] {
      return Event{.kind = EventKind::Drew,
                   .seat = seat,
                   .card = card,
                   .open = static_cast<std::uint8_t>(s.hands_up != 0)};
    });
  }

  // CREEPER-1, -2, -4: it is shown, and its taker draws more at once; those do nothing.
  [[gnu::noinline]] void go_off(Seat seat, Card card) {
    const CardInfo& info = rules.cards[card];
    if (info.take_shown)
      tell([&] {
        return Event{.kind = EventKind::WentOff,
                     .seat = seat,
                     .card = card,
                     .open = static_cast<std::uint8_t>(s.hands_up != 0)};
      });
    for (int n = info.take_draws; n > 0; --n) {
      const Card extra = pop();
      if (extra == kNoCard) return;
      gain(seat, extra);
    }
  }

  // One card that the seat has to draw. kNoCard: there is none left.
  Card take(Seat seat) {
    const Card card = pop();
    if (card == kNoCard) return kNoCard;
    gain(seat, card);
    if (rules.goes_off & bit(card)) go_off(seat, card);
    settle_debt(seat);
    return card;
  }

  void take(Seat seat, int n) {
    while (n-- > 0 && take(seat) != kNoCard) {}
  }

  // ---- shed: the only way a hand shrinks -------------------------------------------------------

  [[gnu::always_inline]] void shed(Seat seat, Card card, bool called, bool later) {
    s.hands[seat].remove_held(card);
    const int left = --s.count[seat];
    s.passes = 0;
    if (left == 1 || s.owes || s.uno_later) owe(seat, called, later);
  }
  // A throw or a discard, not a play: no call comes with it, and a challenge no longer shows it.
  void shed(Seat seat, Card card) {
    if (seat == s.accused && s.accused_hand.holds(card)) s.accused_hand.remove(card);
    const bool later = rules.uno_waits && seat == s.turn && s.origin == Origin::Play &&
                       holds_power(rules, s, seat, Ability::Double);
    shed(seat, card, false, later);
  }

  // UNO-1. `later`: a second card may follow in this turn, so the debt waits (UNO-6).
  [[gnu::noinline]] void owe(Seat seat, bool called, bool later) {
    if (seat == s.turn) s.uno_later = 0;
    if (s.count[seat] != 1) return settle_debt(seat);
    if (called) return call(seat);
    if (later) s.uno_later = 1;
    else set_owes(s.owes | seat_bit(seat));
  }

  void settle_debt(Seat seat) {  // UNO-7
    if (s.owes && s.count[seat] != 1) set_owes(s.owes & ~seat_bit(seat));
  }

  void set_owes(int seats) {
    if (s.owes == seats) return;
    s.owes = static_cast<SeatSet>(seats);
    tell_value(EventKind::Owes, seats);
  }

  void call(Seat seat) {
    tell_seat(EventKind::Called, seat);
    if (s.owes & seat_bit(seat)) set_owes(s.owes & ~seat_bit(seat));
    if (!rules.marks_until_uno) return;
    for (Seat k = 0; k < rules.seats; ++k)  // CUSTOM-3.9
      if (s.marks[k] & rules.marks_until_uno) set_marks(k, s.marks[k] & ~rules.marks_until_uno);
  }

  void set_marks(Seat seat, int marks) {
    s.marks[seat] = static_cast<std::uint8_t>(marks);
    tell_seat(EventKind::Marked, seat, marks);
  }

  // ---- the table -------------------------------------------------------------------------------

  void lay(Card card) { s.cards[static_cast<std::size_t>(kCardsMax - ++s.discards)] = card; }

  // Lays the card on top. A wild has the colour named with it, or none yet.
  void lay_on_top(Card card, Color named) {
    const Color own = rules.cards[card].color;
    lay(card);
    s.color = own == Color::None ? named : own;
    s.match = matching(rules, card, named);
  }

  void lay_under_top(Card card) {  // CUSTOM-5, STREAMS-5
    lay(card);
    const auto top = static_cast<std::size_t>(kCardsMax - s.discards);
    std::swap(s.cards[top], s.cards[top + 1]);
  }

  // The colour in force is known, or will be when a throw round is over (STREAMS-1). HYPER-3:
  // hyperspeed ends with another one.
  void color_is(Seat by = kNoSeat) {
    tell_color(by);
    if (s.hyper != Color::None && s.hyper != s.color && s.color != Color::None) set_hyper(Color::None);
  }
  void tell_color(Seat by = kNoSeat) {
    if (s.color == Color::None) return;
    tell([&] { return Event{.kind = EventKind::ColorNamed, .seat = by, .color = s.color}; });
  }

  void set_hyper(Color color) {
    s.hyper = color;
    tell([&] { return Event{.kind = EventKind::HyperspeedIs, .color = color}; });
  }

  void set_direction(Direction direction) {
    s.direction = direction;
    tell_value(EventKind::DirectionIs, static_cast<int>(direction));
  }

  void set_sum(int sum) {
    if (s.sum == sum) return;
    s.sum = static_cast<std::uint16_t>(sum);
    tell_value(EventKind::SumIs, sum);
  }

  void take_power(Seat seat, Color color) {  // POWER-1
    s.power[static_cast<std::size_t>(color)] = seat;
    tell([&] { return Event{.kind = EventKind::PowerTaken, .seat = seat, .color = color}; });
  }

  // ---- turns -----------------------------------------------------------------------------------

  void await(Awaits kind, Seat seat) { s.await = {kind, seat}; }

  // A turn of this seat comes, or is taken out of order (jump, answer).
  [[gnu::always_inline]] void enter_turn(Seat seat) {
    s.turn = seat;
    s.next = after(seat);
    s.lost = s.again = 0;
    if (s.hands_up && (s.hands_up & seat_bit(seat))) {
      s.hands_up &= static_cast<SeatSet>(~seat_bit(seat));
      tell_value(EventKind::HandsUp, s.hands_up);
    }
  }

  void begin_turn(Seat seat) {
    enter_turn(seat);
    s.origin = Origin::None;
    s.drawn = 0;
    await(Awaits::Turn, seat);
  }

  // UNO-2: somebody has begun a turn.
  void close_windows() {
    if (s.owes) set_owes(0);
  }

  void count_turn() {
    ++s.turns;
    if (s.stuck_draw[s.turn]) {
      s.stuck_draw[s.turn] = 0;
      tell_seat(EventKind::StuckDraw, s.turn, 0);
    }
  }

  [[gnu::always_inline]] void end_turn() {
    count_turn();
    if (s.turns >= static_cast<std::uint32_t>(rules.turn_limit)) return end_hand(kNoSeat);  // END-5
    const Seat next = s.next;
    if (!s.again) return begin_turn(next);
    begin_turn(s.turn);
    s.next = next;  // a turn lost to this card is lost after the extra turn
  }

  // POWER-4: a turned card was only laid down.
  bool only_placed() const { return s.origin == Origin::Flip && rules.flip_effect == FlipEffect::Placed; }

  // The running card has done its work. Returns whether that ends the turn.
  [[gnu::always_inline]] bool finish_card() {
    if (s.origin == Origin::First) {
      begin_turn(s.next);
      return false;
    }
    if (s.hyper != Color::None && rules.cards[s.top()].color == s.hyper && !s.lost && !only_placed()) {
      const Seat victim = target();  // HYPER-2, HYPER-5
      if (hit(victim)) lose_turn(victim);
    }
    if (!rules.doubles || s.origin != Origin::Play || !holds_power(rules, s, s.turn, Ability::Double))
      return true;
    await(Awaits::Second, s.turn);  // POWER-3
    return false;
  }

  // ---- the end of a hand -----------------------------------------------------------------------

  [[gnu::noinline]] void end_hand(Seat winner) {
    s.phase = winner == kNoSeat ? Phase::Blocked : Phase::Won;
    s.winner = winner;
    await(Awaits::None, kNoSeat);
    s.uno_later = 0;
    set_owes(0);
    set_sum(0);
    for (Seat k = 0; k < rules.seats; ++k)  // CUSTOM-3.10: marks end with the hand at the latest
      if (s.marks[k] & ~rules.marks_until_uno) set_marks(k, s.marks[k] & rules.marks_until_uno);
    tell_seat(EventKind::Ended, winner);
    lay_down();
    score();
  }

  // KNOW-1: the cards that are counted lie open.
  void lay_down() {
    for (Seat k = 0; k < rules.seats; ++k)
      if (s.count[k] > 0)
        tell([&] { return Event{.kind = EventKind::Shown, .seat = k, .cards = s.hands[k]}; });
  }

  void score();
  void crown();
};

}  // namespace
}  // namespace comodin::flow
