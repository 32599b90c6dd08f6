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

// `tell` hears of every first move, as text, and of the count behind it.
template <class Tell>
void divide(const RuleSet& rules, const State& state, int depth, Tell tell) {
  MoveList moves;
  for (Seat seat = 0; seat < rules.seats; ++seat) {
    legal(rules, state, seat, moves);
    for (const Move& move : moves) {
      State next = state;
      apply(rules, next, move);
      tell(move_text(rules, move), perft(rules, next, depth - 1));
    }
  }
}

int count_in_json(const RuleSet& rules, const State& state, const PerftOptions& wish) {
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("depths").open('[');
  for (int depth = 1; depth <= wish.depth; ++depth) pen.raw(std::to_string(perft(rules, state, depth)));
  pen.close(']');
  if (wish.divide) {
    pen.key("moves").open('[');
    divide(rules, state, wish.depth, [&](const std::string& move, std::uint64_t paths) {
      pen.open('{').key("move").text(move).key("count").raw(std::to_string(paths)).close('}');
    });
    pen.close(']');
  }
  pen.close('}');
  std::cout << out << '\n';
  return 0;
}

int count(const RuleSet& rules, const State& state, const PerftOptions& wish) {
  if (wish.json) return count_in_json(rules, state, wish);
  if (wish.divide)
    divide(rules, state, wish.depth,
           [](const std::string& move, std::uint64_t paths) { std::cout << move << ": " << paths << '\n'; });
  for (int depth = 1; depth <= wish.depth; ++depth)
    std::cout << "depth " << depth << ": " << perft(rules, state, depth) << std::endl;
  return 0;
}

int count_file(const PerftOptions& wish) {
  std::vector<Scenario> scenarios;
  if (!read_scenarios(wish.file, scenarios)) return 2;
  ScenarioPlayer player(scenarios.front());
  player.run();
  for (const Failure& failure : player.failures()) {
    std::cerr << wish.file << ':' << failure.line << ": " << failure.what << '\n';
    return 1;
  }
  return count(player.rules(), player.state(), wish);
}

int run_perft(const PerftOptions& wish) {
  if (!wish.file.empty()) return count_file(wish);
  RuleSet rules;
  std::string why;
  if (!freeze_table(wish.table, wish.seed, rules, why)) return usage_error(why);
  State state = new_game(rules, wish.seed);
  deal(rules, state);
  return count(rules, state, wish);
}

}  // namespace

Command add_perft(CLI::App& app) {
  auto wish = std::make_shared<PerftOptions>();
  app.description(
      "Counts the move paths from a position: every legal move of every seat, calls, catches, gifts\n"
      "and jumps included. The position is a fresh deal, or the end of the first scenario of a file.");
  app.add_option("file", wish->file, "a scenario file");
  add_table_options(app, wish->table);
  app.add_option("-s,--seed", wish->seed, "of the deal")->check(whole(0))->capture_default_str();
  app.add_option("-d,--depth", wish->depth, "how many moves deep")
      ->check(whole(1, kPerftDepthMax))
      ->capture_default_str();
  app.add_flag("--divide", wish->divide, "also the count behind each first move");
  app.add_flag("--json", wish->json, "for machines");
  app.footer("Example:\n  comodin perft --edition streams --players 3 --seed 5 --depth 4");
  return [wish] { return run_perft(*wish); };
}

}  // namespace comodin
