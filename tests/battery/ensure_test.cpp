// What must hold stops the program where it does not, in every build.
#include <gtest/gtest.h>

#include "bots/features.hpp"
#include "engine/game.hpp"
#include "engine/view.hpp"
#include "tests/battery/tables.hpp"

namespace comodin::battery {
namespace {

TEST(EnsureDeathTest, AListOfMovesEndsWhereItEnds) {
  MoveList moves;
  for (int i = 0; i < MoveList::kMax; ++i) moves.push({});
  EXPECT_EQ(moves.size(), MoveList::kMax);
  EXPECT_DEATH(moves.push({}), "");
  EXPECT_DEATH((void)moves[MoveList::kMax], "");
  EXPECT_DEATH((void)moves[-1], "");
}

TEST(EnsureDeathTest, AListOfFactsEndsWhereItEnds) {
  FactList facts;
  for (int i = 0; i < kActiveMax; ++i) facts.add(0);
  EXPECT_DEATH(facts.add(0), "");
}

TEST(EnsureDeathTest, OnlyACardThatIsThereLeavesAHand) {
  Hand hand;
  hand.add(7);
  hand.add(7);
  hand.remove(7);
  hand.remove(7);
  EXPECT_EQ(hand, Hand{});
  EXPECT_DEATH(hand.remove(7), "");
}

TEST(EnsureDeathTest, ASeatIsOneOfTheTable) {
  const Table table = make_table("classic", 3, "", {rule_pool()[0]});
  State state = new_game(*table.rules, 1);
  deal(*table.rules, state);
  const Knowledge knows(*table.rules);
  MoveList moves;
  EXPECT_DEATH(legal(*table.rules, state, 3, moves), "");
  EXPECT_DEATH((void)view(state, knows, kSeatsMax), "");
}

// Checks that are too costly for players: on in the builds for tests, and only there.
TEST(EnsureDeathTest, TheCostlyOnesAreOnWhereTheyShouldBe) {
  const Card none = kNoCard;
  if (kChecks) EXPECT_DEATH((void)bit(none), "");
  else GTEST_SKIP() << "a build for players";
}

}  // namespace
}  // namespace comodin::battery
