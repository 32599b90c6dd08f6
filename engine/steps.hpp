// The closed set of effect steps. A card's effect, in an edition or written on a customizable wild,
// is a list of these: it runs forwards only, so it always ends.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/types.hpp"

namespace comodin {

enum class Op : std::uint8_t {
  End,           // the card has done its work
  NameColor,     // the player names the colour, unless it came with the play
  TakePower,     // n: a Color, or Color::None for one the player names (POWER-1)
  Hit,           // next draws n and loses the turn; may be answered, challenged, shielded
  HitLast,       // the same as the last card of a hand: next only draws (END-2)
  Skip,          // next loses the turn; may be shielded
  LoseTurn,      // who loses the turn, shield or not
  Reverse,       // the direction flips (ACTION-2)
  DealerStarts,  // first card only: the direction flips and the dealer begins (SETUP-4)
  Hyperspeed,    // starts on the colour in force (HYPER-1)
  ThrowRound,    // cross the streams; whoever cannot match draws n (STREAMS-3, -4)
  Draw,          // who draws n
  DrawUntil,     // who draws until a card of colour n comes (Color::None: the one in force)
  DrawIfStuck,   // who draws n instead of one if stuck in the next turn
  DiscardKinds,  // who discards all cards of a sort n (see Sort)
  Discard,       // who discards n of their own choice
  DiscardTo,     // who discards down to n, own choice
  FillTo,        // who draws or discards, own choice, until holding n
  ExtraTurn,     // the player goes again
  HandsUp,       // all hands face up until the player's next turn
  Show,          // who shows the hand to `n`: a Who, or kShowAll
  SwapWith,      // who swaps hands with the seat that `n` (a Who) names
  SwapChosen,    // who swaps hands with a player of their choice
  PassHands,     // all hands move one seat on in the direction of play
  Pick,          // who picks another player: `picked` from here on
  Mark,          // who carries mark text
  Confirm,       // who confirms that text was done
  Vote,          // who is asked text; followed by Jump to the `no` branch, then the `yes` branch
  Choose,        // who chooses among n branches; followed by n Jumps, one to each
  Jump,          // n, text: distance forwards (low, high byte)
};

// What the game waits for when this step asks; None: it never does.
inline constexpr Awaits asks(Op op) {
  switch (op) {
    case Op::NameColor: return Awaits::Color;
    case Op::TakePower: return Awaits::Power;
    case Op::Hit: return Awaits::Challenge;
    case Op::ThrowRound: return Awaits::Throw;
    case Op::Discard:
    case Op::DiscardTo:
    case Op::FillTo: return Awaits::Discard;
    case Op::SwapChosen: return Awaits::Swap;
    case Op::Pick:
    case Op::Choose: return Awaits::Choice;
    case Op::Confirm: return Awaits::Confirm;
    case Op::Vote: return Awaits::Vote;
    default: return Awaits::None;
  }
}

enum class Who : std::uint8_t {
  Player,    // who played the card
  Next,      // who would play next when the card was played
  Previous,  // the other neighbour
  Others,    // everyone but the player, in turn order (CUSTOM-5)
  Everyone,  // the others, then the player
  All,       // the player first, then the others (STREAMS-2)
  Picked,
};

// Which cards `DiscardKinds` takes.
enum class Sort : std::uint8_t { Red, Yellow, Green, Blue, Named, Wilds };

// How a vote is decided. `Any`: the first yes settles it; `All`: the first no; `Most`: more yes
// than no, everybody asked.
enum class Count : std::uint8_t { Any, All, Most };

inline constexpr std::uint8_t kShowAll = 0xFF;

struct Step {
  Op op = Op::End;
  Who who = Who::Player;
  std::uint8_t n = 0;
  std::uint8_t text = 0;  // index of a text (Mark, Confirm, Vote, Choose: the first option's label)
  friend bool operator==(const Step&, const Step&) = default;
};
static_assert(std::is_trivially_copyable_v<Step> && sizeof(Step) == 4);

inline Step jump_by(int distance) {
  return {Op::Jump, Who::Player, static_cast<std::uint8_t>(distance & 0xFF),
          static_cast<std::uint8_t>(distance >> 8)};
}
inline int distance(Step jump) { return jump.n | jump.text << 8; }

}  // namespace comodin
