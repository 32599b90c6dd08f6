// Edition: one rulebook as a value. It is read from a text file (notation/edition.hpp) and frozen,
// with the table's options, into a RuleSet (engine/ruleset.hpp).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fault.hpp"
#include "engine/options.hpp"
#include "engine/steps.hpp"

namespace comodin {

// Jumps are relative, so a program can stand anywhere.
using Program = std::vector<Step>;
inline constexpr int kProgramMax = 200;  // steps of one card

// A list of steps with the texts they mention.
struct Rule {
  std::string name;  // of a ready rule; empty for one written at the table
  Program steps;     // without the End, which linking adds
  std::vector<std::string> texts;
  friend bool operator==(const Rule&, const Rule&) = default;
};

// When a wild may be played without bluffing (W4-2).
enum class Restriction : std::uint8_t { None, NoColor, NoColorNoWild };

// One row of the deck: a symbol in all four colours, or a wild.
struct Symbol {
  std::string text;  // "7", "s", "+2"; a wild with its W: "W4"
  bool wild = false;
  bool custom = false;  // a wild that players write on: `Wc` stands for Wc1 … WcN, one of each
  int copies = 0;       // per colour; of a custom wild: how many different ones
  int points = 0;
  Restriction restriction = Restriction::None;
  FirstCard first_card = FirstCard::Start;
  Rule play, last, first;   // when played; as the last card (END-2); turned up first (SETUP-4)
  bool take_shown = false;  // taken from the draw pile it is shown to all (CREEPER-1) …
  int take_draws = 0;       // … and its taker draws this many more
  bool does(Op op) const {
    return std::any_of(play.steps.begin(), play.steps.end(), [&](Step step) { return step.op == op; });
  }
  int number() const {
    return !wild && text.size() == 1 && text[0] >= '0' && text[0] <= '9' ? text[0] - '0' : -1;
  }
  friend bool operator==(const Symbol&, const Symbol&) = default;
};

struct Edition {
  std::string id;
  std::string title_es, title_en;
  Direction direction = Direction::Left;
  DealerBy dealer = DealerBy::Drawn;
  Options options;              // the edition's own defaults
  std::vector<Symbol> symbols;  // coloured ones first
  Color powers[kAbilities] = {Color::None, Color::None, Color::None, Color::None};

  bool has_powers() const;
  bool has_hyperspeed() const;
  bool has_step(Op op) const;    // in what some card does when it is played
  const Symbol* custom() const;  // the customizable wild, if there is one
  // What an option needs that this edition lacks; empty if the option means something here.
  FaultCode lacks(Option option) const;
  bool uses(Option option) const { return lacks(option).name().empty(); }
  Options options_of(int version) const;  // its defaults, as games of that version had them
  friend bool operator==(const Edition&, const Edition&) = default;
};

}  // namespace comodin
