// The players that learn: the network counts the same on every machine, and training can be repeated.
#include <gtest/gtest.h>

#include <cmath>

#include "bots/levels.hpp"
#include "bots/net.hpp"
#include "bots/net_blob.hpp"
#include "lab/duel.hpp"
#include "lab/float_net.hpp"
#include "lab/trainer.hpp"
#include "lab/tuner.hpp"
#include "tests/battery/play.hpp"

namespace comodin::battery {
namespace {

// An arbitrary list of facts.
std::vector<Feature> some_facts(Key seed) {
  Random random(seed);
  std::vector<Feature> facts;
  for (int fact = static_cast<int>(random.below(7)); fact < kFeatures;
       fact += 1 + static_cast<int>(random.below(13)))
    facts.push_back(static_cast<Feature>(fact));
  return facts;
}

std::uint64_t bits(const Outlook& outlook) {
  return std::uint64_t{std::bit_cast<std::uint32_t>(outlook.points)} << 32 |
         std::bit_cast<std::uint32_t>(outlook.win);
}

// Whatever compiler and machine: one number for a thousand judgements. It changes with the shipped network.
TEST(Net, JudgesToTheLastBitAlike) {
  Key sum = 0;
  for (Key seed = 0; seed < 1000; ++seed) sum = mix(sum + bits(shipped_net().judge(some_facts(seed))));
  EXPECT_EQ(sum, 0xe5bea14da2b2cbeu) << std::hex << "0x" << sum;
}

TEST(Net, IsReadAsItWasWritten) {
  EXPECT_EQ(shipped_net().write(), kNetBlob);
  Net net;
  EXPECT_FALSE(net.read("").empty());
  EXPECT_FALSE(net.read("something else altogether").empty());
  EXPECT_FALSE(net.read(kNetBlob.substr(0, kNetBlob.size() - 1)).empty());
  EXPECT_FALSE(net.read(std::string(kNetBlob) + "x").empty());
  EXPECT_TRUE(net.read(kNetBlob).empty());
}

TEST(Net, RoundedJudgesLikeTheOneThatLearned) {
  const FloatNet learned(3);
  const Net rounded = learned.rounded();
  double apart = 0, size = 0;
  for (Key seed = 0; seed < 300; ++seed) {
    const double exact = static_cast<double>(learned.judge(some_facts(seed)).points);
    const double coarse = static_cast<double>(rounded.judge(some_facts(seed)).points);
    apart += std::abs(exact - coarse);
    size += std::abs(exact);
  }
  EXPECT_GT(size, 0);
  EXPECT_LT(apart, 0.02 * size);
}

TEST(FloatNet, GradientIsTheSlope) {
  // A tiny step along the gradient lowers the loss, lesson after lesson.
  FloatNet net(5);
  Lessons lessons;
  for (Key seed = 0; seed < 64; ++seed) {
    const auto facts = some_facts(seed);
    lessons.list.push_back({static_cast<std::uint32_t>(lessons.facts.size()),
                            static_cast<std::uint32_t>(facts.size()), static_cast<float>(seed % 5) - 2,
                            static_cast<float>(seed % 2)});
    lessons.facts.insert(lessons.facts.end(), facts.begin(), facts.end());
  }
  std::vector<std::uint32_t> order(64);
  for (std::uint32_t i = 0; i < 64; ++i) order[i] = i;
  double first = 0, last = 0;
  for (int step = 0; step < 300; ++step) {
    std::vector<std::vector<float>> gradient(1, std::vector<float>(kParameters));
    const Loss loss = net.learn(lessons, order, gradient[0]);
    (step == 0 ? first : last) = loss.points + loss.win;
    net.begin_step();
    net.step(gradient, 0, kParameters, 64, 1e-3f);
  }
  EXPECT_LT(last, 0.05 * first);
}

TrainPlan small_training(const Table& table) {
  return {.tables = {{table.rules.get(), 1}}, .seed = 4, .hands = 96, .round_hands = 48, .batch = 256};
}

TEST(Trainer, GivesTheSameNetworkWithAnyNumberOfThreads) {
  const Table table = make_table("powers", 3, "", {});
  std::string first;
  for (const int threads : {1, 3}) {
    TrainPlan plan = small_training(table);
    plan.threads = threads;
    Net net;
    EXPECT_EQ(train(plan, [](const TrainStep&, const Net&) { return true; }, net), "");
    if (threads == 1) first = net.write();
    else EXPECT_EQ(net.write(), first);
  }
}

TEST(Trainer, GoesOnWhereItStopped) {
  const Table table = make_table("creeper", 2, "", {});
  TrainPlan plan = small_training(table);
  Net whole, resumed;
  EXPECT_EQ(train(plan, [](const TrainStep&, const Net&) { return true; }, whole), "");
  plan.checkpoint = ::testing::TempDir() + "comodin-checkpoint";
  std::remove(plan.checkpoint.c_str());
  EXPECT_EQ(train(plan, [](const TrainStep&, const Net&) { return false; }, resumed), "");
  EXPECT_NE(resumed.write(), whole.write());
  EXPECT_EQ(train(plan, [](const TrainStep&, const Net&) { return true; }, resumed), "");
  EXPECT_EQ(resumed.write(), whole.write());
  std::remove(plan.checkpoint.c_str());
}

TEST(Tuner, GivesTheSameWeightsWithAnyNumberOfThreads) {
  const Table table = make_table("classic", 2, "", {rule_pool()[0]});
  Weights first{};
  for (const int threads : {1, 2}) {
    const TunePlan plan{.tables = {table.rules.get()},
                        .start = tuned_weights(2),
                        .seed = 2,
                        .generations = 2,
                        .population = 6,
                        .elite = 2,
                        .deals = 5,
                        .threads = threads};
    const Weights found = tune(plan, [](const TuneStep&, const Weights&) { return true; });
    if (threads == 1) first = found;
    else EXPECT_EQ(found, first);
  }
  EXPECT_NE(first, tuned_weights(2));
}

// From weights that know nothing, a few generations find some that beat them.
// What judges elsewhere gets the same candidates, and its values are taken as they are.
TEST(Tuner, TakesTheValuesOfAnotherJudge) {
  const Table table = make_table("classic", 2, "", rule_pool());
  TunePlan plan{.tables = {table.rules.get()},
                .start = tuned_weights(2),
                .generations = 3,
                .population = 8,
                .elite = 3,
                .deals = 5};
  const auto go_on = [](const TuneStep&, const Weights&) { return true; };
  const Weights alone = tune(plan, go_on);
  std::vector<Key> seen;
  plan.judge = [&](const Candidates& candidates, std::vector<double>& values) {
    seen.push_back(candidates.fingerprint);
    for (std::size_t k = candidates.count; k-- > 0;) values[k] = candidates.play(k);
    return true;
  };
  EXPECT_EQ(tune(plan, go_on), alone);
  const std::vector<Key> first = seen;
  EXPECT_EQ(first.size(), 3u);
  seen.clear();
  EXPECT_EQ(tune(plan, go_on), alone);
  EXPECT_EQ(seen, first);
  plan.judge = [](const Candidates&, std::vector<double>&) { return false; };
  EXPECT_EQ(tune(plan, go_on), tuned_weights(2)) << "without values there is no step";
}

TEST(Tuner, Learns) {
  const Table table = make_table("classic", 2, "", {rule_pool()[0]});
  const TunePlan plan{
      .tables = {table.rules.get()}, .seed = 2, .generations = 8, .population = 24, .elite = 6, .deals = 60};
  const auto found = make_veterana(tune(plan, [](const TuneStep&, const Weights&) { return true; }));
  const auto start = make_veterana(plan.start);
  Bot* const other = start.get();
  EXPECT_GT(duel(*table.rules, *found, {&other, 1}, 8, 400).per_hand(), 5);
}

}  // namespace
}  // namespace comodin::battery
