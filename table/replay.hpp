// Replay: a record, step by step, and what it shows about a game: each position's chances of winning, and
// what else could have been played.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "notation/scenario.hpp"
#include "table/hint.hpp"

namespace comodin {

class Replay : private Listener {
 public:
  static constexpr Seat kAll = 0xFD;       // a viewer who sees every hand
  static constexpr int kStepsMax = 20000;  // a few matches; each step keeps its State

  struct Step {
    ScenarioLine line;  // a move or a deal; the first step is the set-up and has an empty line
    State after;
    std::size_t events = 0;  // where the next step's events begin
  };

  // Plays the scenario as far as it is valid.
  explicit Replay(Scenario scenario);

  const Scenario& scenario() const { return scenario_; }
  const RuleSet& rules() const { return *scenario_.setup.rules; }
  const std::vector<Step>& steps() const { return steps_; }
  const TextError& fault() const { return fault_; }  // what `comodin check` would complain about

  View view_at(int step, Seat viewer) const;
  std::vector<Event> events_of(int step, Seat viewer) const;  // what happened in this step, masked

  // How often each seat wins the hand from here: with the hands as they are and the pile in unknown order.
  std::vector<double> chances(int step, int worlds, Key key) const;

  // Did this step answer what the game waited for?
  bool answers(int step) const;
  // What its seat could have done instead, judged by what that seat could know.
  std::vector<MoveChance> prospects(int step, int worlds, Key key) const;

 private:
  // What each seat knew after every kEvery steps; the events since then give the rest.
  struct Learnt {
    explicit Learnt(const RuleSet& rules) : knowledge(rules), memory(rules) {}
    void hear(const Event& event);
    Knowledge knowledge;
    Memory memory;
  };
  static constexpr int kEvery = 16;

  void on(const Event& event) override;
  void keep(const ScenarioLine& line, const State& after);
  Learnt known_at(int step) const;
  std::size_t first_event(int step) const;

  Scenario scenario_;
  Learnt now_;
  std::vector<Step> steps_;
  std::vector<Event> events_;  // unmasked, of all steps
  std::vector<Learnt> kept_;   // after the steps 0, kEvery, 2 kEvery …
  TextError fault_;
};

}  // namespace comodin
