// What may be done (choices, legal) and judging one move (check). The two are written separately: check
// gives reasons and is asked about one move only. The battery compares them on every move that can be
// written.
#include "engine/match.hpp"

namespace comodin {
namespace {

SeatSet others(const PlainRules& rules, Seat seat) {
  return static_cast<SeatSet>(((1u << rules.seats) - 1) & ~seat_bit(seat));
}

void choose_turn(const PlainRules& rules, const State& state, Seat seat, Choices& out) {
  const Hand& hand = state.hands[seat];
  const bool left = cards_left(state), stuck = !honest(rules, state, hand);
  out.cards = puttable(rules, state, hand);
  if (left || stuck) out.verbs = verb_bit(Verb::Draw);  // END-4
  if (left && stuck && holds_power(rules, state, seat, Ability::Flip))
    out.verbs |= verb_bit(Verb::Flip);  // POWER-4
}

void choose_throw(const PlainRules& rules, const State& state, Seat seat, Choices& out) {
  out.with_cards = Verb::Throw;
  out.cards = state.hands[seat].has;
  if (seat == state.turn) out.verbs = verb_bit(Verb::Throw);  // `throw none`
  else out.cards &= throwable(rules, state.agenda.thrown);
}

[[gnu::always_inline]] inline void choose_awaited(const PlainRules& rules, const State& state, Seat seat,
                                                  Choices& out) {
  const Hand& hand = state.hands[seat];
  switch (state.await.kind) {
    case Awaits::None: break;
    case Awaits::Turn: choose_turn(rules, state, seat, out); break;
    case Awaits::Drawn:
      out.cards = puttable(rules, state, hand) & state.drawn;
      if (state.may_keep) out.verbs = verb_bit(Verb::Keep);
      break;
    case Awaits::Challenge:
      out.cards = answers(rules, state, hand);
      out.verbs = verb_bit(Verb::Accept);
      if (may_challenge(rules, state)) out.verbs |= verb_bit(Verb::Challenge);
      break;
    case Awaits::Second:
      out.cards = seconds(rules, state, hand);
      out.verbs = verb_bit(Verb::Stop);
      break;
    case Awaits::Color: out.verbs = verb_bit(Verb::Color); break;
    case Awaits::Power: out.verbs = verb_bit(Verb::Power); break;
    case Awaits::Throw: choose_throw(rules, state, seat, out); break;
    case Awaits::Discard:
      out.with_cards = Verb::Discard;
      out.cards = hand.has;
      break;
    case Awaits::Vote: out.verbs = verb_bit(Verb::Vote); break;
    case Awaits::Choice:
      if (rules.steps[state.agenda.step].op == Op::Pick) out.seats = others(rules, seat);
      else out.branches = rules.steps[state.agenda.step].n;
      break;
    case Awaits::Confirm: out.verbs = verb_bit(Verb::Confirm); break;
    case Awaits::Swap:
      out.verbs = verb_bit(Verb::Swap);
      out.seats = others(rules, seat);
      break;
  }
}

Mask gift_cards(const PlainRules& rules, const State& state, Seat seat) {
  const Color color = rules.powers[static_cast<std::size_t>(Ability::Gift)];
  return state.hands[seat].has & rules.of_color[static_cast<std::size_t>(color)];
}

// Whom the seat may give its cards to (POWER-2, POWER-5).
SeatSet gift_targets(const PlainRules& rules, const State& state, Seat seat) {
  if (!holds_power(rules, state, seat, Ability::Gift) || !gift_cards(rules, state, seat)) return 0;
  SeatSet targets = others(rules, seat);
  const Color shield = rules.powers[static_cast<std::size_t>(Ability::Shield)];
  const Seat shielded = shield == Color::None ? kNoSeat : state.power[static_cast<std::size_t>(shield)];
  return shielded == kNoSeat ? targets : static_cast<SeatSet>(targets & ~seat_bit(shielded));
}

bool may_jump(const PlainRules& rules, const State& state, Seat seat) {
  return rules.jump_in == JumpIn::On && seat != state.await.seat &&
         rules.cards[state.top()].color != Color::None && state.hands[seat].holds(state.top());
}

}  // namespace

Choices all_choices(const PlainRules& rules, const State& state, Seat seat) {
  ensure_slowly([&] { return seat < rules.seats; });
  Choices out;
  if (state.await.seat == seat) choose_awaited(rules, state, seat, out);
  out.uno = state.count[seat] == 2;
  if (state.owes & seat_bit(seat)) out.verbs |= verb_bit(Verb::Uno);
  out.catches = state.owes & others(rules, seat);
  if (rules.out_of_turn && state.await.kind == Awaits::Turn) {
    out.gifts = gift_targets(rules, state, seat);
    if (may_jump(rules, state, seat)) out.verbs |= verb_bit(Verb::Jump);
  }
  return out;
}

namespace {

// Writes choices out, verb by verb.
struct Speller {
  const PlainRules& rules;
  const Choices& from;
  Seat seat;
  MoveList& out;

