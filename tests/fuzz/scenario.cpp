// Scenario files and records: what parses prints and parses back to the same, and every scenario
// runs to its end, whatever it sets up.
#include <string>

#include "notation/player.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<Scenario> scenarios;
  if (const TextError wrong = parse_scenarios(fuzz::text_of(data, size), "", fuzz::library(), scenarios)) {
    LAW(wrong.line >= 1 && wrong.column >= 1 && fuzz::says(wrong.fault));
    return 0;
  }
  for (const Scenario& scenario : scenarios) {
    const std::string text = print_scenario(scenario);
    std::vector<Scenario> again;
    LAW(!parse_scenarios(text, "", fuzz::library(), again));
    LAW(again.size() == 1 && print_scenario(again[0]) == text);
    ScenarioPlayer first(scenario), second(again[0]);
    first.run();
    second.run();
    LAW(first.failures().size() == second.failures().size());
    LAW(hash(first.state()) == hash(second.state()));
  }
  return 0;
}
