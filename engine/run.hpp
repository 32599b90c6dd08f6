// The agenda: one short function for each step. Part of flow.hpp.
#pragma once

#include "engine/flow.hpp"

namespace comodin::flow {
namespace {  // internal linkage, so that the compiler can inline freely

// Steps return whether the agenda goes on; false: the game waits for somebody, or the hand is over.
template <class Io>
struct Steps : Flow<Io> {
  using Flow<Io>::rules;
  using Flow<Io>::s;

  bool running() const { return s.phase == Phase::Running; }
  // If there is nobody to ask (nobody was picked), the step is over.
  bool wait(Awaits kind, Seat seat) {
    ensure_slowly([&] { return asks(rules.steps[s.agenda.step].op) == kind; });
    if (seat == kNoSeat) return true;
    this->await(kind, seat);
    return false;
  }

  // The k-th seat that a step concerns, or kNoSeat (CUSTOM-5 on the order).
  Seat seat_of(Who who, int k) const {
    const int n = rules.seats;
    switch (who) {
      case Who::Player: return k == 0 ? s.turn : kNoSeat;
      case Who::Next: return k == 0 ? s.agenda.next : kNoSeat;
      case Who::Picked: return k == 0 ? s.agenda.picked : kNoSeat;
      case Who::Previous:
        if (k > 0) return kNoSeat;
        return seat_after(rules, s.turn, s.direction == Direction::Left ? Direction::Right : Direction::Left);
      case Who::Others: return k < n - 1 ? around(k + 1) : kNoSeat;
      case Who::Everyone: return k < n ? around(k + 1) : kNoSeat;
      case Who::All: return k < n ? around(k) : kNoSeat;
    }
    return kNoSeat;
  }

  // k seats on from the player, in the direction of play.
  Seat around(int k) const {
    const int n = rules.seats;
    return static_cast<Seat>((s.turn + (s.direction == Direction::Left ? k : 2 * n - k)) % n);
  }

  // act(seat) for each seat of the step; it returns false to wait, and is then called again.
  template <class Act>
  bool each(Who who, Act act) {
    for (;; ++s.agenda.seats_done) {
      const Seat seat = seat_of(who, s.agenda.seats_done);
      if (seat == kNoSeat) break;
      if (!act(seat) || !running()) return false;
    }
    s.agenda.seats_done = 0;
    return true;
  }

  // ---- one for each step -------------------------------------------------------------------------

  bool name_color(Step step) { return s.color != Color::None || wait(Awaits::Color, seat_of(step.who, 0)); }

  bool power(Step step) {
    const Color color = step.n < kColors ? static_cast<Color>(step.n) : s.agenda.power;
    if (color == Color::None) return wait(Awaits::Power, s.turn);  // POWER-4
    this->take_power(s.turn, color);
    return true;
  }

  // ACTION-1, W4-1, HOUSE-1.
  bool attack(Step step) {
    const Seat victim = s.agenda.next;
    ensure(victim < rules.seats);
    if (!this->hit(victim)) {
      this->set_sum(0);
      return true;
    }
    this->set_sum(s.sum + step.n);
    const bool asked = rules.stacking != Stacking::None || may_challenge(rules, s);
    if (asked && s.origin != Origin::First) return wait(Awaits::Challenge, victim);
    this->take(victim, s.sum);
    this->set_sum(0);
    this->lose_turn(victim);
    return true;
  }

  bool hit_last(Step step) {  // END-2
    ensure(s.agenda.next < rules.seats);
    if (this->hit(s.agenda.next)) this->take(s.agenda.next, s.sum + step.n);
    return true;
  }

  bool skip() {
    if (this->hit(s.agenda.next)) this->lose_turn(s.agenda.next);
    return true;
  }

  bool turn_round() {
    this->reverse();
    s.agenda.next = this->target();
    return true;
  }

  bool dealer_starts() {  // SETUP-4
    this->set_direction(s.direction == Direction::Left ? Direction::Right : Direction::Left);
    s.next = s.dealer;
    return true;
  }

