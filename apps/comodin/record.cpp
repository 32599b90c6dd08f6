// comodin record: writes games of bots as records.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "parts/work_part.hpp"
#include "programs/any_bot.hpp"
#include "table/recorder.hpp"

namespace comodin {
namespace {

namespace fs = std::filesystem;

struct RecordOptions {
  TableChoice table;
  std::uint64_t seed = 1;
  int games = 1;
  std::vector<std::string> bots;
  ExecSettings programs;
  bool trace = false;
  std::string shard;
  std::string out;
};

// How a record in `folder` names its edition: a built-in one by its id, a file by its path from there.
std::string edition_in(const std::string& edition, const std::string& folder) {
  const bool file = edition.find('/') != std::string::npos || edition.find('.') != std::string::npos;
  if (!file || edition[0] == '/') return edition;
  std::error_code problem;
  const fs::path near = fs::proximate(edition, folder, problem);
  return problem ? edition : near.string();
}

std::vector<std::string> seat_names(const RecordOptions& options) {
  std::vector<std::string> names;
  for (int k = 0; k < options.table.players; ++k)
    names.push_back(options.bots.empty() ? "random"
                                         : options.bots[static_cast<std::size_t>(k) % options.bots.size()]);
  return names;
}

// The players, seat by seat. None: random moves everywhere.
bool seat_bots(const RecordOptions& options, std::vector<std::unique_ptr<Bot>>& out, std::string& why) {
  if (options.bots.empty() || options.bots == std::vector<std::string>{"random"}) return true;
  for (const std::string& name : seat_names(options)) {
    out.push_back(make_any_bot(name, options.programs, why));
    if (!out.back()) return false;
  }
  return true;
}

// Prints a line for each program that lost choices; returns 1 if there is one.
int report(const std::vector<std::string>& names, const std::vector<std::unique_ptr<Bot>>& bots) {
  int status = 0;
  for (std::size_t k = 0; k < bots.size(); ++k)
    if (const Lapses* lapses = lapses_of(*bots[k]); lapses && lapses->any()) {
      std::cerr << "seat " << k + 1 << ", " << names[k] << ": " << describe(*lapses) << '\n';
      status = 1;
    }
  return status;
}

// Where a record goes: a file in the folder, or all of them to standard output.
std::string place_of(const RecordOptions& options, const std::string& name) {
  return options.out == kStandardOutput ? options.out : (fs::path(options.out) / (name + ".scn")).string();
}

// Which games are ours: all, or those of one of many processes.
bool find_share(const RecordOptions& options, WorkPart& share, std::string& why) {
  if (options.shard.empty()) return true;
  if (options.out == kStandardOutput) {
    why = "--shard writes into a folder; --out is standard output";
    return false;
  }
  return read_work_part(options.shard, [](const char* name) { return std::getenv(name); }, share, why);
}

// Plays and writes the game of that number. A part that runs again finds its games: a record is there as a
// whole or not at all.
bool record_one(const RecordOptions& options, std::uint64_t number,
                const std::vector<std::unique_ptr<Bot>>& bots, std::string& why) {
  const std::uint64_t key = split(options.seed, number);
  auto rules = std::make_shared<RuleSet>();
  if (!freeze_table(options.table, key, *rules, why)) return false;
  const std::string name =
      rules->edition.id + "-" + std::to_string(options.seed) + "-" + std::to_string(number);
  const std::string path = place_of(options, name);
  const bool printed = options.out == kStandardOutput;
  const bool there = !options.shard.empty() && fs::exists(path);
  if (!there && !can_write(path, why)) return false;
  if (!there &&
      !write_file(path,
                  record_game({.name = name,
                               .edition = edition_in(options.table.edition, printed ? "." : options.out),
                               .rules = rules,
                               .seats = seat_names(options),
                               .key = key,
                               .trace = options.trace},
                              bots),
                  why))
    return false;
  if (!printed) std::cout << path << '\n';
  return true;
}

int run_record(const RecordOptions& options) {
  std::vector<std::unique_ptr<Bot>> bots;
  WorkPart share;
  std::string why;
  if (!find_share(options, share, why) || !seat_bots(options, bots, why)) return usage_error(why);
  const bool printed = options.out == kStandardOutput;
  std::error_code problem;
  if (!printed) fs::create_directories(options.out, problem);
  if (!printed && !fs::is_directory(options.out, problem))
    return usage_error("cannot make the folder " + options.out);
  for (std::uint64_t k = share.number; k <= static_cast<std::uint64_t>(options.games); k += share.of)
    if (!record_one(options, k, bots, why)) return usage_error(why);
  return report(seat_names(options), bots);
}

}  // namespace

Command add_record(CLI::App& app) {
  auto options = std::make_shared<RecordOptions>();
  app.description(
      "Lets bots play games and writes each game as a record, which is a scenario that `comodin check` can "
      "replay.");
  add_table_options(app, options->table);
  app.add_option("-s,--seed", options->seed, "seed of everything random")
      ->check(whole(0))
      ->capture_default_str();
  add_bot_options(
      app, options->bots,
      "who plays, seat by seat and then from the beginning: bots (see `comodin show bots`), or programs as "
      "exec:COMMAND; random moves if left out");
  add_program_options(app, options->programs);
  app.add_option("-n,--games", options->games, "number of games")
      ->check(whole(1, 1000000))
      ->capture_default_str();
  app.add_flag("--trace", options->trace, "also write the whole position after every move");
  app.add_option("--shard", options->shard,
                 "write only part I of N of the games, given as I/N, `auto` or `auto:1-100` as for `comodin "
                 "arena`; those that are there already are not played again");
  app.add_option("--out", options->out, "folder for the records; - writes all of them to standard output")
      ->required();
  app.footer(
      "Example:\n  comodin record --edition powers --players 4 --seed 7 --games 3 --trace --out games");
  return [options] { return run_record(*options); };
}

}  // namespace comodin
