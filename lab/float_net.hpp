// FloatNet: the network while it learns, with its gradients and its optimiser (Adam).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bots/net.hpp"

namespace comodin {

// One move that was made, and what came of it.
struct Lesson {
  std::uint32_t first = 0;  // its facts: Lessons::facts[first … first + count)
  std::uint32_t count = 0;
  float points = 0;  // in units of kPointsUnit
  float win = 0;
};

struct Lessons {
  std::vector<Feature> facts;
  std::vector<Lesson> list;
  std::span<const Feature> facts_of(const Lesson& lesson) const {
    return {facts.data() + lesson.first, lesson.count};
  }
};

// All numbers of the network in one row: first, first bias, second, second bias, third, third bias.
inline constexpr std::size_t kParameters =
    (kFeatures + 1) * kHidden + (kHidden + 1) * kSecond + (kSecond + 1) * 2;

struct Loss {
  double points = 0, win = 0;
};

class FloatNet : public Evaluator {
 public:
  explicit FloatNet(Key seed);
  Outlook judge(std::span<const Feature> facts) const override;

  // Adds the gradient of some lessons, by index into `order`.
  Loss learn(const Lessons& lessons, std::span<const std::uint32_t> order,
             std::vector<float>& gradient) const;
  // Moves the parameters [from, to) along the sum of the gradients of this many lessons.
  void begin_step() { ++steps_; }
  void step(const std::vector<std::vector<float>>& gradients, std::size_t from, std::size_t to,
            std::size_t lessons, float rate);

  // The mean of the latest weights, in whole numbers. It varies less than the weights do.
  Net rounded() const;
  std::string save() const;
  bool load(std::string_view text);

 private:
  struct Pass;  // one lesson on its way through
  void forward(std::span<const Feature> facts, Pass& pass) const;

  std::vector<float> weights_, mean_, square_, latest_;
  std::int64_t steps_ = 0;
};

}  // namespace comodin