  // STREAMS-3, STREAMS-4: the player first; each answer comes back here.
  bool throw_round(Step step) {
    if (s.agenda.seats_done == 0) return wait(Awaits::Throw, s.turn);
    if (s.agenda.round_runs()) {
      const Mask fits = throwable(rules, s.agenda.thrown);
      for (; s.agenda.seats_done < rules.seats; ++s.agenda.seats_done) {
        const Seat seat = around(s.agenda.seats_done);
        if (s.hands[seat].has & fits) return wait(Awaits::Throw, seat);
        this->take(seat, step.n);
      }
    }
    s.agenda.seats_done = s.agenda.round_runs() = 0;
    s.agenda.thrown = Color::None;
    return true;
  }

  bool draw(Step step) {
    return each(step.who, [&](Seat seat) {
      this->take(seat, step.n);
      return true;
    });
  }

  bool draw_until(Step step) {
    const Color wanted = step.n < kColors ? static_cast<Color>(step.n) : s.color;
    return each(step.who, [&](Seat seat) {
      for (;;) {
        const Card card = this->take(seat);
        if (card == kNoCard || rules.cards[card].color == wanted) return true;
      }
    });
  }

  bool draw_if_stuck(Step step) {
    return each(step.who, [&](Seat seat) {
      s.stuck_draw[seat] = step.n;
      this->tell_seat(EventKind::StuckDraw, seat, step.n);
      return true;
    });
  }

  Mask of_sort(Sort sort) const {
    if (sort == Sort::Wilds) return rules.wilds;
    const Color color = sort == Sort::Named ? s.color : static_cast<Color>(sort);
    return rules.of_color[static_cast<std::size_t>(color)];
  }

  bool discard_kinds(Step step) {
    const Mask kinds = of_sort(static_cast<Sort>(step.n));
    return each(step.who, [&](Seat seat) {
      const Hand gone = s.hands[seat].only(kinds);
      for_each_card(gone, [&](Card card) { put_under(seat, card); });
      return true;
    });
  }

  // CUSTOM-5: under the wild; the last card wins.
  void put_under(Seat seat, Card card) {
    this->lay_under_top(card);
    this->tell([&] { return Event{.kind = EventKind::Discarded, .seat = seat, .card = card}; });
    this->shed(seat, card);
    if (s.count[seat] == 0) this->end_hand(seat);
  }

  bool discard_some(Step step) {
    return each(step.who, [&](Seat seat) {
      std::uint8_t& to_discard = s.agenda.to_discard();
      if (to_discard == 0) to_discard = static_cast<std::uint8_t>(step.n + 1);
      if (to_discard > 1) return wait(Awaits::Discard, seat);
      to_discard = 0;
      return true;
    });
  }

  bool discard_to(Step step) {
    return each(step.who, [&](Seat seat) { return s.count[seat] <= step.n || wait(Awaits::Discard, seat); });
  }

  bool fill_to(Step step) {
    return each(step.who, [&](Seat seat) {
      while (s.count[seat] < step.n && this->take(seat) != kNoCard) {}
      return s.count[seat] <= step.n || wait(Awaits::Discard, seat);
    });
  }

  bool lose_turns(Step step) {
    return each(step.who, [&](Seat seat) {
      // A turn can be lost only if it was coming.
      if (seat == s.next || step.who == Who::Next) this->lose_turn(seat);
      return true;
    });
  }

  void show(Seat of, Seat to) {
    this->tell(
        [&] { return Event{.kind = EventKind::Shown, .seat = of, .other = to, .cards = s.hands[of]}; });
  }

  bool show_hand(Step step) {
    return each(step.who, [&](Seat seat) {
      const Seat to = step.n == kShowAll ? kNoSeat : seat_of(static_cast<Who>(step.n), 0);
      if (to != seat) show(seat, to);
      return true;
    });
  }

  bool hands_up() {  // CUSTOM-3.7
    s.hands_up |= seat_bit(s.turn);
    this->tell_value(EventKind::HandsUp, s.hands_up);
    for (Seat k = 0; k < rules.seats; ++k) show(k, kNoSeat);
    return true;
  }

  bool swap_with(Step step) {
    const Seat other = seat_of(static_cast<Who>(step.n), 0);
    const Seat seat = seat_of(step.who, 0);
    if (seat != other && seat != kNoSeat && other != kNoSeat) swap_hands(seat, other);
    return true;
  }

  void received(Seat seat) {
    this->tell([&] { return Event{.kind = EventKind::Received, .seat = seat, .cards = s.hands[seat]}; });
  }

