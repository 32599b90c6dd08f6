// The battery is worth only what its tables reach: every kind of move, question, event and ending.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "notation/moves.hpp"
#include "tests/battery/play.hpp"

namespace comodin::battery {
namespace {

constexpr int kEvents = static_cast<int>(EventKind::Champions) + 1;
constexpr int kAwaits = static_cast<int>(Awaits::Swap) + 1;
constexpr int kOrigins = static_cast<int>(Origin::Jump) + 1;
constexpr int kOps = static_cast<int>(Op::Jump) + 1;

TEST(Tables, AreAllThere) {
  // 7 editions × 5 seat counts × 27 option sets, less what is refused, and 3 for each rule.
  EXPECT_GE(tables().size(), 900u);
  for (const char* edition : {"classic", "streams", "creeper", "hyperdrive", "powers", "mixed", "tiny"})
    EXPECT_GE(std::count_if(tables().begin(), tables().end(),
                            [&](const Table& table) { return table.rules->edition.id == edition; }),
              100)
        << edition;
}

TEST(Tables, TryEveryValueOfEveryOption) {
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    for (std::size_t value = 0; value < info(option).values.size(); ++value)
      EXPECT_TRUE(std::any_of(tables().begin(), tables().end(),
                              [&](const Table& table) {
                                return table.rules->edition.uses(option) &&
                                       table.rules->options.number(option) == static_cast<int>(value);
                              }))
          << info(option).name << " = " << info(option).values[value];
  }
}

TEST(Tables, UseEveryStepOfTheRuleLanguage) {
  std::array<int, kOps> used{};
  for (const Table& table : tables())
    for (const comodin::Step& step : table.rules->steps) ++used[static_cast<std::size_t>(step.op)];
  for (int op = 0; op < kOps; ++op) EXPECT_GT(used[static_cast<std::size_t>(op)], 0) << "step " << op;
}

TEST(Tables, ReachEveryKindOfMoveQuestionEventAndEnding) {
  std::array<int, kVerbs> verbs{};
  std::array<int, kAwaits> questions{};
  std::array<int, kEvents> events{};
  std::array<int, kOrigins> origins{};
  std::array<int, 4> phases{};
  holds_at_all_tables({.games = kSanitized ? 8 : 2, .steps = 300}, [&](const Step& step) {
    if (!step.is_deal) ++verbs[static_cast<std::size_t>(step.move.verb)];
    ++questions[static_cast<std::size_t>(step.after.await.kind)];
    ++origins[static_cast<std::size_t>(step.after.origin)];
    ++phases[static_cast<std::size_t>(step.after.phase)];
    for (const Event& event : step.events) ++events[static_cast<std::size_t>(event.kind)];
    return std::string();
  });
  ++phases[static_cast<std::size_t>(Phase::Ready)];  // before the first deal, never after a step
  const auto all_reached = [](const auto& counts, const char* what) {
    for (std::size_t k = 0; k < counts.size(); ++k) EXPECT_GT(counts[k], 0) << what << " number " << k;
  };
  all_reached(verbs, "verb");
  all_reached(questions, "question");
  all_reached(events, "event");
  all_reached(origins, "origin");
  all_reached(phases, "phase");
}

}  // namespace
}  // namespace comodin::battery
