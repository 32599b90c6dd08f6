#include "engine/view.hpp"

#include <algorithm>

#include "engine/match.hpp"

namespace comodin {
namespace {

// KNOW-1: a shown copy leaves first.
void forget_one(Hand& hand, Card card) {
  if (hand.holds(card)) hand.remove(card);
}

void remove_all(Hand& hand, const Hand& gone) {
  for_each_card(gone, [&](Card card) { forget_one(hand, card); });
}

// POWER-2: all cards of the gift's colour change hands; whoever knew them still knows them.
void move_gift(const PlainRules& rules, Known& known, const Event& gift) {
  const Color color = rules.powers[static_cast<std::size_t>(Ability::Gift)];
  const Mask kinds = rules.of_color[static_cast<std::size_t>(color)];
  Hand seen = known.cards[gift.seat].only(kinds);
  if (gift.cards.has) seen = gift.cards;  // giver and receiver see them all
  add_all(known.cards[gift.other], seen);
  add_all(known.since[gift.other], seen);
  remove_all(known.cards[gift.seat], known.cards[gift.seat].only(kinds));
  remove_all(known.since[gift.seat], known.since[gift.seat].only(kinds));
}

void pass_known(const PlainRules& rules, Known& known, Direction direction) {
  const Known old = known;
  for (Seat k = 0; k < rules.seats; ++k) {
    known.cards[seat_after(rules, k, direction)] = old.cards[k];
    known.since[seat_after(rules, k, direction)] = old.since[k];
  }
}

void gain(Known& known, Seat seat, Card card) {
  known.cards[seat].add(card);
  known.since[seat].add(card);
}

void show(Known& known, Seat viewer, const Event& event) {
  if (event.seat == viewer || event.cards.has == 0) return;  // one's own, or not for this viewer
  known.cards[event.seat] = event.cards;
  if (event.value == 1) add_all(known.cards[event.seat], known.since[event.seat]);
}

}  // namespace

void Known::learn(const PlainRules& rules, Seat viewer, const Event& event) {
  switch (event.kind) {
    case EventKind::RoundBegan: *this = {}; break;
    case EventKind::Dealt:
    case EventKind::Received:
      if (viewer == event.seat) cards[event.seat] = event.cards;
      break;
    case EventKind::Turned:
    case EventKind::PassedOver: laid.add(event.card); break;
    case EventKind::Flipped:
      since[event.seat] = {};
      laid.add(event.card);
      break;
    case EventKind::Played:
      since[event.seat] = {};
      laid.add(event.card);
      forget_one(cards[event.seat], event.card);
      break;
    case EventKind::Threw:
    case EventKind::Discarded:
      if (event.card == kNoCard) break;
      laid.add(event.card);
      forget_one(cards[event.seat], event.card);
      forget_one(since[event.seat], event.card);
      break;
    case EventKind::Drew:
      if (event.card != kNoCard) gain(*this, event.seat, event.card);
      break;
    case EventKind::WentOff:  // CREEPER-1; its taker, and whoever saw it drawn, know it already
      if (viewer != event.seat && !event.open) gain(*this, event.seat, event.card);
      break;
    case EventKind::Reshuffled:
      laid = {};
      laid.add(event.card);
      break;
    case EventKind::Shown: show(*this, viewer, event); break;
    case EventKind::Gave: move_gift(rules, *this, event); break;
    case EventKind::Swapped:
      std::swap(cards[event.seat], cards[event.other]);
      std::swap(since[event.seat], since[event.other]);
      break;
    case EventKind::HandsPassed: pass_known(rules, *this, static_cast<Direction>(event.value)); break;
    default: break;
  }
}

namespace {

// Most events are about the table, not about cards.
constexpr bool tells_of_cards(EventKind kind) {
  switch (kind) {
    case EventKind::RoundBegan:
    case EventKind::Dealt:
    case EventKind::Turned:
    case EventKind::PassedOver:
    case EventKind::Played:
    case EventKind::Flipped:
    case EventKind::Drew:
    case EventKind::WentOff:
    case EventKind::Shown:
    case EventKind::Gave:
    case EventKind::Threw:
    case EventKind::Discarded:
    case EventKind::Swapped:
    case EventKind::HandsPassed:
    case EventKind::Received:
    case EventKind::Reshuffled: return true;
    default: return false;
  }
}

}  // namespace

void Knowledge::learn(Seat viewer, const Event& event) {
  Known& known = known_[place_of(viewer)];
  if (hides(event, viewer)) known.learn(*rules_, viewer, mask(event, viewer));
  else known.learn(*rules_, viewer, event);
}

void Knowledge::on(const Event& event) {
  if (!tells_of_cards(event.kind)) return;
  for (Seat k = 0; k < rules_->seats; ++k) learn(k, event);
  learn(kSpectator, event);
}

void Knowledge::reset(const State& state) {
  known_ = {};
  for (Seat k = 0; k < rules_->seats; ++k) known_[k].cards[k] = state.hands[k];
  for (Known& known : known_)
    for (int i = kCardsMax - state.discards; i < kCardsMax; ++i)
      known.laid.add(state.cards[static_cast<std::size_t>(i)]);
}

namespace {

// Fills the whole view, but what was shown of hands only for the first `seats` seats.
void fill(const State& state, const Knowledge& knowledge, Seat viewer, int seats, View& view) {
  const Known& known = knowledge.of(viewer);
  view.viewer = viewer;
  view.phase = state.phase;
  view.await = state.await;
  view.course = course_of(knowledge.rules(), state);
  const bool drew = state.await == Await{Awaits::Drawn, viewer};
  view.drawn = drew ? state.drawn : 0;
  if (!drew) view.course.may_keep = 0;
  view.dealer = state.dealer;
  view.winner = state.winner;
  view.direction = state.direction;
  view.top = state.discards > 0 ? state.top() : kNoCard;
  view.color = state.color;
  view.hyper = state.hyper;
  view.pile = state.pile;
  view.discards = state.discards;
  view.sum = state.sum;
  view.owes = state.owes;
  view.hands_up = state.hands_up;
  view.champions = state.champions;
  view.count = state.count;
  view.marks = state.marks;
  view.stuck_draw = state.stuck_draw;
  view.power = state.power;
  view.scores = state.scores;
  view.points = state.points;
  std::copy_n(known.cards.begin(), seats, view.known.cards.begin());
  std::copy_n(known.since.begin(), seats, view.known.since.begin());
  view.known.laid = known.laid;
}

}  // namespace

View view(const State& state, const Knowledge& knowledge, Seat viewer) {
  View view;
  fill(state, knowledge, viewer, kSeatsMax, view);
  return view;
}

void look(const PlainRules& rules, const State& state, const Knowledge& knowledge, Seat viewer, View& out) {
  fill(state, knowledge, viewer, rules.seats, out);
}

}  // namespace comodin
