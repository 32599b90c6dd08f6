// What holds for every position: the cards, the end of a hand, unused fields.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "notation/moves.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/writable.hpp"

namespace comodin::battery {
namespace {

using Copies = std::array<int, 256>;

Copies deck_of(const RuleSet& rules) {
  Copies out{};
  for (int i = 0; i < rules.deck_size; ++i) ++out[rules.deck[static_cast<std::size_t>(i)]];
  return out;
}

Copies cards_in(const State& s) {
  Copies out{};
  for (const Hand& hand : s.hands) for_each_card(hand, [&](Card card) { ++out[card]; });
  for (int i = 0; i < s.pile; ++i) ++out[s.cards[static_cast<std::size_t>(i)]];
  for (int i = 0; i < s.discards; ++i) ++out[s.cards[static_cast<std::size_t>(kCardsMax - 1 - i)]];
  return out;
}

// CUSTOM-7: no card is made or lost.
std::string lost_cards(const RuleSet& rules, const State& s) {
  const Copies deck = deck_of(rules), now = cards_in(s);
  for (std::size_t card = 0; card < deck.size(); ++card)
    if (deck[card] != now[card])
      return std::to_string(deck[card]) + " copies of card " +
             (card < rules.names.size() ? rules.names[card] : std::to_string(card)) + " became " +
             std::to_string(now[card]);
  for (std::size_t seat = 0; seat < s.hands.size(); ++seat)
    if (s.hands[seat].size() != s.count[seat])
      return "seat " + std::to_string(seat + 1) + " holds " + std::to_string(s.hands[seat].size()) +
             " cards and counts " + std::to_string(s.count[seat]);
  return s.loose > s.pile ? "more loose cards than the pile has" : "";
}

TEST(Cards, AreNeitherMadeNorLost) {
  holds_at_all_tables({.games = 8, .steps = 400},
                      [](const Step& step) { return lost_cards(step.rules, step.after); });
}

TEST(Hand, HoldsUpToEightCopiesOfEveryKind) {
  for (int kind = 0; kind < kKindsMax; ++kind) {
    const Card card = static_cast<Card>(kind);
    Hand hand;
    for (int n = 1; n <= kCopiesMax; ++n) {
      hand.add(card);
      ASSERT_EQ(hand.count(card), n) << kind;
      ASSERT_EQ(hand.size(), n) << kind;
      ASSERT_TRUE(hand.holds(card)) << kind;
    }
    for (int n = kCopiesMax - 1; n >= 0; --n) {
      hand.remove(card);
      ASSERT_EQ(hand.count(card), n) << kind;
    }
    ASSERT_EQ(hand, Hand{}) << kind;
  }
}

// ---- the game goes on, and ends --------------------------------------------------------------------

std::string stands_still(const Step& step) {
  const State& s = step.after;
  if (s.phase != Phase::Running) return s.await == Await{} ? "" : "a hand that is over awaits somebody";
  if (s.await.kind == Awaits::None || s.await.seat >= step.rules.seats) return "a running hand awaits nobody";
  const std::vector<Move> moves = legal_moves(step.rules, s, s.await.seat);
  // An answer to what is asked, not only a call or a catch.
  const bool answers = !moves.empty() && moves.front().verb < Verb::Uno;
  return answers ? "" : "the awaited seat has no legal answer";
}

TEST(Game, AlwaysAwaitsSomebodyWhoCanAnswer) {
  holds_at_all_tables({.games = 6, .steps = 400}, stands_still);
}

std::string ends_wrongly(const Step& step) {
  const State& s = step.after;
  const bool emptied =
      std::any_of(s.count.begin(), s.count.begin() + step.rules.seats, [](int n) { return n == 0; });
  if (s.phase == Phase::Running) return emptied ? "a hand runs although a seat has no cards (END-1)" : "";
  if (s.phase == Phase::Blocked) return s.winner == kNoSeat && !emptied ? "" : "a blocked hand has a winner";
  return s.winner < step.rules.seats && s.count[s.winner] == 0 ? "" : "the winner holds cards";
}

TEST(Game, EndsWhenAHandIsEmptyAndOnlyThen) { holds_at_all_tables({.games = 6, .steps = 400}, ends_wrongly); }

// Quiet play, as fast as possible: every hand to its end (END-5). An answer (HOUSE-1) is a turn of its own
// that cannot be the last, so a stack of attacks may run over the limit by its own length.
void play_one_hand(std::size_t table, Key seed, std::uint64_t& answers) {
  const RuleSet& rules = *tables()[table].rules;
  State s = new_game(rules, seed);
  Players players(seed);
  deal(rules, s);
  const auto limit = static_cast<std::uint32_t>(rules.turn_limit);
  std::uint32_t stack = 0;  // answers in the running stack
  while (s.phase == Phase::Running) {
    const Move move = players.next(rules, s);
    const bool answer = s.await.kind == Awaits::Challenge && move.verb == Verb::Play;
    stack = answer ? stack + 1 : s.await.kind == Awaits::Turn ? 0 : stack;
    answers += answer;
    ASSERT_EQ(apply(rules, s, move), Refusal::None);
    ASSERT_LE(s.turns, limit + stack) << "seed " << seed << " at " << describe(tables()[table]);
  }
}

TEST(Game, EveryHandEndsWithinItsTurns) {
  std::uint64_t answers = 0;
  for (std::size_t t = 0; t < tables().size(); t += kTableStride)
    for (int game = 0; game < scaled(60); ++game) {
      play_one_hand(t, game_seed(t, 100 + game), answers);
      if (HasFatalFailure()) return;
    }
  EXPECT_GT(answers, 100u);
}

// ---- the draw for the deal -------------------------------------------------------------------------

// SETUP-1: everybody draws; the highest number deals, and whoever ties draws again.
std::string drawn_wrongly(const Step& step) {
  std::vector<Event> draws;
  for (const Event& event : step.events)
    if (event.kind == EventKind::DrewForDeal) draws.push_back(event);
  const bool first = step.is_deal && step.after.rounds == 1;
  if (!first || step.rules.edition.dealer == DealerBy::Picked)
    return draws.empty() ? "" : "a draw at the wrong time";
  SeatSet tied = static_cast<SeatSet>((1u << step.rules.seats) - 1);
  std::size_t at = 0;
  for (int round = 1; std::popcount(tied) > 1; ++round) {
    std::array<int, kSeatsMax> number{};
    for (Seat k = 0; k < step.rules.seats; ++k) {
      if (!(tied & seat_bit(k))) continue;
      if (at == draws.size()) return "somebody has not drawn";
      if (draws[at].seat != k || draws[at].value != round) return "a card is drawn out of order";
      number[k] = std::max<int>(step.rules.cards[draws[at++].card].number, 0);
    }
    const int best = *std::max_element(number.begin(), number.end());
    for (Seat k = 0; k < step.rules.seats; ++k)
      if (number[k] != best) tied &= static_cast<SeatSet>(~seat_bit(k));
  }
  if (at != draws.size()) return "more is drawn than it takes";
  return tied == seat_bit(step.after.dealer) ? "" : "somebody else deals than drew the highest number";
}

TEST(Deal, GoesToTheHighestNumberThatWasDrawn) {
  holds_at_all_tables({.games = 8, .steps = 2}, drawn_wrongly);
}

// ---- what an edition has no use for ----------------------------------------------------------------

bool has_step(const RuleSet& rules, Op op) {
  return std::any_of(rules.steps.begin(), rules.steps.end(),
                     [&](const comodin::Step& step) { return step.op == op; });
}

bool doubles(const RuleSet& rules) {
  return rules.powers[static_cast<std::size_t>(Ability::Double)] != Color::None;
}

template <class Values>
bool all_zero(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](auto value) { return value == decltype(value){}; });
}

