// Scenarios as values: a set-up, and the lines that are played and checked (docs/NOTATION.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "notation/library.hpp"
#include "notation/tokens.hpp"

namespace comodin {

enum class Start { Turn, Begin, BeginDraw };

// Everything above the first move. Cards are kinds of `rules`.
struct Setup {
  int version = kOptionsVersion;  // of its form; records of version 1 give none and name all options
  std::string edition;            // as written: an id or a path
  std::shared_ptr<const RuleSet> rules;
  Start start = Start::Turn;
  std::optional<Seat> dealer;
  Seat turn = 0;
  std::optional<Direction> direction;
  std::vector<std::optional<std::vector<Card>>> hands;  // one for each seat
  std::vector<Card> pile;                               // top first
  bool rest_none = false;
  std::vector<Card> discard;  // bottom to top
  Color color = Color::None;
  Color hyper = Color::None;
  std::array<Seat, kColors> power{kNoSeat, kNoSeat, kNoSeat, kNoSeat};
  std::vector<int> scores;
  std::uint64_t seed = 1;
  std::vector<std::string> names;  // of the seats, in records; empty if not given
  std::vector<std::string> clauses;
};

enum class LineKind {
  Move,
  Reject,
  Deal,
  RejectDeal,
  ChancePile,
  ChancePutBack,
  ChanceDealer,
  ChanceDealerSeat,
  Can,
  Cannot,
  CanDeal,
  CannotDeal,
  Awaits,
  Hand,
  Count,
  Top,
  Color,
  Direction,
  Pile,
  Discards,
  Dealer,
  Power,
  Hyperspeed,
  Mark,
  Owes,
  Knows,
  Over,
  Blocked,
  Running,
  Points,
  Score,
  Champion,
};

// One line after the set-up.
struct ScenarioLine {
  LineKind kind{};
  int line = 0;
  Move move;
  Seat seat = kNoSeat, other = kNoSeat;
  Awaits awaits = Awaits::None;
  Color color = Color::None, color2 = Color::None;  // the colour asked about; its value
  Direction direction = Direction::Left;
  Card card = kNoCard;
  int number = 0;
  SeatSet seats = 0;
  std::vector<Card> cards;
  std::string text;  // a mark; empty: none
  friend bool operator==(const ScenarioLine&, const ScenarioLine&) = default;
};

struct Scenario {
  std::string name;
  int line = 0;
  Setup setup;
  std::vector<ScenarioLine> lines;
};

// Reads a file of scenarios. `folder` is its folder, where edition files are looked for.
TextError parse_scenarios(std::string_view text, const std::string& folder, Library& library,
                          std::vector<Scenario>& out);

std::string print_line(const RuleSet& rules, const ScenarioLine& line);
std::string print_setup(const Setup& setup);
std::string print_scenario(const Scenario& scenario);

// The position of a set-up, and what each seat knows in it, before a `begin` has happened.
State position(const Setup& setup);

}  // namespace comodin
