#include "bots/effect.hpp"

namespace comodin {
namespace {

constexpr int kForksMax = 6;         // questions in a row of which every answer is considered
constexpr float kUsualHand = 6;      // cards in a hand, where a step fills or empties it
constexpr float kUntilColor = 4;     // cards drawn until a colour comes
constexpr float kStuck = 0.35f;      // how often a player has nothing to play
constexpr float kColorShare = 1.4f;  // cards of one colour, or wilds, in a hand

class EffectSum {
 public:
  explicit EffectSum(const PlainRules& rules) : rules_(rules) {}

  Effect effect;

  void walk(std::size_t at, float weight, int forks) {
    for (;; ++at) {
      const Step step = rules_.steps[at];
      if (step.op == Op::End) return;
      if (step.op == Op::Jump) {
        at += static_cast<std::size_t>(distance(step)) - 1;
        continue;
      }
      const int branches = step.op == Op::Vote ? 2 : step.op == Op::Choose ? step.n : 0;
      if (branches > 0) return fork(at, branches, weight, forks);
      count(step, weight);
    }
  }

 private:
  // Vote: the Jump to `no` is one step on, `yes` begins two on. Choose: one Jump for each branch.
  void fork(std::size_t at, int branches, float weight, int forks) {
    if (forks >= kForksMax) return walk(at + 1, weight, forks);
    for (int k = 1; k <= branches; ++k)
      walk(at + static_cast<std::size_t>(k), weight / static_cast<float>(branches), forks + 1);
  }

  void draws(Who who, float cards) {
    switch (who) {
      case Who::Player: effect.player_draws += cards; break;
      case Who::Next: effect.next_draws += cards; break;
      case Who::Previous:
      case Who::Picked: effect.others_draw += cards / static_cast<float>(rules_.seats - 1); break;
      case Who::Others: effect.others_draw += cards; break;
      case Who::Everyone:
      case Who::All:
        effect.others_draw += cards;
        effect.player_draws += cards;
        break;
    }
  }

  void count(Step step, float weight) {
    const float n = step.n;
    switch (step.op) {
      case Op::Hit:
        effect.next_draws += weight * n;
        effect.next_loses_turn += weight;
        break;
      case Op::HitLast: effect.next_draws += weight * n; break;
      case Op::Skip: effect.next_loses_turn += weight; break;
      case Op::LoseTurn:
        if (step.who == Who::Next || step.who == Who::Others) effect.next_loses_turn += weight;
        break;
      case Op::Reverse: reverse(weight); break;
      case Op::Hyperspeed: effect.hyperspeed += weight; break;
      case Op::ThrowRound: effect.throws += weight; break;
      case Op::Draw: draws(step.who, weight * n); break;
      case Op::DrawUntil: draws(step.who, weight * kUntilColor); break;
      case Op::DrawIfStuck: draws(step.who, weight * kStuck * (n - 1)); break;
      case Op::DiscardKinds: draws(step.who, -weight * kColorShare); break;
      case Op::Discard: draws(step.who, -weight * n); break;
      case Op::DiscardTo: draws(step.who, weight * std::min(0.0f, n - kUsualHand)); break;
      case Op::FillTo: draws(step.who, weight * (n - kUsualHand)); break;
      case Op::ExtraTurn: effect.plays_again += weight; break;
      case Op::HandsUp:
      case Op::Show: effect.shows_hands += weight; break;
      case Op::SwapWith:
      case Op::SwapChosen:
      case Op::PassHands: effect.swaps += weight; break;
      case Op::Mark:
      case Op::Confirm: effect.burdens += weight; break;
      default: break;
    }
  }

  // ACTION-2: with two players it may cost the other the turn.
  void reverse(float weight) {
    if (rules_.seats > 2) effect.reverses += weight;
    else if (rules_.two_player_reverse == TwoPlayerReverse::Skip) effect.next_loses_turn += weight;
  }

  const PlainRules& rules_;
};

}  // namespace

Effect effect_of(const PlainRules& rules, Address from) {
  EffectSum sum(rules);
  sum.walk(from, 1, 0);
  return sum.effect;
}

void Effects::read(const PlainRules& rules) {
  color_cards_ = {};
  for (int kind = 0; kind < rules.kinds; ++kind) {
    const auto k = static_cast<std::size_t>(kind);
    of_[k] = rules.cards[k].play ? effect_of(rules, rules.cards[k].play) : Effect{};
  }
  float gained = 0;
  for (int i = 0; i < rules.deck_size; ++i) {
    const Card card = rules.deck[static_cast<std::size_t>(i)];
    const Effect& e = of_[card];
    ++color_cards_[static_cast<std::size_t>(rules.cards[card].color)];
    gained += e.player_draws + e.next_draws + e.others_draw * static_cast<float>(rules.seats - 1);
  }
  growth_ = gained / static_cast<float>(rules.deck_size);
}

}  // namespace comodin