  // A card in all the ways it can be named: with each colour, each power, with and without UNO.
  void plays(Verb verb, Mask kinds) {
    for_each_kind(kinds, [&](Card card) {
      const CardInfo& info = rules.cards[card];
      const int colors = rules.names_color & bit(card) ? kColors : 1;
      const int powers = info.picks_power ? kColors : 1;
      for (int color = 0; color < colors; ++color)
        for (int power = 0; power < powers; ++power)
          for (std::uint8_t uno = 0; uno <= from.uno; ++uno)
            out.push({verb, seat, card, colors > 1 ? static_cast<Color>(color) : Color::None,
                      powers > 1 ? static_cast<Color>(power) : Color::None, uno});
    });
  }

  void cards(Verb verb) {
    if (from.with_cards != verb) return;
    if (verb == Verb::Play) return plays(verb, from.cards);
    for_each_kind(from.cards, [&](Card card) { out.push({verb, seat, card}); });
  }

  void bare(Verb verb, std::uint8_t what = 0) {
    if (from.has(verb)) out.push({verb, seat, what});
  }

  void colors(Verb verb) {
    for (int color = 0; color < kColors && from.has(verb); ++color) {
      Move move{verb, seat};
      (verb == Verb::Color ? move.color : move.power) = static_cast<Color>(color);
      out.push(move);
    }
  }

  void seats(Verb verb, SeatSet set, int shift = 0) {
    for (int k = 0; k < rules.seats; ++k)
      if (set >> k & 1) out.push({verb, seat, static_cast<std::uint8_t>(k + shift)});
  }

  void branches() {
    for (std::uint8_t k = 1; k <= from.branches; ++k) out.push({Verb::Choose, seat, k});
  }

