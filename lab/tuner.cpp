#include "lab/tuner.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "bots/levels.hpp"
#include "lab/duel.hpp"
#include "lab/parallel.hpp"

namespace comodin {
namespace {

constexpr double kWinWorth = 100;  // points for every hand won, among more than two players
constexpr double kFloor = 0.04;    // the least spread that a weight is tried with
constexpr double kKeep = 0.5;      // of the old mean and spread, in each generation
constexpr double kPi = 3.14159265358979323846;

// A number from the normal distribution, by its address.
double normal(Key seed, std::uint64_t generation, std::uint64_t index) {
  const Key word = split(seed, generation, index);
  const double u = (static_cast<double>(word >> 32) + 1) / 4294967297.0;
  const double v = static_cast<double>(word & 0xFFFFFFFFu) / 4294967296.0;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * kPi * v);
}

// Points; among more than two players also the hands won, because few hands decide the points there.
double fitness(const RuleSet& rules, const DuelResult& result) {
  return result.per_hand() + (rules.seats > 2 ? kWinWorth * (result.win_share() - 1.0 / rules.seats) : 0);
}

class Tuner {
 public:
  explicit Tuner(const TunePlan& plan) : plan_(plan), mean_(plan.start) {
    for (std::size_t i = 0; i < kWeights; ++i)
      spread_[i] = 0.5 + 0.5 * std::abs(static_cast<double>(mean_[i]));
  }

  Weights run(const std::function<bool(const TuneStep&, const Weights&)>& tell) {
    for (int g = 0; g < plan_.generations; ++g) {
      sample(g);
      if (!judge(g)) break;
      const TuneStep step = move(g);
      if (!tell(step, mean_)) break;
    }
    return mean_;
  }

 private:
  void sample(int g) {
    tried_.assign(static_cast<std::size_t>(plan_.population), mean_);
    for (std::size_t c = 1; c < tried_.size(); ++c)  // the first is the mean itself
      for (std::size_t i = 0; i < kWeights; ++i)
        tried_[c][i] += static_cast<float>(
            spread_[i] * normal(plan_.seed, static_cast<std::uint64_t>(g), c * kWeights + i));
  }

  Key fingerprint() const {
    Key out = 0;
    for (const Weights& weights : tried_)
      for (const float weight : weights) out = split(out, std::bit_cast<std::uint32_t>(weight));
    return out;
  }

  bool judge(int g) {
    value_.assign(tried_.size(), 0);
    const Key deals = split(plan_.seed, 1u << 20, static_cast<std::uint64_t>(g));
    const auto worth = [&](std::size_t c) { return play(tried_[c], deals); };
    if (plan_.judge)
      return plan_.judge(
          {.generation = g, .count = tried_.size(), .fingerprint = fingerprint(), .play = worth}, value_);
    parallel(plan_.population, plan_.threads,
             [&](int c, int) { value_[static_cast<std::size_t>(c)] = worth(static_cast<std::size_t>(c)); });
    return true;
  }

  // Points per hand: at every table, against Aprendiz and against the mean.
  double play(const Weights& weights, Key deals) const {
    const auto hero = make_veterana(weights);
    double sum = 0;
    for (const RuleSet* rules : plan_.tables)
      for (const bool strong : {false, true}) {
        std::vector<std::unique_ptr<Bot>> field;
        std::vector<Bot*> seats;
        for (int k = 1; k < rules->seats; ++k) {
          field.push_back(strong ? make_veterana(mean_) : make_aprendiz());
          seats.push_back(field.back().get());
        }
        sum += fitness(*rules, duel(*rules, *hero, seats, split(deals, strong), plan_.deals));
      }
    return sum / (2.0 * static_cast<double>(plan_.tables.size()));
  }

  TuneStep move(int g) {
    std::vector<std::size_t> order(tried_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return value_[a] != value_[b] ? value_[a] > value_[b] : a < b;
    });
    const auto elite = static_cast<std::size_t>(plan_.elite);
    TuneStep step{.generation = g, .best = value_[order[0]]};
    for (std::size_t e = 0; e < elite; ++e) step.mean += value_[order[e]] / static_cast<double>(elite);
    for (std::size_t i = 0; i < kWeights; ++i) {
      double mean = 0, square = 0;
      for (std::size_t e = 0; e < elite; ++e) {
        const double x = tried_[order[e]][i];
        mean += x / static_cast<double>(elite);
        square += x * x / static_cast<double>(elite);
      }
      const double spread = std::sqrt(std::max(0.0, square - mean * mean));
      mean_[i] = static_cast<float>(kKeep * mean_[i] + (1 - kKeep) * mean);
      spread_[i] = std::max(kFloor, kKeep * spread_[i] + (1 - kKeep) * spread);
      step.spread += spread_[i] / kWeights;
    }
    return step;
  }

  const TunePlan& plan_;
  Weights mean_;
  std::array<double, kWeights> spread_{};
  std::vector<Weights> tried_;
  std::vector<double> value_;
};

}  // namespace

Weights tune(const TunePlan& plan, const std::function<bool(const TuneStep&, const Weights&)>& tell) {
  return Tuner(plan).run(tell);
}

}  // namespace comodin
