// comodin arena: bots against bots, with intervals.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "apps/comodin/arena.hpp"
#include "apps/comodin/stop.hpp"
#include "arena/merge.hpp"
#include "arena/number_text.hpp"
#include "arena/report.hpp"
#include "parts/journal_file.hpp"
#include "parts/work_part.hpp"

namespace comodin {
namespace {

constexpr double kSprtPointsMax = 1000;

struct MergeOptions {
  std::vector<std::string> paths;
  bool so_far = false;
  ReportFiles files;
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

std::string what_clashes(const ArenaOptions& options) {
  const bool files = !places_of(options.files).empty();
  if (options.lineup != "field" && options.lineup != "split") return "--lineup is field or split";
  if (options.shard.empty())
    return options.out.empty() ? "" : "--out is for --shard; reports go to --json, --csv, --html";
  if (options.out.empty()) return "--shard needs --out FILE or --out FOLDER/, for `comodin arena merge`";
  if (files) return "--shard writes --out only; give --json, --csv and --html to `comodin arena merge`";
  return {};
}

int run_whole(const ArenaOptions& options) {
  std::string why;
  Staged staged;
  Played played;
  if (!have_places(options.files, why) || !set_up(options, staged, why) ||
      !play_staged(options, staged, {.deals = staged.schedule.deals}, {.stop = &listen_for_stop()}, played,
                   why))
    return usage_error(why);
  const int stopped = played.complete ? 0 : stopped_status();
  const int status = report(options.files, staged.plan, staged.schedule, played);
  return stopped ? stopped : status;
}

int run_arena(const ArenaOptions& options) {
  const std::string why = what_clashes(options);
  if (!why.empty()) return usage_error(why);
  return options.shard.empty() ? run_whole(options) : run_shard(options);
}

int run_merge(const MergeOptions& options) {
  std::string why;
  std::vector<ShardText> texts;
  for (const std::string& path : options.paths) texts.push_back({path, file_source(path)});
  Merge merge;
  if (!have_places(options.files, why) || !merge.open(texts, why) || !merge.read(why))
    return usage_error(why);
  const Played& played = merge.played();
  if (!played.complete) {
    const std::string missing =
        merge.missing() + "; " + grouped(played.tally.deals()) + " deals are known before the first gap";
    if (!options.so_far) return usage_error(missing + ": play the rest, or add --so-far");
    std::cerr << "comodin: " << missing << '\n';
  }
  return report(options.files, merge.of().plan, merge.schedule(), played);
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
  app.add_option(
      "--shard", options.shard,
      "play only part I of N, given as I/N, and keep it in --out; `auto` asks the scheduler, `auto:1-100` "
      "if it does not tell which tasks its array has");
  app.add_option(
      "--out", options.out,
      "file for the part, or FOLDER/ for one of its own; run again, it goes on where it stopped; - is "
      "standard output");
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
    "  srun comodin arena --bots aprendiz,novato --shard auto --out parts/     (in a Slurm array, or not)\n"
    "  comodin arena --bots aprendiz,novato --shard auto:0-99 --out parts/     (in a Kubernetes job of 100)\n"
    "  comodin arena merge parts/*.arena --json results.json\n\n"
    "--shard auto reads these variables; ranks count inside each task of an array:\n";

// The table of schedulers, as the help shows it.
std::string scheduler_lines() {
  std::string out;
  for (const Scheduler& one : schedulers()) {
    out += "  " + std::string(one.name) + ":";
    for (const char* name : {one.index, one.first, one.last, one.count, one.step})
      if (name) out += " " + std::string(name);
    out += "\n";
  }
  out.pop_back();
  return out;
}

}  // namespace

Command add_arena(CLI::App& app) {
  auto options = std::make_shared<ArenaOptions>();
  auto merged = std::make_shared<MergeOptions>();
  app.description(
      "Lets bots play many hands or matches, and says which is better and how sure that is. Every deal is\n"
      "replayed for every rotation of the seats. Intervals are 95 %, by bootstrap over deals.");
  add_play_options(app, *options);
  add_report_options(app, options->files);
  CLI::App* merge = app.add_subcommand("merge", "Puts the parts of --shard together");
  merge->add_option("FILE", merged->paths, "all parts, in any order")->required();
  merge->add_flag("--so-far", merged->so_far,
                  "report on the deals before the first that is missing, as Ctrl-C does on one machine");
  add_report_options(*merge, merged->files);
  merge->footer(
      "Examples:\n  comodin arena merge parts/*.arena --html report.html\n"
      "  comodin arena merge parts/*.arena --so-far");
  app.footer(kFooter + scheduler_lines());
  return [options, merged, merge] { return merge->parsed() ? run_merge(*merged) : run_arena(*options); };
}

}  // namespace comodin
