// Making moves: one short function for each verb, and the deal. Part of flow.hpp.
//
// apply.cpp wraps this for everybody. Code that plays millions of hands in a loop of its own (the bench) may
// include it, so that a move is made without a call.
#pragma once

#include <algorithm>

#include "engine/run.hpp"
#include "engine/score.hpp"

namespace comodin::flow {
namespace {  // internal linkage, so that the compiler can inline freely

constexpr int kMissedCall = 2;      // UNO-2: a player who is caught draws two
constexpr int kWrongChallenge = 2;  // W4-6: an innocent's challenger draws two more

// What follows a move.
enum class Then {
  Wait,  // nothing: the game waits, or the hand is over
  Run,   // the agenda goes on
  EndTurn,
};

template <class Io>
struct Verbs : Steps<Io> {
  using Flow<Io>::rules;
  using Flow<Io>::s;

  // The awaited answer is in: go on after the step that asked.
  Then go_on() {
    ++s.agenda.step;
    return Then::Run;
  }

  // ---- cards on the table ----------------------------------------------------------------------

  Then run_card(Address program, Color power) {
    s.agenda = Agenda{.step = program, .next = this->target(), .power = power};
    s.lost = 0;
    return Then::Run;
  }

  // W4-2, W4-5: guilt and what a challenge shows are fixed now. A turned card is always innocent.
  void accuse(Seat seat, bool guilty) {
    s.accused = seat;
    s.guilty = guilty;
    s.accused_hand = s.hands[seat];
  }

  // UNO-6: does a call wait for the second card of this turn (POWER-3, POWER-6)?
  bool call_waits(Seat seat, const CardInfo& info, const Move& move) const {
    if (!rules.uno_waits || s.origin != Origin::Play) return false;
    const Color doubles = rules.powers[static_cast<std::size_t>(Ability::Double)];
    const Color taken = info.picks_power ? move.power : info.grants;
    return taken == doubles || holds_power(rules, s, seat, Ability::Double);
  }

  [[gnu::always_inline]] Then play_card(const Move& move) {
    const Seat seat = move.seat;
    const Card card = move.what;
    const CardInfo& info = rules.cards[card];
    this->tell([&] {
      return Event{
          .kind = EventKind::Played, .seat = seat, .card = card, .color = move.color, .origin = s.origin};
    });
    const bool judged = (rules.restricted & bit(card)) != 0;
    const bool guilty = judged && is_bluff(rules, s.hands[seat], card, s.color);
    this->shed(seat, card, move.uno, call_waits(seat, info, move));
    if (judged) accuse(seat, guilty);
    this->lay_on_top(card, move.color);
    if (s.count[seat] == 0) return last_card(seat, info);
    this->color_is();
    if (info.play != 0) return run_card(info.play, move.power);
    s.lost = 0;  // a number or a plain wild does nothing more
    return this->finish_card() ? Then::EndTurn : Then::Wait;
  }

  // END-2: only what `last` says happens; no mode changes.
  [[gnu::noinline]] Then last_card(Seat seat, const CardInfo& info) {
    this->tell_color();
    s.agenda = Agenda{.step = info.last, .next = this->target()};
    for (; rules.steps[s.agenda.step].op != Op::End; ++s.agenda.step)
      this->execute(rules.steps[s.agenda.step]);
    this->end_hand(seat);
    return Then::Wait;
  }

  // ---- verbs -----------------------------------------------------------------------------------

  // A card comes to the table; what the game waits for decides how.
  [[gnu::always_inline]] Then play(const Move& move) {
    if (s.await.kind == Awaits::Turn) {
      this->close_windows();
      s.origin = Origin::Play;
      if (move.verb == Verb::Jump) {  // HOUSE-2
        this->enter_turn(move.seat);
        s.origin = Origin::Jump;
      }
    } else if (s.await.kind == Awaits::Challenge) {
      begin_answer(move.seat);
    } else {
      s.origin = s.await.kind == Awaits::Drawn ? Origin::Drawn : Origin::Second;
    }
    return play_card(move);
  }

