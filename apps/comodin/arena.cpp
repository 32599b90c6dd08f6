// comodin arena: bots against bots, with intervals.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <optional>
#include <thread>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/progress.hpp"
#include "apps/comodin/stop.hpp"
#include "apps/comodin/version.hpp"
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

// ---- files -----------------------------------------------------------------------------------------

// Where the reports go: those that were asked for.
std::vector<std::string> places_of(const ReportFiles& files) {
  std::vector<std::string> out;
  for (const std::string& path : {files.json, files.csv, files.html})
    if (!path.empty()) out.push_back(path);
  return out;
}

// Standard output can take one of them, and then the table is not printed.
bool on_standard_output(const ReportFiles& files) {
  const std::vector<std::string> places = places_of(files);
  return std::find(places.begin(), places.end(), kStandardOutput) != places.end();
}

bool have_places(const ReportFiles& files, std::string& why) {
  const std::vector<std::string> places = places_of(files);
  if (std::count(places.begin(), places.end(), kStandardOutput) > 1) {
    why = "standard output has room for one of --json, --csv and --html";
    return false;
  }
  return std::all_of(places.begin(), places.end(), [&](auto& path) { return can_write(path, why); });
}

bool write_reports(const ReportFiles& files, const Results& results, std::string& why) {
  return (files.json.empty() || write_file(files.json, json_report(results), why)) &&
         (files.csv.empty() || write_file(files.csv, csv_report(results), why)) &&
         (files.html.empty() || write_file(files.html, html_report(results), why));
}

