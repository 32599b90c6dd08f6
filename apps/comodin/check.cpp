// comodin check FILE|DIR… : runs scenarios.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "notation/json.hpp"
#include "notation/player.hpp"

namespace comodin {
namespace {

namespace fs = std::filesystem;

struct Tally {
  int passed = 0, failed = 0;
  bool unreadable = false;
  bool json = false;
  std::string failures;  // as JSON, with a comma between them
};

void tell_failure(const std::string& path, const Scenario& scenario, const Failure& failure, Tally& tally) {
  if (!tally.json) {
    std::cout << path << ':' << failure.line << ": scenario \"" << scenario.name
              << "\": " << english(failure.fault) << '\n';
    return;
  }
  if (!tally.failures.empty()) tally.failures += ',';
  JsonPen(tally.failures)
      .open('{')
      .key("file")
      .text(path)
      .key("line")
      .number(failure.line)
      .key("scenario")
      .text(scenario.name)
      .key("what")
      .text(english(failure.fault))
      .close('}');
}

void check_scenario(const std::string& path, const Scenario& scenario, Tally& tally) {
  ScenarioPlayer player(scenario);
  player.run();
  for (const Failure& failure : player.failures()) tell_failure(path, scenario, failure, tally);
  ++(player.failures().empty() ? tally.passed : tally.failed);
}

void tell_sums(const Tally& tally) {
  if (!tally.json) {
    std::cout << tally.passed << " passed, " << tally.failed << " failed\n";
    return;
  }
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("passed").number(tally.passed).key("failed").number(tally.failed);
  pen.key("unreadable").flag(tally.unreadable).key("failures").raw("[" + tally.failures + "]").close('}');
  std::cout << out << '\n';
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

int run_check(const std::vector<std::string>& paths, bool json) {
  Tally tally{.json = json};
  for (const std::string& path : paths) {
    const std::vector<std::string> files = scenario_files(path);
    if (files.empty()) {
      std::cerr << path << ": no scenario files (*.scn) in this folder\n";
      tally.unreadable = true;
    }
    for (const std::string& file : files) check_file(file, tally);
  }
  tell_sums(tally);
  return tally.unreadable ? 2 : tally.failed ? 1 : 0;
}

}  // namespace

Command add_check(CLI::App& app) {
  auto paths = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  app.description("Runs scenarios (*.scn), the rules as executable examples.");
  app.add_option("PATH", *paths, "scenario files, or folders of scenario files")->required();
  app.add_flag("--json", *json, "print the result as JSON");
  app.footer(
      "Example:\n  comodin check editions/classic/scenarios\n\n"
      "Exit status: 0 all passed, 1 some failed, 2 a file cannot be read as a scenario.");
  return [paths, json] { return run_check(*paths, *json); };
}

}  // namespace comodin
