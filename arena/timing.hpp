// How long bots take over an answer. Looking at a clock changes no game, but it takes time itself, so it is
// done only when asked for.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>

#include "bots/bot.hpp"

namespace comodin {

// Counts durations in classes, eight to a doubling: a quantile is right to within an eighth.
class Timing {
 public:
  static constexpr std::size_t kClasses = 8 * 48;

  void add(std::uint64_t nanoseconds);
  void add(const Timing& other);
  // For reading one back.
  void restore(std::size_t index, std::uint64_t count) {
    classes_[index] += count;
    count_ += count;
  }
  void restore_total(std::uint64_t nanoseconds) { total_ += nanoseconds; }

  std::uint64_t count() const { return count_; }
  std::uint64_t total() const { return total_; }  // nanoseconds
  std::uint64_t of_class(std::size_t index) const { return classes_[index]; }
  double mean_us() const;
  double quantile_us(double part) const;  // the upper end of its class

 private:
  std::uint64_t count_ = 0, total_ = 0;
  std::array<std::uint64_t, kClasses> classes_{};
};

// A bot with a stopwatch on its answers.
class TimedBot : public Bot {
 public:
  TimedBot(std::unique_ptr<Bot> bot, Timing& timing) : bot_(std::move(bot)), timing_(timing) {}

  void begin(const RuleSet& rules, Key key) override { bot_->begin(rules, key); }
  Move answer(const Question& question) override {
    const auto start = std::chrono::steady_clock::now();
    const Move move = bot_->answer(question);
    const auto took = std::chrono::steady_clock::now() - start;
    timing_.add(static_cast<std::uint64_t>(std::chrono::nanoseconds(took).count()));
    return move;
  }
  bool react(const Question& question, Reaction& out) override { return bot_->react(question, out); }
  int pace() override { return bot_->pace(); }
  bool listens() const override { return bot_->listens(); }
  void hear(const Event& event) override { bot_->hear(event); }

 private:
  std::unique_ptr<Bot> bot_;
  Timing& timing_;
};

}  // namespace comodin
