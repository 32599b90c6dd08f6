// comodin replay FILE: plays a record and shows the table.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "notation/player.hpp"
#include "notation/view_text.hpp"

namespace comodin {
namespace {

constexpr int kMoveNumberMax = 1'000'000'000;  // of a move or a scenario

struct ReplayOptions {
  std::string file;
  int scenario = 1;
  int move = -1;  // negative: step by step
  int seat = 0;   // 0: every hand is shown
};

bool is_move(const ScenarioLine& line) { return line.kind == LineKind::Move || line.kind == LineKind::Deal; }

void show(const ScenarioPlayer& player, int seat) {
  const View seen = seat == 0 ? open_view(player.rules(), player.state(), player.knowledge())
                              : view(player.state(), player.knowledge(), static_cast<Seat>(seat - 1));
  std::cout << view_text(player.rules(), seen) << std::flush;
}

// Between two steps, on a terminal: Enter goes on, q stops.
bool goes_on() {
  if (!isatty(STDIN_FILENO)) return true;
  std::cout << "Enter: next move, q: stop > " << std::flush;
  std::string answer;
  return std::getline(std::cin, answer) && answer != "q";
}

bool failed(const ScenarioPlayer& player, const ReplayOptions& options) {
  for (const Failure& failure : player.failures())
    std::cerr << options.file << ':' << failure.line << ": " << english(failure.fault) << '\n';
  return !player.failures().empty();
}

int replay(const Scenario& scenario, const ReplayOptions& options) {
  const bool step_by_step = options.move < 0;
  ScenarioPlayer player(scenario);
  player.start();
  if (step_by_step) {
    std::cout << "before the first move\n";
    show(player, options.seat);
  }
  int moves = 0;
  while (player.next_line() < scenario.lines.size() && (step_by_step || moves < options.move)) {
    const ScenarioLine& line = scenario.lines[player.next_line()];
    if (is_move(line) && step_by_step && !goes_on()) return 0;
    player.step();
    if (failed(player, options)) return 1;
    if (!is_move(line)) continue;
    ++moves;
    if (step_by_step) {
      std::cout << "move " << moves << ": " << print_line(player.rules(), line) << '\n';
      show(player, options.seat);
    }
  }
  if (failed(player, options)) return 1;
  if (options.move > moves)
    return usage_error("the record has " + std::to_string(moves) + " moves, not " +
                       std::to_string(options.move));
  if (!step_by_step) {
    std::cout << "after move " << moves << '\n';
    show(player, options.seat);
  }
  return 0;
}

int run_replay(const ReplayOptions& options) {
  std::vector<Scenario> scenarios;
  if (!read_scenarios(options.file, scenarios)) return 2;
  if (options.scenario > static_cast<int>(scenarios.size()))
    return usage_error("the file has " + std::to_string(scenarios.size()) + " scenarios");
  const Scenario& scenario = scenarios[static_cast<std::size_t>(options.scenario) - 1];
  if (options.seat > scenario.setup.rules->seats)
    return usage_error("--seat is from 1 to " + std::to_string(scenario.setup.rules->seats));
  return replay(scenario, options);
}

}  // namespace

Command add_replay(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  app.description(
      "Replays a record (or any scenario) and shows the table after each move. On a terminal it waits for\n"
      "Enter between moves.");
  app.add_option("RECORD", options->file, "a record")->required();
  app.add_option("--move", options->move, "show only the table after this move; 0 is before the first")
      ->check(whole(0, kMoveNumberMax));
  app.add_option("--seat", options->seat, "show the table as this seat sees it; with all hands if left out")
      ->check(whole(1, kSeatsMax));
  app.add_option("--scenario", options->scenario, "which scenario, if the file has several")
      ->check(whole(1, kMoveNumberMax))
      ->capture_default_str();
  app.footer("Example:\n  comodin replay games/powers-7-1.scn --move 12 --seat 2");
  return [options] { return run_replay(*options); };
}

}  // namespace comodin
