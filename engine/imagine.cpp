#include "engine/imagine.hpp"

#include "engine/match.hpp"

namespace comodin {
namespace {

void copy_course(const Course& course, State& s) {
  s.agenda = course.agenda;
  s.turns = course.turns;
  s.turn = course.turn;
  s.next = course.next;
  s.origin = course.origin;
  s.lost = course.lost;
  s.again = course.again;
  s.uno_later = course.uno_later;
  s.passes = course.passes;
  s.accused = course.accused;
}

void copy_table(const View& view, State& s) {
  s.phase = view.phase;
  s.await = view.await;
  s.dealer = view.dealer;
  s.winner = view.winner;
  s.direction = view.direction;
  s.color = view.color;
  s.hyper = view.hyper;
  s.sum = view.sum;
  s.owes = view.owes;
  s.hands_up = view.hands_up;
  s.champions = view.champions;
  s.count = view.count;
  s.marks = view.marks;
  s.stuck_draw = view.stuck_draw;
  s.power = view.power;
  s.scores = view.scores;
  s.points = view.points;
}

void lay_piles(const View& view, const Hand& pile, State& s) {
  for_each_card(pile, [&](Card card) { s.cards[s.pile++] = card; });
  s.loose = s.pile;
  Hand under = view.known.laid;
  if (view.top == kNoCard) return;
  under.remove(view.top);
  for_each_card(under,
                [&](Card card) { s.cards[static_cast<std::size_t>(kCardsMax - ++s.discards)] = card; });
  s.cards[static_cast<std::size_t>(kCardsMax - ++s.discards)] = view.top;
}

}  // namespace

State imagine(const PlainRules& rules, const View& view, const Guess& guess) {
  State s;
  s.key = guess.key;
  s.stream = split(guess.key, kDeck);
  s.rounds = 1;
  s.shuffles = 1;
  copy_table(view, s);
  copy_course(view.course, s);
  lay_piles(view, guess.pile, s);
  s.hands = guess.hands;
  if (view.top != kNoCard) s.match = matching(rules, view.top, view.color);
  if (view.await.kind == Awaits::Drawn) {
    const bool own = view.await.seat == view.viewer;
    s.drawn = own ? view.drawn : guess.drawn;
    s.may_keep = own ? view.course.may_keep : guess.may_keep;
  }
  if (s.accused != kNoSeat) {
    ensure(s.accused < rules.seats);
    s.guilty = guess.guilty;
    s.accused_hand = s.hands[s.accused];
  }
  return s;
}

Hand unseen(const PlainRules& rules, const View& view) {
  Hand left;
  for (int i = 0; i < rules.deck_size; ++i) left.add(rules.deck[static_cast<std::size_t>(i)]);
  for (Seat k = 0; k < rules.seats; ++k)
    for_each_card(view.known.cards[k], [&](Card card) { left.remove(card); });
  for_each_card(view.known.laid, [&](Card card) { left.remove(card); });
  return left;
}

Choices choices(const PlainRules& rules, const View& view) {
  if (view.phase != Phase::Running || view.viewer == kSpectator || view.top == kNoCard) return {};
  Guess any;
  any.hands[view.viewer] = view.known.cards[view.viewer];
  int left = view.pile;
  for_each_card(unseen(rules, view), [&](Card card) {
    if (left-- > 0) any.pile.add(card);
  });
  return choices(rules, imagine(rules, view, any), view.viewer);
}

}  // namespace comodin