int report(const ReportFiles& files, const Plan& plan, const Schedule& schedule, const Played& played) {
  if (played.tally.deals() == 0) {
    std::cerr << "comodin: stopped before the first deal was over\n";
    return 0;
  }
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

std::string what_clashes(const ArenaOptions& options) {
  const bool files = !places_of(options.files).empty();
  if (options.lineup != "field" && options.lineup != "split") return "--lineup is field or split";
  if (options.shard.empty())
    return options.out.empty() ? "" : "--out is for --shard; reports go to --json, --csv, --html";
  if (options.sprt) return "--sprt looks at all deals in order: it cannot be played in shards";
  if (options.out.empty()) return "--shard needs --out FILE, for `comodin arena merge`";
  if (files) return "--shard writes --out only; give --json, --csv and --html to `comodin arena merge`";
  return {};
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

int threads_for(const ArenaOptions& options, const DealRange& range) {
  const std::uint64_t deals = std::max<std::uint64_t>(range.end - range.first, 1);
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  const std::uint64_t wanted = options.threads > 0 ? static_cast<std::uint64_t>(options.threads) : cores;
  return static_cast<int>(std::min<std::uint64_t>({wanted, deals, kThreadsMax}));
}

bool play_with_progress(const ArenaOptions& options, const Shard& shard, const Schedule& schedule,
                        const RuleSet& rules, Played& out, std::string& why) {
  const DealRange range = part_of(schedule.deals, shard.number, shard.of);
  ProgressBar bar(range.end - range.first);
  const Running how{.threads = threads_for(options, range),
                    .timing = options.timing,
                    .stop = &listen_for_stop(),
                    .watcher = [&](const Progress& now) { bar.show(now.hands, now.deals); }};
  const BotFactory make = [&](std::string_view name, std::string& problem) {
    return make_any_bot(name, options.programs, problem);
  };
  if (!play(shard.plan, schedule, rules, make, range, how, out, why)) return false;
  bar.finish(how.threads);
  return true;
}

int run_arena(const ArenaOptions& options) {
  std::string why = what_clashes(options);
  if (!why.empty()) return usage_error(why);
  Shard shard{.plan = plan_of(options)};
  if (!options.shard.empty() && !read_shard_choice(options.shard, shard))
    return usage_error("--shard is I/N, from 1/N to N/N, and N is 1000 at most");
  Schedule schedule;
  RuleSet rules;
  if (!make_schedule(shard.plan, schedule, why) ||
      !freeze_table(options.table, options.custom_rules, rules, why) || !have_places(options.files, why) ||
      (!options.out.empty() && !can_write(options.out, why)))
    return usage_error(why);
  shard.plan.goal = goal_of(rules);
  shard.plan.rules = signature(rules, kRulesKey, kRulesHands);
  if (!play_with_progress(options, shard, schedule, rules, shard.played, why)) return usage_error(why);

  const int stopped = shard.played.complete ? 0 : stopped_status();
  if (options.shard.empty()) {
    const int status = report(options.files, shard.plan, schedule, shard.played);
    return stopped ? stopped : status;
  }
  if (stopped) {
    std::cerr << "comodin: stopped; " << options.out << " was not written\n";
    return stopped;
  }
  if (!write_file(options.out, shard_text(shard), why)) return usage_error(why);
  if (options.out != kStandardOutput) std::cout << options.out << '\n';
  bool faulty = false;
  for (const auto& [entrant, lapses] : shard.played.lapses) {
    faulty |= lapses.any();
    if (lapses.any()) std::cerr << schedule.entrants[entrant] << ": " << describe(lapses) << '\n';
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
  app.add_option("--json", files.json,
                 "file for the results as JSON; - is standard output, without the table");
  app.add_option("--csv", files.csv, "the same as CSV, one line per bot");
  app.add_option("--html", files.html, "the same as a web page with charts");
}

void add_play_options(CLI::App& app, ArenaOptions& options) {
  add_table_options(app, options.table);
  add_bot_options(app, options.bots,
                  "who plays (see `comodin show bots`, or exec:COMMAND): one bot, two, one for each seat, or "
                  "more in pairs");
  auto* hands = app.add_option("-n,--hands", options.hands, "hands for each line-up [10000]")
                    ->check(whole(1, kDealsMax));
  app.add_option("--matches", options.matches, "play whole games instead, to the edition's target")
      ->check(whole(1, kDealsMax))
      ->excludes(hands);
  app.add_option("--lineup", options.lineup,
                 "how two bots share a larger table: field (one against the rest) or split")
      ->capture_default_str();
  app.add_flag("--round-robin", options.round_robin,
               "let every pair of bots play; the default for three or more bots and 2 seats");
  app.add_option("-s,--seed", options.seed, "seed of everything random")
      ->check(whole(0))
      ->capture_default_str();
  app.add_option("--custom-rules", options.custom_rules,
                 "seed that picks ready rules for the custom wilds; 0 puts the default rule on each")
      ->check(whole(0))
      ->capture_default_str();
  app.add_flag("--sprt", options.sprt, "stop as soon as it is clear whether the first bot is better");
  app.add_option("--sprt-points", options.sprt_points, "how much better, in net points a hand, for --sprt")
      ->check(decimal(0.001, kSprtPointsMax))
      ->capture_default_str();
  app.add_flag("--timing", options.timing, "also measure how long the bots take to answer");
  app.add_option("-j,--threads", options.threads,
                 "number of threads; 0 uses all cores; the results do not depend on it")
      ->check(whole(0, kThreadsMax))
      ->capture_default_str();
  add_program_options(app, options.programs);
  app.add_option("--shard", options.shard, "play only part I of N, given as I/N, and write it to --out");
  app.add_option("--out", options.out, "file for the part; - is standard output");
}

constexpr const char* kFooter =
    "--hands and --matches count every rotation of every deal and are rounded up to whole deals. Ctrl-C "
    "prints\n"
    "what is known so far. docs/ARENA.md explains the figures.\n\n"
    "Exit status: 0 done, 1 a program (exec:) was late, wrong or dead at least once (every report says how\n"
    "often), 2 not done.\n\n"
    "Examples:\n"
    "  comodin arena --bots veterana,aprendiz --hands 20000\n"
    "  comodin arena --bots exec:./mybot.py,casual --hands 200 --bot-time 100\n"
    "  comodin arena --edition powers --players 4 --bots aprendiz,novato --matches 400 --html report.html\n"
    "  comodin arena --bots aprendiz,novato --hands 1000000 --sprt\n"
    "  comodin arena --bots aprendiz,novato --shard 1/2 --out part-1.arena     (and 2/2 elsewhere)\n"
    "  comodin arena merge part-1.arena part-2.arena --json results.json";

}  // namespace

Command add_arena(CLI::App& app) {
  auto options = std::make_shared<ArenaOptions>();
  auto paths = std::make_shared<std::vector<std::string>>();
  auto merged = std::make_shared<ReportFiles>();
  app.description(
      "Lets bots play many hands or matches, and says which is better and how sure that is. Every deal is\n"
      "replayed for every rotation of the seats. Intervals are 95 %, by bootstrap over deals.");
  add_play_options(app, *options);
  add_report_options(app, options->files);
  CLI::App* merge = app.add_subcommand("merge", "Puts the parts of --shard together");
  merge->add_option("FILE", *paths, "all parts, in any order")->required();
  add_report_options(*merge, *merged);
  merge->footer("Example:\n  comodin arena merge part-*.arena --html report.html");
  app.footer(kFooter);
  return [options, paths, merged, merge] {
    return merge->parsed() ? run_merge(*paths, *merged) : run_arena(*options);
  };
}

}  // namespace comodin
