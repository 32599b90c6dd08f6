// Plays a plan: many deals, each by every line-up in every rotation, on all cores. The result depends on the
// plan alone, not on the number of threads, and always covers the first deals of the share without a gap.
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
#include "arena/share.hpp"
#include "arena/sprt.hpp"
#include "arena/tally.hpp"
#include "arena/timing.hpp"
#include "bots/bot.hpp"
#include "programs/lapses.hpp"

namespace comodin {

// Makes a bot by name, or returns null and says why. Called for every seat and thread before the first deal.
using BotFactory = std::function<std::unique_ptr<Bot>(std::string_view name, std::string& why)>;

struct Progress {
  std::uint64_t hands = 0, deals = 0;
};

struct Played {
  Tally tally;
  std::vector<Timing> timings;           // by entrant; none unless asked for
  std::map<std::size_t, Lapses> lapses;  // of the entrants that are programs
  std::optional<Sprt> sprt;              // where the plan has a sequential test
  bool complete = false;                 // all deals, or as many as the test wanted

  // Other deals of the same experiment, later ones.
  void add(const Played& more);
};

// Some of the deals, all of one block, and what came of them.
struct Block {
  std::uint64_t index = 0;  // of the experiment
  Played played;
};

struct Running {
  int threads = 1;
  bool timing = false;
  const std::atomic<bool>* stop = nullptr;       // set from outside: finish the deals under way, and return
  std::function<void(const Progress&)> watcher;  // called a few times a second, from the calling thread
  std::uint64_t skip = 0;                        // blocks of the share that were played before
  // Gets the blocks in their order as soon as they are whole, one at a time, from any thread. With it nothing
  // is added up here, and there is no sequential test.
  std::function<void(const Block&)> keep;
};

// False, and why, if a bot cannot be made.
bool play(const Plan& plan, const Schedule& schedule, const RuleSet& rules, const BotFactory& make,
          const Share& share, const Running& how, Played& out, std::string& why);

}  // namespace comodin
