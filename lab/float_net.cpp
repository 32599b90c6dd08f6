#include "lab/float_net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace comodin {
namespace {

constexpr std::size_t kFirstBias = kFeatures * kHidden;
constexpr std::size_t kSecondAt = kFirstBias + kHidden;
constexpr std::size_t kSecondBias = kSecondAt + kSecond * kHidden;
constexpr std::size_t kThirdAt = kSecondBias + kSecond;
constexpr std::size_t kThirdBias = kThirdAt + 2 * kSecond;
constexpr float kWinShare = 1.0f;  // weight of the loss of the chance to win, relative to that of the points

}  // namespace

struct FloatNet::Pass {
  alignas(64) float a[kHidden];
  alignas(64) float b[kSecond];
  float out[2];
};

FloatNet::FloatNet(Key seed)
    : weights_(kParameters), mean_(kParameters), square_(kParameters), latest_(kParameters) {
  Random random(seed);
  const auto spread = [&](std::size_t from, std::size_t to, float width) {
    for (std::size_t i = from; i < to; ++i)
      weights_[i] = width * (static_cast<float>(random.next() >> 40) * 0x1p-23f - 1);
  };
  spread(0, kFirstBias, 0.15f);
  spread(kSecondAt, kSecondBias, 0.15f);
  spread(kThirdAt, kThirdBias, 0.2f);
  latest_ = weights_;
}

void FloatNet::forward(std::span<const Feature> facts, Pass& pass) const {
  const float* w = weights_.data();
  std::copy_n(w + kFirstBias, kHidden, pass.a);
  for (const Feature fact : facts) {
    const float* row = w + fact * kHidden;
    for (std::size_t j = 0; j < kHidden; ++j) pass.a[j] += row[j];
  }
  for (float& x : pass.a) x = std::max(x, 0.0f);
  for (std::size_t i = 0; i < kSecond; ++i) {
    const float* row = w + kSecondAt + i * kHidden;
    float lanes[8] = {};  // a fixed order of additions, whatever the vector width of the machine
    for (std::size_t j = 0; j < kHidden; j += 8)
      for (std::size_t l = 0; l < 8; ++l) lanes[l] += row[j + l] * pass.a[j + l];
    float sum = w[kSecondBias + i];
    for (const float lane : lanes) sum += lane;
    pass.b[i] = std::max(sum, 0.0f);
  }
  for (std::size_t o = 0; o < 2; ++o) {
    pass.out[o] = w[kThirdBias + o];
    for (std::size_t i = 0; i < kSecond; ++i) pass.out[o] += w[kThirdAt + o * kSecond + i] * pass.b[i];
  }
}

Outlook FloatNet::judge(std::span<const Feature> facts) const {
  Pass pass;
  forward(facts, pass);
  return {kPointsUnit * pass.out[0], pass.out[1]};
}

Loss FloatNet::learn(const Lessons& lessons, std::span<const std::uint32_t> order,
                     std::vector<float>& gradient) const {
  Loss loss;
  Pass pass;
  const float* w = weights_.data();
  float* g = gradient.data();
  for (const std::uint32_t index : order) {
    const Lesson& lesson = lessons.list[index];
    const std::span<const Feature> facts = lessons.facts_of(lesson);
    forward(facts, pass);
    const float error[2] = {pass.out[0] - lesson.points, kWinShare * (pass.out[1] - lesson.win)};
    loss.points += error[0] * error[0];
    loss.win += error[1] * error[1];
    alignas(64) float back[kHidden] = {};
    for (std::size_t i = 0; i < kSecond; ++i) {
      const float here =
          pass.b[i] > 0 ? error[0] * w[kThirdAt + i] + error[1] * w[kThirdAt + kSecond + i] : 0;
      g[kThirdAt + i] += error[0] * pass.b[i];
      g[kThirdAt + kSecond + i] += error[1] * pass.b[i];
      if (here == 0) continue;
      g[kSecondBias + i] += here;
      const float* row = w + kSecondAt + i * kHidden;
      float* grow = g + kSecondAt + i * kHidden;
      for (std::size_t j = 0; j < kHidden; ++j) {
        grow[j] += here * pass.a[j];
        back[j] += here * row[j];
      }
    }
    g[kThirdBias] += error[0];
    g[kThirdBias + 1] += error[1];
    for (std::size_t j = 0; j < kHidden; ++j) {
      if (pass.a[j] <= 0) back[j] = 0;
      g[kFirstBias + j] += back[j];
    }
    for (const Feature fact : facts) {
      float* grow = g + fact * kHidden;
      for (std::size_t j = 0; j < kHidden; ++j) grow[j] += back[j];
    }
  }
  return loss;
}