  // HOUSE-1: a turn of its own; it ends the plays of whoever is answered.
  [[gnu::noinline]] void begin_answer(Seat seat) {
    this->close_windows();
    s.uno_later = 0;
    this->count_turn();
    this->enter_turn(seat);
    s.origin = Origin::Answer;
  }

  // TURN-3.
  Then draw(Seat seat) {
    this->close_windows();
    const bool forced = !honest(rules, s, s.hands[seat]);
    if (forced && (s.stuck_draw[seat] || rules.draw == DrawRule::UntilPlayable)) take_several(seat);
    else if (const Card card = this->take(seat); card != kNoCard) s.drawn = bit(card);
    if (s.drawn == 0) return pass(seat);
    const bool fits = honest(rules, s, s.hands[seat]) & s.drawn;  // can be played, and without bluffing
    s.may_keep = !fits || (forced ? rules.drawn_forced : rules.drawn_voluntary) == Drawn::May;
    this->await(Awaits::Drawn, seat);
    return Then::Wait;
  }

  // HOUSE-4, CUSTOM-3.3: at least that many, perhaps until one fits; the last may be played, or any.
  [[gnu::noinline]] void take_several(Seat seat) {
    const int least = s.stuck_draw[seat] ? s.stuck_draw[seat] : 1;
    const bool any = s.stuck_draw[seat] && rules.stuck_draw == StuckDraw::Any;
    for (int n = 1;; ++n) {
      const Card card = this->take(seat);
      if (card == kNoCard) return;
      s.drawn = any ? s.drawn | bit(card) : bit(card);
      const bool fits = honest(rules, s, s.hands[seat]) & s.drawn;
      if (n >= least && (fits || rules.draw == DrawRule::One)) return;
    }
  }

  Then pass(Seat seat) {  // END-4
    this->tell_seat(EventKind::DrewNothing, seat);
    if (++s.passes < rules.seats) return Then::EndTurn;
    this->count_turn();
    this->end_hand(kNoSeat);
    return Then::Wait;
  }

  Then keep(Seat seat) {
    this->tell_seat(EventKind::Kept, seat);
    return Then::EndTurn;
  }

  Then stop(Seat seat) {  // UNO-6
    this->tell_seat(EventKind::Stopped, seat);
    const bool owes = s.uno_later && s.count[seat] == 1;
    s.uno_later = 0;
    if (owes) this->set_owes(s.owes | seat_bit(seat));
    return Then::EndTurn;
  }

  // UNO-2: being hit is not a turn, unless the table's options say so.
  void begin_reply() {
    if (rules.uno_window == UnoWindow::Answer) this->close_windows();
  }

  [[gnu::noinline]] Then accept(Seat seat) {
    begin_reply();
    this->tell_seat(EventKind::Accepted, seat);
    pay(seat, s.sum);
    this->lose_turn(seat);
    return go_on();
  }

  void pay(Seat seat, int cards) {
    this->set_sum(0);
    this->take(seat, cards);
  }

  [[gnu::noinline]] Then challenge(Seat seat) {  // W4-5, W4-6
    ensure(s.accused < rules.seats);
    begin_reply();
    this->tell([&] {
      return Event{.kind = EventKind::Challenged, .seat = seat, .other = s.accused, .value = s.guilty};
    });
    this->tell([&] {
      return Event{
          .kind = EventKind::Shown, .seat = s.accused, .other = seat, .value = 1, .cards = s.accused_hand};
    });
    if (s.guilty) {
      pay(s.accused, s.sum);
      s.next = seat;
    } else {
      pay(seat, s.sum + kWrongChallenge);
      this->lose_turn(seat);
    }
    return go_on();
  }

  [[gnu::noinline]] Then catch_missing(const Move& move) {
    this->tell([&] { return Event{.kind = EventKind::Caught, .seat = move.seat, .other = move.what}; });
    this->set_owes(s.owes & ~seat_bit(move.what));
    this->take(move.what, kMissedCall);
    return Then::Wait;
  }

