// comodin arena: bots against bots, with intervals.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <ctime>
#include <iostream>
#include <optional>
#include <thread>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/progress.hpp"
#include "arena/report.hpp"
#include "arena/shard.hpp"
#include "notation/number.hpp"
#include "programs/any_bot.hpp"
#include "table/signature.hpp"

namespace comodin {
namespace {

constexpr int kThreadsMax = 1024;
constexpr std::uint64_t kHandsUnasked = 10000;
constexpr double kSprtPointsMax = 1000;
constexpr Key kRulesKey = 7;  // of the hands that make the fingerprint of the rules …
constexpr int kRulesHands = 20;

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

// ---- Ctrl-C ----------------------------------------------------------------------------------------

constexpr std::int64_t kPatience = 1000;  // milliseconds

std::atomic<bool> stop_asked = false;
std::atomic<int> stop_signal = 0;
std::atomic<std::int64_t> stop_time = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

// The first one ends the experiment in good order. So does a second one at the same time, as some programs
// send it to a process and to its group; later it ends the program at once.
void on_signal(int number) {
  if (!stop_asked) {
    stop_time = milliseconds();
    stop_signal = number;
    stop_asked = true;
  } else if (milliseconds() - stop_time > kPatience) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

void listen_for_stop() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

// ---- files -----------------------------------------------------------------------------------------

// Where the reports go: those that were asked for.
std::vector<std::string> places_of(const ReportFiles& files) {
  std::vector<std::string> out;
  for (const std::string& path : {files.json, files.csv, files.html})
    if (!path.empty()) out.push_back(path);
  return out;
}

// Standard output holds one of them, and then not the table.
bool on_standard_output(const ReportFiles& files) {
  const std::vector<std::string> places = places_of(files);
  return std::find(places.begin(), places.end(), kStandardOutput) != places.end();
}

bool have_places(const ReportFiles& files, std::string& why) {
  const std::vector<std::string> places = places_of(files);
  if (std::count(places.begin(), places.end(), kStandardOutput) > 1)
    return why = "standard output has room for one of --json, --csv and --html", false;
  return std::all_of(places.begin(), places.end(), [&](auto& path) { return can_write(path, why); });
}

bool write_reports(const ReportFiles& files, const Results& results, std::string& why) {
  return (files.json.empty() || write_file(files.json, json_report(results), why)) &&
         (files.csv.empty() || write_file(files.csv, csv_report(results), why)) &&
         (files.html.empty() || write_file(files.html, html_report(results), why));
}

int report(const ReportFiles& files, const Plan& plan, const Schedule& schedule, const Played& played) {
  if (played.tally.deals() == 0) return std::cerr << "comodin: stopped before the first deal was over\n", 0;
  const Results results = results_of(plan, schedule, played);
  if (!on_standard_output(files)) std::cout << text_report(results) << std::flush;
  std::string why;
  if (!write_reports(files, results, why)) return usage_error(why);
  return results.faulty() ? 1 : 0;
}

// ---- the experiment --------------------------------------------------------------------------------

std::string goal_of(const RuleSet& rules) {
  if (rules.format == Format::Hand) return "of one hand";
  return "to " + std::to_string(rules.target) + (rules.format == Format::Low ? ", fewest points win" : "");
}

bool read_shard_choice(const std::string& text, Shard& out) {
  const std::size_t slash = text.find('/');
  return slash != std::string::npos &&
         read_number(std::string_view(text).substr(slash + 1), out.of, 1, kShardsMax) &&
         read_number(std::string_view(text).substr(0, slash), out.number, 1, out.of);
}

std::string what_clashes(const ArenaOptions& wish) {
  const bool files = !places_of(wish.files).empty();
  if (wish.lineup != "field" && wish.lineup != "split") return "--lineup is field or split";
  if (wish.shard.empty())
    return wish.out.empty() ? "" : "--out is for --shard; reports go to --json, --csv, --html";
  if (wish.sprt) return "--sprt looks at all deals in order: it cannot be played in shards";
  if (wish.out.empty()) return "--shard needs --out FILE, for `comodin arena merge`";
  if (files) return "--shard writes --out only; give --json, --csv and --html to `comodin arena merge`";
  return {};
}

Plan plan_of(const ArenaOptions& wish) {
  return {.version = kVersion,
          .edition = wish.table.edition,
          .players = wish.table.players,
          .options = wish.table.options,
          .custom_rules = wish.custom_rules,
          .bots = wish.bots,
          .arrangement = wish.lineup == "split" ? Arrangement::Split : Arrangement::Field,
          .round_robin = wish.round_robin,
          .unit = wish.matches ? Unit::Matches : Unit::Hands,
          .games = wish.matches ? *wish.matches : wish.hands.value_or(kHandsUnasked),
          .seed = wish.seed,
          .sprt_points = wish.sprt ? wish.sprt_points : 0};
}

int threads_for(const ArenaOptions& wish, const DealRange& range) {
  const std::uint64_t deals = std::max<std::uint64_t>(range.end - range.first, 1);
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  const std::uint64_t wanted = wish.threads > 0 ? static_cast<std::uint64_t>(wish.threads) : cores;
  return static_cast<int>(std::min<std::uint64_t>({wanted, deals, kThreadsMax}));
}

bool play_with_progress(const ArenaOptions& wish, const Shard& shard, const Schedule& schedule,
                        const RuleSet& rules, Played& out, std::string& why) {
  const DealRange range = part_of(schedule.deals, shard.number, shard.of);
  ProgressBar bar(range.end - range.first);
  const Running how{.threads = threads_for(wish, range),
                    .timing = wish.timing,
                    .stop = &stop_asked,
                    .watcher = [&](const Progress& now) { bar.show(now.hands, now.deals); }};
  listen_for_stop();
  const BotFactory make = [&](std::string_view name, std::string& problem) {
    return make_any_bot(name, wish.programs, problem);
  };
  if (!play(shard.plan, schedule, rules, make, range, how, out, why)) return false;
  bar.finish(how.threads);
  return true;
}

int run_arena(const ArenaOptions& wish) {
  std::string why = what_clashes(wish);
  if (!why.empty()) return usage_error(why);
  Shard shard{.plan = plan_of(wish)};
  if (!wish.shard.empty() && !read_shard_choice(wish.shard, shard))
    return usage_error("--shard is I/N, from 1/N to N/N, and N is 1000 at most");
  Schedule schedule;
  RuleSet rules;
  if (!make_schedule(shard.plan, schedule, why) || !freeze_table(wish.table, wish.custom_rules, rules, why) ||
      !have_places(wish.files, why) || (!wish.out.empty() && !can_write(wish.out, why)))
    return usage_error(why);
  shard.plan.goal = goal_of(rules);
  shard.plan.rules = signature(rules, kRulesKey, kRulesHands);
  if (!play_with_progress(wish, shard, schedule, rules, shard.played, why)) return usage_error(why);

  const int stopped = shard.played.complete ? 0 : 128 + stop_signal;
  if (wish.shard.empty()) {
    const int status = report(wish.files, shard.plan, schedule, shard.played);
    return stopped ? stopped : status;
  }
  if (stopped) return std::cerr << "comodin: stopped; " << wish.out << " was not written\n", stopped;
  if (!write_file(wish.out, shard_text(shard), why)) return usage_error(why);
  if (wish.out != kStandardOutput) std::cout << wish.out << '\n';
  bool faulty = false;
  for (const auto& [entrant, faults] : shard.played.faults) {
    faulty |= faults.any();
    if (faults.any()) std::cerr << schedule.entrants[entrant] << ": " << describe(faults) << '\n';
  }
  return faulty ? 1 : 0;
}

int run_merge(const std::vector<std::string>& paths, const ReportFiles& files) {
  std::string why;
  if (!have_places(files, why)) return usage_error(why);
  std::vector<Shard> shards;
  for (const std::string& path : paths) {
    std::string text;
    if (!read_file(path, text)) return usage_error(path + ": cannot be read");
    if (!read_shard(text, shards.emplace_back(), why)) return usage_error(path + ": " + why);
  }
  Shard all;
  Schedule schedule;
  if (!merge_shards(shards, paths, all, why) || !make_schedule(all.plan, schedule, why))
    return usage_error(why);
  return report(files, all.plan, schedule, all.played);
}

// ---- the command line ------------------------------------------------------------------------------

void add_report_options(CLI::App& app, ReportFiles& files) {
  app.add_option("--json", files.json, "file for the results as JSON; -: standard output, without the table");
  app.add_option("--csv", files.csv, "the same as CSV, a line for each bot");
  app.add_option("--html", files.html, "the same as a web page with charts");
}

void add_play_options(CLI::App& app, ArenaOptions& wish) {
  add_table_options(app, wish.table);
  add_bot_options(
      app, wish.bots,
      "who plays (comodin show bots, or exec:COMMAND): one, two, one for each seat, or more in pairs");
  auto* hands =
      app.add_option("-n,--hands", wish.hands, "hands of each line-up [10000]")->check(whole(1, kDealsMax));
  app.add_option("--matches", wish.matches, "whole games instead, to the edition's target")
      ->check(whole(1, kDealsMax))
      ->excludes(hands);
  app.add_option("--lineup", wish.lineup, "two bots at a larger table: field (1 against the rest) or split")
      ->capture_default_str();
  app.add_flag("--round-robin", wish.round_robin,
               "every pair of the bots plays; unasked with 2 seats and 3 bots");
  app.add_option("-s,--seed", wish.seed, "for everything random")->check(whole(0))->capture_default_str();
  app.add_option("--custom-rules", wish.custom_rules,
                 "picks ready rules for the custom wilds; 0: the default one on each")
      ->check(whole(0))
      ->capture_default_str();
  app.add_flag("--sprt", wish.sprt, "stop as soon as it is clear whether the first bot is better");
  app.add_option("--sprt-points", wish.sprt_points, "… by so many net points a hand")
      ->check(decimal(0.001, kSprtPointsMax))
      ->capture_default_str();
  app.add_flag("--timing", wish.timing, "also measure how long bots take to answer");
  app.add_option("-j,--threads", wish.threads, "0: all cores; results do not depend on it")
      ->check(whole(0, kThreadsMax))
      ->capture_default_str();
  add_program_options(app, wish.programs);
  app.add_option("--shard", wish.shard, "I/N: play only the I-th of N parts, into --out");
  app.add_option("--out", wish.out, "file for the part; -: standard output");
}

constexpr const char* kFooter =
    "--hands and --matches count every rotation of every deal, and are rounded up to whole deals.\n"
    "Ctrl-C prints what is known so far. More: docs/ARENA.md\n"
    "Exit status 1: a program (exec:) was late, wrong or dead at least once; every report says how often.\n"
    "Examples:\n"
    "  comodin arena --bots veterana,aprendiz --hands 20000\n"
    "  comodin arena --bots exec:./mybot.py,casual --hands 200 --bot-time 100\n"
    "  comodin arena --edition powers --players 4 --bots aprendiz,novato --matches 400 --html report.html\n"
    "  comodin arena --bots aprendiz,novato --hands 1000000 --sprt\n"
    "  comodin arena --bots aprendiz,novato --shard 1/2 --out part-1.arena     (and 2/2 elsewhere)\n"
    "  comodin arena merge part-1.arena part-2.arena --json results.json";

}  // namespace

Command add_arena(CLI::App& app) {
  auto wish = std::make_shared<ArenaOptions>();
  auto paths = std::make_shared<std::vector<std::string>>();
  auto merged = std::make_shared<ReportFiles>();
  app.description(
      "Lets bots play many hands or matches and says who is better, and how sure that is. Every deal is\n"
      "replayed for every rotation of the seats; intervals are 95 %, by bootstrap over deals.");
  add_play_options(app, *wish);
  add_report_options(app, wish->files);
  CLI::App* merge = app.add_subcommand("merge", "puts the parts of --shard together");
  merge->add_option("file", *paths, "every part, in any order")->required();
  add_report_options(*merge, *merged);
  merge->footer("Example:\n  comodin arena merge part-*.arena --html report.html");
  app.footer(kFooter);
  return [wish, paths, merged, merge] {
    return merge->parsed() ? run_merge(*paths, *merged) : run_arena(*wish);
  };
}

}  // namespace comodin
