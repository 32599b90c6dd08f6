// Wrong rules, and the message with which each is refused: it must say where and what to write instead.
#include <gtest/gtest.h>

#include "notation/rule.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

struct WrongRule {
  const char *text, *message;
};

constexpr WrongRule kWrongRules[] = {
    {"", "1:1: expected a sentence such as `next draws 2`, got the end of the text"},
    {"   # only a comment", "1:20: expected a sentence such as `next draws 2`, got the end of the text"},
    {"nxt draws 2",
     "1:1: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, got `nxt`"},
    {"next",
     "1:5: expected draws, discards, fills, loses, shows, is, confirms, votes, plays, swaps, picks or "
     "chooses, got the end of the line"},
    {"next drinks 2",
     "1:6: expected draws, discards, fills, loses, shows, is, confirms, votes, plays, swaps, picks or "
     "chooses, got `drinks`"},
    {"next draws", "1:11: expected a number from 1 to 20, got the end of the line"},
    {"next draws many", "1:12: expected a number from 1 to 20, got `many`"},
    {"next draws 0", "1:12: expected a number from 1 to 20, got `0`"},
    {"next draws 21", "1:12: expected a number from 1 to 20, got `21`"},
    {"next draws 2 skip", "1:14: expected `;` before the next sentence, got `skip`"},
    {"next draws until", "1:17: expected red, yellow, green, blue or named, got the end of the line"},
    {"next draws until purple", "1:18: expected red, yellow, green, blue or named, got `purple`"},
    {"next draws 2 if lucky", "1:17: expected `stuck`, got `lucky`"},
    {"next discards", "1:14: expected a number from 1 to 20, got the end of the line"},
    {"next discards hand", "1:15: expected a number from 1 to 20, got `hand`"},
    {"others swap", "1:8: expected draw, discard, fill, lose, show, are, confirm or vote, got `swap`"},
    {"others plays again", "1:8: expected another verb: only `player plays again`, got `plays`"},
    {"next plays again", "1:6: expected another verb: only `player plays again`, got `plays`"},
    {"player plays", "1:13: expected `again`, got the end of the line"},
    {"hands down", "1:7: expected `hands up` or `hands pass`, got `down`"},
    {"hit", "1:4: expected a number from 1 to 20, got the end of the line"},
    {"hit me", "1:5: expected a number from 1 to 20, got `me`"},
    {"reverse now", "1:9: expected `;` before the next sentence, got `now`"},
    {"next loses", "1:11: expected `turn`, got the end of the line"},
    {"next loses 2", "1:12: expected `turn`, got `2`"},
    {"next shows", "1:11: expected `hand`, got the end of the line"},
    {"next shows hand", "1:16: expected `to`, got the end of the line"},
    {"next shows hand to nobody", "1:20: expected player, next, previous, picked or table, got `nobody`"},
    {"next shows hand to others", "1:20: expected player, next, previous, picked or table, got `others`"},
    {"next swaps with others", "1:17: expected player, next, previous or picked, got `others`"},
    {"next swaps with", "1:16: expected player, next, previous or picked, got the end of the line"},
    {"picked draws 1", "1:1: expected a `picks` before `picked`, got `picked`"},
    {"next shows hand to picked", "1:20: expected a `picks` before `picked`, got `picked`"},
    {"player swaps with picked", "1:19: expected a `picks` before `picked`, got `picked`"},
    {"next is marked", "1:15: expected a word or a text in quotes, got the end of the line"},
    {"next is red", "1:9: expected `marked`, got `red`"},
    {"next is marked x until", "1:23: expected `uno`, got the end of the line"},
    {"next is marked x until tomorrow", "1:24: expected `uno`, got `tomorrow`"},
    {"everyone confirm dance", "1:18: expected a text in quotes, got `dance`"},
    {"others vote", "1:12: expected the question in quotes, got the end of the line"},
    {"others vote \"?\"", "1:16: expected `{`, got the end of the line"},
    {"others vote \"?\" { no: skip | yes: skip }", "1:19: expected `yes`, got `no`"},
    {"others vote \"?\" { yes skip | no: skip }", "1:23: expected `:`, got `skip`"},
    {"others vote \"?\" { yes: skip }", "1:29: expected `|`, got `}`"},
    {"others vote \"?\" { yes: skip | no: skip", "1:39: expected `}`, got the end of the text"},
    {"others vote some \"?\" { yes: skip | no: skip }", "1:13: expected the question in quotes, got `some`"},
    {"next chooses { \"a\" }", "1:20: expected `|` and a second choice, got `}`"},
    {"next chooses { a: skip | b: skip }", "1:16: expected the choice in quotes, got `a`"},
    {"next chooses \"a\" | \"b\"", "1:14: expected `{`, got the text \"a\""},
    {"others choose { \"a\" | \"b\" }",
     "1:8: expected draw, discard, fill, lose, show, are, confirm or vote, got `choose`"},
    {"next chooses { \"1\"|\"2\"|\"3\"|\"4\"|\"5\"|\"6\"|\"7\"|\"8\"|\"9\"|\"10\"|\"11\" }",
     "1:57: expected at most 10 choices, got the text \"11\""},
    {"next draws 1 }", "1:14: expected a sentence, got `}`"},
    {"next draws 1 | skip", "1:14: expected a sentence, got `|`"},
    {"name color",
     "1:1: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, got `name`"},
    {"hyperspeed",
     "1:1: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, got `hyperspeed`"},
    {"throw round or draw 2",
     "1:1: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, got `throw`"},
    {"take power red",
     "1:1: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, got `take`"},
    {"dealer starts",
     "1:1: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, got `dealer`"},
    {"next confirms \"canta", "1:21: expected a closing quote before the end of the line"},
    {"next confirms \"a\\b\"", "1:18: expected \\\" or \\\\ after a backslash"},
    {"next is marked: x", "1:15: expected a word or a text in quotes, got `:`"},
    {"Next draws 2",
     "1:1: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, got `Next`"},
    {"next draws -1", "1:12: expected a number from 1 to 20, got `-1`"},
    {"next draws 2.", "1:12: expected a number from 1 to 20, got `2.`"},
    {"next draws 2, skip", "1:12: expected a number from 1 to 20, got `2,`"},
    {"others vote \"?\" { yes: player picks | no: skip }; picked draws 1",
     "1:51: expected a `picks` before `picked`, got `picked`"},
    {"next chooses { \"a\": next chooses { \"b\": next chooses { \"c\": next chooses { \"d\": next chooses { "
     "\"e\": skip | \"f\" } | \"x\" } | \"x\" } | \"x\" } | \"x\" }",
     "1:101: expected fewer votes and choices inside each other, got `skip`"},
};

