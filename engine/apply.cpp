// Making moves: one short function for each verb.
#include <algorithm>

#include "engine/run.hpp"
#include "engine/score.hpp"

namespace comodin {
namespace flow {
namespace {

constexpr int kMissedCall = 2;      // UNO-2: a player who is caught draws two
constexpr int kWrongChallenge = 2;  // W4-6: an innocent's challenger draws two more

template <class Io>
struct Verbs {
  Flow<Io> f;
  const RuleSet& rules = f.rules;
  State& s = f.s;
  Steps<Io> steps{f};

  // The awaited answer is in: go on behind the step that asked.
  void go_on() {
    ++s.agenda.step;
    f.run();
  }

  // ---- cards on the table ----------------------------------------------------------------------

  void run_card(Address program, Color power) {
    s.agenda = Agenda{.step = program, .next = f.target(), .power = power};
    s.lost = 0;
    f.run();
  }

  // W4-2, W4-5: guilt and what a challenge shows are fixed now. A turned card is always innocent.
  void accuse(Seat seat, bool guilty) {
    s.accused = seat;
    s.guilty = guilty;
    s.accused_hand = s.hands[seat];
  }

  // POWER-3, POWER-6: may another card of this turn follow?
  bool second_follows(Seat seat, const CardInfo& info, const Move& move) const {
    if (s.origin != Origin::Play) return false;
    const Color doubles = rules.powers[static_cast<std::size_t>(Ability::Double)];
    const Color taken = info.picks_power ? move.power : info.grants;
    return holds_power(rules, s, seat, Ability::Double) || (doubles != Color::None && taken == doubles);
  }

  void play_card(const Move& move, Origin origin) {
    const Seat seat = move.seat;
    const Card card = move.what;
    const CardInfo& info = rules.cards[card];
    s.origin = origin;
    f.tell([&] {
      return Event{.kind = EventKind::Played, .seat = seat, .card = card, .color = move.color,
                   .origin = origin};
    });
    const bool judged = (rules.restricted & bit(card)) != 0;
    const bool guilty = judged && is_bluff(rules, s.hands[seat], card, s.color);
    f.shed(seat, card, move.uno, second_follows(seat, info, move));
    if (judged) accuse(seat, guilty);
    f.lay(card);
    const Color color = info.color == Color::None ? move.color : info.color;
    if (s.count[seat] == 0) return last_card(seat, info, color);
    f.set_color(color);
    run_card(info.play, move.power);
  }

  // END-2: only what `last` says happens; no mode changes.
  void last_card(Seat seat, const CardInfo& info, Color color) {
    s.color = color;
    f.tell([&] { return Event{.kind = EventKind::ColorNamed, .color = color}; });
    s.agenda = Agenda{.step = info.last, .next = f.target()};
    for (Step step = rules.steps[s.agenda.step]; step.op != Op::End; step = rules.steps[++s.agenda.step])
      steps.execute(step);
    f.end_hand(seat);
  }

  // ---- verbs -----------------------------------------------------------------------------------

  void play(const Move& move) {
    switch (s.await.kind) {
      case Awaits::Turn:
        f.close_windows();
        return play_card(move, Origin::Play);
      case Awaits::Drawn: return play_card(move, Origin::Drawn);
      case Awaits::Second: return play_card(move, Origin::Second);
      default: return answer(move);
    }
  }

  // HOUSE-1: a turn of its own; it ends the plays of whoever is answered.
  void answer(const Move& move) {
    f.close_windows();
    s.uno_later = 0;
    f.count_turn();
    f.enter_turn(move.seat);
    play_card(move, Origin::Answer);
  }

  void jump(const Move& move) {  // HOUSE-2
    f.close_windows();
    f.enter_turn(move.seat);
    play_card(move, Origin::Jump);
  }

  // TURN-3, HOUSE-4, CUSTOM-3.3.
  void draw(Seat seat) {
    f.close_windows();
    s.forced = !honest(rules, s, s.hands[seat]);
    const int least = s.forced && s.stuck_draw[seat] ? s.stuck_draw[seat] : 1;
    const bool goes_on = s.forced && rules.draw == DrawRule::UntilPlayable;
    Card last = kNoCard;
    for (int n = 1;; ++n) {
      const Card card = f.take(seat);
      if (card == kNoCard) break;
      last = card;
      if (n >= least && !(goes_on && !(honest(rules, s, s.hands[seat]) & bit(card)))) break;
    }
    if (last == kNoCard) return pass(seat);
    s.drawn = last;
    f.await(Awaits::Drawn, seat);
  }

