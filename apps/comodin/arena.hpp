// What the files of `comodin arena` share: its options, and an experiment that is set up to be played.
#pragma once

#include <optional>

#include "apps/comodin/commands.hpp"
#include "arena/experiment.hpp"
#include "programs/any_bot.hpp"

namespace comodin {

inline constexpr int kThreadsMax = 1024;

struct ReportFiles {
  std::string json, csv, html;
};

struct ArenaOptions {
  TableChoice table{.players = 2};
  std::vector<std::string> bots;
  std::optional<std::uint64_t> hands, matches;
  std::string lineup = "field";
  bool round_robin = false, sprt = false, timing = false;
  double sprt_points = 1;
  std::uint64_t seed = 1, custom_rules = 0;
  int threads = 0;
  std::string shard, out;
  ReportFiles files;
  ExecSettings programs;
};

// An experiment, ready to be played.
struct Staged {
  Plan plan;
  Schedule schedule;
  RuleSet rules;
};

bool set_up(const ArenaOptions& options, Staged& out, std::string& why);

// Plays a share of it, showing progress; of `how` threads and timing are filled in. False, and why, if a bot
// cannot be made.
bool play_staged(const ArenaOptions& options, const Staged& staged, const Share& share, Running how,
                 Played& out, std::string& why);

// Plays the part that --shard names into the file that --out names; the exit status.
int run_shard(const ArenaOptions& options);

}  // namespace comodin