  void swap_hands(Seat a, Seat b) {
    ensure(a < rules.seats && b < rules.seats);
    std::swap(s.hands[a], s.hands[b]);
    std::swap(s.count[a], s.count[b]);
    this->tell([&] { return Event{.kind = EventKind::Swapped, .seat = a, .other = b}; });
    received(a);
    received(b);
    hands_moved();
  }

  void hands_moved() {  // HOUSE-3: nobody owes a call
    s.passes = 0;
    s.uno_later = 0;
    this->set_owes(0);
  }

  bool pass_hands() {
    const auto hands = s.hands;
    const auto count = s.count;
    for (Seat k = 0; k < rules.seats; ++k) {
      s.hands[this->after(k)] = hands[k];
      s.count[this->after(k)] = count[k];
    }
    this->tell_value(EventKind::HandsPassed, static_cast<int>(s.direction));
    for (Seat k = 0; k < rules.seats; ++k) received(k);
    hands_moved();
    return true;
  }

  bool mark(Step step) {
    return each(step.who, [&](Seat seat) {
      this->set_marks(seat, s.marks[seat] | 1 << step.text);
      return true;
    });
  }

  // Each asked seat answers once: the answer moves seats_done on (confirm, vote).
  bool ask_each(Step step, Awaits kind) {
    const Seat seat = seat_of(step.who, s.agenda.seats_done);
    if (seat != kNoSeat) return wait(kind, seat);
    if (kind == Awaits::Vote) return decide_vote(step);
    s.agenda.seats_done = 0;
    return true;
  }

  // Everybody was asked. The yes branch begins two steps on, the Jump to the no branch one.
  bool decide_vote(Step step) {
    const int asked = s.agenda.seats_done, yes = s.agenda.yes_votes();
    const Count count = static_cast<Count>(step.n);
    settle_vote(count == Count::All || (count == Count::Most && 2 * yes > asked));
    return run_on();
  }

  void settle_vote(bool yes) {
    s.agenda.seats_done = s.agenda.yes_votes() = 0;
    s.agenda.step = static_cast<std::uint16_t>(s.agenda.step + (yes ? 2 : 1));
  }

  // The step has set where to go on; undo the loop's own advance.
  bool run_on() {
    --s.agenda.step;
    return true;
  }

  [[gnu::noinline]] bool execute(Step step) {
    switch (step.op) {
      case Op::End: return false;
      case Op::NameColor: return name_color(step);
      case Op::TakePower: return power(step);
      case Op::Hit: return attack(step);
      case Op::HitLast: return hit_last(step);
      case Op::Skip: return skip();
      case Op::LoseTurn: return lose_turns(step);
      case Op::Reverse: return turn_round();
      case Op::DealerStarts: return dealer_starts();
      case Op::Hyperspeed: this->set_hyper(s.color); return true;
      case Op::ThrowRound: return throw_round(step);
      case Op::Draw: return draw(step);
      case Op::DrawUntil: return draw_until(step);
      case Op::DrawIfStuck: return draw_if_stuck(step);
      case Op::DiscardKinds: return discard_kinds(step);
      case Op::Discard: return discard_some(step);
      case Op::DiscardTo: return discard_to(step);
      case Op::FillTo: return fill_to(step);
      case Op::ExtraTurn: s.again = 1; return true;
      case Op::HandsUp: return hands_up();
      case Op::Show: return show_hand(step);
      case Op::SwapWith: return swap_with(step);
      case Op::SwapChosen: return wait(Awaits::Swap, seat_of(step.who, 0));
      case Op::PassHands: return pass_hands();
      case Op::Pick: return wait(Awaits::Choice, seat_of(step.who, 0));
      case Op::Mark: return mark(step);
      case Op::Confirm: return ask_each(step, Awaits::Confirm);
      case Op::Vote: return ask_each(step, Awaits::Vote);
      case Op::Choose: return wait(Awaits::Choice, seat_of(step.who, 0));
      case Op::Jump:
        s.agenda.step = static_cast<std::uint16_t>(s.agenda.step + distance(step));
        return run_on();
    }
    return false;
  }

  // Runs the agenda from s.agenda.step until it waits for somebody or the card is done. Returns
  // whether the turn is over.
  [[gnu::always_inline]] bool run() {
    for (;; ++s.agenda.step) {
      const Step step = rules.steps[s.agenda.step];
      if (step.op == Op::End) return this->finish_card();
      if (!execute(step)) return false;
    }
  }
};

}  // namespace
}  // namespace comodin::flow