std::string used_without_use(const Step& step) {
  const RuleSet& r = step.rules;
  const State& s = step.after;
  const bool powers = std::any_of(s.power.begin(), s.power.end(), [](Seat seat) { return seat != kNoSeat; });
  if (!r.has_powers() && powers) return "a power without powers";
  if (!r.edition.has_hyperspeed() && s.hyper != Color::None) return "hyperspeed without a card for it";
  if (!has_step(r, Op::HandsUp) && s.hands_up) return "hands up without a rule for it";
  if (r.marks.empty() && !all_zero(s.marks)) return "a mark without marks";
  if (!has_step(r, Op::DrawIfStuck) && !all_zero(s.stuck_draw)) return "stuck_draw without a rule for it";
  if (!has_step(r, Op::Hit) && s.sum) return "a sum without hits";
  if (s.sum && (s.await.kind == Awaits::Turn || s.await.kind == Awaits::None))
    return "a sum that nobody drew";
  if (!has_step(r, Op::ThrowRound) && s.agenda.thrown != Color::None)
    return "a thrown colour without throw rounds";
  if (!has_step(r, Op::Pick) && s.agenda.picked != kNoSeat) return "a picked seat without `picks`";
  if (!has_step(r, Op::ExtraTurn) && s.again) return "an extra turn without a rule for it";
  if (!doubles(r) && s.uno_later) return "a call for later without a double";
  if (!r.restricted && (s.accused != kNoSeat || s.guilty || s.accused_hand.has))
    return "an accused without bluffs";
  if (s.phase == Phase::Running && (s.champions || s.winner != kNoSeat || !all_zero(s.points)))
    return "a result while the hand runs";
  if (r.format == Format::Hand && !all_zero(s.scores)) return "scores where points are not counted (SCORE-4)";
  return {};
}

std::string used_beyond_the_seats(const Step& step) {
  const State& s = step.after;
  for (std::size_t k = static_cast<std::size_t>(step.rules.seats); k < kSeatsMax; ++k)
    if (s.hands[k] != Hand{} || s.count[k] || s.marks[k] || s.stuck_draw[k] || s.scores[k] || s.points[k])
      return "seat " + std::to_string(k + 1) + " is used";
  const int seats = 1 << step.rules.seats;
  return s.owes >= seats || s.hands_up >= seats || s.champions >= seats
             ? "a set holds a seat that does not exist"
             : "";
}

TEST(State, KeepsFieldsWithoutUseAtZero) {
  holds_at_all_tables({.games = 6, .steps = 400}, used_without_use);
}
TEST(State, KeepsMissingSeatsAtZero) {
  holds_at_all_tables({.games = 1, .steps = 300}, used_beyond_the_seats);
}

}  // namespace
}  // namespace comodin::battery
