// Wrong edition files, and the message with which each is refused.
#include <gtest/gtest.h>

#include "notation/edition.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

struct WrongEdition {
  const char *text, *message;
};

constexpr WrongEdition kWrongEditions[] = {
    {"", "1:1: expected `edition NAME`, got the end of the text"},
    {"title en \"A\"\n", "1:1: expected `edition NAME` on the first line, got `title`"},
    {"Edition x\n", "1:1: expected `edition NAME` on the first line, got `Edition`"},
    {"edition\n", "1:8: expected a name for the edition, got the end of the line"},
    {"edition My-Edition\n", "1:9: expected a name of lower-case letters, digits and -, got `My-Edition`"},
    {"edition x y\n", "1:11: expected the end of the line, got `y`"},
    {"edition x\ntitle fr \"X\"\n", "2:7: expected es or en, got `fr`"},
    {"edition x\ntitle en Classic\n", "2:10: expected the title in quotes, got `Classic`"},
    {"edition x\ndirection up\n", "2:11: expected left or right, got `up`"},
    {"edition x\ndirection\n", "2:10: expected left or right, got the end of the line"},
    {"edition x\ndealer me\n", "2:8: expected drawn or picked, got `me`"},
    {"edition x\noption\n", "2:7: expected the name of an option, got the end of the line"},
    {"edition x\noption speed 3\n",
     "2:8: expected an option: one of drawn_forced, drawn_voluntary, two_player_reverse, w4_bluff, format, "
     "target, cards, custom_wilds, turn_limit, stacking, jump_in, seven_zero, draw, teams, uno_window, "
     "double_uno, double_second, flip_effect, shield_reverse, throw_color, throw_wild, stuck_draw, "
     "got `speed`"},
    {"edition x\noption double_uno end\ncolored 1-9 2\n",
     "2:8: expected an option that this edition uses: this one is for editions with the power `double`"},
    {"edition x\noption stacking all\n", "2:17: expected one of none, same, any, got `all`"},
    {"edition x\noption cards 11\n", "2:14: expected a number from 1 to 10, got `11`"},
    {"edition x\noption cards seven\n", "2:14: expected a number from 1 to 10, got `seven`"},
    {"edition x\ncolored\n", "2:8: expected a symbol such as 7, 1-9, s or +2, got the end of the line"},
    {"edition x\ncolored 7\n", "2:10: expected how many copies, from 1 to 8, got the end of the line"},
    {"edition x\ncolored 7 9\n", "2:11: expected how many copies, from 1 to 8, got `9`"},
    {"edition x\ncolored 7 two\n", "2:11: expected how many copies, from 1 to 8, got `two`"},
    {"edition x\ncolored 1-9 2 points 5\n",
     "2:9: expected a single card: numbers in a range count their face value, got `1-9`"},
    {"edition x\ncolored 9-1 2\n",
     "2:9: expected a symbol of at most 3 lower-case letters, digits or +, got `9-1`"},
    {"edition x\ncolored s 2\n", "2:12: expected `points` and a number, got the end of the line"},
    {"edition x\ncolored s 2 points\n", "2:19: expected a number from 0 to 200, got the end of the line"},
    {"edition x\ncolored s 2 points 201\n", "2:20: expected a number from 0 to 200, got `201`"},
    {"edition x\ncolored skip 2 points 20\n",
     "2:9: expected a symbol of at most 3 lower-case letters, digits or +, got `skip`"},
    {"edition x\ncolored 7 2\ncolored 5-8 2\n", "3:9: expected each card once, got `7` again"},
    {"edition x\nwild\n", "2:5: expected the name of a wild, such as W4, got the end of the line"},
    {"edition x\nwild X 4 points 50\n",
     "2:6: expected a name: W and at most 3 lower-case letters or digits, got `X`"},
    {"edition x\nwild Wlong 4 points 50\n",
     "2:6: expected a name: W and at most 3 lower-case letters or digits, got `Wlong`"},
    {"edition x\nwild W 4\n", "2:9: expected `points` and a number, got the end of the line"},
    {"edition x\ncustom Wc 4 points 40\ncustom Wd 4 points 40\n", "3:8: expected one custom line, got `Wd`"},
    {"edition x\ncustom Wc 9 points 40\n", "2:11: expected how many copies, from 1 to 8, got `9`"},
    {"edition x\ncolored 1 1\nplay\n", "3:5: expected a card of this deck, got the end of the line"},
    {"edition x\ncolored 1 1\nplay 2: skip\n", "3:6: expected a card of this deck, got `2`"},
    {"edition x\ncolored 1 1\nplay 1 skip\n", "3:8: expected another card of this deck or `:`, got `skip`"},
    {"edition x\ncolored 1 1\nplay 1:\n",
     "3:8: expected a sentence such as `next draws 2`, got the end of the line"},
    {"edition x\ncolored 1 1\nplay 1: explode\n",
     "3:9: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, name color, take power, hyperspeed, throw round, got `explode`"},
    {"edition x\ncolored 1 1\nplay 1: skip skip\n",
     "3:14: expected `;` before the next sentence, got `skip`"},
    {"edition x\ncolored 1 1\nplay 1: name color\n",
     "4:1: expected no `name color` for `1`: it has a colour of its own"},
    {"edition x\ncolored 1 1\nlast 1: skip\n",
     "3:9: expected `hit N`: a last card only makes the next player draw, got `skip`"},
    {"edition x\ncolored 1 1\nfirst 1: next draws 2\n",
     "3:10: expected hit, skip, dealer starts or name color, got `next`"},
    {"edition x\ncolored 1 1\nfirst 1: put away\n", "3:14: expected `put back` or `pass over`, got `away`"},
    {"edition x\ncolored 1 1\nplay 1: dealer starts\n",
     "3:9: expected a sentence that begins with player, next, previous, others, everyone, all, picked, or "
     "one of hands, hit, skip, reverse, name color, take power, hyperspeed, throw round, got `dealer`"},
    {"edition x\ncolored 1 1\ntake 1: hide\n",
     "3:9: expected `show`, `draw N` or `show; draw N`, got `hide`"},
    {"edition x\ncolored 1 1\ntake 1: draw 0\n", "3:14: expected a number from 1 to 20, got `0`"},
    {"edition x\ncolored 1 1\ntake 1: show draw 2 more\n", "3:21: expected the end of the line, got `more`"},
    {"edition x\ncolored 1 1\nrestrict 1: no color\n", "3:13: expected a wild before the colon, got `no`"},
    {"edition x\ncolored 1 1\nwild W 1 points 5\nrestrict W: color\n",
     "4:13: expected `no color` or `no color no wild`, got `color`"},
    {"edition x\ncolored 1 1\nwild W 1 points 5\nrestrict W: no color no card\n",
     "4:25: expected `no color` or `no color no wild`, got `card`"},
    {"edition x\ncolored 1 1\nwild W 1 points 5\n",
     "4:1: expected `play W: name color …`: a wild names the colour"},
    {"edition x\ncolored 1 1\nwild W 1 points 5\nplay W: name color\n",
     "5:1: expected `first W: name color`, `put back` or `pass over`"},
    {"edition x\ncolored 1 1\nplay 1: take power red\n",
     "4:1: expected a line `power red: …`: `1` takes that power"},
    {"edition x\ncolored 1 1\nplay 1: take power any\n",
     "4:1: expected `take power` and a colour for `1`: only a wild lets its player name the power"},
    {"edition x\ncolored 1 1\nplay 1: take power pink\n",
     "3:20: expected red, yellow, green, blue or any, got `pink`"},
    {"edition x\npower pink: gift\n", "2:7: expected red, yellow, green or blue, got `pink`"},
    {"edition x\npower red gift\n", "2:11: expected `:`, got `gift`"},
    {"edition x\npower red: fly\n", "2:12: expected gift, double, flip or shield, got `fly`"},
    {"edition x\n", "2:1: expected `colored` and `wild` lines: the deck is empty"},
    {"edition x\ncolored 0-9 1\ncolored a 1 points 1\ncolored b 1 points 1\ncolored c 1 points 1\ncolored d "
     "1 points 1\ncolored e 1 points 1\ncolored f 1 points 1\ncolored g 1 points 1\n",
     "10:1: expected at most 64 kinds of card, got 68"},
    {"edition x\ncustom Wc 2 points 40\nwild Wc1 1 points 50\nplay Wc Wc1: name color\nfirst Wc Wc1: name "
     "color\n",
     "6:1: expected another name for `Wc1`: it is a table wild"},
    {"edition x\ncolored 1 1\ncolour 2 1\n",
     "3:1: expected one of title, direction, dealer, option, colored, wild, custom, play, last, first, take, "
     "restrict, power, got `colour`"},
    {"edition x\n: skip\n", "2:1: expected a line such as `edition NAME` or `play +2: hit 2`, got `:`"},
    {"edition x\ntitle en \"open\n", "2:15: expected a closing quote before the end of the line"},
    {"edition x\ncolored 1 1\nplay 1: others vote \"?\" { yes: skip\n",
     "4:1: expected `|`, got the end of the text"},
};

