// The arena's statistics against answers that are known: intervals, the sequential test, ratings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "arena/bootstrap.hpp"
#include "arena/rating.hpp"
#include "arena/sprt.hpp"
#include "arena/timing.hpp"
#include "tests/battery/effort.hpp"

namespace comodin::battery {
namespace {

// Looks like a hand of cards: usually one or the other loses a little, sometimes a lot. Mean 0.
std::int64_t skewed(Random& random) {
  const auto size = static_cast<std::int64_t>(random.below(60) + (random.one_in(8) ? 150 : 0));
  return random.one_in(2) ? size : -size;
}

constexpr double kPlays = 4;  // games of one deal

// A deal: games that have their luck in common, and a little of their own.
std::int64_t cluster(Random& random, std::int64_t mean) {
  const std::int64_t luck = skewed(random);
  std::int64_t sum = 0;
  for (int game = 0; game < kPlays; ++game)
    sum += mean + luck + static_cast<std::int64_t>(random.below(21)) - 10;
  return sum;
}

Estimate mean_of(const Tally& tally) {
  return bootstrap(tally, 1, [](std::span<const std::int64_t> sums, std::span<double> out) {
    out[0] = static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  })[0];
}

Tally experiment(Random& random, std::uint64_t deals, std::int64_t mean) {
  Tally tally(2);
  for (std::uint64_t deal = 0; deal < deals; ++deal)
    tally.add(deal, std::vector<std::int64_t>{cluster(random, mean), static_cast<std::int64_t>(kPlays)});
  return tally;
}

double coverage(std::uint64_t deals, int experiments) {
  Random random(split(1, deals));
  int covered = 0;
  for (int k = 0; k < experiments; ++k) {
    const Estimate mean = mean_of(experiment(random, deals, 7));
    covered += mean.low <= 7 && 7 <= mean.high;
  }
  return static_cast<double>(covered) / experiments;
}

// 200 experiments: 95 % give or take 1.5 (one standard deviation).
TEST(Bootstrap, IntervalsHoldTheTruthNineteenTimesInTwenty) {
  const int experiments = scaled(kSanitized ? 50 : 200);
  for (std::uint64_t deals : {std::uint64_t{200}, std::uint64_t{1000}, 3 * kBoxes + 5}) {
    const double covered = coverage(deals, experiments);
    EXPECT_GT(covered, kSanitized ? 0.84 : 0.905) << deals << " deals";
    EXPECT_LT(covered, kSanitized ? 1.01 : 0.99) << deals << " deals";
  }
}

// Deals are the sample, not games: four games with the same luck tell hardly more than one.
TEST(Bootstrap, IsAsWideAsTheDealsMakeIt) {
  for (std::uint64_t deals : {std::uint64_t{500}, 20 * kBoxes}) {
    Random random(3);
    std::vector<double> values;
    Tally tally(2);
    for (std::uint64_t deal = 0; deal < deals; ++deal) {
      const std::int64_t sum = cluster(random, 0);
      values.push_back(static_cast<double>(sum) / kPlays);
      tally.add(deal, std::vector<std::int64_t>{sum, static_cast<std::int64_t>(kPlays)});
    }
    double squares = 0, sum = 0;
    for (double value : values) {
      sum += value;
      squares += value * value;
    }
    const double n = static_cast<double>(deals), spread = std::sqrt((squares - sum * sum / n) / (n - 1));
    const Estimate mean = mean_of(tally);
    EXPECT_NEAR(mean.value, sum / n, 1e-9);
    EXPECT_NEAR((mean.high - mean.low) / 2, 1.96 * spread / std::sqrt(n), 0.2 * spread / std::sqrt(n))
        << deals;
  }
}

TEST(Bootstrap, HasNoIntervalForOneDeal) {
  Tally tally(2);
  tally.add(0, std::vector<std::int64_t>{12, 4});
  EXPECT_EQ(mean_of(tally).value, 3);
  EXPECT_FALSE(mean_of(tally).has_interval());
}

TEST(Tally, IsTheSameInAnyOrderAndInParts) {
  Random random(5);
  std::vector<std::vector<std::int64_t>> rows;
  for (int k = 0; k < 5000; ++k) rows.push_back({skewed(random), 1});
  Tally forwards(2), backwards(2), front(2), back(2);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    forwards.add(k, rows[k]);
    backwards.add(rows.size() - 1 - k, rows[rows.size() - 1 - k]);
    (k < 1234 ? front : back).add(k, rows[k]);
  }
  back.add(front);
  for (const Tally* other : {&backwards, &back}) {
    EXPECT_EQ(forwards.total(), other->total());
    EXPECT_EQ(mean_of(forwards).low, mean_of(*other).low);
    for (std::size_t k = 0; k < kStretches; ++k)
      EXPECT_EQ(forwards.stretches()[k].row, other->stretches()[k].row) << k;
  }
  Sums all;
  for (const Sums& stretch : forwards.stretches()) all.add(stretch.deals, stretch.row);
  EXPECT_EQ(all.row, forwards.total());
  EXPECT_EQ(all.deals, rows.size());
}

// ---- the sequential test ---------------------------------------------------------------------------

struct Trials {
  int better = 0, not_better = 0;
  double deals = 0;  // on average
};

Trials run_tests(int trials, std::int64_t mean_in_tenths, double points) {
  Trials out;
  Random random(split(9, static_cast<std::uint64_t>(mean_in_tenths + 100)));
  for (int k = 0; k < trials; ++k) {
    Sprt sprt(points, 10);
    while (sprt.verdict() == SprtVerdict::Open && sprt.deals() < 100000)
      sprt.add(10 * skewed(random) + mean_in_tenths);
    out.better += sprt.verdict() == SprtVerdict::Better;
    out.not_better += sprt.verdict() == SprtVerdict::NotBetter;
    out.deals += static_cast<double>(sprt.deals()) / trials;
  }
  return out;
}

// Wrong one time in 20 at most, three standard deviations allowed; quicker the clearer it is.
TEST(Sprt, IsSeldomWrong) {
  const int trials = scaled(kSanitized ? 100 : 400);
  const double most = trials * 0.05 + 3 * std::sqrt(trials * 0.05 * 0.95);
  const double points = 5;
  const Trials even = run_tests(trials, 0, points), better = run_tests(trials, 50, points);
  EXPECT_EQ(even.better + even.not_better, trials);
  EXPECT_EQ(better.better + better.not_better, trials);
  EXPECT_LE(even.better, most);
  EXPECT_LE(better.not_better, most);
  const Trials worse = run_tests(trials, -50, points), far = run_tests(trials, 100, points);
  EXPECT_LE(worse.better, trials / 50);
  EXPECT_LE(far.not_better, trials / 50);
  EXPECT_LT(worse.deals, even.deals);
  EXPECT_LT(far.deals, better.deals);
}

TEST(Sprt, LooksOnlyAtWholeBatches) {
  Sprt sprt(1, 1);
  Random random(4);
  while (sprt.verdict() == SprtVerdict::Open) sprt.add(3 + static_cast<std::int64_t>(random.below(3)));
  EXPECT_EQ(sprt.deals(), Sprt::kFirst);
  const double ratio = sprt.log_ratio();
  sprt.add(-1000000);  // too late to count
  EXPECT_EQ(sprt.log_ratio(), ratio);
}

// ---- ratings ---------------------------------------------------------------------------------------

// Wins as strengths on the Elo scale would have them.
std::vector<double> wins_for(const std::vector<double>& elo, double games) {
  std::vector<double> wins;
  for (double own : elo)
    for (double other : elo)
      wins.push_back(own == other ? 0 : games / (1 + std::pow(10, (other - own) / 400)));
  return wins;
}

TEST(Ratings, AreFoundAgain) {
  const std::vector<double> elo{250, 40, -30, -260};
  const std::vector<double> found = ratings(4, wins_for(elo, 1e6));
  for (std::size_t k = 0; k < elo.size(); ++k) EXPECT_NEAR(found[k], elo[k], 0.05) << k;
}

TEST(Ratings, TenToOneIsFourHundred) {
  const std::vector<double> found = ratings(2, std::vector<double>{0, 1e7, 1e6, 0});
  EXPECT_NEAR(found[0] - found[1], 400, 0.01);
  EXPECT_NEAR(found[0] + found[1], 0, 1e-9);
}

TEST(Ratings, AreFiniteForThoseWhoNeverLose) {
  const std::vector<double> found = ratings(3, std::vector<double>{0, 9, 9, 0, 0, 9, 0, 0, 0});
  for (double rating : found) EXPECT_TRUE(std::isfinite(rating));
  EXPECT_GT(found[0], found[1]);
  EXPECT_GT(found[1], found[2]);
}

// A clone of the weakest must not raise anybody over anybody else.
TEST(Ratings, KeepTheirOrderWhenAWeakOneIsCloned) {
  const std::vector<double> three = ratings(3, wins_for({200, 100, -300}, 1e6));
  std::vector<double> wins = wins_for({200, 100, -300, -300.0001}, 1e6);
  const std::vector<double> four = ratings(4, wins);
  EXPECT_NEAR(three[0] - three[1], four[0] - four[1], 0.1);
}

// ---- times -----------------------------------------------------------------------------------------

TEST(Timing, KnowsItsQuantilesToAnEighth) {
  Timing timing, twice;
  for (std::uint64_t ns = 1; ns <= 100000; ++ns) timing.add(ns);
  EXPECT_NEAR(timing.mean_us(), 50, 0.01);
  for (double part : {0.5, 0.95, 0.99}) {
    EXPECT_GE(timing.quantile_us(part), 100 * part);
    EXPECT_LE(timing.quantile_us(part), 100 * part * 1.125 + 0.1);
  }
  twice.add(timing);
  twice.add(timing);
  EXPECT_EQ(twice.count(), 2 * timing.count());
  EXPECT_EQ(twice.quantile_us(0.95), timing.quantile_us(0.95));
}

}  // namespace
}  // namespace comodin::battery
