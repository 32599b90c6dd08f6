// No acknowledged command is lost, doubled or reordered, whatever fails (see simulation.hpp).
//   COMODIN_SIM_SEEDS=100000 COMODIN_SIM_FIRST=1 build/release/bin/server_simulation_test
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/battery/effort.hpp"
#include "tests/server/simulation.hpp"

namespace comodin::server {
namespace {

constexpr int kSlices = 8;  // that can run at the same time
constexpr long kSeeds = battery::kSanitized ? 160 : 2000;
constexpr int kFailuresShown = 3;

long wish(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}

class SimulationTest : public testing::TestWithParam<int> {};

TEST_P(SimulationTest, NothingAcknowledgedIsLostDoubledOrReordered) {
  const long first = wish("COMODIN_SIM_FIRST", 1), count = wish("COMODIN_SIM_SEEDS", kSeeds);
  Laws::Figures all;
  Mishaps mishaps;
  int failures = 0;
  for (long seed = first + GetParam(); seed < first + count && failures < kFailuresShown; seed += kSlices) {
    Simulation simulation(static_cast<Key>(seed));
    const std::string wrong = simulation.run();
    if (!wrong.empty()) {
      ++failures;
      ADD_FAILURE() << "seed " << seed << "\n" << wrong;
    }
    const Laws::Figures& one = simulation.laws.figures;
    all.entries += one.entries;
    all.moves += one.moves;
    all.games += one.games;
    all.sent += one.sent;
    all.answers += one.answers;
    all.resent += one.resent;
    all.compared += one.compared;
    all.refused += one.refused;
    all.clocks += one.clocks;
    mishaps += simulation.mishaps;
  }
  std::printf(
      "entries %ld, moves %ld, games %ld, messages %ld, answers %ld (%ld refused, %ld again), views and "
      "lobbies compared %ld, clocks %ld, %s\n",
      all.entries, all.moves, all.games, all.sent, all.answers, all.refused, all.resent, all.compared,
      all.clocks, mishaps.text().c_str());
  if (failures || count < kSeeds) return;
  EXPECT_GT(mishaps.crashes, count / kSlices / 4) << "the faults must not have gone away";
  EXPECT_GT(mishaps.taken, count / kSlices / 4);
  EXPECT_GT(mishaps.fenced, count / kSlices / 8);
  EXPECT_GT(mishaps.failovers, count / kSlices / 8);
  EXPECT_GT(all.games, count / kSlices / 2);
}

INSTANTIATE_TEST_SUITE_P(Slices, SimulationTest, testing::Range(0, kSlices));

}  // namespace
}  // namespace comodin::server