TEST(WrongEdition, IsRefusedWithTheMessage) {
  for (const WrongEdition& wrong : kWrongEditions) {
    Edition edition;
    const TextError error = parse_edition(wrong.text, edition);
    EXPECT_EQ(std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + english(error.fault),
              wrong.message)
        << wrong.text;
  }
}

// ---- tables that cannot be played at -----------------------------------------------------------------

struct Refused {
  const char* edition;
  int seats;
  Option option;
  int value;
  const char* message;
};

constexpr Refused kRefused[] = {
    {"classic", 1, Option::Cards, 7, "a game has 2 to 10 players"},
    {"classic", 11, Option::Cards, 7, "a game has 2 to 10 players"},
    {"classic", 3, Option::Teams, 1, "option teams = pairs needs 4, 6, 8 or 10 players"},
    {"powers", 2, Option::Teams, 1, "option teams = pairs needs 4, 6, 8 or 10 players"},
    {"streams", 4, Option::CustomWilds, 2, "option custom_wilds is for editions with table wilds"},
    {"classic", 4, Option::DoubleUno, 1, "option double_uno is for editions with the power `double`"},
    {"streams", 4, Option::DoubleSecond, 1, "option double_second is for editions with the power `double`"},
    {"creeper", 4, Option::FlipEffect, 1, "option flip_effect is for editions with the power `flip`"},
    {"hyperdrive", 4, Option::ShieldReverse, 1,
     "option shield_reverse is for editions with the power `shield`"},
    {"powers", 4, Option::ThrowColor, 1, "option throw_color is for editions with a throw round"},
    {"classic", 4, Option::ThrowWild, 1, "option throw_wild is for editions with a throw round"},
    {"powers", 4, Option::StuckDraw, 1,
     "option stuck_draw is for editions with cards that say `draws … if stuck`"},
    {"tiny", 10, Option::Cards, 5, "the deck of 44 cards is too small to deal 5 to 10 players"},
};