  void pass(Seat seat) {  // END-4
    f.tell_seat(EventKind::DrewNothing, seat);
    if (++s.passes < rules.seats) return f.end_turn();
    f.count_turn();
    f.end_hand(kNoSeat);
  }

  void keep(Seat seat) {
    f.tell_seat(EventKind::Kept, seat);
    f.end_turn();
  }

  void stop(Seat seat) {  // UNO-6
    f.tell_seat(EventKind::Stopped, seat);
    const bool owes = s.uno_later && s.count[seat] == 1;
    s.uno_later = 0;
    if (owes) f.set_owes(s.owes | seat_bit(seat));
    f.end_turn();
  }

  void accept(Seat seat) {
    f.close_windows();
    f.tell_seat(EventKind::Accepted, seat);
    pay(seat, s.sum);
    f.lose_turn(seat);
    go_on();
  }

  void pay(Seat seat, int cards) {
    f.set_sum(0);
    f.take(seat, cards);
  }

  void challenge(Seat seat) {  // W4-5, W4-6
    f.close_windows();
    f.tell([&] {
      return Event{.kind = EventKind::Challenged, .seat = seat, .other = s.accused, .value = s.guilty};
    });
    f.tell([&] {
      return Event{.kind = EventKind::Shown, .seat = s.accused, .other = seat, .value = 1,
                   .cards = s.accused_hand};
    });
    if (s.guilty) {
      pay(s.accused, s.sum);
      s.next = seat;
    } else {
      pay(seat, s.sum + kWrongChallenge);
      f.lose_turn(seat);
    }
    go_on();
  }

  void catch_missing(const Move& move) {
    f.tell([&] { return Event{.kind = EventKind::Caught, .seat = move.seat, .other = move.what}; });
    f.set_owes(s.owes & ~seat_bit(move.what));
    f.take(move.what, kMissedCall);
  }

  void flip(Seat seat) {  // POWER-4
    f.close_windows();
    const Card card = f.pop();
    const CardInfo& info = rules.cards[card];
    s.passes = 0;
    s.origin = Origin::Flip;
    f.tell([&] { return Event{.kind = EventKind::Flipped, .seat = seat, .card = card}; });
    f.lay(card);
    if (rules.restricted & bit(card)) accuse(seat, false);
    if (info.color == Color::None) s.color = Color::None;
    else f.set_color(info.color);
    run_card(info.play, Color::None);
  }

  void give(const Move& move) {  // POWER-2
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
    f.tell([&] {
      return Event{.kind = EventKind::Gave, .seat = move.seat, .other = move.what, .value = size,
                   .cards = gift};
    });
    f.owe(move.seat, false, false);
    f.settle_debt(move.what);
    if (s.count[move.seat] == 0) f.end_hand(move.seat);
  }

  // ---- answers to a card's question ------------------------------------------------------------

  void name_color(const Move& move) {
    f.set_color(move.color);
    go_on();
  }

  void name_power(const Move& move) {
    s.agenda.power = move.power;
    f.run();  // the step that asked takes it
  }

  void throw_card(const Move& move) {
    const Card card = move.what;
    f.tell([&] { return Event{.kind = EventKind::Threw, .seat = move.seat, .card = card}; });
    ++s.agenda.turn_of;
    if (card != kNoCard) {
      const Color color = rules.cards[card].color;
      if (move.seat == s.turn) s.agenda.thrown = color == Color::None ? s.color : color;
      f.lay_under_top(card);
      f.shed(move.seat, card);
      if (s.count[move.seat] == 0) return f.end_hand(move.seat);  // STREAMS-5
    }
    f.run();
  }

  void discard(const Move& move) {
    steps.discard(move.seat, move.what);
    if (s.agenda.left > 0) --s.agenda.left;
    if (s.phase == Phase::Running) f.run();
  }