  void spell(Card top) {
    cards(Verb::Play);
    for (Verb verb : {Verb::Draw, Verb::Keep, Verb::Accept, Verb::Challenge}) bare(verb);
    colors(Verb::Color);
    colors(Verb::Power);
    cards(Verb::Throw);
    bare(Verb::Throw, kNoCard);
    bare(Verb::Stop);
    bare(Verb::Flip);
    cards(Verb::Discard);
    bare(Verb::Vote, 0);
    bare(Verb::Vote, 1);
    branches();
    if (!from.has(Verb::Swap)) seats(Verb::Choose, from.seats, 1);
    bare(Verb::Confirm);
    if (from.has(Verb::Swap)) seats(Verb::Swap, from.seats);
    bare(Verb::Uno);
    seats(Verb::Catch, from.catches);
    seats(Verb::Give, from.gifts);
    if (from.has(Verb::Jump)) plays(Verb::Jump, bit(top));
  }
};

}  // namespace

void spell(const PlainRules& rules, const Choices& from, Seat seat, Card top, MoveList& out) {
  out.clear();
  Speller{rules, from, seat, out}.spell(top);
}

void legal(const PlainRules& rules, const State& state, Seat seat, MoveList& out) {
  ensure(seat < rules.seats);
  out.clear();
  if (state.phase == Phase::Running) spell(rules, choices(rules, state, seat), seat, state.top(), out);
}

namespace {

using R = Refusal;

R check_naming(const PlainRules& rules, const State& state, const Move& move) {
  const CardInfo& info = rules.cards[move.what];
  const bool names = (rules.names_color & bit(move.what)) != 0;
  if (names && move.color == Color::None) return R::ColorMissing;
  if (!names && move.color != Color::None) return R::ColorNotNamed;
  if (info.picks_power && move.power == Color::None) return R::PowerMissing;
  if (!info.picks_power && move.power != Color::None) return R::PowerNotNamed;
  if (move.uno && state.count[move.seat] != 2) return R::UnoNotOwed;  // UNO-4
  return R::None;
}

R check_held(const PlainRules& rules, const State& state, const Move& move) {
  return move.what < rules.kinds && state.hands[move.seat].holds(move.what) ? R::None : R::NotInHand;
}

// POWER-3: may any card be the second of two?
bool any_second(const PlainRules& rules, const State& state) {
  return state.await.kind == Awaits::Second && rules.double_second == DoubleSecond::Any;
}

R check_match(const PlainRules& rules, const State& state, const Move& move) {
  const Hand& hand = state.hands[move.seat];
  if (state.await.kind == Awaits::Drawn && !(state.drawn & bit(move.what))) return R::OnlyDrawn;
  if (state.await.kind == Awaits::Challenge) {
    const CardInfo& info = rules.cards[move.what];
    const bool same = info.symbol == rules.cards[state.top()].symbol;
    if (rules.stacking == Stacking::None) return R::NotNow;
    if (info.attack == 0 || (rules.stacking == Stacking::Same && !same)) return R::NotAnAnswer;
  } else if (!(state.match & bit(move.what)) && !any_second(rules, state)) {
    return R::NoMatch;
  }
  const bool judged = rules.bluff == Bluff::Forbidden && (rules.restricted & bit(move.what));
  if (judged && is_bluff(rules, hand, move.what, state.color)) return R::BluffForbidden;
  return R::None;
}

R check_play(const PlainRules& rules, const State& state, const Move& move) {
  switch (state.await.kind) {
    case Awaits::Turn:
    case Awaits::Drawn:
    case Awaits::Second:
    case Awaits::Challenge: break;
    default: return R::NotNow;
  }
  if (R no = check_held(rules, state, move); no != R::None) return no;
  if (R no = check_match(rules, state, move); no != R::None) return no;
  return check_naming(rules, state, move);
}

R check_flip(const PlainRules& rules, const State& state, const Move& move) {
  if (!holds_power(rules, state, move.seat, Ability::Flip)) return R::NoPower;
  if (honest(rules, state, state.hands[move.seat])) return R::CouldPlay;
  return cards_left(state) ? R::None : R::NothingToTurn;
}

R check_throw(const PlainRules& rules, const State& state, const Move& move) {
  const bool starts = move.seat == state.turn;
  if (move.what == kNoCard) return starts ? R::None : R::MustThrowColor;
  if (R no = check_held(rules, state, move); no != R::None) return no;
  return starts || (throwable(rules, state.agenda.thrown) & bit(move.what)) ? R::None : R::MustThrowColor;
}

R check_choose(const PlainRules& rules, const State& state, const Move& move) {
  const Step step = rules.steps[state.agenda.step];
  const int limit = step.op == Op::Pick ? rules.seats : step.n;
  if (move.what < 1 || move.what > limit) return R::NoSuchChoice;
  return step.op == Op::Pick && move.what == move.seat + 1 ? R::NoSuchTarget : R::None;
}

R check_target(const PlainRules& rules, const Move& move) {
  return move.what < rules.seats && move.what != move.seat ? R::None : R::NoSuchTarget;
}

R check_catch(const PlainRules& rules, const State& state, const Move& move) {
  if (R no = check_target(rules, move); no != R::None) return no;
  return state.owes & seat_bit(move.what) ? R::None : R::NothingToCatch;
}

R check_give(const PlainRules& rules, const State& state, const Move& move) {
  if (state.await.kind != Awaits::Turn) return R::NotNow;  // POWER-2
  if (!holds_power(rules, state, move.seat, Ability::Gift)) return R::NoPower;
  if (R no = check_target(rules, move); no != R::None) return no;
  if (holds_power(rules, state, move.what, Ability::Shield)) return R::Shielded;
  return gift_cards(rules, state, move.seat) ? R::None : R::NothingToGive;
}

R check_jump(const PlainRules& rules, const State& state, const Move& move) {
  if (rules.jump_in == JumpIn::Off) return R::JumpOff;
  if (state.await.kind != Awaits::Turn || state.await.seat == move.seat) return R::NotNow;
  if (R no = check_held(rules, state, move); no != R::None) return no;
  if (move.what != state.top() || rules.cards[move.what].color == Color::None) return R::NotIdentical;
  return check_naming(rules, state, move);
}

// What the verbs that answer the game's own question wait for.
Awaits answers_what(Verb verb) {
  switch (verb) {
    case Verb::Draw:
    case Verb::Flip: return Awaits::Turn;
    case Verb::Keep: return Awaits::Drawn;
    case Verb::Accept:
    case Verb::Challenge: return Awaits::Challenge;
    case Verb::Color: return Awaits::Color;
    case Verb::Power: return Awaits::Power;
    case Verb::Throw: return Awaits::Throw;
    case Verb::Stop: return Awaits::Second;
    case Verb::Discard: return Awaits::Discard;
    case Verb::Vote: return Awaits::Vote;
    case Verb::Choose: return Awaits::Choice;
    case Verb::Confirm: return Awaits::Confirm;
    default: return Awaits::Swap;
  }
}

R check_answer(const PlainRules& rules, const State& state, const Move& move) {
  if (state.await.kind != answers_what(move.verb)) return R::NotNow;
  switch (move.verb) {
    case Verb::Draw:  // END-4
      return !cards_left(state) && honest(rules, state, state.hands[move.seat]) ? R::CouldPlay : R::None;
    case Verb::Keep: return state.may_keep ? R::None : R::MustPlay;
    case Verb::Challenge: return may_challenge(rules, state) ? R::None : R::NoChallenge;
    case Verb::Color: return move.color == Color::None ? R::ColorMissing : R::None;
    case Verb::Power: return move.power == Color::None ? R::PowerMissing : R::None;
    case Verb::Throw: return check_throw(rules, state, move);
    case Verb::Flip: return check_flip(rules, state, move);
    case Verb::Discard: return check_held(rules, state, move);
    case Verb::Vote: return move.what <= 1 ? R::None : R::NoSuchChoice;
    case Verb::Choose: return check_choose(rules, state, move);
    case Verb::Swap: return check_target(rules, move);
    default: return R::None;
  }
}

}  // namespace

Refusal check(const PlainRules& rules, const State& state, const Move& move) {
  if (state.phase != Phase::Running) return R::HandOver;
  if (move.seat >= rules.seats || static_cast<int>(move.verb) >= kVerbs) return R::NotAwaited;
  if (move.color > Color::None || move.power > Color::None) return R::ColorNotNamed;
  switch (move.verb) {
    case Verb::Uno: return state.owes & seat_bit(move.seat) ? R::None : R::UnoNotOwed;
    case Verb::Catch: return check_catch(rules, state, move);
    case Verb::Give: return check_give(rules, state, move);
    case Verb::Jump: return check_jump(rules, state, move);
    default: break;
  }
  if (state.await.seat != move.seat) return R::NotAwaited;
  return move.verb == Verb::Play ? check_play(rules, state, move) : check_answer(rules, state, move);
}

Reason reason(Refusal refusal) {
  switch (refusal) {
    case R::None: return {"refusal.none"_fault, ""};
    case R::HandOver: return {"refusal.hand_over"_fault, "END-1"};
    case R::HandRuns: return {"refusal.hand_runs"_fault, "SETUP-6"};
    case R::GameOver: return {"refusal.game_over"_fault, "SCORE-2"};
    case R::NotAwaited: return {"refusal.not_awaited"_fault, "TURN-1"};
    case R::NotNow: return {"refusal.not_now"_fault, "TURN-1"};
    case R::NotInHand: return {"refusal.not_in_hand"_fault, "TURN-1"};
    case R::NoMatch: return {"refusal.no_match"_fault, "TURN-1"};
    case R::OnlyDrawn: return {"refusal.only_drawn"_fault, "TURN-4"};
    case R::MustPlay: return {"refusal.must_play"_fault, "TURN-5"};
    case R::NotAnAnswer: return {"refusal.not_an_answer"_fault, "HOUSE-1"};
    case R::BluffForbidden: return {"refusal.bluff_forbidden"_fault, "W4-2"};
    case R::ColorMissing: return {"refusal.color_missing"_fault, "ACTION-4"};
    case R::ColorNotNamed: return {"refusal.color_not_named"_fault, "ACTION-4"};
    case R::PowerMissing: return {"refusal.power_missing"_fault, "POWER-1"};
    case R::PowerNotNamed: return {"refusal.power_not_named"_fault, "POWER-1"};
    case R::UnoNotOwed: return {"refusal.uno_not_owed"_fault, "UNO-4"};
    case R::NothingToCatch: return {"refusal.nothing_to_catch"_fault, "UNO-4"};
    case R::CouldPlay: return {"refusal.could_play"_fault, "END-4"};
    case R::NothingToTurn: return {"refusal.nothing_to_turn"_fault, "POWER-4"};
    case R::NoPower: return {"refusal.no_power"_fault, "POWER-1"};
    case R::NothingToGive: return {"refusal.nothing_to_give"_fault, "POWER-2"};
    case R::Shielded: return {"refusal.shielded"_fault, "POWER-5"};
    case R::NoSuchTarget: return {"refusal.no_such_target"_fault, "DECK-3"};
    case R::NoSuchChoice: return {"refusal.no_such_choice"_fault, "CUSTOM-4"};
    case R::MustThrowColor: return {"refusal.must_throw_color"_fault, "STREAMS-4"};
    case R::NoChallenge: return {"refusal.no_challenge"_fault, "W4-4"};
    case R::JumpOff: return {"refusal.jump_off"_fault, "HOUSE-2"};
    case R::NotIdentical: return {"refusal.not_identical"_fault, "HOUSE-2"};
  }
  return {"refusal.none"_fault, ""};
}

}  // namespace comodin
