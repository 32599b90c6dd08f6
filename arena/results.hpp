// Results: the figures of an experiment, as every report prints them. They follow from plan and tally alone.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "arena/bootstrap.hpp"
#include "arena/experiment.hpp"

namespace comodin {

// All figures of a bot are means over the seats it had: with three of four seats it wins three times as many
// hands as its share says. Line-ups with a program that never played are left out; where nothing is left,
// figures are not a number.
struct BotResult {
  std::string name;
  std::uint64_t hands = 0;  // counted once for each seat it had
  Estimate points;          // a hand, as a race counts them
  Estimate net;             // … minus the mean of the other seats
  Estimate hand_wins;       // share of the hands; all seats' together are 1, less what is blocked
  Estimate match_wins;      // the same of matches; not a number if none were played
  Estimate rating;          // Elo, the mean of all bots 0
  std::optional<Timing> timing;
  std::optional<Lapses> lapses;  // of a program
  bool never_played() const { return lapses && lapses->never_played(); }
};

// Row against column: the means over all line-ups in which the two met.
struct PairResult {
  Estimate net;   // points a hand more than the other
  Estimate wins;  // the row's part of what either of the two won
};

// The net points of every bot after this many deals.
struct CurvePoint {
  std::uint64_t deals = 0;
  std::vector<double> net;
};

struct Results {
  Plan plan;
  Schedule schedule;
  std::uint64_t deals = 0;
  bool complete = false;
  std::uint64_t hands = 0, matches = 0, blocked = 0, unfinished = 0;
  std::vector<BotResult> bots;
  std::vector<PairResult> pairs;  // row by row; not a number on the diagonal
  std::vector<CurvePoint> curve;
  std::optional<Sprt> sprt;

  bool faulty() const {  // a program lost choices, so not all moves are the bots' own
    return std::any_of(bots.begin(), bots.end(), [](auto& bot) { return bot.lapses && bot.lapses->any(); });
  }
  bool absent() const {  // a program never played
    return std::any_of(bots.begin(), bots.end(), [](auto& bot) { return bot.never_played(); });
  }
  const PairResult& pair(std::size_t row, std::size_t column) const {
    return pairs[row * bots.size() + column];
  }
};

Results results_of(const Plan& plan, const Schedule& schedule, const Played& played);

}  // namespace comodin
