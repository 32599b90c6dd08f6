// The fair deal: against values that tools/fair.py computes, against chance, and against people who tamper
// with it.
#include "fair/lines.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>

#include "notation/moves.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

Bytes32 filled(std::uint8_t byte) {
  Bytes32 out;
  out.fill(byte);
  return out;
}

Bytes32 counted() {  // 00 01 02 …
  Bytes32 out;
  std::iota(out.begin(), out.end(), std::uint8_t{0});
  return out;
}

Contribution revealed(Seat seat, const Bytes32& nonce) { return {seat, sha256(nonce), nonce, false}; }
Contribution withheld(Seat seat, const Bytes32& nonce) { return {seat, sha256(nonce), {}, true}; }

// Seats 1 and 3 revealed, seat 2 did not.
FairHand sample_hand() {
  return {.hand = 2,
          .secret = counted(),
          .contributions = {revealed(0, filled(0x11)), withheld(1, filled(0x22)), revealed(2, filled(0x33))}};
}

std::vector<Card> shuffled(FairChance& chance, std::size_t size) {
  std::vector<Card> cards(size);
  std::iota(cards.begin(), cards.end(), Card{0});
  chance.shuffle(cards);
  return cards;
}

std::vector<Card> first_shuffle(const FairHand& hand, const std::string& game = "game-1") {
  FairChance chance(seed_of(hand, game));
  return shuffled(chance, 60);
}

// ---- bytes ---------------------------------------------------------------------------------------

TEST(Bytes, AreReadOnlyAsTheyAreWritten) {
  const std::string text = hex(counted());
  Bytes32 read{};
  ASSERT_TRUE(parse_hex(text, read));
  EXPECT_TRUE(same(read, counted()));
  EXPECT_FALSE(same(read, filled(0)));
  for (const std::string& wrong : {text + "0", text.substr(1), std::string(64, 'A'), std::string(64, 'g'),
                                   std::string(63, '0') + " ", std::string()})
    EXPECT_FALSE(parse_hex(wrong, read)) << wrong;
  EXPECT_TRUE(same(read, counted())) << "a refused text changes nothing";
}

// ---- against the reference -----------------------------------------------------------------------

// What tools/fair.py computes for sample_hand(), top first.
constexpr const char* kDeck =
    "y7 g5 bs W4 r0 r5 b5 Wc3 b+2 b7 W b1 y9 Wc2 y4 g1 g6 b4 r2 r2 b+2 Wc1 r3 g+2 W4 b9 y2 y8 y6 rs r4 y0 W4 "
    "g2 "
    "r+2 b3 g6 b2 g+2 y7 rv g9 bs yv b4 y1 bv b6 r7 gv b6 g7 r7 g0 y1 r3 bv y+2 r8 b1 g2 b7 gv y2 b2 rv r4 "
    "g9 rs "
    "r1 g8 g8 r8 yv ys gs ys y5 y3 r6 r9 y3 b9 g5 b8 y8 y6 g1 W g4 g3 b8 y5 gs r6 b3 W r+2 y9 Wc4 b0 b5 y+2 "
    "r5 "
    "g3 W4 y4 g4 r1 g7 W r9";
constexpr const char* kSecondShuffle = "r9 g+2 r1 b2 g3 r3 W4 y+2 W b+2 y2 r6";

TEST(FairChance, ShufflesAsTheReferenceDoes) {
  const auto rules = battery::make_table("classic", 4, "", {battery::rule_pool()[0]}).rules;
  const Bytes32 seed = seed_of(sample_hand(), "game-1");
  EXPECT_EQ(hex(seed), "3ec63f09690a1bc589f8bec23e32a744f6f4fb35242ccdc4f3436a28ff828604");
  EXPECT_EQ(key_of(seed), 4566879903298591625u);
  FairChance chance(seed);
  std::vector<Card> cards(rules->deck.rbegin() + (kCardsMax - rules->deck_size), rules->deck.rend());
  chance.shuffle(cards);
  EXPECT_EQ(cards_text(*rules, {cards.rbegin(), cards.rend()}), kDeck);
  chance.shuffle(cards);
  EXPECT_EQ(cards_text(*rules, {cards.rbegin(), cards.rbegin() + 12}), kSecondShuffle);
  for (const int under : {14, 37, 41, 30}) EXPECT_EQ(chance.put_back(80, 0), under);
}

