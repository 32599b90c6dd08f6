// Retelling: a proved game, step by step, as each viewer must have been told it. A client compares it with
// what it was shown.
#pragma once

#include <optional>
#include <vector>

#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "fair/proof.hpp"

namespace comodin {

class Retelling : public Audience {
 public:
  static constexpr std::size_t kStepsMax = 20000;  // a few matches; each step keeps its State

  const RuleSet& rules() const { return *rules_; }     // after a hand has been dealt
  std::size_t steps() const { return steps_.size(); }  // deals and moves
  std::size_t steps_of(std::size_t hand) const;        // hands count from 0
  bool whole() const { return whole_; }  // false: there were too many steps, and the rest was dropped

  std::vector<Event> events_of(std::size_t step, Seat viewer) const;  // masked
  View view_at(std::size_t step, Seat viewer) const;

  void on(const Event& event) override;
  void dealt(const FairGame& game) override;
  void moved(const FairGame& game) override;

 private:
  struct Step {
    std::size_t hand;
    std::size_t events;  // where the next step's begin
    State after;
  };
  struct Deal {
    std::size_t step;
    Knowledge before;
  };
  void keep(const FairGame& game);
  std::size_t first_event(std::size_t step) const { return step == 0 ? 0 : steps_[step - 1].events; }

  std::shared_ptr<const RuleSet> rules_;
  std::optional<Knowledge> now_;  // after the last step that was kept
  std::vector<Event> events_;     // unmasked, of all steps
  std::vector<Step> steps_;
  std::vector<Deal> deals_;
  bool whole_ = true;
};

}  // namespace comodin
