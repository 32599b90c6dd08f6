// PlainRules: everything that the engine and the bots look up while a game is played, frozen into tables.
// It is plain data without a pointer, a string or a vector: C, WebAssembly and a GPU can hold it by memcpy.
// Every function that plays a game takes it first; it never changes during a game. What only people need,
// such as the names of the cards, stands beside it in RuleSet (engine/ruleset.hpp), which `freeze` makes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/hand.hpp"
#include "engine/options.hpp"
#include "engine/steps.hpp"
#include "engine/types.hpp"

namespace comodin {

// Offsets into PlainRules::steps.
using Address = std::uint16_t;

inline constexpr int kStepsMax = 4096;  // steps of all the cards of a deck together
inline constexpr int kTextsMax = 255;   // texts that all the rules mention together
inline constexpr int kMarksMax = 8;

struct alignas(32) CardInfo {
  Color color = Color::None;
  std::uint8_t symbol = 0;  // index into Edition::symbols
  std::uint8_t points = 0;
  std::uint8_t attack = 0;  // cards that next draws; if more than 0, the card can be stacked (HOUSE-1)
  Address play = 0, flip = 0, last = 0, first = 0;  // 0: nothing happens
  FirstCard first_card = FirstCard::Start;
  std::uint8_t take_shown = 0;
  std::uint8_t take_draws = 0;
  Color grants = Color::None;    // the power this card gives; None if it is named with the play
  std::uint8_t picks_power = 0;  // 1: the player names the power
  std::int8_t number = -1;       // 0 … 9, or -1 for a symbol
  std::array<std::uint8_t, 14> filler{};
};

// The steps of all cards, one program after another.
struct StepList {
  std::array<Step, kStepsMax> list{};
  std::int32_t count = 0;

  const Step& operator[](std::size_t at) const { return list[at]; }
  std::size_t size() const { return static_cast<std::size_t>(count); }
  const Step* begin() const { return list.data(); }
  const Step* end() const { return list.data() + count; }
  friend bool operator==(const StepList& a, const StepList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
};

struct PlainRules {
  // The deck.
  std::array<CardInfo, kKindsMax> cards{};
  std::array<Card, kCardsMax> deck{};  // in order of kinds
  std::int32_t kinds = 0, deck_size = 0;

  // What matches what, as masks of kinds.
  std::array<Mask, kColors + 1> of_color{};   // none for Color::None
  std::array<Mask, kKindsMax> same_symbol{};  // none for a wild
  std::array<Mask, kKindsMax> goes_on{};      // what goes on a coloured card: TURN-1 in one mask
  Mask wilds = 0;
  Mask names_color = 0;         // those whose colour is named with the play
  Mask restricted = 0;          // wilds that may be a bluff (W4-2)
  Mask restricted_by_wild = 0;  // those that another wild in the hand forbids as well
  Mask goes_off = 0;            // kinds that do something when taken (CREEPER-1)

  // The table.
  std::int32_t seats = 0;
  std::int32_t cards_dealt = 0, target = 0, turn_limit = 0;
  std::array<std::array<Seat, kSeatsMax>, 2> neighbour{};  // to the right, to the left
  Direction first_direction = Direction::Left;             // of play when a hand begins
  DealerBy dealer_by = DealerBy::Drawn;
  std::array<Color, kAbilities> powers{Color::None, Color::None, Color::None, Color::None};

  // What can happen at all.
  bool hyperspeed = false;           // a card starts it
  bool out_of_turn = false;          // gifts or jumps are possible while a turn is awaited
  bool plain_turns = false;          // a turn is nothing but: play what matches, or draw
  bool doubles = false;              // somebody may get to play two cards in a turn …
  bool uno_waits = false;            // … and owes no call before both are played (UNO-6)
  std::uint8_t marks_until_uno = 0;  // one bit for each mark

  // The options, ready to use.
  Drawn drawn_forced{}, drawn_voluntary{};
  TwoPlayerReverse two_player_reverse{};
  Bluff bluff{};
  Stacking stacking{};
  JumpIn jump_in{};
  DrawRule draw{};
  Format format{};
  Teams teams{};
  UnoWindow uno_window{};
  DoubleSecond double_second{};
  FlipEffect flip_effect{};
  ShieldReverse shield_reverse{};
  ThrowWild throw_wild{};
  StuckDraw stuck_draw{};

  // Effects.
  std::array<std::uint8_t, kTextsMax + 1> same_text{};  // for each text the first one that reads the same
  StepList steps;                                       // steps[0] is End; then comes `NameColor, End`
  std::array<std::uint8_t, 8> filler{};

  bool has_powers() const {
    return std::any_of(powers.begin(), powers.end(), [](Color color) { return color != Color::None; });
  }
  Seat partner(Seat seat) const { return static_cast<Seat>((seat + seats / 2) % seats); }
};

static_assert(std::is_trivially_copyable_v<PlainRules> && std::is_standard_layout_v<PlainRules>);
static_assert(std::has_unique_object_representations_v<PlainRules>, "no padding: the bytes are the rules");
static_assert(sizeof(PlainRules) == 20160, "small enough for a GPU's constant memory");

}  // namespace comodin
