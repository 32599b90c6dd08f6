// Veterana: weighs every move by a tuned linear judgement (scorer.hpp).
#include "bots/levels.hpp"
#include "bots/temper.hpp"

namespace comodin {
namespace {

constexpr Temper kVeterana{.forgets = 2, .remembers = 90, .notices = 95, .reaction_ms = 800, .pace_ms = 1100};

class Veterana : public Attentive {
 public:
  Veterana() : Attentive(kVeterana) {}
  explicit Veterana(const Weights& weights) : Attentive(kVeterana), own_(weights), tuned_(false) {}

  void begin(const RuleSet& rules, Key key) override {
    Attentive::begin(rules, key);
    effects_.read(rules);
    if (tuned_) own_ = tuned_weights(rules.seats);
  }

  Move answer(const Question& question) override {
    return with_call(question, best_move(situation_of(question, effects_), own_, mood()));
  }

 private:
  Effects effects_;
  Weights own_{};
  bool tuned_ = true;
};

}  // namespace

std::unique_ptr<Bot> make_veterana() { return std::make_unique<Veterana>(); }
std::unique_ptr<Bot> make_veterana(const Weights& weights) { return std::make_unique<Veterana>(weights); }

}  // namespace comodin