// One shuffle in some hundred thousand meets a word that would cause a bias; this one does.
TEST(FairChance, PassesOverUnevenWords) {
  FairChance chance(filled(0));
  for (int k = 0; k < 492467; ++k) chance.shuffle({});
  const std::vector<Card> cards = shuffled(chance, 240);
  EXPECT_EQ(hex(sha256(std::string(cards.begin(), cards.end()))),
            "1c10b783dffca3ca200fbb550b56d419e685ef712956f37b5b4f37992f6989d4");
}

TEST(FairChance, DoesNotDependOnHowTheCardsLay) {
  FairChance one(filled(1)), other(filled(1));
  std::vector<Card> up(50), down(50);
  std::iota(up.begin(), up.end(), Card{0});
  std::iota(down.rbegin(), down.rend(), Card{0});
  one.shuffle(up);
  other.shuffle(down);
  EXPECT_EQ(up, down);
}

TEST(FairChance, TellsWhatItDecided) {
  struct Ear : Chance {
    void shuffle(std::span<Card> cards) override { heard.assign(cards.begin(), cards.end()); }
    int put_back(int, int at) override {
      under = at;
      return at;
    }
    std::vector<Card> heard;
    int under = -1;
  } ear;
  FairChance chance(filled(2), &ear);
  EXPECT_EQ(shuffled(chance, 20), ear.heard);
  EXPECT_EQ(chance.put_back(30, 0), ear.under);
}

// ---- everything that enters the seed matters -----------------------------------------------------

TEST(Seed, ChangesWithEveryPartOfIt) {
  const std::vector<std::function<void(FairHand&)>> changes = {
      [](FairHand& hand) { hand.hand = 3; },
      [](FairHand& hand) { hand.secret[31] ^= 1; },
      [](FairHand& hand) { hand.contributions[0].nonce[0] ^= 1; },
      [](FairHand& hand) { hand.contributions[2].nonce[31] ^= 1; },
      [](FairHand& hand) { std::swap(hand.contributions[0].nonce, hand.contributions[2].nonce); },
      [](FairHand& hand) { hand.contributions[2].withheld = true; },
      [](FairHand& hand) { hand.contributions[1].withheld = false; },
      [](FairHand& hand) { hand.contributions[2].seat = 3; },
  };
  const std::vector<Card> deck = first_shuffle(sample_hand());
  EXPECT_NE(first_shuffle(sample_hand(), "game-2"), deck);
  for (std::size_t k = 0; k < changes.size(); ++k) {
    FairHand changed = sample_hand();
    changes[k](changed);
    EXPECT_NE(first_shuffle(changed), deck) << "change " << k;
  }
}

TEST(Seed, DoesNotChangeWithANumberThatWasWithheld) {
  FairHand without = sample_hand();
  without.contributions.erase(without.contributions.begin() + 1);
  EXPECT_EQ(first_shuffle(without), first_shuffle(sample_hand()));
}

TEST(FairHand, IsWrongIfANumberIsNotTheOneCommittedTo) {
  EXPECT_EQ(english(wrong_with(sample_hand(), 3)), "");
  EXPECT_NE(english(wrong_with(sample_hand(), 2)), "") << "there is no third seat";
  FairHand other = sample_hand();
  other.contributions[2].nonce[5] ^= 1;
  EXPECT_EQ(english(wrong_with(other, 3)), "the number of seat 3 is not the one it committed to");
  FairHand twice = sample_hand();
  twice.contributions.push_back(twice.contributions.back());
  EXPECT_EQ(english(wrong_with(twice, 3)), "the seats are not in order");
}

// ---- chance --------------------------------------------------------------------------------------

double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// Limits are those that chance passes once in ten thousand times; the seeds are fixed.
TEST(FairChance, PutsEveryCardEverywhereEquallyOften) {
  constexpr std::size_t kSize = 10;
  constexpr int kShuffles = 20000;
  FairChance chance(filled(3));
  std::vector<int> counts(kSize * kSize);
  for (int k = 0; k < kShuffles; ++k) {
    const std::vector<Card> cards = shuffled(chance, kSize);
    for (std::size_t place = 0; place < kSize; ++place) ++counts[place * kSize + cards[place]];
  }
  const double kept = (kSize - 1.0) / kSize;  // rows and columns add up: 9 × 9 are free
  EXPECT_LT(chi_square(counts, double{kShuffles} / kSize) * kept, 137.0);
}

