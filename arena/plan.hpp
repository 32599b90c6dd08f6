// Plan: what an experiment plays, as plain values. Who sits where in which deal follows from the plan alone,
// so one machine and a hundred machines play the same games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace comodin {

inline constexpr int kEntrantsMax = 16;                  // different bots in one experiment
inline constexpr std::uint64_t kDealsMax = 100'000'000;  // in one experiment
inline constexpr int kMatchHandsMax = 1000;              // a longer match is left unfinished

enum class Unit : std::uint8_t { Hands, Matches };

// How two bots share more than two seats.
enum class Arrangement : std::uint8_t {
  Field,  // one of the first, all others of the second
  Split,  // in turn: first, second, first, …
};

struct Plan {
  std::string version;  // of the program
  std::string edition;  // as the command line names it
  int players = 2;
  std::vector<std::string> options;  // NAME=VALUE
  std::uint64_t custom_rules =
      0;  // seed that picks ready rules for the custom wilds; 0: the default rule on each
  std::vector<std::string> bots;  // as named
  Arrangement arrangement = Arrangement::Field;
  bool round_robin = false;
  Unit unit = Unit::Hands;
  std::uint64_t games = 10000;  // hands or matches of each line-up, before rounding up to whole deals
  std::uint64_t seed = 1;
  double sprt_points = 0;                   // of the sequential test; 0: none
  std::string goal;                         // what ends a match, in words
  std::uint64_t rules = 0;                  // a fingerprint of the rules in force
  std::vector<std::uint64_t> fingerprints;  // of `bots`: what each has learnt, or the files of a program
  int bot_ms = 0;                           // that programs have for an answer; 0: nobody is one
};

// Who plays together. Position p of the line-up sits at seat (p + rotation) % players.
struct LineUp {
  std::vector<int> entrant_at;  // by position: an index into Schedule::entrants
  std::vector<int> entrants;    // the different ones, in order of appearance
  std::vector<int> copies;      // … and the seats that each has
  std::vector<int> slot_at;     // by position: an index into the two lists above
  int column = 0;               // where this line-up's part of a row begins

  // The columns of a row, all sums over the rotations of a deal.
  int hands() const { return column; }
  int blocked() const { return column + 1; }     // hands that nobody won
  int unfinished() const { return column + 2; }  // matches without a champion
  int points(std::size_t slot) const { return column + 3 + 3 * static_cast<int>(slot); }
  int hand_wins(std::size_t slot) const { return points(slot) + 1; }   // in parts of kWhole
  int match_wins(std::size_t slot) const { return points(slot) + 2; }  // in parts of kWhole
  int width() const { return 3 + 3 * static_cast<int>(entrants.size()); }
};

// One win. It can be shared among up to ten seats without a remainder.
inline constexpr std::int64_t kWhole = 2520;

struct Schedule {
  std::vector<std::string> entrants;  // the different bots
  std::vector<LineUp> line_ups;       // each deal is played by every line-up …
  int rotations = 1;                  // … in this many rotations: those that seat them differently
  std::uint64_t deals = 0;
  int width = 0;  // columns of a row
  std::uint64_t games() const { return deals * static_cast<std::uint64_t>(rotations) * line_ups.size(); }
};

// False, and why in words, if the plan makes no sense.
bool make_schedule(const Plan& plan, Schedule& out, std::string& why);

// "aprendiz,contadora:worlds=50,ms=20": two bots. A comma begins another one, unless a setting follows it.
std::vector<std::string> split_bots(std::string_view list);

// The command line that gives these numbers, quoted for a shell.
std::string command_of(const Plan& plan);

}  // namespace comodin