void FloatNet::step(const std::vector<std::vector<float>>& gradients, std::size_t from, std::size_t to,
                    std::size_t lessons, float rate) {
  constexpr float kMean = 0.9f, kSquare = 0.999f, kSmall = 1e-8f, kLatest = 1e-3f;
  const float per = 1.0f / static_cast<float>(lessons);
  const float fix_mean = 1 / (1 - std::pow(kMean, static_cast<float>(steps_)));
  const float fix_square = 1 / (1 - std::pow(kSquare, static_cast<float>(steps_)));
  const float keep = std::max(kLatest, 1 / static_cast<float>(steps_));
  for (std::size_t i = from; i < to; ++i) {
    float slope = 0;
    for (const auto& gradient : gradients) slope += gradient[i];
    slope *= per;
    mean_[i] = kMean * mean_[i] + (1 - kMean) * slope;
    square_[i] = kSquare * square_[i] + (1 - kSquare) * slope * slope;
    weights_[i] -= rate * fix_mean * mean_[i] / (std::sqrt(fix_square * square_[i]) + kSmall);
    latest_[i] += keep * (weights_[i] - latest_[i]);
  }
}

namespace {

std::int8_t small(float value, float unit) {
  return static_cast<std::int8_t>(std::clamp(std::lround(value / unit), -127l, 127l));
}

}  // namespace

// Each neuron of the first layer has a unit of its own, which moves into the second layer's weights.
Net FloatNet::rounded() const {
  Net net;
  const float* w = latest_.data();
  float unit[kHidden];
  for (std::size_t j = 0; j < kHidden; ++j) {
    float most = 1e-6f;
    for (std::size_t f = 0; f < kFeatures; ++f) most = std::max(most, std::abs(w[f * kHidden + j]));
    unit[j] = most / 127;
    for (std::size_t f = 0; f < kFeatures; ++f) net.first[f][j] = small(w[f * kHidden + j], unit[j]);
    net.first_bias[j] =
        static_cast<std::int16_t>(std::clamp(std::lround(w[kFirstBias + j] / unit[j]), -8000l, 8000l));
  }
  for (std::size_t i = 0; i < kSecond; ++i) {
    const float* row = w + kSecondAt + i * kHidden;
    float most = 1e-9f;
    for (std::size_t j = 0; j < kHidden; ++j) most = std::max(most, std::abs(row[j] * unit[j]));
    net.second_unit[i] = most / 127;
    for (std::size_t j = 0; j < kHidden; ++j) net.second[i][j] = small(row[j] * unit[j], net.second_unit[i]);
    net.second_bias[i] = w[kSecondBias + i];
    net.third[0][i] = w[kThirdAt + i];
    net.third[1][i] = w[kThirdAt + kSecond + i];
  }
  net.third_bias = {w[kThirdBias], w[kThirdBias + 1]};
  return net;
}

std::string FloatNet::save() const {
  std::string text(sizeof steps_ + 4 * kParameters * sizeof(float), '\0');
  char* at = text.data();
  std::memcpy(at, &steps_, sizeof steps_);
  at += sizeof steps_;
  for (const auto* row : {&weights_, &mean_, &square_, &latest_}) {
    std::memcpy(at, row->data(), kParameters * sizeof(float));
    at += kParameters * sizeof(float);
  }
  return text;
}

bool FloatNet::load(std::string_view text) {
  if (text.size() != save().size()) return false;
  const char* at = text.data();
  std::memcpy(&steps_, at, sizeof steps_);
  at += sizeof steps_;
  for (auto* row : {&weights_, &mean_, &square_, &latest_}) {
    std::memcpy(row->data(), at, kParameters * sizeof(float));
    at += kParameters * sizeof(float);
  }
  return true;
}

}  // namespace comodin