  [[gnu::noinline]] Then flip(Seat seat) {  // POWER-4
    this->close_windows();
    const Card card = this->pop();
    const CardInfo& info = rules.cards[card];
    s.passes = 0;
    s.origin = Origin::Flip;
    this->tell([&] { return Event{.kind = EventKind::Flipped, .seat = seat, .card = card}; });
    this->lay_on_top(card, Color::None);
    if (rules.restricted & bit(card)) accuse(seat, false);
    if (s.color != Color::None) this->color_is();
    return run_card(info.flip, Color::None);
  }

  [[gnu::noinline]] Then give(const Move& move) {  // POWER-2
    const Color color = rules.powers[static_cast<std::size_t>(Ability::Gift)];
    const Hand gift = s.hands[move.seat].only(rules.of_color[static_cast<std::size_t>(color)]);
    const int size = gift.size();
    for_each_card(gift, [&](Card card) {
      s.hands[move.seat].remove(card);
      s.hands[move.what].add(card);
    });
    s.count[move.seat] = static_cast<std::uint8_t>(s.count[move.seat] - size);
    s.count[move.what] = static_cast<std::uint8_t>(s.count[move.what] + size);
    s.passes = 0;
    this->tell([&] {
      return Event{
          .kind = EventKind::Gave, .seat = move.seat, .other = move.what, .value = size, .cards = gift};
    });
    this->owe(move.seat, false, false);
    this->settle_debt(move.what);
    if (s.count[move.seat] == 0) this->end_hand(move.seat);
    return Then::Wait;
  }

  // ---- answers to a card's question ------------------------------------------------------------

  Then color(const Move& move) {
    s.color = move.color;
    s.match = matching(rules, s.top(), s.color);
    this->color_is(move.seat);
    return go_on();
  }

  Then power_named(const Move& move) {
    s.agenda.power = move.power;
    return Then::Run;  // the step that asked takes it
  }

  [[gnu::noinline]] Then throw_card(const Move& move) {
    const Card card = move.what;
    this->tell([&] { return Event{.kind = EventKind::Threw, .seat = move.seat, .card = card}; });
    ++s.agenda.seats_done;
    if (card == kNoCard) return Then::Run;
    const Color color = rules.cards[card].color;
    if (move.seat == s.turn) {
      s.agenda.round_runs() = 1;
      s.agenda.thrown = color == Color::None ? s.color : color;
    }
    this->lay_under_top(card);
    this->shed(move.seat, card);
    if (s.count[move.seat] > 0) return Then::Run;
    this->end_hand(move.seat);  // STREAMS-5
    return Then::Wait;
  }

  [[gnu::noinline]] Then discard(const Move& move) {
    this->put_under(move.seat, move.what);
    if (s.agenda.to_discard() > 0) --s.agenda.to_discard();
    return s.phase == Phase::Running ? Then::Run : Then::Wait;
  }

  [[gnu::noinline]] Then vote(const Move& move) {
    this->tell_seat(EventKind::Voted, move.seat, move.what);
    const Count count = static_cast<Count>(rules.steps[s.agenda.step].n);
    const bool yes = move.what == 1;
    if ((count == Count::Any && yes) || (count == Count::All && !yes)) {
      this->settle_vote(yes);
    } else {
      s.agenda.yes_votes() = static_cast<std::uint8_t>(s.agenda.yes_votes() + yes);
      ++s.agenda.seats_done;
    }
    return Then::Run;
  }

  std::uint8_t label(int text) const { return rules.same_text[static_cast<std::size_t>(text)]; }

  [[gnu::noinline]] Then choose(const Move& move) {
    const bool picks = rules.steps[s.agenda.step].op == Op::Pick;
    this->tell([&] {
      return Event{.kind = EventKind::Chose,
                   .seat = move.seat,
                   .text = picks ? kNoText : label(rules.steps[s.agenda.step].text + move.what - 1),
                   .value = move.what};
    });
    if (picks) {
      s.agenda.picked = static_cast<Seat>(move.what - 1);
      return go_on();
    }
    s.agenda.step = static_cast<std::uint16_t>(s.agenda.step + move.what);  // the Jump of that branch
    return Then::Run;
  }