  void vote(const Move& move) {
    f.tell_seat(EventKind::Voted, move.seat, move.what);
    const Count count = static_cast<Count>(rules.steps[s.agenda.step].n);
    const bool yes = move.what == 1;
    if ((count == Count::Any && yes) || (count == Count::All && !yes)) {
      steps.settle_vote(yes);
    } else {
      s.agenda.left = static_cast<std::uint8_t>(s.agenda.left + yes);
      ++s.agenda.turn_of;
    }
    f.run();
  }

  void choose(const Move& move) {
    f.tell_seat(EventKind::Chose, move.seat, move.what);
    if (rules.steps[s.agenda.step].op == Op::Pick) {
      s.agenda.picked = static_cast<Seat>(move.what - 1);
      return go_on();
    }
    s.agenda.step = static_cast<std::uint16_t>(s.agenda.step + move.what);  // the Jump of that branch
    f.run();
  }

  void confirm(Seat seat) {
    f.tell_seat(EventKind::Confirmed, seat);
    ++s.agenda.turn_of;
    f.run();
  }

  void swap(const Move& move) {
    steps.swap_hands(move.seat, move.what);
    go_on();
  }

  void make(const Move& move) {
    switch (move.verb) {
      case Verb::Play: return play(move);
      case Verb::Draw: return draw(move.seat);
      case Verb::Keep: return keep(move.seat);
      case Verb::Accept: return accept(move.seat);
      case Verb::Challenge: return challenge(move.seat);
      case Verb::Color: return name_color(move);
      case Verb::Power: return name_power(move);
      case Verb::Throw: return throw_card(move);
      case Verb::Stop: return stop(move.seat);
      case Verb::Flip: return flip(move.seat);
      case Verb::Discard: return discard(move);
      case Verb::Vote: return vote(move);
      case Verb::Choose: return choose(move);
      case Verb::Confirm: return confirm(move.seat);
      case Verb::Swap: return swap(move);
      case Verb::Uno: return f.call(move.seat);
      case Verb::Catch: return catch_missing(move);
      case Verb::Give: return give(move);
      case Verb::Jump: return jump(move);
    }
  }

  // ---- a new hand ------------------------------------------------------------------------------

  // Everything but the game's own score and key starts afresh (SETUP-6).
  void clear_table() {
    State fresh;
    fresh.key = s.key;
    fresh.scores = s.scores;
    fresh.rounds = s.rounds;
    fresh.dealer = s.dealer;
    fresh.direction = rules.edition.direction;
    fresh.phase = Phase::Running;
    s = fresh;
  }

  void deal() {
    const Seat dealer =
        s.rounds == 0 ? s.dealer : seat_after(rules, s.dealer, rules.edition.direction);
    clear_table();
    s.dealer = dealer;
    ++s.rounds;
    do {
      std::copy_n(rules.deck.begin(), rules.deck_size, s.cards.begin());
      s.pile = static_cast<std::uint8_t>(rules.deck_size);
      f.shuffle_pile();
      deal_cards();
    } while (!can_start());
    s.shuffles = 1;
    f.tell_seat(EventKind::RoundBegan, s.dealer);
    for (Seat k = 0; k < rules.seats; ++k)
      f.tell([&] {
        return Event{.kind = EventKind::Dealt, .seat = k, .value = s.count[k], .cards = s.hands[k]};
      });
    turn_first();
  }

  void deal_cards() {  // SETUP-2; CREEPER-3: what is dealt does not go off
    s.hands = {};
    Seat seat = f.after(s.dealer);
    for (int n = rules.cards_dealt * rules.seats; n > 0; --n, seat = f.after(seat))
      s.hands[seat].add(f.pop());
    for (Seat k = 0; k < rules.seats; ++k)
      s.count[k] = static_cast<std::uint8_t>(rules.cards_dealt);
  }

  // A table whose pile holds nothing to start with gathers the cards and deals again.
  bool can_start() const {
    return std::any_of(s.cards.begin(), s.cards.begin() + s.pile, [&](Card card) {
      return rules.cards[card].first_card == FirstCard::Start;
    });
  }

  void turn_first() {
    for (int tries = 0;; ++tries) {
      const Card card = f.pop();
      const CardInfo& info = rules.cards[card];
      if (info.first_card == FirstCard::PutBack) {
        put_back(card, tries);
        continue;
      }
      f.lay(card);
      if (info.first_card == FirstCard::Start) return start(card);
      f.tell([&] { return Event{.kind = EventKind::PassedOver, .card = card}; });
    }
  }

