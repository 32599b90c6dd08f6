// Novato: legal moves at random; forgets to call, and never catches anybody.
#include "bots/levels.hpp"
#include "bots/random_bot.hpp"
#include "bots/temper.hpp"

namespace comodin {
namespace {

constexpr Temper kNovato{.forgets = 30, .remembers = 50, .notices = 0, .reaction_ms = 1800, .pace_ms = 1600};
constexpr std::uint32_t kDrawsOf64 = 4;

class Novato : public Attentive {
 public:
  Novato() : Attentive(kNovato) {}

  void begin(const RuleSet& rules, Key key) override {
    Attentive::begin(rules, key);
    legal_ = RandomBot(split(key, 1), kDrawsOf64);
  }

  Move answer(const Question& question) override {
    return with_call(question, legal_.answer(question.rules, question.choices, question.seat()));
  }

 private:
  bool wants_gift(const Question& question, Move& out) override {
    return random_.one_in(8) && Attentive::wants_gift(question, out);
  }
  bool wants_jump(const Question&) override { return random_.one_in(2); }

  RandomBot legal_{0};
};

}  // namespace

std::unique_ptr<Bot> make_novato() { return std::make_unique<Novato>(); }

}  // namespace comodin
