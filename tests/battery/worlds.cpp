#include "tests/battery/worlds.hpp"

#include <algorithm>

namespace comodin::battery {
namespace {

// A place where an unseen card lies: in a hand (pile_index -1) or in the pile.
struct Place {
  Seat seat;
  int pile_index;
  Card card;
};

class Exchanger {
 public:
  Exchanger(const RuleSet& rules, const State& settled, const Known& known, Seat viewer, Exchange exchange)
      : rules_(rules), known_(known), viewer_(viewer), exchange_(exchange), s_(settled) {}

  State run(Random& random) {
    collect();
    std::sort(places_.begin(), places_.end(),
              [&](const Place& a, const Place& b) { return group(a.card) < group(b.card); });
    for (auto from = places_.begin(); from != places_.end();) {
      const auto to = std::find_if(from, places_.end(),
                                   [&](const Place& p) { return group(p.card) != group(from->card); });
      shuffle_cards(&*from, static_cast<std::uint32_t>(to - from), random);
      from = to;
    }
    for (const Place& place : places_) put(place);
    hide_drawn(random);
    hide_accusation();
    if (exchange_ == Exchange::Anything) hide_fields(random);
    return s_;
  }

 private:
  int group(Card card) const {
    return exchange_ == Exchange::SameColor ? static_cast<int>(rules_.cards[card].color) : 0;
  }

  bool stays(Card card) const { return exchange_ != Exchange::Anything && (rules_.goes_off & bit(card)); }

  // Takes the unseen cards out of the hands; the pile keeps its places.
  void collect() {
    for (Seat k = 0; k < rules_.seats; ++k) {
      if (k == viewer_) continue;
      Hand unseen = s_.hands[k];
      for_each_card(known_.cards[k], [&](Card card) { unseen.remove(card); });
      for_each_card(unseen, [&](Card card) {
        if (stays(card)) return;
        places_.push_back({k, -1, card});
        s_.hands[k].remove(card);
      });
    }
    for (int i = 0; i < s_.pile; ++i)
      if (const Card card = s_.cards[static_cast<std::size_t>(i)]; !stays(card))
        places_.push_back({kNoSeat, i, card});
  }

  static void shuffle_cards(Place* places, std::uint32_t n, Random& random) {
    for (; n > 1; --n) std::swap(places[random.below(n)].card, places[n - 1].card);
  }

  void put(const Place& place) {
    if (place.pile_index >= 0) s_.cards[static_cast<std::size_t>(place.pile_index)] = place.card;
    else s_.hands[place.seat].add(place.card);
  }

  // What another seat has just drawn is any of the cards that the viewer cannot see.
  void hide_drawn(Random& random) {
    const Seat seat = s_.await.seat;
    if (s_.await.kind != Awaits::Drawn || seat == viewer_) return;
    if (exchange_ != Exchange::Anything && (rules_.goes_off & s_.drawn)) return;
    if (!(s_.drawn & ~(known_.cards[seat].has & s_.hands[seat].has))) return;
    std::vector<Card> unseen;
    for (const Place& place : places_)
      if (place.pile_index < 0 && place.seat == seat) unseen.push_back(place.card);
    if (!unseen.empty()) s_.drawn = bit(unseen[random.below(static_cast<std::uint32_t>(unseen.size()))]);
  }

  // W4-5: the hand that a challenge would show changes together with the present hand.
  void hide_accusation() {
    if (s_.accused == kNoSeat || s_.accused == viewer_) return;
    s_.accused_hand = s_.hands[s_.accused];
    if (exchange_ == Exchange::Anything) s_.guilty ^= 1;
  }

  // Future chance, and whether another seat may keep the card it drew (TURN-6).
  void hide_fields(Random& random) {
    s_.key = random.next();
    s_.stream = random.next();
    if (s_.turn != viewer_) s_.may_keep ^= 1;
  }

  const RuleSet& rules_;
  const Known& known_;
  const Seat viewer_;
  const Exchange exchange_;
  State s_;
  std::vector<Place> places_;
};

// The steps that may run after the move: of its card, or of the card whose question it answers.
bool runs(const RuleSet& rules, const State& before, const Move& move, Op op) {
  std::size_t at = before.agenda.step;
  switch (move.verb) {
    case Verb::Play:
    case Verb::Jump: at = rules.cards[move.what].play; break;
    case Verb::Draw:
    case Verb::Keep:
    case Verb::Stop:
    case Verb::Uno:
    case Verb::Catch:
    case Verb::Give: return false;
    default: break;
  }
  for (; rules.steps[at].op != Op::End; ++at)
    if (rules.steps[at].op == op) return true;
  return false;
}

bool opens(const Event& event, Seat viewer, Exchange exchange) {
  switch (event.kind) {
    case EventKind::Flipped:
    case EventKind::Ended: return true;
    case EventKind::Drew: return event.seat == viewer || event.open;
    case EventKind::Shown: return event.seat != viewer && (event.other == kNoSeat || event.other == viewer);
    case EventKind::Received: return event.seat == viewer;
    case EventKind::Gave:
      return event.other == viewer || (event.seat != viewer && exchange != Exchange::SameColor);
    default: return false;
  }
}

}  // namespace

State other_world(const RuleSet& rules, const State& settled, const Known& known, Seat viewer,
                  Exchange exchange, Random& random) {
  return Exchanger(rules, settled, known, viewer, exchange).run(random);
}

bool may_tell(const RuleSet& rules, const State& before, const Move& move, const std::vector<Event>& events,
              Seat viewer, Exchange exchange) {
  if (runs(rules, before, move, Op::DiscardKinds)) return true;
  if (move.verb == Verb::Draw && (rules.draw == DrawRule::UntilPlayable || before.stuck_draw[move.seat]))
    return true;
  if (exchange != Exchange::SameColor &&
      (runs(rules, before, move, Op::ThrowRound) || runs(rules, before, move, Op::DrawUntil)))
    return true;
  return std::any_of(events.begin(), events.end(),
                     [&](const Event& event) { return opens(event, viewer, exchange); });
}

}  // namespace comodin::battery
