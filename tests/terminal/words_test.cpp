// What is said aloud: rules in words, cards of editions that the catalogue does not know, lines in ASCII,
// words in the place of moves.
#include <gtest/gtest.h>

#include "clients/terminal/ascii.hpp"
#include "clients/terminal/lines.hpp"
#include "clients/terminal/terminal.hpp"
#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"
#include "tests/terminal/scenes.hpp"
#include "words/fault.hpp"
#include "words/rule_words.hpp"
#include "words/words.hpp"

namespace comodin {
namespace {

std::string said(const std::string& text, Language language) {
  Rule rule;
  EXPECT_FALSE(parse_rule_text(text, rule)) << text;
  return explain_rule(rule, Catalogue(language));
}

// The same examples as clients/web/tests/unit/rules/explain.test.ts.
TEST(RuleWords, say_what_the_page_says) {
  const auto es = [](const char* text) { return said(text, Language::Spanish); };
  EXPECT_EQ(es("next draws 2; next loses turn"), "El siguiente toma 2 cartas y pierde su turno.");
  EXPECT_EQ(es("others draw 1; player plays again"), "Los demás toman 1 carta cada uno. Juegas otra vez.");
  EXPECT_EQ(es("player draws 1; player shows hand to table; player swaps with next"),
            "Tú tomas 1 carta, muestras tu mano a toda la mesa y cambias tu mano con el siguiente.");
  EXPECT_EQ(es("next discards named"), "El siguiente descarta todas las del color pedido.");
  EXPECT_EQ(es("previous draws until red"), "El anterior toma cartas hasta que salga rojo.");
  EXPECT_EQ(es("others vote most \"Guilty?\" { yes: player draws 3 | no: others draw 1 }; skip"),
            "Los demás votan (decide la mayoría): «Guilty?». Si gana el sí: tú tomas 3 cartas. "
            "Si gana el no: los demás toman 1 carta cada uno. Después: el siguiente pierde su turno.");
  EXPECT_EQ(
      es("player chooses { \"a\": next chooses { \"x\": skip | \"y\" }; reverse | \"b\": hands up }; hands "
         "pass"),
      "Tú eliges una de estas. «a»: (El siguiente elige una de estas. «x»: el siguiente pierde su turno. "
      "«y»: no pasa nada. Después: cambia el sentido del juego.) «b»: todas las manos quedan a la vista "
      "hasta tu "
      "próximo turno. Después: cada mano pasa al jugador de al lado, en el sentido del juego.");
  EXPECT_EQ(said("next draws 2; next loses turn; everyone fill to 5", Language::English),
            "The next player draws 2 cards and loses their turn. The others, then you, draw or discard until "
            "they hold 5 "
            "cards.");
}

TEST(RuleWords, leave_nothing_open) {
  for (const NamedText& ready : test_library().ready_rules())
    for (Language language : {Language::Spanish, Language::English}) {
      const std::string text = said(std::string(ready.text), language);
      EXPECT_EQ(text.find("says."), std::string::npos) << text;
      EXPECT_EQ(text.find('{'), std::string::npos) << text;
    }
}

// An edition that the catalogue does not know: its cards have names and say what they do, in both languages.
TEST(Words, cards_of_an_edition_of_ones_own) {
  const std::string text =
      "edition market\ntitle en \"Market\"\ncolored 1-6 2\ncolored x 1 points 30\ncolored s 1 points "
      "20\nwild W 3 points 50\n"
      "wild W3 2 points 50\nwild Wro 2 points 40\nwild Wg 2 points 40\nwild Wk 2 points 40\npower green: "
      "gift\n"
      "play x: player swaps\nplay s: reverse\nplay W: name color\nplay W3: name color; hit 3\n"
      "play Wro: name color; others vote most \"Fair?\" { yes: everyone fill to 4 | no: player draws 1 }\n"
      "play Wg: take power green; name color\nplay Wk: name color\ntake Wk: show; draw 2\n"
      "restrict W3: no color\nfirst x s W W3 Wro Wg Wk: put back\n";
  Edition edition;
  const TextError wrong = parse_edition(text, edition);
  ASSERT_FALSE(wrong) << wrong.line << ": " << english(wrong.fault);
  EXPECT_EQ(edition_title(edition, Language::Spanish), "Market");  // no Spanish one: better than the id
  RuleSet rules;
  ASSERT_EQ(freeze(edition, edition.options, 3, {}, rules), Fault{});
  const Words en(rules, Language::English, 0), es(rules, Language::Spanish, 0);
  const auto card = [&](const char* name) {
    for (Card one = 0; one < rules.kinds; ++one)
      if (card_name(rules, one) == name) return one;
    return kNoCard;
  };
  EXPECT_EQ(en.card(card("W")), "wild");
  EXPECT_EQ(en.card(card("W3")), "wild +3");
  EXPECT_EQ(en.about(card("W3")),
            "you name the colour. The next player draws 3 cards and loses their turn. It is a bluff if "
            "you hold the colour in play");
  EXPECT_EQ(en.card(card("Wro")), "wild “ro”");
  EXPECT_EQ(es.card(card("Wro")), "comodín «ro»");
  EXPECT_NE(es.about(card("Wro")).find("Los demás votan (decide la mayoría): «Fair?»"), std::string::npos)
      << es.about(card("Wro"));
  EXPECT_EQ(en.about(card("Wg")),
            "you take the green power (give all green cards away). You name the colour");
  EXPECT_EQ(en.card(card("rs")), "red s");  // not the skip that the catalogue means
  EXPECT_EQ(en.about(card("rs")), "play changes direction");
  EXPECT_EQ(en.card(card("Wk")), "wild “k”");
  EXPECT_EQ(en.about(card("Wk")),
            "you name the colour. When drawn from the pile it is shown to everybody, and whoever drew it "
            "draws 2 more");
  EXPECT_EQ(en.about(card("r5")), "");
}

TEST(Ascii, says_it_as_one_would_type_it) {
  EXPECT_EQ(ascii_text("¿Tomas 4… o lo llamas? ¡Sí!"), "Tomas 4... o lo llamas? Si!");
  EXPECT_EQ(ascii_text("Inés — «codos» ♥7"), "Ines - \"codos\" r7");
  EXPECT_EQ(ascii_cell(U'¿'), ' ');
  for (const CatalogueRow& row : catalogue_rows())
    for (std::string_view text : {row.es, row.en})
      EXPECT_EQ(ascii_text(text).find('?') != std::string::npos, text.find('?') != std::string_view::npos)
          << row.key << ": " << ascii_text(text);  // every character has an equivalent
}

TEST(Lines, understand_words_of_both_languages) {
  EXPECT_EQ(line_word("help"), LineWord::Help);
  EXPECT_EQ(line_word(" Ayuda "), LineWord::Help);
  EXPECT_EQ(line_word("?"), LineWord::Help);
  EXPECT_EQ(line_word("hint"), LineWord::Hint);
  EXPECT_EQ(line_word("PISTA"), LineWord::Hint);
  EXPECT_EQ(line_word("log"), LineWord::Log);
  EXPECT_EQ(line_word("jugadas"), LineWord::Log);
  EXPECT_EQ(line_word("repeat"), LineWord::Repeat);
  EXPECT_EQ(line_word("repetir"), LineWord::Repeat);
  EXPECT_EQ(line_word("q"), LineWord::Leave);
  for (const char* other : {"", "1", "draw", "play r7", "hints", "r7"})
    EXPECT_EQ(line_word(other), LineWord::None);
}

TEST(Lines, say_why_there_is_no_screen) {
  EXPECT_EQ(why_no_screen(true, "xterm"), "");
  EXPECT_EQ(why_no_screen(true, "dumb"), "dumb");
  EXPECT_EQ(why_no_screen(true, ""), "dumb");
  EXPECT_EQ(why_no_screen(true, nullptr), "dumb");
  EXPECT_EQ(why_no_screen(false, "xterm"), "pipe");
}

}  // namespace
}  // namespace comodin
