// comodin replay FILE: plays a record and shows the table.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "notation/player.hpp"
#include "notation/view_text.hpp"

namespace comodin {
namespace {

constexpr int kNumberMax = 1'000'000'000;  // of a move or a scenario

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

bool failed(const ScenarioPlayer& player, const ReplayOptions& wish) {
  for (const Failure& failure : player.failures())
    std::cerr << wish.file << ':' << failure.line << ": " << failure.what << '\n';
  return !player.failures().empty();
}

int replay(const Scenario& scenario, const ReplayOptions& wish) {
  const bool step_by_step = wish.move < 0;
  ScenarioPlayer player(scenario);
  player.start();
  if (step_by_step) std::cout << "before the first move\n", show(player, wish.seat);
  int moves = 0;
  while (player.next_line() < scenario.lines.size() && (step_by_step || moves < wish.move)) {
    const ScenarioLine& line = scenario.lines[player.next_line()];
    if (is_move(line) && step_by_step && !goes_on()) return 0;
    player.step();
    if (failed(player, wish)) return 1;
    if (!is_move(line)) continue;
    ++moves;
    if (step_by_step)
      std::cout << "move " << moves << ": " << print_line(player.rules(), line) << '\n',
          show(player, wish.seat);
  }
  if (failed(player, wish)) return 1;
  if (wish.move > moves)
    return usage_error("the record has " + std::to_string(moves) + " moves, not " +
                       std::to_string(wish.move));
  if (!step_by_step) std::cout << "after move " << moves << '\n', show(player, wish.seat);
  return 0;
}

int run_replay(const ReplayOptions& wish) {
  std::vector<Scenario> scenarios;
  if (!read_scenarios(wish.file, scenarios)) return 2;
  if (wish.scenario > static_cast<int>(scenarios.size()))
    return usage_error("the file has " + std::to_string(scenarios.size()) + " scenarios");
  const Scenario& scenario = scenarios[static_cast<std::size_t>(wish.scenario) - 1];
  if (wish.seat > scenario.setup.rules->seats)
    return usage_error("--seat is from 1 to " + std::to_string(scenario.setup.rules->seats));
  return replay(scenario, wish);
}

}  // namespace

Command add_replay(CLI::App& app) {
  auto wish = std::make_shared<ReplayOptions>();
  app.description(
      "Plays a record (or any scenario) and shows the table after each move. On a terminal it waits\n"
      "for Enter between moves.");
  app.add_option("file", wish->file, "a record")->required();
  app.add_option("--move", wish->move, "show only the table after this move (0: before the first)")
      ->check(whole(0, kNumberMax));
  app.add_option("--seat", wish->seat, "as this seat sees it; all hands if left out")
      ->check(whole(1, kSeatsMax));
  app.add_option("--scenario", wish->scenario, "which one, if the file holds several")
      ->check(whole(1, kNumberMax))
      ->capture_default_str();
  app.footer("Example:\n  comodin replay games/powers-7-1.scn --move 12 --seat 2");
  return [wish] { return run_replay(*wish); };
}

}  // namespace comodin
