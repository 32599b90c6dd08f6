// Trial: bots try a rule on the custom wilds in a few thousand hands, and the result is compared with the
// same wilds without the rule. Also what bots think of a rule before they sit down to play with it.
#pragma once

#include <array>
#include <memory>

#include "engine/ruleset.hpp"
#include "engine/types.hpp"

namespace comodin {

struct TrialSide {
  static constexpr int kBuckets = 10, kBucketTurns = 10;  // 0–9, 10–19, …, 90 and more turns
  int hands = 0;
  double turns = 0;                     // of a hand, on average
  std::array<int, kBuckets> lengths{};  // hands by their turns
  int played = 0;                       // custom wilds played
  int turned = 0;                       // of those, after how many nobody who had led before still led
  int players = 0, winners = 0;         // seats that played one; of those, winners of the hand
  std::array<int, kSeatsMax> wins{};    // hands won by each seat
  int blocked = 0;                      // hands that nobody won
  double win() const { return players ? static_cast<double>(winners) / players : 0; }
};

struct TrialReport {
  TrialSide with, without;
  int percent = 0;
};

class TrialTable;

class Trial {
 public:
  // `hands`: how many hands are 100 %.
  Trial(const Edition& edition, const Rule& rule, int seats, int hands);
  ~Trial();
  const Fault& why() const { return why_; }  // why such a table cannot be set up; empty: it can
  bool over() const { return why_ || report_.with.hands >= hands_; }
  void play(int hands);  // plays this many more, up to the end
  const TrialReport& report() const { return report_; }

 private:
  RuleSet with_rules_, without_rules_;
  int hands_;
  Fault why_;
  std::unique_ptr<TrialTable> with_, without_;
  TrialReport report_;
};

// Why a bot of this level does not want to play with a rule. The lower half of the ladder accepts anything.
enum class Objection { None, Harsh, Endless };
Objection objection(std::string_view level, const Rule& rule);

}  // namespace comodin
