// Trial: a rule on the custom wilds, tried by bots in a few thousand hands, against the same wilds without
// it. And what bots think of a rule before they sit down to it.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/ruleset.hpp"

namespace comodin {

struct TrialSide {
  static constexpr int kBuckets = 10, kBucketTurns = 10;  // 0–9, 10–19, …, 90 and more turns
  int hands = 0;
  double turns = 0;                     // of a hand, on average
  std::array<int, kBuckets> lengths{};  // hands by their turns
  int players = 0, winners = 0;         // seats that played such a wild; of those, winners of the hand
  double win() const { return players ? static_cast<double>(winners) / players : 0; }
};

struct TrialReport {
  TrialSide with, without;
  int percent = 0;
};

class Trial {
 public:
  Trial(const Edition& edition, const Rule& rule, int seats, int hands);
  ~Trial();
  TrialReport report() const;

 private:
  void run();

  RuleSet with_, without_;
  int hands_;
  bool sound_ = false;
  std::atomic<bool> stop_{false};
  mutable std::mutex guard_;
  TrialReport report_;
  std::thread thread_;
};

// Why a bot of this level does not want to play with a rule. The lower half of the ladder accepts anything.
enum class Objection { None, Harsh, Endless };
Objection objection(std::string_view level, const Rule& rule);

}  // namespace comodin
