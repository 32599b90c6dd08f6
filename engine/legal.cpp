// Listing moves (legal) and judging one (check). The two are written apart, for speed; the battery
// holds them together on every move that can be written.
#include "engine/match.hpp"

namespace comodin {
namespace {

// Pushes a card in all the ways it can be named: with each colour, each power, with and without UNO.
void push_plays(const RuleSet& rules, Move move, Mask kinds, bool last_but_one, MoveList& out) {
  for_each_kind(kinds, [&](Card card) {
    const CardInfo& info = rules.cards[card];
    move.what = card;
    const int colors = info.color == Color::None ? kColors : 1;
    const int powers = info.picks_power ? kColors : 1;
    for (int color = 0; color < colors; ++color) {
      move.color = colors > 1 ? static_cast<Color>(color) : Color::None;
      for (int power = 0; power < powers; ++power) {
        move.power = powers > 1 ? static_cast<Color>(power) : Color::None;
        move.uno = 0;
        out.push(move);
        if (!last_but_one) continue;
        move.uno = 1;
        out.push(move);
      }
    }
  });
}

void push_cards(Move move, Mask kinds, MoveList& out) {
  for_each_kind(kinds, [&](Card card) {
    move.what = card;
    out.push(move);
  });
}

void push_numbers(Move move, int from, int to, MoveList& out) {
  for (int k = from; k <= to; ++k) {
    move.what = static_cast<std::uint8_t>(k);
    out.push(move);
  }
}

void push_seats(const RuleSet& rules, Move move, SeatSet seats, MoveList& out, int shift = 0) {
  for (int k = 0; k < rules.seats; ++k)
    if (k != move.seat && (seats >> k & 1)) {
      move.what = static_cast<std::uint8_t>(k + shift);
      out.push(move);
    }
}

void push_turn(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  const Hand& hand = state.hands[seat];
  push_plays(rules, {Verb::Play, seat}, puttable(rules, state, hand), state.count[seat] == 2, out);
  if (cards_left(state)) {
    out.push({Verb::Draw, seat});
    if (holds_power(rules, state, seat, Ability::Flip) && !honest(rules, state, hand))
      out.push({Verb::Flip, seat});
  } else if (!honest(rules, state, hand)) {
    out.push({Verb::Draw, seat});  // END-4
  }
}

void push_drawn(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  push_plays(rules, {Verb::Play, seat}, puttable(rules, state, state.hands[seat]) & bit(state.drawn),
             state.count[seat] == 2, out);
  if (!must_play_drawn(rules, state)) out.push({Verb::Keep, seat});
}

void push_challenge(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  push_plays(rules, {Verb::Play, seat}, answers(rules, state, state.hands[seat]),
             state.count[seat] == 2, out);
  out.push({Verb::Accept, seat});
  if (may_challenge(rules, state)) out.push({Verb::Challenge, seat});
}

void push_colors(Verb verb, Seat seat, MoveList& out) {
  for (int color = 0; color < kColors; ++color) {
    Move move{verb, seat};
    (verb == Verb::Color ? move.color : move.power) = static_cast<Color>(color);
    out.push(move);
  }
}

void push_throw(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  const Mask held = state.hands[seat].has;
  if (seat == state.turn) {
    push_cards({Verb::Throw, seat}, held, out);
    out.push({Verb::Throw, seat, kNoCard});
  } else {
    push_cards({Verb::Throw, seat},
               held & rules.of_color[static_cast<std::size_t>(state.agenda.thrown)], out);
  }
}

void push_choice(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  const Step step = rules.steps[state.agenda.step];
  if (step.op == Op::Pick) push_seats(rules, {Verb::Choose, seat}, 0xFFFF, out, 1);
  else push_numbers({Verb::Choose, seat}, 1, step.n, out);
}

void push_awaited(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  switch (state.await.kind) {
    case Awaits::None: break;
    case Awaits::Turn: push_turn(rules, state, seat, out); break;
    case Awaits::Drawn: push_drawn(rules, state, seat, out); break;
    case Awaits::Challenge: push_challenge(rules, state, seat, out); break;
    case Awaits::Color: push_colors(Verb::Color, seat, out); break;
    case Awaits::Power: push_colors(Verb::Power, seat, out); break;
    case Awaits::Throw: push_throw(rules, state, seat, out); break;
    case Awaits::Second:
      push_plays(rules, {Verb::Play, seat}, puttable(rules, state, state.hands[seat]),
                 state.count[seat] == 2, out);
      out.push({Verb::Stop, seat});
      break;
    case Awaits::Discard: push_cards({Verb::Discard, seat}, state.hands[seat].has, out); break;
    case Awaits::Vote: push_numbers({Verb::Vote, seat}, 0, 1, out); break;
    case Awaits::Choice: push_choice(rules, state, seat, out); break;
    case Awaits::Confirm: out.push({Verb::Confirm, seat}); break;
    case Awaits::Swap: push_seats(rules, {Verb::Swap, seat}, 0xFFFF, out); break;
  }
}

Color gift_color(const RuleSet& rules) {
  return rules.powers[static_cast<std::size_t>(Ability::Gift)];
}

Mask gift_cards(const RuleSet& rules, const State& state, Seat seat) {
  return state.hands[seat].has & rules.of_color[static_cast<std::size_t>(gift_color(rules))];
}

void push_gift(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  if (!holds_power(rules, state, seat, Ability::Gift) || !gift_cards(rules, state, seat)) return;
  SeatSet targets = 0xFFFF;
  for (Seat k = 0; k < rules.seats; ++k)
    if (holds_power(rules, state, k, Ability::Shield)) targets &= static_cast<SeatSet>(~seat_bit(k));
  push_seats(rules, {Verb::Give, seat}, targets, out);
}

bool may_jump(const RuleSet& rules, const State& state, Seat seat) {
  return rules.jump_in == JumpIn::On && seat != state.await.seat &&
         rules.cards[state.top()].color != Color::None && state.hands[seat].holds(state.top());
}

}  // namespace

void legal(const RuleSet& rules, const State& state, Seat seat, MoveList& out) {
  out.clear();
  if (state.await.seat == seat) push_awaited(rules, state, seat, out);
  if (state.owes) {
    if (state.owes & seat_bit(seat)) out.push({Verb::Uno, seat});
    push_seats(rules, {Verb::Catch, seat}, state.owes, out);
  }
  if (state.await.kind == Awaits::Turn) {
    push_gift(rules, state, seat, out);
    if (may_jump(rules, state, seat))
      push_plays(rules, {Verb::Jump, seat}, bit(state.top()), state.count[seat] == 2, out);
  }
}

namespace {

using R = Refusal;

R check_naming(const RuleSet& rules, const State& state, const Move& move) {
  const CardInfo& info = rules.cards[move.what];
  if (info.color == Color::None && move.color == Color::None) return R::ColorMissing;
  if (info.color != Color::None && move.color != Color::None) return R::ColorNotNamed;
  if (info.picks_power && move.power == Color::None) return R::PowerMissing;
  if (!info.picks_power && move.power != Color::None) return R::PowerNotNamed;
  if (move.uno && state.count[move.seat] != 2) return R::UnoNotOwed;  // UNO-4
  return R::None;
}

R check_held(const RuleSet& rules, const State& state, const Move& move) {
  return move.what < rules.kinds && state.hands[move.seat].holds(move.what) ? R::None : R::NotInHand;
}

R check_match(const RuleSet& rules, const State& state, const Move& move) {
  const Hand& hand = state.hands[move.seat];
  if (state.await.kind == Awaits::Drawn && move.what != state.drawn) return R::OnlyDrawn;
  if (state.await.kind == Awaits::Challenge) {
    const CardInfo& info = rules.cards[move.what];
    const bool same = info.symbol == rules.cards[state.top()].symbol;
    if (rules.stacking == Stacking::None) return R::NotNow;
    if (info.attack == 0 || (rules.stacking == Stacking::Same && !same)) return R::NotAnAnswer;
  } else if (!(matching(rules, state) & bit(move.what))) {
    return R::NoMatch;
  }
  const bool judged = rules.bluff == Bluff::Forbidden && (rules.restricted & bit(move.what));
  if (judged && is_bluff(rules, hand, move.what, state.color)) return R::BluffForbidden;
  return R::None;
}

R check_play(const RuleSet& rules, const State& state, const Move& move) {
  switch (state.await.kind) {
    case Awaits::Turn: case Awaits::Drawn: case Awaits::Second: case Awaits::Challenge: break;
    default: return R::NotNow;
  }
  if (R no = check_held(rules, state, move); no != R::None) return no;
  if (R no = check_match(rules, state, move); no != R::None) return no;
  return check_naming(rules, state, move);
}

R check_flip(const RuleSet& rules, const State& state, const Move& move) {
  if (!holds_power(rules, state, move.seat, Ability::Flip)) return R::NoPower;
  if (honest(rules, state, state.hands[move.seat])) return R::CouldPlay;
  return cards_left(state) ? R::None : R::NothingToTurn;
}

R check_throw(const RuleSet& rules, const State& state, const Move& move) {
  const bool starts = move.seat == state.turn;
  if (move.what == kNoCard) return starts ? R::None : R::MustThrowColor;
  if (R no = check_held(rules, state, move); no != R::None) return no;
  return starts || rules.cards[move.what].color == state.agenda.thrown ? R::None : R::MustThrowColor;
}

R check_choose(const RuleSet& rules, const State& state, const Move& move) {
  const Step step = rules.steps[state.agenda.step];
  const int limit = step.op == Op::Pick ? rules.seats : step.n;
  if (move.what < 1 || move.what > limit) return R::NoSuchChoice;
  return step.op == Op::Pick && move.what == move.seat + 1 ? R::NoSuchTarget : R::None;
}

R check_target(const RuleSet& rules, const Move& move) {
  return move.what < rules.seats && move.what != move.seat ? R::None : R::NoSuchTarget;
}

R check_catch(const RuleSet& rules, const State& state, const Move& move) {
  if (R no = check_target(rules, move); no != R::None) return no;
  return state.owes & seat_bit(move.what) ? R::None : R::NothingToCatch;
}

R check_give(const RuleSet& rules, const State& state, const Move& move) {
  if (state.await.kind != Awaits::Turn) return R::NotNow;  // POWER-2
  if (!holds_power(rules, state, move.seat, Ability::Gift)) return R::NoPower;
  if (R no = check_target(rules, move); no != R::None) return no;
  if (holds_power(rules, state, move.what, Ability::Shield)) return R::Shielded;
  return gift_cards(rules, state, move.seat) ? R::None : R::NothingToGive;
}

R check_jump(const RuleSet& rules, const State& state, const Move& move) {
  if (rules.jump_in == JumpIn::Off) return R::JumpOff;
  if (state.await.kind != Awaits::Turn || state.await.seat == move.seat) return R::NotNow;
  if (R no = check_held(rules, state, move); no != R::None) return no;
  if (move.what != state.top() || rules.cards[move.what].color == Color::None)
    return R::NotIdentical;
  return check_naming(rules, state, move);
}

// What the verbs that answer the game's own question wait for.
Awaits answers_what(Verb verb) {
  switch (verb) {
    case Verb::Draw: case Verb::Flip: return Awaits::Turn;
    case Verb::Keep: return Awaits::Drawn;
    case Verb::Accept: case Verb::Challenge: return Awaits::Challenge;
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

R check_answer(const RuleSet& rules, const State& state, const Move& move) {
  if (state.await.kind != answers_what(move.verb)) return R::NotNow;
  switch (move.verb) {
    case Verb::Draw:  // END-4
      return !cards_left(state) && honest(rules, state, state.hands[move.seat]) ? R::CouldPlay : R::None;
    case Verb::Keep: return must_play_drawn(rules, state) ? R::MustPlay : R::None;
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

Refusal check(const RuleSet& rules, const State& state, const Move& move) {
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
    case R::None: return {"accepted", ""};
    case R::HandOver: return {"the hand is over", "END-1"};
    case R::HandRuns: return {"a hand is being played", "SETUP-6"};
    case R::GameOver: return {"the game has been won", "SCORE-2"};
    case R::NotAwaited: return {"the game is waiting for somebody else", "TURN-1"};
    case R::NotNow: return {"that cannot be done at this moment", "TURN-1"};
    case R::NotInHand: return {"that card is not in the hand", "TURN-1"};
    case R::NoMatch: return {"the card matches neither colour nor symbol", "TURN-1"};
    case R::OnlyDrawn: return {"after drawing only the drawn card may be played", "TURN-4"};
    case R::MustPlay: return {"the drawn card can be played, so it must be", "TURN-5"};
    case R::NotAnAnswer: return {"that card does not answer the one played", "HOUSE-1"};
    case R::BluffForbidden: return {"the hand holds a card that forbids it", "W4-2"};
    case R::ColorMissing: return {"a colour must be named", "ACTION-4"};
    case R::ColorNotNamed: return {"only a wild names a colour", "ACTION-4"};
    case R::PowerMissing: return {"a power must be named", "POWER-1"};
    case R::PowerNotNamed: return {"this card names no power", "POWER-1"};
    case R::UnoNotOwed: return {"no UNO call is owed", "UNO-4"};
    case R::NothingToCatch: return {"that player owes no UNO call", "UNO-4"};
    case R::CouldPlay: return {"there is a card to play", "END-4"};
    case R::NothingToTurn: return {"there is no card to turn", "POWER-4"};
    case R::NoPower: return {"that power is not held", "POWER-1"};
    case R::NothingToGive: return {"there is no card of that colour to give", "POWER-2"};
    case R::Shielded: return {"that player is protected", "POWER-5"};
    case R::NoSuchTarget: return {"another player must be named", "DECK-3"};
    case R::NoSuchChoice: return {"there is no such choice", "CUSTOM-4"};
    case R::MustThrowColor: return {"a card of the thrown colour must be thrown", "STREAMS-4"};
    case R::NoChallenge: return {"there is nothing to challenge", "W4-4"};
    case R::JumpOff: return {"jumping in is not allowed at this table", "HOUSE-2"};
    case R::NotIdentical: return {"only a coloured card identical to the top can jump in", "HOUSE-2"};
  }
  return {"refused", ""};
}

}  // namespace comodin
