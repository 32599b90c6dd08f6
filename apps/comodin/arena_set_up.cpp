// From the options of `comodin arena` to games being played.
#include <algorithm>
#include <thread>

#include "apps/comodin/arena.hpp"
#include "apps/comodin/progress.hpp"
#include "apps/comodin/version.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kHandsUnasked = 10000;

std::string goal_of(const RuleSet& rules) {
  if (rules.format == Format::Hand) return "of one hand";
  return "to " + std::to_string(rules.target) + (rules.format == Format::Low ? ", fewest points win" : "");
}

Plan plan_of(const ArenaOptions& options) {
  return {.version = kVersion,
          .edition = options.table.edition,
          .players = options.table.players,
          .options = options.table.options,
          .custom_rules = options.custom_rules,
          .bots = options.bots,
          .arrangement = options.lineup == "split" ? Arrangement::Split : Arrangement::Field,
          .round_robin = options.round_robin,
          .unit = options.matches ? Unit::Matches : Unit::Hands,
          .games = options.matches ? *options.matches : options.hands.value_or(kHandsUnasked),
          .seed = options.seed,
          .sprt_points = options.sprt ? options.sprt_points : 0};
}

int threads_for(const ArenaOptions& options, std::uint64_t deals) {
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  const std::uint64_t wanted = options.threads > 0 ? static_cast<std::uint64_t>(options.threads) : cores;
  return static_cast<int>(std::min<std::uint64_t>({wanted, std::max<std::uint64_t>(deals, 1), kThreadsMax}));
}

}  // namespace

bool set_up(const ArenaOptions& options, Staged& out, std::string& why) {
  out.plan = plan_of(options);
  if (!make_schedule(out.plan, out.schedule, why) ||
      !freeze_table(options.table, options.custom_rules, out.rules, why))
    return false;
  out.plan.goal = goal_of(out.rules);
  out.plan.rules = rules_fingerprint(out.rules);
  return true;
}

bool play_staged(const ArenaOptions& options, const Staged& staged, const Share& share, Running how,
                 Played& out, std::string& why) {
  const BotFactory make = [&](std::string_view name, std::string& problem) {
    return make_any_bot(name, options.programs, problem);
  };
  const std::uint64_t deals = share.size() - std::min(share.size(), how.skip * share.block);
  ProgressBar bar(deals);
  how.threads = threads_for(options, deals);
  how.timing = options.timing;
  how.watcher = [&bar, told = how.watcher](const Progress& now) {
    bar.show(now.hands, now.deals);
    if (told) told(now);
  };
  if (!play(staged.plan, staged.schedule, staged.rules, make, share, how, out, why)) return false;
  bar.finish(how.threads);
  return true;
}

}  // namespace comodin
