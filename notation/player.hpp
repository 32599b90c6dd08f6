// Plays a scenario or a record: its moves, its chance lines and its checks.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "notation/scenario.hpp"

namespace comodin {

struct Failure {
  int line = 0;
  Fault fault;
};

class ScenarioPlayer {
 public:
  // A listener, if given, also hears every event.
  explicit ScenarioPlayer(const Scenario& scenario, Listener* also = nullptr);
  ~ScenarioPlayer();

  // Turns the first card of a `begin`, unless that has happened. step() does it by itself.
  void start();

  // Plays the next line; false when no line is left or a refused move has ended the scenario.
  bool step();
  void run() {
    while (step()) {}
    finish();
  }
  // What only shows at the end: chance lines that were never used.
  void finish();

  std::size_t next_line() const { return at_; }
  const RuleSet& rules() const { return *scenario_.setup.rules; }
  const State& state() const { return state_; }
  const Knowledge& knowledge() const { return knowledge_; }
  const std::vector<Failure>& failures() const { return failures_; }

 private:
  class Script;

  void begin(int line);
  void draw_dealer();
  void play(const ScenarioLine& line);
  void settle_move(const ScenarioLine& line, Refusal refusal);
  void reject(const ScenarioLine& line);
  void judge(const ScenarioLine& line);
  void queue_chance(const ScenarioLine& line);
  void fail(int line, Fault fault);

  const Scenario& scenario_;
  State state_;
  Knowledge knowledge_;
  std::unique_ptr<Script> script_;
  std::vector<Failure> failures_;
  std::size_t at_ = 0;
  bool begun_ = false, stopped_ = false;
};

// The position as `expect` lines, in the order a trace writes them.
std::vector<ScenarioLine> position_lines(const RuleSet& rules, const State& state);
// The lines that close a hand: who won it, the points and scores, the champion.
std::vector<ScenarioLine> result_lines(const RuleSet& rules, const State& state);

}  // namespace comodin
