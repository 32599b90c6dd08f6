// What is written on several custom wilds is kept apart: different texts are different rules, with different
// digests.
#include <gtest/gtest.h>

#include "notation/rule.hpp"
#include "server/room/room.hpp"
#include "tests/battery/tables.hpp"

namespace comodin::server {
namespace {

using Texts = std::vector<std::string>;

// Joined by new lines these are all the same.
const Texts kSplits[] = {
    {"next draws 1\nnext draws 2", "next draws 3", "extra-turn", "extra-turn"},
    {"next draws 1", "next draws 2\nnext draws 3", "extra-turn", "extra-turn"},
    {"next draws 1", "next draws 2", "next draws 3\nplayer plays again", "extra-turn"},
};

TEST(RuleTexts, OtherTextsAreOtherRules) {
  RuleCache cache(battery::library());
  Setting setting;
  setting.edition = "classic";
  std::vector<std::shared_ptr<const RuleSet>> kept;  // otherwise the cache would forget them
  for (const Texts& texts : kSplits) {
    Refused why;
    kept.push_back(cache.get(setting, texts, why));
    ASSERT_TRUE(kept.back()) << english(why);
    for (std::size_t k = 0; k < texts.size(); ++k) {
      Rule written;
      ASSERT_FALSE(read_rule(battery::library(), texts[k], written));
      EXPECT_EQ(print_rule(kept.back()->custom_rules[k]), print_rule(written)) << texts[k];
    }
  }
}

TEST(RuleTexts, OtherTextsHaveAnotherDigest) {
  for (const Texts& a : kSplits)
    for (const Texts& b : kSplits) EXPECT_EQ(digest_of(a) == digest_of(b), a == b);
  EXPECT_NE(digest_of({"a\\nb"}), digest_of({"a\nb"}));
  EXPECT_NE(digest_of({"a\\", "b"}), digest_of({"a\\\nb"}));
  EXPECT_EQ(digest_of({"a", "b"}), sha256("a\nb\n"));  // as it has always been
}

}  // namespace
}  // namespace comodin::server
