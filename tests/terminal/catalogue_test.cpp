// The catalogues say everything that the game can ask or refuse, in both languages.
#include <gtest/gtest.h>

#include "bots/ladder.hpp"
#include "editions/editions.hpp"
#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"
#include "words/fault.hpp"
#include "words/words.hpp"

namespace comodin {
namespace {

const Catalogue kSay(Language::Spanish);

TEST(Catalogue, is_sorted_and_filled) {
  std::string_view before;
  for (const CatalogueRow& row : catalogue_rows()) {
    EXPECT_LT(before, row.key);
    EXPECT_FALSE(row.es.empty()) << row.key;
    EXPECT_FALSE(row.en.empty()) << row.key;
    before = row.key;
  }
  EXPECT_GT(catalogue_rows().size(), 400u);
}

TEST(Catalogue, fills_places) {
  EXPECT_EQ(fill("{0} a {1}: {0}", {"x", "y"}), "x a y: x");
  EXPECT_EQ(fill("{0} {9} {a} {", {"x"}), "x  {a} {");
  EXPECT_EQ(kSay("no.such.key"), "no.such.key");
}

TEST(Catalogue, counts_one_and_others) {
  const Catalogue english(Language::English);
  EXPECT_EQ(kSay.counted("lines.points", 1), "1 punto");
  EXPECT_EQ(kSay.counted("lines.points", 0), "0 puntos");
  EXPECT_EQ(kSay.counted("lines.score", 1, {"Lola"}), "Lola lleva 1 punto");
  EXPECT_EQ(english.counted("lines.score", 21, {"Lola"}), "Lola has 21 points in all");
  EXPECT_EQ(english.counted("move.accept", 1), "draw one card");
  EXPECT_EQ(english.counted("move.accept", 2), "draw 2 cards");
  EXPECT_EQ(english.counted("no.such.key", 2), "no.such.key.other");
}

TEST(Catalogue, makes_a_sentence_of_a_fault) {
  const Fault seat = {"expected.seat"_fault, {"1", "4", fault_part("got.quoted"_fault), "\"joke\""}};
  EXPECT_EQ(english(seat), "expected a seat from 1 to 4, got the text \"joke\"");
  EXPECT_EQ(fault_text(Language::Spanish, seat), "se esperaba un lugar del 1 al 4, no el texto \"joke\"");
  EXPECT_EQ(english(around({"in_line"_fault, {"7"}}, seat)),
            "line 7: expected a seat from 1 to 4, got the text \"joke\"");
  EXPECT_EQ(english({}), "");
}

// What a player wrote stays as it is: it names no text of ours.
TEST(Catalogue, takes_nobodys_word_for_a_text) {
  EXPECT_EQ(fault_word("@got.quoted"), "`@got.quoted`");
  EXPECT_EQ(fault_word("stacking"), "stacking");
}

TEST(Catalogue, has_a_fault_for_every_refusal) {
  for (int i = 0; i <= static_cast<int>(Refusal::NotIdentical); ++i) {
    const Refusal refusal = static_cast<Refusal>(i);
    EXPECT_EQ(english({reason(refusal).code}), Catalogue(Language::English)(refusal_key(refusal)));
    EXPECT_GT(english({reason(refusal).code}).size(), 10u) << refusal_key(refusal);
  }
}

TEST(Catalogue, has_every_refusal_with_its_clause) {
  for (int i = 0; i <= static_cast<int>(Refusal::NotIdentical); ++i) {
    const Refusal refusal = static_cast<Refusal>(i);
    EXPECT_TRUE(kSay.has(refusal_key(refusal))) << refusal_key(refusal);
    EXPECT_TRUE(i == 0 || !reason(refusal).clause.empty()) << refusal_key(refusal);
  }
}

TEST(Catalogue, has_every_question) {
  for (int i = 1; i <= static_cast<int>(Awaits::Swap); ++i) {
    const std::string word(awaits_word(static_cast<Awaits>(i)));
    EXPECT_TRUE(kSay.has("waiting." + word)) << word;
    const bool asks_text = word == "vote" || word == "confirm";
    EXPECT_TRUE(asks_text || kSay.has("question." + word)) << word;
  }
}

TEST(Catalogue, has_every_option_and_value) {
  for (int i = 0; i < kOptions; ++i) {
    const OptionInfo& known = info(static_cast<Option>(i));
    if (static_cast<Option>(i) == Option::TurnLimit) continue;  // not offered
    const std::string key = "option." + std::string(known.name);
    EXPECT_TRUE(kSay.has(key) && kSay.has(key + ".about")) << key;
    for (std::string_view value : known.values)
      EXPECT_TRUE(kSay.has(key + "." + std::string(value))) << key << value;
    for (std::string_view value : known.values)
      EXPECT_EQ(kSay.has(key + "." + std::string(value) + ".rule"), known.reading()) << key << value;
  }
}

TEST(Catalogue, has_every_edition_card_and_ready_rule) {
  Library library = standard_library();
  for (const NamedText& known : library.editions()) {
    const std::string id(known.name);
    EXPECT_TRUE(kSay.has("edition." + id) && kSay.has("edition." + id + ".how")) << id;
    Fault why;
    for (const Symbol& symbol : library.edition(id, "", why)->symbols)
      EXPECT_TRUE(symbol.number() >= 0 || kSay.has("card." + symbol.text)) << id << " " << symbol.text;
  }
  for (const NamedText& rule : library.ready_rules()) {
    EXPECT_TRUE(kSay.has("rule." + std::string(rule.name))) << rule.name;
    EXPECT_TRUE(kSay.has("rule." + std::string(rule.name) + ".about")) << rule.name;
  }
}

}  // namespace
}  // namespace comodin
