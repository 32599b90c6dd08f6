// The engine's whole surface: what the game waits for, what may be done, doing it.
//
// All functions are pure apart from the State they are handed; none allocates, throws or looks at a
// clock. A move from outside is never trusted: apply() checks it and, if it is refused, leaves the
// state as it was to the last bit.
#pragma once

#include <array>
#include <string_view>

#include "engine/chance.hpp"
#include "engine/event.hpp"
#include "engine/fault.hpp"
#include "engine/plain_rules.hpp"
#include "engine/state.hpp"

namespace comodin {

// Why a move is refused. `None` means it is accepted.
enum class Refusal : std::uint8_t {
  None,
  HandOver,
  HandRuns,
  GameOver,
  NotAwaited,
  NotNow,
  NotInHand,
  NoMatch,
  OnlyDrawn,
  MustPlay,
  NotAnAnswer,
  BluffForbidden,
  ColorMissing,
  ColorNotNamed,
  PowerMissing,
  PowerNotNamed,
  UnoNotOwed,
  NothingToCatch,
  CouldPlay,
  NothingToTurn,
  NoPower,
  NothingToGive,
  Shielded,
  NoSuchTarget,
  NoSuchChoice,
  MustThrowColor,
  NoChallenge,
  JumpOff,
  NotIdentical,
};

// A refusal as a text of the catalogue ("refusal.not_in_hand"), and the clause it rests on ("TURN-1").
// Only `reason` turns a refusal into these.
struct Reason {
  FaultCode code;
  std::string_view clause;
  // For programs: "not_in_hand".
  constexpr std::string_view word() const { return code.name().substr(kFamily.size()); }
  static constexpr std::string_view kFamily = "refusal.";
};
Reason reason(Refusal refusal);

// A bounded list of moves: 64 kinds × 16 ways to play each, and the few moves that are not plays.
class MoveList {
 public:
  static constexpr int kMax = 64 * 16 + 64;
  void clear() { size_ = 0; }
  void push(const Move& move) {
    ensure(size_ < kMax);
    moves_[static_cast<std::size_t>(size_++)] = move;
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Move& operator[](int i) const {
    ensure(static_cast<unsigned>(i) < static_cast<unsigned>(size_));
    return moves_[static_cast<std::size_t>(i)];
  }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  int size_ = 0;
  std::array<Move, kMax> moves_;
};

// For whom and for what the game waits. Calls, catches, gifts and jumps are possible without being awaited.
inline Await awaits(const State& state) { return state.await; }

// Every move that `seat` can make now, as sets: what legal() spells out. Players that make millions
// of decisions pick from these without a list.
struct Choices {
  Mask cards = 0;                // kinds that may be played, thrown or discarded …
  Verb with_cards = Verb::Play;  // … whichever of the three it is
  std::uint8_t uno = 0;          // 1: each play, or the jump, may come with the call
  std::uint8_t branches = 0;     // `choose 1` … `choose branches`
  std::uint32_t verbs = 0;       // bit 1 << verb: the verbs that name no card, seat or number
  SeatSet seats = 0;             // seats to swap with, or to pick (`choose`)
  SeatSet catches = 0, gifts = 0;
  bool has(Verb verb) const { return verbs >> static_cast<int>(verb) & 1; }
  // Is there a call, a catch, a gift or a jump among them?
  bool reactions() const { return catches || gifts || has(Verb::Uno) || has(Verb::Jump); }
  friend bool operator==(const Choices&, const Choices&) = default;
};
Choices all_choices(const PlainRules& rules, const State& state, Seat seat);

// The same; most questions are about a plain turn or a drawn card, and are answered without a call.
inline Choices choices(const PlainRules& rules, const State& state, Seat seat) {
  const bool plain = rules.plain_turns && !state.owes && state.await.seat == seat;
  if (plain && state.await.kind == Awaits::Turn && state.pile > 0)
    return {.cards = state.hands[seat].has & state.match,
            .uno = state.count[seat] == 2,
            .verbs = verb_bit(Verb::Draw)};
  if (plain && state.await.kind == Awaits::Drawn)
    return {.cards = state.drawn & state.match,
            .uno = state.count[seat] == 2,
            .verbs = state.may_keep ? verb_bit(Verb::Keep) : 0};
  return all_choices(rules, state, seat);
}

// Can any seat at all call, catch, give or jump now? Quick, so that not every seat need be asked each time.
inline bool somebody_may_react(const PlainRules& rules, const State& state) {
  return state.owes || (rules.out_of_turn && state.await.kind == Awaits::Turn);
}

// The moves in `from`, one by one; `top` is the card that a jump repeats. Fills `out` anew.
void spell(const PlainRules& rules, const Choices& from, Seat seat, Card top, MoveList& out);

// Every move that `seat` can make now, on turn or not, sorted by verb and then by what it names.
// Fills `out` anew. It depends only on what that seat may know.
void legal(const PlainRules& rules, const State& state, Seat seat, MoveList& out);

// Why the move would be refused, or None. Nothing changes. The answer depends only on what the move's seat
// may know, so that seat may be told.
Refusal check(const PlainRules& rules, const State& state, const Move& move);

// Makes the move, or refuses it.
Refusal apply(const PlainRules& rules, State& state, const Move& move);
Refusal apply(const PlainRules& rules, State& state, const Move& move, Listener& hears, Chance& chance);

// A game with no hand dealt yet: the dealer is found as the edition says (SETUP-1).
State new_game(const PlainRules& rules, Key key);

// Deals the next hand and turns the first card (SETUP-2 … SETUP-6).
Refusal check_deal(const State& state);
Refusal deal(const PlainRules& rules, State& state);
Refusal deal(const PlainRules& rules, State& state, Listener& hears, Chance& chance);

// For positions set up by hand, whose hands are dealt and whose pile is in place: turns the first card. The
// pile must hold a card that can start.
void turn_first_card(const PlainRules& rules, State& state, Listener& hears, Chance& chance);

// For positions set up by hand: deals from the top of the pile as it lies, first player first.
void deal_from_pile(const PlainRules& rules, State& state);

// Draws for the deal (SETUP-1) from a shuffled deck (top first): the dealer, and how many cards
// were drawn; 0 if there are too few to break the last tie. `hears` is told of each card.
struct DealerDraw {
  Seat dealer = 0;
  int drawn = 0;
};
DealerDraw draw_for_deal(const PlainRules& rules, const Card* deck, int size, Listener* hears = nullptr);

// The draw that a game's key gives, and its cards; `drawn` is 0 if the dealer is simply picked.
DealerDraw draw_for_deal(const PlainRules& rules, Key key, Card* deck);

// Reports the draw that made the state's dealer, if there was one.
void tell_draw_for_deal(const PlainRules& rules, const State& state, Listener& hears);

// The first `count` cards of a whole deck in the order that the stream gives, top first.
void shuffled_deck(const PlainRules& rules, Key stream, Card* out, int count);

// How the hand stands.
struct Outcome {
  Phase phase = Phase::Ready;
  Seat winner = kNoSeat;
  SeatSet champions = 0;  // not empty: the game is over
};
Outcome outcome(const State& state);

// The kinds in this seat's hand that can be played without bluffing (TURN-3).
Mask playable(const PlainRules& rules, const State& state, Seat seat);

int points_of(const PlainRules& rules, const Hand& hand);

// Fixes the order of the whole draw pile, as drawing from it would have.
void settle(State& state);

// Equal games have equal hashes, no matter how their piles are stored; a replayed record gives the same one.
std::uint64_t hash(const State& state);

}  // namespace comodin
