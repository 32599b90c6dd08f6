// State: a whole game between two moves, as one trivially copyable value. Copying, hashing and
// saving it is a memcpy; effects still to run are the agenda below, never code.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/chance.hpp"
#include "engine/hand.hpp"
#include "engine/types.hpp"

namespace comodin {

// How the card whose effect is running came to the table.
enum class Origin : std::uint8_t { None, First, Play, Second, Drawn, Flip, Answer, Jump };

enum class Phase : std::uint8_t {
  Ready,  // before the first deal
  Running,
  Won,      // `winner` has no cards left
  Blocked,  // nobody won (END-4, END-5)
};

using SeatSet = std::uint16_t;  // one bit for each seat
inline constexpr SeatSet seat_bit(Seat seat) { return static_cast<SeatSet>(1u << seat); }

// Where the running effect is: the next step, and the registers of a step that waits halfway.
struct Agenda {
  std::uint16_t step = 0;       // index into PlainRules::steps
  std::uint8_t seats_done = 0;  // of those that the step concerns
  std::uint8_t left = 0;        // what the waiting step counts: one of the three below
  Seat next = kNoSeat;          // Who::Next, fixed when the card was played
  Seat picked = kNoSeat;        // Who::Picked
  Color thrown = Color::None;  // what is to be matched in a throw round; None: a wild that stands for nothing
  Color power = Color::None;   // named with the play, not yet taken

  std::uint8_t& to_discard() { return left; }  // cards still to choose, plus one while the seat is asked
  std::uint8_t& yes_votes() { return left; }   // so far
  std::uint8_t& round_runs() { return left; }  // 1: the player has thrown a card, so the others throw, too
  friend bool operator==(const Agenda&, const Agenda&) = default;
};

struct State {
  Key key = 0;     // everything random follows from it
  Key stream = 0;  // of the present draw pile's order
  Mask match = 0;  // the kinds that go on the top card (TURN-1), kept up to date with it
  Mask drawn = 0;  // kinds just drawn that may be played now (TURN-4)
  std::array<Hand, kSeatsMax> hands{};
  Hand accused_hand{};  // as the last restricted wild left it (W4-5)

  std::array<std::int32_t, kSeatsMax> scores{};
  std::array<std::int32_t, kSeatsMax> points{};  // of the hand just ended
  std::uint32_t turns = 0;                       // ended in this hand (END-5)

  std::uint16_t rounds = 0;    // hands dealt in this game
  std::uint16_t shuffles = 0;  // in this hand, the deal's included
  std::uint16_t sum = 0;       // cards that whoever is hit has to draw
  SeatSet owes = 0;            // can be caught without the UNO call
  SeatSet hands_up = 0;        // whose next turn ends an open hand (CUSTOM-3.7)
  SeatSet champions = 0;
  Agenda agenda;

  // The draw pile grows from the front, its top at cards[pile-1]; the discard pile from the back,
  // its top at cards[kCardsMax - discards]. The `loose` lowest cards of the draw pile are in no
  // order yet: `stream` fixes each when it comes to the top, or all of them at once (settle).
  std::array<Card, kCardsMax> cards{};
  std::uint8_t pile = 0, loose = 0, discards = 0;

  std::array<std::uint8_t, kSeatsMax> count{};       // cards in each hand
  std::array<std::uint8_t, kSeatsMax> marks{};       // sets of RuleSet::marks
  std::array<std::uint8_t, kSeatsMax> stuck_draw{};  // cards to draw if stuck; 0: one

  Phase phase = Phase::Ready;
  Await await;
  Seat dealer = 0, turn = 0;
  Seat next = 0;  // who plays after `turn`, as things stand
  Seat winner = kNoSeat;
  Direction direction = Direction::Left;
  Color color = Color::None;  // in force
  Color hyper = Color::None;  // hyperspeed
  std::array<Seat, kColors> power{kNoSeat, kNoSeat, kNoSeat, kNoSeat};

  Origin origin = Origin::None;
  std::uint8_t lost = 0;       // 1: the running card has cost somebody the turn (HYPER-5)
  std::uint8_t again = 0;      // 1: an extra turn is due
  std::uint8_t may_keep = 0;   // 1: … and need not be (TURN-5)
  std::uint8_t uno_later = 0;  // 1: down to one with the first of two cards, uncalled (UNO-6)
  Seat accused = kNoSeat;      // who played the last restricted wild …
  std::uint8_t guilty = 0;     // … and whether it was a bluff
  std::uint8_t passes = 0;     // in a row, with nothing to draw (END-4)
  std::uint8_t filler = 0;     // no padding: see below

  Card top() const { return cards[static_cast<std::size_t>(kCardsMax - discards)]; }
};
static_assert(std::is_trivially_copyable_v<State>);

// Where the turn stands, beyond what lies on the table: what anybody who has watched could tell.
struct Course {
  Agenda agenda;
  std::uint32_t turns = 0;
  Seat turn = 0, next = 0;
  Origin origin = Origin::None;
  std::uint8_t lost = 0, again = 0, uno_later = 0, passes = 0;
  Seat accused = kNoSeat;     // who laid the top card, if that can be challenged as a bluff
  std::uint8_t may_keep = 0;  // only for the seat that has drawn
  friend bool operator==(const Course&, const Course&) = default;
};

static_assert(std::has_unique_object_representations_v<State>, "no padding: hash and compare bytes");
static_assert(sizeof(State) <= 1024, "states are copied by the million");

}  // namespace comodin
