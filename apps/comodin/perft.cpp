// comodin perft: counts the ways to go on from a position.
#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "notation/json.hpp"
#include "notation/moves.hpp"
#include "notation/player.hpp"
#include "table/perft.hpp"

namespace comodin {
namespace {

struct PerftOptions {
  TableChoice table;
  std::uint64_t seed = 1;
  std::string file;
  int depth = 3;
  bool divide = false, json = false;
};

// `tell` gets every first move as text, with the count of what follows it.
template <class Tell>
void divide(const RuleSet& rules, const State& state, int depth, Tell tell) {
  MoveList moves;
  for (Seat seat = 0; seat < rules.seats; ++seat) {
    legal(rules, state, seat, moves);
    for (const Move& move : moves) {
      State next = state;
      apply(rules, next, move);
      tell(seated_move_text(rules, move), perft(rules, next, depth - 1));
    }
  }
}

int count_in_json(const RuleSet& rules, const State& state, const PerftOptions& options) {
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("depths").open('[');
  for (int depth = 1; depth <= options.depth; ++depth) pen.raw(std::to_string(perft(rules, state, depth)));
  pen.close(']');
  if (options.divide) {
    pen.key("moves").open('[');
    divide(rules, state, options.depth, [&](const std::string& move, std::uint64_t paths) {
      pen.open('{').key("move").text(move).key("count").raw(std::to_string(paths)).close('}');
    });
    pen.close(']');
  }
  pen.close('}');
  std::cout << out << '\n';
  return 0;
}

int count(const RuleSet& rules, const State& state, const PerftOptions& options) {
  if (options.json) return count_in_json(rules, state, options);
  if (options.divide)
    divide(rules, state, options.depth,
           [](const std::string& move, std::uint64_t paths) { std::cout << move << ": " << paths << '\n'; });
  for (int depth = 1; depth <= options.depth; ++depth)
    std::cout << "depth " << depth << ": " << perft(rules, state, depth) << std::endl;
  return 0;
}

int count_file(const PerftOptions& options) {
  std::vector<Scenario> scenarios;
  if (!read_scenarios(options.file, scenarios)) return 2;
  ScenarioPlayer player(scenarios.front());
  player.run();
  for (const Failure& failure : player.failures()) {
    std::cerr << options.file << ':' << failure.line << ": " << english(failure.fault) << '\n';
    return 1;
  }
  return count(player.rules(), player.state(), options);
}

int run_perft(const PerftOptions& options) {
  if (!options.file.empty()) return count_file(options);
  RuleSet rules;
  std::string why;
  if (!freeze_table(options.table, options.seed, rules, why)) return usage_error(why);
  State state = new_game(rules, options.seed);
  deal(rules, state);
  return count(rules, state, options);
}

}  // namespace

Command add_perft(CLI::App& app) {
  auto options = std::make_shared<PerftOptions>();
  app.description(
      "Counts the sequences of moves from a position. Every legal move of every seat counts, including "
      "calls,\n"
      "catches, gifts and jumps. The position is a fresh deal, or the end of the first scenario of a file.");
  app.add_option("FILE", options->file, "a scenario file");
  add_table_options(app, options->table);
  app.add_option("-s,--seed", options->seed, "seed of the deal")->check(whole(0))->capture_default_str();
  app.add_option("-d,--depth", options->depth, "how many moves deep")
      ->check(whole(1, kPerftDepthMax))
      ->capture_default_str();
  app.add_flag("--divide", options->divide, "also print the count behind each first move");
  app.add_flag("--json", options->json, "print the result as JSON");
  app.footer("Example:\n  comodin perft --edition streams --players 3 --seed 5 --depth 4");
  return [options] { return run_perft(*options); };
}

}  // namespace comodin