  Then confirm(Seat seat) {
    this->tell_seat(EventKind::Confirmed, seat);
    ++s.agenda.seats_done;
    return Then::Run;
  }

  [[gnu::noinline]] Then swap(const Move& move) {
    this->swap_hands(move.seat, move.what);
    return go_on();
  }

  Then call_uno(Seat seat) {
    this->call(seat);
    return Then::Wait;
  }

  [[gnu::always_inline]] Then act(const Move& move) {
    switch (move.verb) {
      case Verb::Play:
      case Verb::Jump: return play(move);
      case Verb::Draw: return draw(move.seat);
      case Verb::Keep: return keep(move.seat);
      case Verb::Accept: return accept(move.seat);
      case Verb::Challenge: return challenge(move.seat);
      case Verb::Color: return color(move);
      case Verb::Power: return power_named(move);
      case Verb::Throw: return throw_card(move);
      case Verb::Stop: return stop(move.seat);
      case Verb::Flip: return flip(move.seat);
      case Verb::Discard: return discard(move);
      case Verb::Vote: return vote(move);
      case Verb::Choose: return choose(move);
      case Verb::Confirm: return confirm(move.seat);
      case Verb::Swap: return swap(move);
      case Verb::Uno: return call_uno(move.seat);
      case Verb::Catch: return catch_missing(move);
      case Verb::Give: return give(move);
    }
    return Then::Wait;
  }

  [[gnu::always_inline]] void make(const Move& move) {
    Then then = act(move);
    if (then == Then::Run) then = this->run() ? Then::EndTurn : Then::Wait;
    if (then == Then::EndTurn) this->end_turn();
  }

  // ---- a new hand ------------------------------------------------------------------------------

  // Everything but the game's own score and key starts afresh (SETUP-6).
  void clear_table() {
    State fresh;
    fresh.key = s.key;
    fresh.scores = s.scores;
    fresh.rounds = s.rounds;
    fresh.dealer = s.dealer;
    fresh.direction = rules.first_direction;
    fresh.phase = Phase::Running;
    s = fresh;
  }

  void deal() {
    const Seat dealer = s.rounds == 0 ? s.dealer : seat_after(rules, s.dealer, rules.first_direction);
    clear_table();
    s.dealer = dealer;
    if constexpr (Io::kHears)
      if (s.rounds == 0) tell_draw_for_deal(rules, s, this->io.listener);
    ++s.rounds;
    do {
      s.hands = {};
      std::copy_n(rules.deck.begin(), rules.deck_size, s.cards.begin());
      s.pile = static_cast<std::uint8_t>(rules.deck_size);
      this->shuffle_pile();
      deal_cards();
    } while (!can_start());
    s.shuffles = 1;
    this->tell_seat(EventKind::RoundBegan, s.dealer);
    for (Seat k = 0; k < rules.seats; ++k)
      this->tell([&] {
        return Event{.kind = EventKind::Dealt, .seat = k, .value = s.count[k], .cards = s.hands[k]};
      });
    turn_first();
  }

  void deal_cards() {  // SETUP-2; CREEPER-3: what is dealt does not go off
    Seat seat = s.dealer;
    for (int n = rules.cards_dealt * rules.seats; n > 0; --n) {
      seat = this->after(seat);
      s.hands[seat].add(this->pop());
    }
    for (Seat k = 0; k < rules.seats; ++k) s.count[k] = static_cast<std::uint8_t>(rules.cards_dealt);
  }

  // If the pile holds no card to start with, the cards are gathered and dealt again.
  bool can_start() const {
    return std::any_of(s.cards.begin(), s.cards.begin() + s.pile,
                       [&](Card card) { return rules.cards[card].first_card == FirstCard::Start; });
  }

  void turn_first() {
    for (int tries = 0;; ++tries) {
      const Card card = this->pop();
      const CardInfo& info = rules.cards[card];
      if (info.first_card == FirstCard::PutBack) {
        put_back(card, tries);
        continue;
      }
      this->lay_on_top(card, Color::None);
      if (info.first_card == FirstCard::Start) return start(card);
      this->tell([&] { return Event{.kind = EventKind::PassedOver, .card = card}; });
    }
  }

