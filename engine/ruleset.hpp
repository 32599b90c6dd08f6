// RuleSet: an edition, the table's options, the number of seats and the rules written on the custom
// wilds, frozen into tables. Every engine function takes one; it never changes during a game.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/edition.hpp"
#include "engine/hand.hpp"

namespace comodin {

// Offsets into RuleSet::steps.
using Address = std::uint16_t;

struct alignas(32) CardInfo {
  Color color = Color::None;
  std::uint8_t symbol = 0;  // index into Edition::symbols
  std::uint8_t points = 0;
  std::uint8_t attack = 0;  // cards that next draws: more than 0 can be stacked (HOUSE-1)
  Address play = 0, flip = 0, last = 0, first = 0;  // 0: nothing happens
  FirstCard first_card = FirstCard::Start;
  std::uint8_t take_shown = 0;
  std::uint8_t take_draws = 0;
  Color grants = Color::None;    // the power this card gives; None if it is named with the play
  std::uint8_t picks_power = 0;  // 1: the player names the power
  std::int8_t number = -1;       // 0 … 9, or -1 for a symbol
};

inline constexpr int kMarksMax = 8;

struct RuleSet {
  // What it was made of.
  Edition edition;
  Options options;
  int seats = 0;
  std::vector<Rule> custom_rules;  // one for each custom wild in the deck

  // The deck.
  int kinds = 0;
  std::array<CardInfo, kKindsMax> cards;
  std::vector<std::string> names;    // "r7", "W4", "Wc1"
  std::array<Card, kCardsMax> deck;  // in order of kinds
  int deck_size = 0;

  // What matches what, as masks of kinds.
  std::array<Mask, kColors + 1> of_color{};   // none for Color::None
  std::array<Mask, kKindsMax> same_symbol{};  // none for a wild
  std::array<Mask, kKindsMax> goes_on{};      // what goes on a coloured card: TURN-1 in one mask
  Mask wilds = 0;
  Mask names_color = 0;         // those whose colour is named with the play
  Mask restricted = 0;          // wilds that may be a bluff (W4-2)
  Mask restricted_by_wild = 0;  // those that another wild in the hand forbids as well
  Mask goes_off = 0;            // kinds that do something when taken (CREEPER-1)

  // Effects.
  std::vector<Step> steps;  // steps[0] is End; then comes `NameColor, End`
  std::vector<std::string> texts;
  std::vector<std::string> marks;    // at most kMarksMax
  std::uint8_t marks_until_uno = 0;  // one bit for each mark
  std::array<Color, kAbilities> powers{};
  bool out_of_turn = false;  // gifts or jumps are possible while a turn is awaited
  bool plain_turns = false;  // a turn is: play what matches, or draw
  bool doubles = false;      // somebody may get to play two cards in a turn …
  bool uno_waits = false;    // … and owes no call before both are played (UNO-6)

  std::array<std::array<Seat, kSeatsMax>, 2> neighbour{};  // to the right, to the left

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
  int cards_dealt = 0, target = 0, turn_limit = 0;

  bool has_powers() const { return edition.has_powers(); }
  Seat partner(Seat seat) const { return static_cast<Seat>((seat + seats / 2) % seats); }
};

// Freezes a rule set. `custom` holds the rule of each custom wild that is in the deck. Returns what
// is wrong in words a player can act on, or an empty text.
std::string freeze(const Edition& edition, const Options& options, int seats, const std::vector<Rule>& custom,
                   RuleSet& out);

// How many custom wilds these options put into the deck (DECK-2).
int custom_count(const Edition& edition, const Options& options);

}  // namespace comodin