TEST(WrongTable, IsRefusedInWords) {
  for (const Refused& refused : kRefused) {
    Fault why;
    const Edition* edition = library().edition(refused.edition, "", why);
    ASSERT_TRUE(edition) << english(why);
    Options options = edition->options;
    options.set(refused.option, refused.value);
    const std::size_t written = static_cast<std::size_t>(custom_count(*edition, options));
    RuleSet rules;
    const std::vector<Rule> custom(written, rule_pool()[0]);
    EXPECT_EQ(english(freeze(*edition, options, refused.seats, custom, rules)), refused.message);
  }
}

TEST(WrongTable, HasNoCardToStartWith) {
  Edition edition;
  ASSERT_FALSE(parse_edition("edition x\ncolored 1-9 2\nfirst 1 2 3 4 5 6 7 8 9: pass over\n", edition));
  RuleSet rules;
  EXPECT_EQ(english(freeze(edition, edition.options, 2, {}, rules)),
            "no card of the deck can start the discard pile");
}

TEST(WrongTable, HasNoSuchEdition) {
  Fault why;
  EXPECT_FALSE(library().edition("clasica", "", why));
  EXPECT_EQ(english(why),
            "expected one of classic creeper hyperdrive powers streams mixed tiny, or the path of an edition "
            "file, got `clasica`");
}

}  // namespace
}  // namespace comodin::battery
