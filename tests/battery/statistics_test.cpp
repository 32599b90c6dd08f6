// Reference statistics, with bands so wide that only a gross change of the game falls outside them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/battery/play.hpp"

namespace comodin::battery {
namespace {

// Means of one hand, measured under the present rules.
constexpr double kDecisions = 125, kTurns = 87, kPoints = 138;

struct Counts {
  int hands = 0;
  double decisions = 0, points = 0, turns = 0;
  std::array<int, kSeatsMax> wins{};
  std::uint64_t hashes = 0;  // of all last positions together
};

Counts play_hands(const RuleSet& rules, int hands, Key key) {
  Counts out;
  for (int k = 0; k < hands; ++k) {
    const Key seed = split(key, 600, static_cast<std::uint64_t>(k));
    Players players(seed);
    State s = new_game(rules, seed);
    deal(rules, s);
    while (s.phase == Phase::Running && apply(rules, s, players.next(rules, s)) == Refusal::None)
      ++out.decisions;
    ++out.hands;
    out.turns += s.turns;
    out.hashes = mix(out.hashes ^ hash(s));
    if (s.phase != Phase::Won) continue;
    ++out.wins[s.winner];
    out.points += s.points[s.winner];
  }
  return out;
}

Table plain(const char* edition, int seats) {
  for (const Rule& rule : rule_pool())
    if (rule.name == "extra-turn")
      return make_table(edition, seats, "", {rule});  // what scenarios take unasked
  return {};
}

TEST(Statistics, ClassicForFourLooksAsItAlwaysDid) {
  const Table table = plain("classic", 4);
  ASSERT_TRUE(table.rules);
  const int hands = scaled(kSanitized ? 4000 : 20000);
  const Counts tally = play_hands(*table.rules, hands, 11);
  EXPECT_NEAR(tally.decisions / hands, kDecisions, 25);
  EXPECT_NEAR(tally.turns / hands, kTurns, 20);
  EXPECT_NEAR(tally.points / hands, kPoints, 25);
  for (int seat = 0; seat < 4; ++seat)
    EXPECT_NEAR(tally.wins[static_cast<std::size_t>(seat)] / static_cast<double>(hands), 0.25, 0.03) << seat;
}

TEST(Statistics, AreTheSameForTheSameSeed) {
  const Table table = plain("mixed", 4);
  const Counts one = play_hands(*table.rules, 50, 5), two = play_hands(*table.rules, 50, 5),
               other = play_hands(*table.rules, 50, 6);
  EXPECT_EQ(one.hashes, two.hashes);
  EXPECT_NE(one.hashes, other.hashes);
}

// ---- shuffles --------------------------------------------------------------------------------------

using Places = std::array<std::array<double, kCardsMax>, kKindsMax>;  // how often a kind lay at each depth

void count_places(const RuleSet& rules, int decks, Places& out) {
  for (int d = 0; d < decks; ++d) {
    Card deck[kCardsMax];
    shuffled_deck(rules, split(77, kDeck, static_cast<std::uint64_t>(d)), deck, rules.deck_size);
    for (std::size_t i = 0; i < static_cast<std::size_t>(rules.deck_size); ++i) ++out[deck[i]][i];
  }
}

double chi_square(const std::array<double, kCardsMax>& seen, int places) {
  double all = 0, chi = 0;
  for (double n : seen) all += n;
  const double expected = all / places;
  for (int i = 0; i < places; ++i) {
    const double off = seen[static_cast<std::size_t>(i)] - expected;
    chi += off * off / expected;
  }
  return chi;
}

// Many decks, because a weak generator leaves a bias of only a few per cent in one card's place.
TEST(Shuffle, PutsEveryKindAnywhere) {
  const Table table = plain("classic", 4);
  const RuleSet& rules = *table.rules;
  Places places{};
  count_places(rules, scaled(kSanitized ? 20000 : 200000), places);
  for (std::size_t kind = 0; kind < static_cast<std::size_t>(rules.kinds);
       ++kind)  // 111 degrees: p < 0.000001
    EXPECT_LT(chi_square(places[kind], rules.deck_size), 195) << rules.names[kind];
}

// Neighbours in the unshuffled deck must not stay neighbours, whatever the seed.
TEST(Shuffle, SeparatesNeighbours) {
  const Table table = plain("classic", 4);
  const RuleSet& rules = *table.rules;
  const int decks = scaled(2000);
  long pairs = 0;
  for (int d = 0; d < decks; ++d) {
    Card deck[kCardsMax];
    shuffled_deck(rules, static_cast<Key>(d), deck, rules.deck_size);
    for (int i = 1; i < rules.deck_size; ++i) pairs += deck[i] == deck[i - 1];
  }
  // 48 kinds with 2 copies (one pair each) and 2 with 4 (six pairs): 60 pairs, each adjacent 2/112.
  EXPECT_NEAR(static_cast<double>(pairs) / decks, 60 * 2.0 / 112, 0.15);
}

// A card may stay where it lay, too: of n cards with c copies of their kind, c in n find one there.
TEST(Shuffle, LeavesSomeCardsInPlace) {
  const Table table = plain("classic", 4);
  const RuleSet& rules = *table.rules;
  const int decks = scaled(4000), n = rules.deck_size;
  double expected = 0;
  for (int i = 0; i < n; ++i)
    expected += static_cast<double>(std::count(rules.deck.begin(), rules.deck.begin() + n,
                                               rules.deck[static_cast<std::size_t>(i)])) /
                n;
  long stayed = 0;
  for (int d = 0; d < decks; ++d) {
    Card deck[kCardsMax];
    shuffled_deck(rules, split(78, kDeck, static_cast<std::uint64_t>(d)), deck,
                  rules.deck_size);  // top first
    for (int i = 0; i < n; ++i) stayed += deck[n - 1 - i] == rules.deck[static_cast<std::size_t>(i)];
  }
  EXPECT_NEAR(static_cast<double>(stayed) / decks, expected, 0.15);
}

TEST(Dealer, IsEverybodyEquallyOften) {
  for (const char* edition : {"classic", "hyperdrive"}) {
    const Table table = plain(edition, 4);
    const int games = scaled(8000);
    std::array<int, kSeatsMax> dealt{};
    for (int k = 0; k < games; ++k)
      ++dealt[new_game(*table.rules, split(3, 700, static_cast<std::uint64_t>(k))).dealer];
    for (int seat = 0; seat < 4; ++seat)
      EXPECT_NEAR(dealt[static_cast<std::size_t>(seat)] / static_cast<double>(games), 0.25, 0.025) << edition;
  }
}

}  // namespace
}  // namespace comodin::battery
