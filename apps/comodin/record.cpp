// comodin record: writes games of bots as records.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "apps/comodin/commands.hpp"
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
  std::string out;
};

// How a record in `folder` names the edition: built-in ones by id, files by a path from there.
std::string edition_in(const std::string& edition, const std::string& folder) {
  const bool file = edition.find('/') != std::string::npos || edition.find('.') != std::string::npos;
  if (!file || edition[0] == '/') return edition;
  std::error_code problem;
  const fs::path near = fs::proximate(edition, folder, problem);
  return problem ? edition : near.string();
}

std::vector<std::string> seat_names(const RecordOptions& wish) {
  std::vector<std::string> names;
  for (int k = 0; k < wish.table.players; ++k)
    names.push_back(wish.bots.empty() ? "random" : wish.bots[static_cast<std::size_t>(k) % wish.bots.size()]);
  return names;
}

// The players, seat by seat. None: random moves everywhere.
bool seat_bots(const RecordOptions& wish, std::vector<std::unique_ptr<Bot>>& out, std::string& why) {
  if (wish.bots.empty() || wish.bots == std::vector<std::string>{"random"}) return true;
  for (const std::string& name : seat_names(wish)) {
    out.push_back(make_any_bot(name, wish.programs, why));
    if (!out.back()) return false;
  }
  return true;
}

// One line for each program that has lost choices; 1 if there is one.
int report(const std::vector<std::string>& names, const std::vector<std::unique_ptr<Bot>>& bots) {
  int status = 0;
  for (std::size_t k = 0; k < bots.size(); ++k)
    if (const Faults* faults = faults_of(*bots[k]); faults && faults->any()) {
      std::cerr << "seat " << k + 1 << ", " << names[k] << ": " << describe(*faults) << '\n';
      status = 1;
    }
  return status;
}

// Where a record goes: a file in the folder, or all of them to standard output.
std::string place_of(const RecordOptions& wish, const std::string& name) {
  return wish.out == kStandardOutput ? wish.out : (fs::path(wish.out) / (name + ".scn")).string();
}

int run_record(const RecordOptions& wish) {
  std::vector<std::unique_ptr<Bot>> bots;
  std::string why;
  if (!seat_bots(wish, bots, why)) return usage_error(why);
  const bool printed = wish.out == kStandardOutput;
  std::error_code problem;
  if (!printed) fs::create_directories(wish.out, problem);
  if (!printed && !fs::is_directory(wish.out, problem))
    return usage_error("cannot make the folder " + wish.out);
  for (int k = 1; k <= wish.games; ++k) {
    const std::uint64_t key = split(wish.seed, static_cast<std::uint64_t>(k));
    auto rules = std::make_shared<RuleSet>();
    if (!freeze_table(wish.table, key, *rules, why)) return usage_error(why);
    const std::string name = rules->edition.id + "-" + std::to_string(wish.seed) + "-" + std::to_string(k);
    const std::string path = place_of(wish, name);
    if (!can_write(path, why)) return usage_error(why);
    const std::string text = record_game({.name = name,
                                          .edition = edition_in(wish.table.edition, printed ? "." : wish.out),
                                          .rules = rules,
                                          .seats = seat_names(wish),
                                          .key = key,
                                          .trace = wish.trace},
                                         bots);
    if (!write_file(path, text, why)) return usage_error(why);
    if (!printed) std::cout << path << '\n';
  }
  return report(seat_names(wish), bots);
}

}  // namespace

Command add_record(CLI::App& app) {
  auto wish = std::make_shared<RecordOptions>();
  app.description(
      "Plays games of bots and writes each as a record: a scenario that `comodin check` replays.");
  add_table_options(app, wish->table);
  app.add_option("-s,--seed", wish->seed, "for everything random")->check(whole(0))->capture_default_str();
  add_bot_options(app, wish->bots,
                  "who plays, seat by seat, in turn: bots (comodin show bots), or programs as exec:COMMAND; "
                  "random moves if left out");
  add_program_options(app, wish->programs);
  app.add_option("-n,--games", wish->games, "how many")->check(whole(1, 1000000))->capture_default_str();
  app.add_flag("--trace", wish->trace, "write the whole position after every move");
  app.add_option("--out", wish->out, "folder for the records; -: all of them to standard output")->required();
  app.footer(
      "Example:\n  comodin record --edition powers --players 4 --seed 7 --games 3 --trace --out games");
  return [wish] { return run_record(*wish); };
}

}  // namespace comodin
