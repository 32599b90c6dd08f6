// Casual: what a friend at the kitchen table would tell you, rule by rule. Each rule narrows the cards that
// are left to choose from; one that would leave none is skipped.
#include "bots/belief.hpp"
#include "bots/levels.hpp"
#include "bots/temper.hpp"
#include "engine/match.hpp"

namespace comodin {
namespace {

constexpr Temper kCasual{.forgets = 5, .remembers = 80, .notices = 75, .reaction_ms = 1100, .pace_ms = 1200};

class Advice {
 public:
  explicit Advice(const Situation& situation) : s_(situation), left_(situation.may.cards) {}

  Card card() {
    const int closest = s_.closest();
    only([&](Card c) { return !bluff(c); });                         // 1. play fair
    if (s_.own() > 2) only([&](Card c) { return takes_power(c); });  // 2. a power is worth a wild
    only([&](Card c) { return !wild(c) || takes_power(c); });        // 3. other wilds wait until the very end
    if (s_.count[s_.next] <= 2) only([&](Card c) { return harms(c); });  // 4. stop whoever is about to win
    if (closest <= 3) costliest();           // 5. do not get caught with costly cards
    longest_color();                         // 6. stay where you are strong
    only([&](Card c) { return harms(c); });  // 7. and make it hard for next
    only([&](Card c) { return pairs(c); });  // 8. a card whose twin can follow
    costliest();                             // 9. and the costliest of those
    return left_ ? static_cast<Card>(std::countr_zero(left_)) : kNoCard;
  }

  // The power to name: the first of these that is not one's own.
  Color power() const {
    for (const Ability ability : {Ability::Double, Ability::Gift, Ability::Shield, Ability::Flip}) {
      const Color color = s_.rules.powers[static_cast<std::size_t>(ability)];
      if (color != Color::None && s_.power[static_cast<std::size_t>(color)] != s_.me) return color;
    }
    return Color::Red;
  }

 private:
  template <class Test>
  void only(Test test) {
    Mask good = 0;
    for_each_kind(left_, [&](Card card) { good |= test(card) ? bit(card) : 0; });
    if (good) left_ = good;
  }

  template <class Value>
  void most(Value value) {
    int best = -1000;
    for_each_kind(left_, [&](Card card) { best = std::max(best, value(card)); });
    only([&](Card card) { return value(card) == best; });
  }

  void costliest() {
    most([&](Card card) { return int{s_.rules.cards[card].points}; });
  }
  void longest_color() {
    most([&](Card card) {
      return wild(card) ? 0 : s_.hand.only(of_color(s_.rules, s_.rules.cards[card].color)).size();
    });
  }

  bool wild(Card card) const { return (s_.rules.wilds & bit(card)) != 0; }
  bool bluff(Card card) const {
    return (s_.rules.restricted & bit(card)) && is_bluff(s_.rules, s_.hand, card, s_.color);
  }
  bool harms(Card card) const {
    const Effect& e = s_.effects[card];
    return s_.rival(s_.next) && e.next_draws + e.next_loses_turn + e.others_draw > e.player_draws;
  }
  bool takes_power(Card card) const {
    const CardInfo& info = s_.rules.cards[card];
    if (info.picks_power) return true;
    return info.grants != Color::None && s_.power[static_cast<std::size_t>(info.grants)] != s_.me;
  }
  bool pairs(Card card) const { return s_.hand.only(s_.rules.same_symbol[card]).size() > 1; }

  const Situation& s_;
  Mask left_;
};

class Casual : public Attentive {
 public:
  Casual() : Attentive(kCasual) {}

  void begin(const RuleSet& rules, Key key) override {
    Attentive::begin(rules, key);
    effects_.read(rules);
  }

  Move answer(const Question& question) override {
    const Situation situation = situation_of(question, effects_);
    const bool plays = question.choices.cards && question.choices.with_cards == Verb::Play;
    if (!plays) return best_move(situation, tuned_weights(question.rules.seats), mood());
    Advice advice(situation);
    Move move{Verb::Play, question.seat(), advice.card()};
    const CardInfo& info = question.rules.cards[move.what];
    if (question.rules.names_color & bit(move.what))
      move.color = most_held(question);  // 10. the longest colour
    if (info.picks_power) move.power = advice.power();
    return with_call(question, move);
  }

 private:
  Effects effects_;
};

}  // namespace

std::unique_ptr<Bot> make_casual() { return std::make_unique<Casual>(); }

}  // namespace comodin
