// Plays a plan: many deals, each by every line-up in every rotation, on all cores. The result depends on the
// plan alone, not on the number of threads, and always covers the first deals of the range without a gap.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/plan.hpp"
#include "arena/sprt.hpp"
#include "arena/tally.hpp"
#include "arena/timing.hpp"
#include "bots/bot.hpp"
#include "programs/lapses.hpp"

namespace comodin {

// Makes a bot by name, or returns null and says why. Called for every seat and thread before the first deal.
using BotFactory = std::function<std::unique_ptr<Bot>(std::string_view name, std::string& why)>;

// From `first` up to, but not including, `end`. Deals are counted from 0.
struct DealRange {
  std::uint64_t first = 0, end = 0;
};

// The part of a shard, counted from 1: consecutive deals. The sizes of parts differ by at most one.
DealRange part_of(std::uint64_t deals, std::uint64_t shard, std::uint64_t shards);

struct Progress {
  std::uint64_t hands = 0, deals = 0;
};

struct Running {
  int threads = 1;
  bool timing = false;
  const std::atomic<bool>* stop = nullptr;       // set from outside: finish the deals under way, and return
  std::function<void(const Progress&)> watcher;  // called a few times a second, from the calling thread
};

struct Played {
  Tally tally;
  std::vector<Timing> timings;           // by entrant; none unless asked for
  std::map<std::size_t, Lapses> lapses;  // of the entrants that are programs
  std::optional<Sprt> sprt;              // where the plan has a sequential test
  bool complete = false;                 // all deals, or as many as the test wanted
};

// False, and why, if a bot cannot be made.
bool play(const Plan& plan, const Schedule& schedule, const RuleSet& rules, const BotFactory& make,
          const DealRange& range, const Running& how, Played& out, std::string& why);

}  // namespace comodin
