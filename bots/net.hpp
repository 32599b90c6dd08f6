// Net: a small network in whole numbers, so that every machine gets the same result to the last bit. Two
// layers behind a list of facts (bots/features.hpp); two answers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bots/features.hpp"

namespace comodin {

// What a move is expected to bring.
struct Outlook {
  float points = 0;  // net points of the hand
  float win = 0;     // the chance to win it, roughly
};

// Judges moves by their facts. The trainer's own network is one too.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual Outlook judge(std::span<const Feature> facts) const = 0;
};

inline constexpr int kHidden = 192;  // neurons of the first layer
inline constexpr int kSecond = 32;   // and of the second
inline constexpr float kPointsUnit = 50;

class Net : public Evaluator {
 public:
  // A net as the trainer writes it. What is wrong, or nothing.
  std::string read(std::string_view blob);
  std::string write() const;

  Outlook judge(std::span<const Feature> facts) const override;

  // Whole numbers from -127 to 127, a byte each in the file, and what one of them is worth. Each row of the
  // first layer belongs to a fact.
  alignas(64) std::array<std::array<std::int16_t, kHidden>, kFeatures> first{};
  std::array<std::int16_t, kHidden> first_bias{};
  std::array<std::array<std::int16_t, kHidden>, kSecond> second{};
  std::array<float, kSecond> second_unit{}, second_bias{};
  std::array<std::array<float, kSecond>, 2> third{};
  std::array<float, 2> third_bias{};
};

// The network that Aurora plays with.
const Net& shipped_net();

}  // namespace comodin
