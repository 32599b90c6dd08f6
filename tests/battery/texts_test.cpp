// Text → value → text: editions and rules are read back exactly.
#include <gtest/gtest.h>

#include "notation/edition.hpp"
#include "notation/rule.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

TEST(EditionText, IsReadBackExactly) {
  ASSERT_EQ(library().editions().size(), 7u);
  for (const NamedText& named : library().editions()) {
    Edition edition, again;
    const TextError wrong = parse_edition(named.text, edition);
    ASSERT_FALSE(wrong) << named.name << ":" << wrong.line << ": " << english(wrong.fault);
    EXPECT_EQ(edition.id, named.name);
    const std::string printed = print_edition(edition);
    ASSERT_FALSE(parse_edition(printed, again)) << printed;
    EXPECT_TRUE(edition == again) << printed;
    EXPECT_EQ(print_edition(again), printed);
  }
}

TEST(RuleText, IsReadBackExactly) {
  for (const Rule& rule : rule_pool()) {
    const std::string printed = print_rule(rule);
    Rule again;
    const TextError wrong = parse_rule_text(printed, again);
    ASSERT_FALSE(wrong) << printed << ": " << english(wrong.fault);
    again.name = rule.name;
    EXPECT_TRUE(rule == again) << printed;
    EXPECT_EQ(print_rule(again), printed);
  }
}

// What one person writes over several lines and another in one is the same rule.
TEST(RuleText, MayBeWrittenInManyWays) {
  const char* const same[][2] = {
      {"next draws 2\nskip", "next draws 2; skip"},
      {"next draw 2 ;; skip ;", "next draws 2; skip"},
      {"# a comment\nothers draws 1", "others draw 1"},
      {"others vote any \"?\" { yes:\n skip\n | no:\n reverse\n }",
       "others vote \"?\" { yes: skip | no: reverse }"},
      {"next is marked \"elbows\"", "next is marked elbows"},
      {"next chooses { \"a\": | \"b\": skip }", "next chooses { \"a\" | \"b\": skip }"},
  };
  for (const auto& [written, canonical] : same) {
    Rule rule;
    const TextError wrong = parse_rule_text(written, rule);
    ASSERT_FALSE(wrong) << written << ": " << english(wrong.fault);
    EXPECT_EQ(print_rule(rule), canonical);
  }
}

// HOUSE: every value of every option is printed as it is read.
TEST(OptionText, IsReadBackExactly) {
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    const OptionInfo& about = info(option);
    const int from = about.values.empty() ? about.min : 0;
    const int to = about.values.empty() ? about.max : static_cast<int>(about.values.size()) - 1;
    for (int value : {from, (from + to) / 2, to}) {
      Options options, read;
      options.set(option, value);
      std::vector<Token> tokens;
      tokenize(std::string(about.name) + " " + option_value(options, option), tokens);
      Cursor at(tokens);
      Option which{};
      ASSERT_TRUE(parse_option(at, read, which)) << about.name << ": " << english(at.error().fault);
      EXPECT_EQ(which, option);
      EXPECT_EQ(read, options) << about.name;
    }
  }
}

}  // namespace
}  // namespace comodin::battery
