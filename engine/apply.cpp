// The surface of the engine that changes a State: apply, deal, and setting up by hand.
#include "engine/verbs.hpp"

namespace comodin {

Refusal apply(const RuleSet& rules, State& state, const Move& move) {
  flow::Quiet io;
  return flow::make(rules, state, move, io);
}

Refusal apply(const RuleSet& rules, State& state, const Move& move, Listener& hears, Chance& chance) {
  flow::Heard io{hears, chance};
  return flow::make(rules, state, move, io);
}

Refusal check_deal(const State& state) {
  if (state.phase == Phase::Running) return Refusal::HandRuns;
  return state.champions ? Refusal::GameOver : Refusal::None;
}

Refusal deal(const RuleSet& rules, State& state) {
  flow::Quiet io;
  return flow::deal(rules, state, io);
}

Refusal deal(const RuleSet& rules, State& state, Listener& hears, Chance& chance) {
  flow::Heard io{hears, chance};
  return flow::deal(rules, state, io);
}

void turn_first_card(const RuleSet& rules, State& state, Listener& hears, Chance& chance) {
  flow::Heard io{hears, chance};
  flow::Verbs<flow::Heard> verbs{{{rules, state, io}}};
  verbs.turn_first();
  verbs.tell_await();
}

void deal_from_pile(const RuleSet& rules, State& state) {
  flow::Quiet io;
  flow::Verbs<flow::Quiet>{{{rules, state, io}}}.deal_cards();
}

State new_game(const RuleSet& rules, Key key) {
  State state;
  state.key = key;
  state.direction = rules.edition.direction;
  Card deck[kCardsMax];
  for (std::uint64_t tries = 0; rules.edition.dealer == DealerBy::Drawn && tries < flow::kDealerDraws;
       ++tries) {
    // A few cards mostly do; only a row of ties needs the whole deck.
    for (const int count : {std::min(3 * rules.seats, rules.deck_size), rules.deck_size}) {
      shuffled_deck(rules, split(key, kDealer, tries), deck, count);
      const DealerDraw draw = draw_for_deal(rules, deck, count);
      if (draw.drawn == 0) continue;
      state.dealer = draw.dealer;
      return state;
    }
  }
  // Picked, or a deck whose cards cannot break a tie.
  state.dealer = static_cast<Seat>(below(split(key, kDealer), static_cast<std::uint32_t>(rules.seats)));
  return state;
}

}  // namespace comodin
