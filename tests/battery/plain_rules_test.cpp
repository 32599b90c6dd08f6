// PlainRules is plain data: its bytes are all there is, and games need nothing else of a RuleSet.
#include "engine/plain_rules.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <memory>

#include "notation/edition.hpp"
#include "table/signature.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

constexpr Key kKey = 7;
constexpr int kHands = 20;

TEST(PlainRules, PlayTheSameGamesFromTheirBytesAlone) {
  struct alignas(PlainRules) Storage {
    std::byte bytes[sizeof(PlainRules)];
  };
  for (const auto& edition : library().editions())
    for (const int seats : {2, 4, 10}) {
      Table table = make_table(std::string(edition.name), seats, "", rule_pool());
      if (!table.rules) continue;  // too many players for a small deck
      const std::uint64_t wanted = signature(*table.rules, kKey, kHands);
      Storage copy;
      std::memcpy(copy.bytes, static_cast<const PlainRules*>(table.rules.get()), sizeof copy.bytes);
      ASSERT_EQ(table.rules.use_count(), 1);
      table.rules.reset();
      EXPECT_EQ(signature(*reinterpret_cast<const PlainRules*>(copy.bytes), kKey, kHands), wanted)
          << edition.name << ", " << seats << " seats";
    }
}

// Why freeze refuses the rules, as a text; empty if it accepts them.
template <class Wrong>
std::string in_words(const Wrong& wrong) {
  if constexpr (std::is_same_v<Wrong, std::string>) return wrong;
  else return wrong ? english(wrong) : std::string();
}

// No padding and nothing left over from what lay there before.
TEST(PlainRules, AreTheSameBytesWheneverTheyAreFrozen) {
  const Table table = make_table("classic", 4, "", rule_pool());
  const auto freeze_over = [&](unsigned char before) {
    auto out = std::make_unique<RuleSet>();
    std::memset(static_cast<void*>(static_cast<PlainRules*>(out.get())), before, sizeof(PlainRules));
    const RuleSet& of = *table.rules;
    EXPECT_EQ(in_words(freeze(of.edition, of.options, of.seats, of.custom_rules, *out)), "");
    return out;
  };
  const auto one = freeze_over(0x00), other = freeze_over(0xFF);
  const PlainRules &a = *one, &b = *other;
  EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
}

// Steps are counted over the whole deck, four times for a symbol in four colours.
Edition with_steps(int per_card) {
  Edition edition;
  EXPECT_FALSE(parse_edition("edition x\ncolored 1-9 2\n", edition));
  for (Symbol& symbol : edition.symbols)
    symbol.play.steps.assign(static_cast<std::size_t>(per_card), {Op::Draw, Who::Player, 1});
  return edition;
}

TEST(PlainRules, HoldAsManyStepsAsFitAndRefuseMore) {
  constexpr int kCards = 9 * kColors, kAlways = 3;
  constexpr int kFits = (kStepsMax - kAlways) / kCards - 1;  // each with its End
  const Edition fits = with_steps(kFits), too_long = with_steps(kFits + 1);
  RuleSet rules;
  EXPECT_EQ(in_words(freeze(fits, fits.options, 4, {}, rules)), "");
  EXPECT_EQ(rules.steps.count, kAlways + kCards * (kFits + 1));
  EXPECT_NE(signature(rules, kKey, kHands), 0u);
  EXPECT_EQ(in_words(freeze(too_long, too_long.options, 4, {}, rules)),
            "the cards have more than 4096 steps");
}

}  // namespace
}  // namespace comodin::battery
