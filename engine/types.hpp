// The small words of the engine: seats, colours, cards, moves and what the game waits for.
#pragma once

#include <cstdint>
#include <type_traits>

namespace comodin {

using Seat = std::uint8_t;  // 0 … seats-1 in code; text writes 1 … seats
using Card = std::uint8_t;  // a kind (`r7`): an index into PlainRules::cards; copies have no identity

inline constexpr int kSeatsMin = 2;
inline constexpr int kSeatsMax = 10;    // DECK-3
inline constexpr int kKindsMax = 64;    // kinds of card in one edition: one bit each in a Hand
inline constexpr int kCopiesMax = 8;    // copies of one kind
inline constexpr int kCardsMax = 240;   // cards in one deck
inline constexpr int kChoicesMax = 10;  // branches of one `chooses`, and seats to pick

inline constexpr Seat kNoSeat = 0xFF;
inline constexpr Card kNoCard = 0xFF;

enum class Color : std::uint8_t { Red, Yellow, Green, Blue, None };
inline constexpr int kColors = 4;

// Left is clockwise: seat k+1 sits to the left of seat k (DECK-3).
enum class Direction : std::int8_t { Left = 1, Right = -1 };

// What becomes of this card when it is turned up to start the discard pile (SETUP-4).
enum class FirstCard : std::uint8_t { Start, PutBack, PassOver };

enum class DealerBy : std::uint8_t { Drawn, Picked };  // SETUP-1

// What a power lets its holder do (POWER-2 … POWER-5); an edition says which colour carries which.
enum class Ability : std::uint8_t { Gift, Double, Flip, Shield };
inline constexpr int kAbilities = 4;

enum class Awaits : std::uint8_t {
  None,  // the hand is over: only a new deal can follow
  Turn,
  Drawn,
  Challenge,
  Color,
  Power,
  Throw,
  Second,
  Discard,
  Vote,
  Choice,
  Confirm,
  Swap,
};

struct Await {
  Awaits kind = Awaits::None;
  Seat seat = kNoSeat;
  friend bool operator==(Await, Await) = default;
};

enum class Verb : std::uint8_t {
  Play,
  Draw,
  Keep,
  Accept,
  Challenge,
  Color,
  Power,
  Throw,
  Stop,
  Flip,
  Discard,
  Vote,
  Choose,
  Confirm,
  Swap,
  Uno,
  Catch,
  Give,
  Jump,
};
inline constexpr int kVerbs = 19;
inline constexpr std::uint32_t verb_bit(Verb verb) { return 1u << static_cast<int>(verb); }

// One choice of one seat. Every move that the notation can write is a Move, legal or not.
struct Move {
  Verb verb = Verb::Draw;
  Seat seat = 0;
  std::uint8_t what = 0;      // a Card (play, throw, discard, jump), a Seat (catch, give, swap),
                              // 1 or 0 (vote), K (choose); kNoCard: `throw none`
  Color color = Color::None;  // named with a wild, or by `color`
  Color power = Color::None;  // named with a pick-a-power wild, or by `power`
  std::uint8_t uno = 0;       // 1: called with the play
  friend bool operator==(const Move&, const Move&) = default;
};
static_assert(std::is_trivially_copyable_v<Move> && sizeof(Move) == 6);

}  // namespace comodin