  void put_back(Card card, int tries) {  // SETUP-5
    settle(s);
    const Key random = split(s.key, kPutBack, std::uint64_t{s.rounds} << 16 | static_cast<unsigned>(tries));
    const int drawn = s.pile == 0 ? 0 : 1 + static_cast<int>(below(random, s.pile));
    const int under = f.io.put_back(s.pile, drawn);
    auto place = s.cards.begin() + (s.pile - under);
    std::copy_backward(place, s.cards.begin() + s.pile, s.cards.begin() + s.pile + 1);
    *place = card;
    ++s.pile;
    f.tell([&] { return Event{.kind = EventKind::PutBack, .card = card}; });
  }

  // The first card acts as if the dealer had laid it.
  void start(Card card) {
    const CardInfo& info = rules.cards[card];
    f.tell([&] { return Event{.kind = EventKind::Turned, .card = card}; });
    s.turn = s.dealer;
    s.next = f.after(s.dealer);
    s.origin = Origin::First;
    if (info.color != Color::None) f.set_color(info.color);
    run_card(info.first, Color::None);
  }

  void tell_await() {
    f.tell([&] {
      return Event{.kind = EventKind::Awaiting,
                   .seat = s.await.seat,
                   .card = s.await.kind == Awaits::Drawn ? s.drawn : kNoCard,
                   .color = s.agenda.thrown,
                   .step = s.agenda.step,
                   .value = static_cast<int>(s.await.kind)};
    });
  }
};

template <class Io>
Refusal make(const RuleSet& rules, State& state, const Move& move, Io& io) {
  if (const Refusal no = check(rules, state, move); no != Refusal::None) return no;
  Verbs<Io> verbs{{rules, state, io}};
  verbs.make(move);
  verbs.tell_await();
  return Refusal::None;
}

template <class Io>
Refusal deal(const RuleSet& rules, State& state, Io& io) {
  if (const Refusal no = check_deal(state); no != Refusal::None) return no;
  Verbs<Io> verbs{{rules, state, io}};
  verbs.deal();
  verbs.tell_await();
  return Refusal::None;
}

}  // namespace
}  // namespace flow

Refusal apply(const RuleSet& rules, State& state, const Move& move) {
  flow::Quiet io;
  return flow::make(rules, state, move, io);
}

Refusal apply(const RuleSet& rules, State& state, const Move& move, Listener& hears, Chance& chance) {
  flow::Heard io{hears, chance};
  return flow::make(rules, state, move, io);
}

Refusal check_deal(const State& state) {
  if (state.phase == Phase::Running) return Refusal::HandRuns;
  return state.champions ? Refusal::GameOver : Refusal::None;
}

Refusal deal(const RuleSet& rules, State& state) {
  flow::Quiet io;
  return flow::deal(rules, state, io);
}

Refusal deal(const RuleSet& rules, State& state, Listener& hears, Chance& chance) {
  flow::Heard io{hears, chance};
  return flow::deal(rules, state, io);
}

void turn_first_card(const RuleSet& rules, State& state, Listener& hears, Chance& chance) {
  flow::Heard io{hears, chance};
  flow::Verbs<flow::Heard> verbs{{rules, state, io}};
  verbs.turn_first();
  verbs.tell_await();
}

void deal_from_pile(const RuleSet& rules, State& state) {
  flow::Quiet io;
  flow::Verbs<flow::Quiet>{{rules, state, io}}.deal_cards();
}

State new_game(const RuleSet& rules, Key key) {
  State state;
  state.key = key;
  state.direction = rules.edition.direction;
  if (rules.edition.dealer == DealerBy::Picked) {
    state.dealer = static_cast<Seat>(
        below(split(key, kDealer), static_cast<std::uint32_t>(rules.seats)));
    return state;
  }
  for (std::uint64_t tries = 0;; ++tries) {
    Card deck[kCardsMax];
    shuffled_deck(rules, split(key, kDealer, tries), deck);
    const DealerDraw draw = draw_for_deal(rules, deck, rules.deck_size);
    if (draw.drawn == 0) continue;
    state.dealer = draw.dealer;
    return state;
  }
}

}  // namespace comodin