TEST(WrongRule, IsRefusedWithTheMessage) {
  for (const WrongRule& wrong : kWrongRules) {
    Rule rule;
    const TextError error = parse_rule_text(wrong.text, rule);
    EXPECT_EQ(std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + english(error.fault),
              wrong.message)
        << wrong.text;
  }
}

// Lines count too: the message points into the text as it was written.
TEST(WrongRule, IsFoundOnItsLine) {
  Rule rule;
  const TextError error = parse_rule_text("# por turnos\nnext draws 2\n\n  next dances\n", rule);
  EXPECT_EQ(error.line, 4);
  EXPECT_EQ(error.column, 8);
}

// A rule is bounded (kProgramMax), and so is a choice inside a choice (kNestingMax).
TEST(WrongRule, IsTooLong) {
  std::string text = "skip";
  for (int k = 0; k < kProgramMax; ++k) text += "; skip";
  Rule rule;
  EXPECT_EQ(english(parse_rule_text(text, rule).fault), "expected a shorter rule");
}

// `fixed` is the colour on the ready rule `draw-until-color C`: other rules take none.
TEST(WrongRule, TakesNoColour) {
  Rule rule;
  EXPECT_FALSE(parse_rule_text("next draws until named", rule, Color::Red));
  EXPECT_EQ(english(parse_rule_text("skip", rule, Color::Red).fault),
            "expected a rule that speaks of the named colour: this one takes none");
}

}  // namespace
}  // namespace comodin::battery
