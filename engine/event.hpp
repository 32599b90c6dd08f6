// Event: one thing that happened, as apply() reports it. An unmasked event may hold hidden cards; it
// reaches a player only through mask().
#pragma once

#include "engine/hand.hpp"
#include "engine/state.hpp"
#include "engine/types.hpp"

namespace comodin {

enum class EventKind : std::uint8_t {
  DrewForDeal,   // before the first hand: seat took card (SETUP-1); value: 1, or more after ties
  RoundBegan,    // seat: the dealer
  Dealt,         // seat got value cards: `cards`, for that seat only
  Turned,        // card: the first card of the discard pile
  PutBack,       // card went back into the draw pile (SETUP-5)
  PassedOver,    // card lies under the first card
  Played,        // seat played card, naming color if it is a wild; origin says how
  Flipped,       // seat turned card onto the discard pile
  Drew,          // seat drew one card: for that seat only, unless `open`
  WentOff,       // seat took card and had to show it (CREEPER-1)
  DrewNothing,   // seat passed: there was nothing to draw
  Kept,          // seat kept the drawn card
  Stopped,       // seat plays no second card
  Accepted,      // seat takes what it was hit with
  Challenged,    // seat challenged other; value 1: other was guilty
  Shown,         // seat's hand, `cards`, was shown to other (kNoSeat: to all); value 1: as it was
                 // when that seat last played, not as it is now
  Called,        // seat said UNO
  Caught,        // seat caught other, who had not made the call
  Gave,          // seat gave other value cards: `cards`, for these two only
  Threw,         // seat threw card (kNoCard: none)
  Discarded,     // seat discarded card
  Swapped,       // seat and other swapped hands
  HandsPassed,   // all hands moved one seat on, in the direction of play
  Received,      // after either: seat now holds `cards`, for that seat only
  Voted,         // seat: value 1 yes, 0 no
  Chose,         // seat: value, written as `text`; without one it is a player's number
  Confirmed,     // seat
  ColorNamed,    // color is in force; seat: who named it, if not with a play
  DirectionIs,   // value: 1 left, -1 right
  PowerTaken,    // seat holds the power of color
  HyperspeedIs,  // color (None: off)
  Marked,        // seat's marks are value, a set of RuleSet::marks
  HandsUp,       // value: the seats whose next turn ends it; 0: hands are hidden again
  StuckDraw,     // seat will draw value cards if stuck
  LostTurn,      // seat
  Owes,          // value: the set of seats that can be caught
  SumIs,         // value: cards that whoever is hit has to draw
  Reshuffled,    // the discards, all but card, became a draw pile of value cards
  Awaiting,      // seat for Awaits(value), where the turn stands: `course`; cards: the kinds just drawn, and
                 // whether they may be kept, for that seat only
  Ended,         // seat: the winner (kNoSeat: blocked)
  Scored,        // seat got value points in this hand …
  ScoreIs,       // … and has value in the game
  Champions,     // value: set of seats that won the game
};

inline constexpr std::uint8_t kNoText = 0xFF;

struct Event {
  EventKind kind{};
  Seat seat = kNoSeat;
  Seat other = kNoSeat;
  Card card = kNoCard;
  Color color = Color::None;
  Origin origin = Origin::None;
  std::uint8_t open = 0;        // 1: everybody sees the card, as hands are up
  std::uint8_t text = kNoText;  // index into RuleSet::texts: the first of those that read the same
  std::int32_t value = 0;
  Course course{};
  Hand cards{};
  friend bool operator==(const Event&, const Event&) = default;
};

inline constexpr Seat kSpectator = 0xFE;  // sees what the table sees, and no hand

// Does the event hold anything that `viewer` (a seat or kSpectator) may not see?
inline bool hides(const Event& event, Seat viewer) {
  switch (event.kind) {
    case EventKind::Dealt:
    case EventKind::Received:
    case EventKind::Drew:
    case EventKind::Awaiting: return viewer != event.seat && !event.open;
    case EventKind::Gave: return viewer != event.seat && viewer != event.other;
    case EventKind::Shown: return event.other != kNoSeat && viewer != event.other && viewer != event.seat;
    default: return false;  // everything else happens in the open
  }
}

// The event as `viewer` may see it.
inline Event mask(const Event& event, Seat viewer) {
  Event seen = event;
  if (!hides(event, viewer)) return seen;
  seen.cards = {};
  seen.course.may_keep = 0;
  if (event.kind == EventKind::Drew) seen.card = kNoCard;
  return seen;
}

// Hears events, unmasked. Whoever hands them on to a player masks them.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void on(const Event& event) = 0;
};

}  // namespace comodin
