// The part of the engine's surface that changes a State: apply, deal, and setting up by hand.
#include "engine/verbs.hpp"

namespace comodin {

Refusal apply(const PlainRules& rules, State& state, const Move& move) {
  flow::Quiet io;
  return flow::make(rules, state, move, io);
}

Refusal apply(const PlainRules& rules, State& state, const Move& move, Listener& hears, Chance& chance) {
  flow::Reporting io{hears, chance};
  return flow::make(rules, state, move, io);
}

Refusal check_deal(const State& state) {
  if (state.phase == Phase::Running) return Refusal::HandRuns;
  return state.champions ? Refusal::GameOver : Refusal::None;
}

Refusal deal(const PlainRules& rules, State& state) {
  flow::Quiet io;
  return flow::deal(rules, state, io);
}

Refusal deal(const PlainRules& rules, State& state, Listener& hears, Chance& chance) {
  flow::Reporting io{hears, chance};
  return flow::deal(rules, state, io);
}

void turn_first_card(const PlainRules& rules, State& state, Listener& hears, Chance& chance) {
  flow::Reporting io{hears, chance};
  flow::Verbs<flow::Reporting> verbs{{{rules, state, io}}};
  verbs.turn_first();
  verbs.tell_await();
}

void deal_from_pile(const PlainRules& rules, State& state) {
  flow::Quiet io;
  flow::Verbs<flow::Quiet>{{{rules, state, io}}}.deal_cards();
}

State new_game(const PlainRules& rules, Key key) {
  State state;
  state.key = key;
  state.direction = rules.first_direction;
  Card deck[kCardsMax];
  const DealerDraw draw = draw_for_deal(rules, key, deck);
  // Nothing was drawn: the edition picks its dealer, or the deck's cards cannot break a tie.
  state.dealer = draw.drawn
                     ? draw.dealer
                     : static_cast<Seat>(below(split(key, kDealer), static_cast<std::uint32_t>(rules.seats)));
  return state;
}

}  // namespace comodin
