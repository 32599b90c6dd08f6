// comodin check FILE|DIR… : runs scenarios.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "notation/player.hpp"

namespace comodin {
namespace {

namespace fs = std::filesystem;

struct Tally {
  int passed = 0, failed = 0;
  bool unreadable = false;
};

void check_scenario(const std::string& path, const Scenario& scenario, Tally& tally) {
  ScenarioPlayer player(scenario);
  player.run();
  for (const Failure& failure : player.failures())
    std::cout << path << ':' << failure.line << ": scenario \"" << scenario.name << "\": " << failure.what
              << '\n';
  ++(player.failures().empty() ? tally.passed : tally.failed);
}

void check_file(const std::string& path, Tally& tally) {
  std::vector<Scenario> scenarios;
  if (!read_scenarios(path, scenarios)) {
    tally.unreadable = true;
    return;
  }
  for (const Scenario& scenario : scenarios) check_scenario(path, scenario, tally);
}

// The scenario files below a folder, in order of their paths.
std::vector<std::string> scenario_files(const std::string& path) {
  std::error_code problem;
  if (!fs::is_directory(path, problem)) return {path};
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator it(path, problem), end; it != end && !problem; it.increment(problem))
    if (it->is_regular_file(problem) && it->path().extension() == ".scn")
      files.push_back(it->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

int run_check(const std::vector<std::string>& paths) {
  Tally tally;
  for (const std::string& path : paths) {
    const std::vector<std::string> files = scenario_files(path);
    if (files.empty()) {
      std::cerr << path << ": no scenario files (*.scn) in this folder\n";
      tally.unreadable = true;
    }
    for (const std::string& file : files) check_file(file, tally);
  }
  std::cout << tally.passed << " passed, " << tally.failed << " failed\n";
  return tally.unreadable ? 2 : tally.failed ? 1 : 0;
}

}  // namespace

Command add_check(CLI::App& app) {
  auto paths = std::make_shared<std::vector<std::string>>();
  app.description("Runs scenarios (*.scn): the rules as executable examples.");
  app.add_option("path", *paths, "scenario files, or folders of them")->required();
  app.footer(
      "Example:\n  comodin check editions/classic/scenarios\n\n"
      "Exit status: 0 all passed, 1 some failed, 2 a file cannot be read as a scenario.");
  return [paths] { return run_check(*paths); };
}

}  // namespace comodin
