// Aprendiz: keeps wilds for when nothing else fits, names the colour it holds most of, and is random
// otherwise. It is the rule-based agent of the usual toolkit for card games, so that others can compare.
#include "bots/levels.hpp"
#include "bots/own_hand.hpp"
#include "bots/random_bot.hpp"
#include "bots/temper.hpp"

namespace comodin {
namespace {

constexpr Temper kAprendiz{
    .forgets = 10, .remembers = 60, .notices = 50, .reaction_ms = 1400, .pace_ms = 1300};

class Aprendiz : public Attentive {
 public:
  Aprendiz() : Attentive(kAprendiz) {}

  void begin(const RuleSet& rules, Key key) override {
    Attentive::begin(rules, key);
    legal_ = RandomBot(split(key, 1), 0);
  }

  Move answer(const Question& question) override {
    Choices may = question.choices;
    if (may.cards & ~question.rules.wilds) may.cards &= ~question.rules.wilds;
    Move move = legal_.answer(question.rules, may, question.seat());
    if (move.color != Color::None) move.color = most_held(question);
    return with_call(question, move);
  }

 private:
  RandomBot legal_{0};
};

}  // namespace

std::unique_ptr<Bot> make_aprendiz() { return std::make_unique<Aprendiz>(); }

}  // namespace comodin