  void put_back(Card card, int tries) {  // SETUP-5
    settle(s);
    const Key random = split(s.key, kPutBack, std::uint64_t{s.rounds} << 16 | static_cast<unsigned>(tries));
    const int drawn = s.pile == 0 ? 0 : 1 + static_cast<int>(below(random, s.pile));
    const int under = this->io.put_back(s.pile, drawn);
    auto place = s.cards.begin() + (s.pile - under);
    std::copy_backward(place, s.cards.begin() + s.pile, s.cards.begin() + s.pile + 1);
    *place = card;
    ++s.pile;
    this->tell([&] { return Event{.kind = EventKind::PutBack, .card = card}; });
  }

  // The first card acts as if the dealer had laid it.
  void start(Card card) {
    const CardInfo& info = rules.cards[card];
    this->tell([&] { return Event{.kind = EventKind::Turned, .card = card}; });
    s.turn = s.dealer;
    s.next = this->after(s.dealer);
    s.origin = Origin::First;
    if (s.color != Color::None) this->color_is();
    run_card(info.first, Color::None);
    this->run();
  }

  void tell_await() {
    this->tell([&] {
      return Event{.kind = EventKind::Awaiting,
                   .seat = s.await.seat,
                   .value = static_cast<int>(s.await.kind),
                   .course = course_of(rules, s),
                   .cards = {.has = s.await.kind == Awaits::Drawn ? s.drawn : 0}};
    });
  }
};

// The most common moves, judged without a reason: a plain card that matches, a draw, a kept card.
// All others are left to check().
inline bool surely_legal(const PlainRules& rules, const State& s, const Move& move) {
  if (s.await.seat != move.seat || move.color != Color::None || move.power != Color::None) return false;
  if (move.verb == Verb::Play) {
    Mask plain = s.hands[move.seat].has & s.match & ~rules.wilds;
    if (s.await.kind == Awaits::Drawn) plain &= s.drawn;
    else if (s.await.kind != Awaits::Turn) return false;
    return move.what < kKindsMax && (plain >> move.what & 1) && !move.uno;
  }
  if (move.verb == Verb::Keep) return s.await.kind == Awaits::Drawn && s.may_keep;
  return move.verb == Verb::Draw && s.await.kind == Awaits::Turn && s.pile > 0;
}

// What must hold between any two moves, as far as a single state can show it.
[[maybe_unused]] inline bool sound(const PlainRules& rules, const State& s) {
  const bool asks = s.phase == Phase::Running;
  if (asks ? s.await.seat >= rules.seats : s.await != Await{}) return false;
  if (s.turn >= rules.seats || s.next >= rules.seats || s.dealer >= rules.seats) return false;
  int cards = s.pile + s.discards;
  for (Seat k = 0; k < rules.seats; ++k) {
    if (s.hands[k].size() != s.count[k]) return false;  // may be 0: a set-up can begin so
    cards += s.count[k];
  }
  return cards <= rules.deck_size && s.loose <= s.pile && s.discards > 0 &&
         s.agenda.step < rules.steps.size();
}

template <class Io>
[[gnu::always_inline]] inline Refusal make(const PlainRules& rules, State& state, const Move& move, Io& io) {
  if (!surely_legal(rules, state, move))
    if (const Refusal no = check(rules, state, move); no != Refusal::None) return no;
  Verbs<Io> verbs{{{rules, state, io}}};
  verbs.make(move);
  verbs.tell_await();
  ensure_slowly([&] { return sound(rules, state); });
  return Refusal::None;
}

template <class Io>
Refusal deal(const PlainRules& rules, State& state, Io& io) {
  if (const Refusal no = check_deal(state); no != Refusal::None) return no;
  Verbs<Io> verbs{{{rules, state, io}}};
  verbs.deal();
  verbs.tell_await();
  ensure_slowly([&] { return sound(rules, state); });
  return Refusal::None;
}

}  // namespace

}  // namespace comodin::flow
