#include "bots/worlds.hpp"

#include "bots/belief.hpp"

namespace comodin {
namespace {

constexpr std::uint32_t kSignFails = 12;  // in 100: a colour passed up is in the hand after all
constexpr std::uint32_t kWildFails = 30;  // a wild was kept back although it could have been played
constexpr std::uint32_t kNotNamed = 75;   // in 100: cards of other colours, where one was named
constexpr int kTries = 10;                // until what is unlikely is believed

}  // namespace

Worlds::Worlds(const Question& question, const Effects& effects)
    : q_(question), situation_(situation_of(question, effects)) {
  for_each_card(unseen(question.rules, question.view), [&](Card card) { unseen_.push_back(card); });
  const bool on_trial =
      question.view.await.kind == Awaits::Challenge && question.choices.has(Verb::Challenge);
  if (!on_trial) return;
  accused_ = question.view.course.accused;
  guilt_ = guilt(situation_);
}

// What the seat has been seen to do makes some cards unlikely. The newest cards come first: a sign speaks
// only of cards that were there when it was given.
bool Worlds::believable(Seat seat, int slot, Card card, Random& random) const {
  const Color color = q_.rules.cards[card].color;
  const std::uint8_t gained = q_.memory.passed_up(seat, static_cast<std::size_t>(color));
  if (gained != Memory::kNever && slot >= gained)
    return random.below(100) < (color == Color::None ? kWildFails : kSignFails);
  const Color named = q_.memory.named(seat);
  if (named != Color::None && color != Color::None && color != named && slot >= q_.memory.since_named(seat))
    return random.below(100) < kNotNamed;
  return true;
}

// W4-2: an innocent held nothing of the colour that was in force (nor another wild, in some editions).
bool Worlds::fits_verdict(Card card, bool guilty) const {
  if (guilty) return true;
  const Color before = q_.memory.before_accused();
  if (before != Color::None && q_.rules.cards[card].color == before) return false;
  return !(q_.rules.restricted_by_wild & bit(q_.view.top)) || q_.rules.cards[card].color != Color::None;
}

void Worlds::deal_hand(Seat seat, Random& random, std::vector<Card>& pool, Guess& guess) const {
  Hand& hand = guess.hands[seat];
  hand = q_.view.known.cards[seat];
  const int hidden = q_.view.count[seat] - hand.size();
  for (int slot = 0; slot < hidden && !pool.empty(); ++slot) {
    std::size_t at = 0;
    for (int tries = 0; tries < kTries; ++tries) {
      at = random.below(static_cast<std::uint32_t>(pool.size()));
      if (seat == accused_ ? fits_verdict(pool[at], guess.guilty) : believable(seat, slot, pool[at], random))
        break;
    }
    hand.add(pool[at]);
    pool[at] = pool.back();
    pool.pop_back();
  }
}

State Worlds::sample(Random& random) const {
  const PlainRules& rules = q_.rules;
  Guess guess;
  guess.key = random.next();
  guess.guilty = guilt_ > 0 && static_cast<float>(random.next() >> 40) * 0x1p-24f < guilt_;
  pool_ = unseen_;
  for (Seat k = 0; k < rules.seats; ++k) {
    if (k == q_.seat()) guess.hands[k] = own_hand(q_);
    else deal_hand(k, random, pool_, guess);
  }
  for (const Card card : pool_) guess.pile.add(card);
  return imagine(rules, q_.view, guess);
}

}  // namespace comodin
