// What a seat sees: events folded onto the old view give the new one, and what is known is true.
#include <gtest/gtest.h>

#include "engine/match.hpp"
#include "notation/moves.hpp"
#include "tests/battery/play.hpp"

namespace comodin::battery {
namespace {

// ---- a view, and what happened since -----------------------------------------------------------------

void count_gain(View& view, Seat seat, int n) {
  view.count[seat] = static_cast<std::uint8_t>(view.count[seat] + n);
}

void lay(View& view, Seat seat) {
  ++view.discards;
  count_gain(view, seat, -1);
}

void begin_round(const PlainRules& rules, View& view, Seat dealer) {
  View fresh;
  fresh.viewer = view.viewer;
  fresh.scores = view.scores;
  fresh.phase = Phase::Running;
  fresh.dealer = dealer;
  fresh.direction = rules.first_direction;
  fresh.pile = static_cast<std::uint8_t>(rules.deck_size);
  view = fresh;
}

void pass_counts(const PlainRules& rules, View& view, Direction direction) {
  const auto old = view.count;
  for (Seat k = 0; k < rules.seats; ++k) view.count[seat_after(rules, k, direction)] = old[k];
}

void fold_cards(const PlainRules& rules, View& view, const Event& event) {
  switch (event.kind) {
    case EventKind::RoundBegan: begin_round(rules, view, event.seat); break;
    case EventKind::Dealt:
      count_gain(view, event.seat, event.value);
      view.pile = static_cast<std::uint8_t>(view.pile - event.value);
      break;
    case EventKind::Turned:
    case EventKind::PassedOver:
    case EventKind::Flipped:
      --view.pile;
      ++view.discards;
      view.top = event.card;
      if (event.kind == EventKind::Flipped && rules.cards[event.card].color == Color::None)
        view.color = Color::None;
      break;
    case EventKind::Played:
      lay(view, event.seat);
      view.top = event.card;
      if (rules.cards[event.card].color == Color::None) view.color = event.color;
      break;
    case EventKind::Threw:
    case EventKind::Discarded:
      if (event.card != kNoCard) lay(view, event.seat);
      break;
    case EventKind::Drew:
      --view.pile;
      count_gain(view, event.seat, 1);
      break;
    case EventKind::Gave:
      count_gain(view, event.seat, -event.value);
      count_gain(view, event.other, event.value);
      break;
    case EventKind::Swapped: std::swap(view.count[event.seat], view.count[event.other]); break;
    case EventKind::HandsPassed: pass_counts(rules, view, static_cast<Direction>(event.value)); break;
    case EventKind::Reshuffled:
      view.pile = static_cast<std::uint8_t>(event.value);
      view.discards = 1;
      break;
    default: break;
  }
}

void fold_table(View& view, const Event& event) {
  switch (event.kind) {
    case EventKind::ColorNamed: view.color = event.color; break;
    case EventKind::DirectionIs: view.direction = static_cast<Direction>(event.value); break;
    case EventKind::PowerTaken: view.power[static_cast<std::size_t>(event.color)] = event.seat; break;
    case EventKind::HyperspeedIs: view.hyper = event.color; break;
    case EventKind::Marked: view.marks[event.seat] = static_cast<std::uint8_t>(event.value); break;
    case EventKind::HandsUp: view.hands_up = static_cast<SeatSet>(event.value); break;
    case EventKind::StuckDraw: view.stuck_draw[event.seat] = static_cast<std::uint8_t>(event.value); break;
    case EventKind::Owes: view.owes = static_cast<SeatSet>(event.value); break;
    case EventKind::SumIs: view.sum = static_cast<std::uint16_t>(event.value); break;
    case EventKind::Ended:
      view.winner = event.seat;
      view.phase = event.seat == kNoSeat ? Phase::Blocked : Phase::Won;
      break;
    case EventKind::Scored: view.points[event.seat] = event.value; break;
    case EventKind::ScoreIs: view.scores[event.seat] = event.value; break;
    case EventKind::Champions: view.champions = static_cast<SeatSet>(event.value); break;
    case EventKind::Awaiting:
      view.await = {static_cast<Awaits>(event.value), event.seat};
      view.course = event.course;
      view.drawn = event.cards.has;
      break;
    default: break;
  }
}

// Puts an event, masked for the view's own viewer, onto the view.
void fold(const PlainRules& rules, View& view, const Event& event) {
  fold_cards(rules, view, event);
  fold_table(view, event);
  view.known.learn(rules, view.viewer, event);
}

// The first part in which two views differ, by name.
std::string difference(const View& a, const View& b) {
  if (a.phase != b.phase || a.winner != b.winner) return "phase or winner";
  if (!(a.await == b.await) || !(a.course == b.course)) return "what is awaited";
  if (a.drawn != b.drawn) return "the drawn card";
  if (a.top != b.top || a.color != b.color) return "the top card or the colour in force";
  if (a.hyper != b.hyper || a.direction != b.direction) return "hyperspeed or direction";
  if (a.pile != b.pile || a.discards != b.discards) return "the size of the piles";
  if (a.count != b.count) return "the size of the hands";
  if (a.sum != b.sum || a.owes != b.owes || a.hands_up != b.hands_up) return "sum, owes or hands_up";
  if (a.marks != b.marks || a.stuck_draw != b.stuck_draw || a.power != b.power)
    return "marks, stuck_draw or powers";
  if (a.scores != b.scores || a.points != b.points || a.champions != b.champions)
    return "scores, points or champions";
  if (!(a.known == b.known)) return "what is known of the hands";
  return a == b ? "" : "another field";
}

TEST(View, IsTheOldOneWithItsOwnMaskedEventsFoldedIn) {
  holds_at_all_tables({.games = 10, .steps = 300}, [](const Step& step) -> std::string {
    for (Seat viewer : viewers(step.rules)) {
      View folded = view(step.before, step.knew, viewer);
      for (const Event& event : step.events) fold(step.rules, folded, mask(event, viewer));
      const std::string wrong = difference(folded, view(step.after, step.knows, viewer));
      if (!wrong.empty()) return name_of(viewer) + " folds the events to another view: " + wrong;
    }
    return {};
  });
}

// W4-4: somebody stands accused where the top card can be challenged as theirs, and nowhere else.
TEST(View, AccusesOnlyWhoLaidATopCardThatCanBeChallenged) {
  int challenges = 0, old_accusations = 0;
  holds_at_all_tables({.games = 2, .steps = 300}, [&](const Step& step) -> std::string {
    const Seat accused = view(step.after, step.knows, kSpectator).course.accused;
    const bool now = may_challenge(step.rules, step.after);
    old_accusations += step.after.accused != kNoSeat && !now;
    if (accused != kNoSeat && !now) return name_of(accused) + " is accused of another card than the top";
    if (step.after.await.kind != Awaits::Challenge || !now) return {};
    ++challenges;
    if (accused == kNoSeat || accused == step.after.await.seat) return "nobody else to challenge";
    return accused == step.after.turn ? "" : name_of(accused) + " did not lay the top card";
  });
  EXPECT_GT(challenges, 100);
  EXPECT_GT(old_accusations, 100);
}

TEST(View, ShowsOnesOwnHandWhole) {
  holds_at_all_tables({.games = 2, .steps = 300}, [](const Step& step) -> std::string {
    for (Seat k = 0; k < step.rules.seats; ++k)
      if (!(view(step.after, step.knows, k).known.cards[k] == step.after.hands[k]))
        return name_of(k) + " holds " + hand_text(step.rules, step.after.hands[k]) + " and sees " +
               hand_text(step.rules, view(step.after, step.knows, k).known.cards[k]);
    return {};
  });
}

bool is_part_of(const Hand& part, const Hand& whole) {
  bool inside = true;
  for_each_kind(part.has, [&](Card card) { inside &= part.count(card) <= whole.count(card); });
  return inside;
}

// KNOW-1: what was shown and has not left since is really there.
std::string knows_too_much(const Step& step) {
  for (Seat viewer : viewers(step.rules))
    for (Seat k = 0; k < step.rules.seats; ++k) {
      const Known& known = step.knows.of(viewer);
      if (!is_part_of(known.cards[k], step.after.hands[k]))
        return name_of(viewer) + " believes that seat " + std::to_string(k + 1) + " holds " +
               hand_text(step.rules, known.cards[k]) + ", but it holds " +
               hand_text(step.rules, step.after.hands[k]);
      if (!is_part_of(known.since[k], known.cards[k]))
        return name_of(viewer) + " has seen cards come to seat " + std::to_string(k + 1) +
               " that it does not know";
    }
  return {};
}

TEST(Knowledge, IsTrue) { holds_at_all_tables({.games = 12, .steps = 400}, knows_too_much); }

// One's own cards are part of one's knowledge; a spectator has none and sees less than any seat.
TEST(Knowledge, OfTheSpectatorIsWhatEverybodyKnows) {
  holds_at_all_tables({.games = 1, .steps = 300}, [](const Step& step) -> std::string {
    for (Seat viewer = 0; viewer < step.rules.seats; ++viewer)
      for (Seat k = 0; k < step.rules.seats; ++k)
        if (!is_part_of(step.knows.of(kSpectator).cards[k], step.knows.of(viewer).cards[k]))
          return "the spectator knows more of seat " + std::to_string(k + 1) + " than " + name_of(viewer);
    return {};
  });
}

// CUSTOM-3.7: while hands are up, everybody knows every card.
TEST(Knowledge, IsWholeWhileHandsAreUp) {
  int seen = 0;
  holds_at_all_tables({.games = 1, .steps = 300}, [&](const Step& step) -> std::string {
    if (!step.after.hands_up || step.after.phase != Phase::Running) return {};
    ++seen;
    for (Seat viewer : viewers(step.rules))
      for (Seat k = 0; k < step.rules.seats; ++k)
        if (!(step.knows.of(viewer).cards[k] == step.after.hands[k]))
          return "hands are up, but " + name_of(viewer) + " does not know all of seat " +
                 std::to_string(k + 1);
    return {};
  });
  EXPECT_GT(seen, kSanitized ? 20 : 200);
}

}  // namespace
}  // namespace comodin::battery