TEST(FairChance, GivesEveryOrderEquallyOften) {
  constexpr int kShuffles = 48000;
  std::map<std::string, int> orders;
  for (int k = 0; k < kShuffles; ++k) {  // each from a seed of its own, as hands are
    FairChance chance(sha256(std::to_string(k)));
    const std::vector<Card> cards = shuffled(chance, 4);
    ++orders[std::string(cards.begin(), cards.end())];
  }
  ASSERT_EQ(orders.size(), 24u);
  std::vector<int> counts;
  for (const auto& order : orders) counts.push_back(order.second);
  EXPECT_LT(chi_square(counts, kShuffles / 24.0), 57.0);
}

TEST(FairChance, PutsBackAnywhereButOnTop) {  // SETUP-5
  constexpr int kPile = 20, kTries = 20000;
  FairChance chance(filled(4));
  std::vector<int> counts(kPile);
  for (int k = 0; k < kTries; ++k) {
    const int under = chance.put_back(kPile, 0);
    ASSERT_TRUE(under >= 1 && under <= kPile) << under;
    ++counts[static_cast<std::size_t>(under - 1)];
  }
  EXPECT_LT(chi_square(counts, double{kTries} / kPile), 51.0);
  EXPECT_EQ(chance.put_back(1, 0), 1);
  EXPECT_EQ(chance.put_back(0, 0), 0) << "the pile is empty";
}

// ---- lines ---------------------------------------------------------------------------------------

std::vector<FairHand> sample_hands() {
  FairHand first{.hand = 1, .secret = filled(7), .contributions = {}};
  return {first, sample_hand()};
}

bool reads(const std::string& text, Fault& why) {
  std::string game;
  std::vector<FairHand> hands;
  return parse_fair(text, game, hands, why);
}

TEST(FairLines, AreReadBack) {
  const std::string text = "# a remark\n" + print_fair("game-1", sample_hands()) + "scenario \"x\"\n1 draw\n";
  std::string game;
  Fault why;
  std::vector<FairHand> hands;
  ASSERT_TRUE(parse_fair(text, game, hands, why)) << english(why);
  EXPECT_EQ(game, "game-1");
  EXPECT_EQ(hands, sample_hands());
}

TEST(FairLines, SayWhatIsWrong) {
  const std::string text = print_fair("game-1", sample_hands());
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string out = text;
    return out.replace(out.find(from), from.size(), to);
  };
  const std::pair<std::string, std::string> kWrong[] = {
      {"", "no `# fair` lines"},
      {"# fair 1 game game-1\n", "no `# fair hand` line"},
      {changed("1 game", "2 game"), "expected `# fair 1 game ID`"},
      {changed("game-1", "game 1"), "not written as"},
      {changed("game-1", "game;1"), "expected `# fair 1 game ID`"},
      {changed("game-1", std::string(65, 'x')), "expected `# fair 1 game ID`"},
      {changed("secret 07", "secret 08"), "the secret of hand 1 is not the one committed to"},
      {changed("secret 07", "secret 0G"), "not belong to the next hand"},
      {changed("hand 1", "hand 2"), "not belong to the next hand"},
      {changed("hand 2 seat 1", "hand 1 seat 1"), "not belong to the next hand"},
      {changed("seat 1", "seat 11"), "not belong to the next hand"},
      {changed("seat 1", "seat 0"), "not belong to the next hand"},
      {changed("seat 1", "seat 01"), "not belong to the next hand"},
      {changed("withheld", "withheld "), "not written as"},
      {changed("withheld", "kept"), "not belong to the next hand"},
      {changed("hand 2 commit", "hand 2  commit"), "not belong to the next hand"},
      {"# fair hand 1 seat 1 commit\n", "expected `# fair 1 game ID`"},
      {"# fair 1 game g\n# fair hand 99999999999999 commit\n", "not belong to the next hand"},
  };
  for (const auto& [wrong, said] : kWrong) {
    Fault why;
    EXPECT_FALSE(reads(wrong, why)) << wrong;
    EXPECT_NE(english(why).find(said), std::string::npos) << english(why) << "\n  expected: " << said;
  }
}

}  // namespace
}  // namespace comodin
