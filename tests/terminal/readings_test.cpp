// What the rulebooks leave open: chosen before the game, said in the rules; what follows from it at the
// table; and who named or chose what.
#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "tests/terminal/screens.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

const Edition& edition_of(const char* id) {
  Fault why;
  return *test_library().edition(id, "", why);
}

TEST(Readings, are_those_of_the_edition_and_say_what_is_not_as_usual) {
  const Catalogue say(Language::English);
  for (const NamedText& known : test_library().editions()) {
    const Edition& edition = edition_of(std::string(known.name).c_str());
    for (const Reading& reading : readings(edition, edition.options, say)) {
      EXPECT_TRUE(reading.usual);
      EXPECT_TRUE(reading.sentence.ends_with('.')) << reading.sentence;
    }
  }
  const Edition& streams = edition_of("streams");
  Options options = streams.options;
  options.set(Option::ThrowWild, static_cast<int>(ThrowWild::Matches));
  const std::vector<Reading> told = readings(streams, options, say);
  ASSERT_EQ(told.size(), 3u);  // uno_window, throw_color, throw_wild
  EXPECT_TRUE(told[0].usual && told[1].usual && !told[2].usual);
  EXPECT_EQ(told[2].sentence, say("option.throw_wild.matches.rule") + " " + say("option.unusual"));
  EXPECT_EQ(readings(edition_of("powers"), options, say).size(), 5u);
  EXPECT_EQ(readings(edition_of("creeper"), options, say).size(), 1u);
}

// ---- in words -------------------------------------------------------------------------------------------

TEST(Words, say_who_names_a_colour_apart_from_a_play) {
  const Staged staged = stage("streams", 3, 3, Language::Spanish);
  const Event by_play{.kind = EventKind::ColorNamed, .color = Color::Blue};
  Event named = by_play;
  EXPECT_EQ(staged.words->event(by_play), "");  // the play has said it
  named.seat = 2;
  EXPECT_EQ(staged.words->event(named), "Paco pide azul");
  named.seat = 0;
  EXPECT_EQ(staged.words->event(named), "Pides azul");
}

TEST(Words, say_what_somebody_chose_and_whom_somebody_picked) {
  TableRequest request{.edition = "classic", .players = 3};
  request.rules = {"rooster", "player picks; picked chooses { \"sing\" | \"dance\": picked draws 1 }"};
  Fault why;
  const auto rules = freeze_request(test_library(), request, why);
  ASSERT_TRUE(rules) << english(why);
  const Words words(*rules, Language::Spanish, 0, {"", "Lola", "Paco"});
  const auto text = [&](const char* written) {
    const auto found = std::find(rules->texts.begin(), rules->texts.end(), written);
    return static_cast<std::uint8_t>(found - rules->texts.begin());
  };
  Event chose{.kind = EventKind::Chose, .seat = 1, .text = text("crow"), .value = 1};
  EXPECT_EQ(words.event(chose), "Lola elige: cantar como gallo");
  chose.text = text("dance");
  EXPECT_EQ(words.event(chose), "Lola elige: dance");  // as it was written
  chose.seat = 0;
  EXPECT_EQ(words.event(chose), "Eliges: dance");
  EXPECT_EQ(words.event({.kind = EventKind::Chose, .seat = 0, .value = 3}), "Eliges a Paco");
  EXPECT_EQ(words.event({.kind = EventKind::Chose, .seat = 1, .value = 3}), "Lola elige a Paco");
  EXPECT_EQ(words.event({.kind = EventKind::Chose, .seat = 1, .value = 1}), "Lola te elige");
}

// ---- before the game ------------------------------------------------------------------------------------

class NewTable : public Screens {
 protected:
  void begin(const std::string& edition) {
    client_.settings.table.edition = edition;
    show(new_game_screen(client_));
  }
  // Goes to the row with this name; false if there is none.
  bool go_to(const std::string& label) {
    press(Stroke::Home);
    for (int i = 0; i < 60; ++i) {
      if (shows("▶ " + label)) return true;
      press(Stroke::Down);
    }
    return false;
  }
};

TEST_F(NewTable, offers_the_readings_that_the_edition_uses) {
  begin("streams");
  EXPECT_TRUE(go_to("Throwing wilds")) << text();
  EXPECT_TRUE(shows("What the rulebook leaves open")) << text();
  EXPECT_TRUE(shows("When a colour must be thrown, a wild does not count.")) << text();
  EXPECT_FALSE(go_to("The turned-up card"));
  EXPECT_FALSE(go_to("Drawing several"));
  begin("powers");
  EXPECT_TRUE(go_to("The turned-up card")) << text();
  EXPECT_FALSE(go_to("Throwing wilds"));
}

TEST_F(NewTable, reads_to_the_letter_by_one_press_and_back_by_another) {
  begin("powers");
  ASSERT_TRUE(go_to("To the letter")) << text();
  press(Stroke::Enter);
  EXPECT_TRUE(shows("The turned-up card *") && shows("only placed") && shows("any card")) << text();
  EXPECT_FALSE(shows("Reverse and shield *")) << text();  // it is to the letter anyhow
  press(Stroke::Enter);
  EXPECT_FALSE(shows("The turned-up card *")) << text();
  press(Stroke::Right);
  press(typed(U's'));
  EXPECT_EQ(client_.settings.table.options,
            (std::vector<std::string>{"double_second=any", "flip_effect=placed"}));
  show(new_game_screen(client_));  // as it was the last time
  ASSERT_TRUE(go_to("The second card *")) << text();
  press(Stroke::Right);
  EXPECT_FALSE(shows("The second card *")) << text();
  EXPECT_TRUE(shows("The turned-up card *")) << text();
}

TEST_F(NewTable, where_the_usual_way_is_to_the_letter_there_is_no_way_back) {
  begin("creeper");
  ASSERT_TRUE(go_to("To the letter"));
  EXPECT_TRUE(shows("◀ yes ▶")) << text();
  EXPECT_FALSE(shows("as we usually play")) << text();
  press(Stroke::Down);
  press(Stroke::Right);
  EXPECT_TRUE(shows("Catching a missing UNO *")) << text();
  press(Stroke::Up);
  EXPECT_TRUE(shows("◀ no ▶")) << text();
  press(Stroke::Enter);
  EXPECT_FALSE(shows("Catching a missing UNO *")) << text();
}

TEST_F(NewTable, other_options_stay_when_the_readings_change) {
  begin("streams");
  ASSERT_TRUE(go_to("Stacking"));
  press(Stroke::Right);
  ASSERT_TRUE(go_to("To the letter"));
  press(Stroke::Enter);
  press(Stroke::Enter);
  press(typed(U's'));
  EXPECT_EQ(client_.settings.table.options, (std::vector<std::string>{"stacking=same"}));
}

TEST_F(NewTable, help_says_how_the_table_reads_the_book) {
  begin("streams");
  ASSERT_TRUE(go_to("Throwing wilds"));
  press(Stroke::Right);
  press(Stroke::Help);
  const std::string help = text(100, 60);
  EXPECT_NE(help.find("What the rulebook leaves open"), std::string::npos) << help;
  EXPECT_NE(help.find("throw one. (Not as we usually play.)"), std::string::npos) << help;
  EXPECT_NE(help.find("names the colour when playing"), std::string::npos) << help;
  EXPECT_EQ(help.find("A card turned up from the pile"), std::string::npos) << help;
}

// ---- at the table ---------------------------------------------------------------------------------------

class AtTable : public Screens {
 protected:
  // Sits down at a position, as a saved game.
  void begin(const std::string& position) {
    TextError why;
    auto game = LiveGame::resume(test_library(), "# bots-key 1\nscenario \"set up\"\n" + position, why);
    ASSERT_TRUE(game) << english(why.fault);
    game_ = game.get();
    show(table_screen(client_, std::move(game), true));
    client_.top().tick(++now_);
  }
};

constexpr const char* kStuck =
    "edition classic\noption stuck_draw any\nplayers 2\nseat 1 \"person\"\nseat 2 \"novato\"\nturn 2\n"
    "hand 1 b1 b2\nhand 2 Wc1 g1 g2\ndiscard r5\ncustom Wc1 three-if-stuck\n";

TEST_F(AtTable, any_of_several_drawn_cards_may_be_played) {
  begin(std::string(kStuck) + "pile r3 y2 r9 y4\n2 play Wc1 r\n1 draw\n");
  EXPECT_TRUE(shows("You drew red 3, red 9, yellow 2: you can play red 3, red 9")) << text();
  press(Stroke::Tab);
  press(Stroke::Tab);  // from the first that fits to the second, and to the first again
  EXPECT_TRUE(shows("▸ red 3")) << text();
  press({.key = Stroke::HandCard, .number = 2});  // yellow 2
  EXPECT_EQ(game_->own_moves(), 1) << text();
  press(Stroke::Tab);
  press(Stroke::Enter);
  EXPECT_EQ(game_->own_moves(), 2);
  EXPECT_NE(game_->text().find("\n1 play r"), std::string::npos) << game_->text();
}

TEST_F(AtTable, several_drawn_cards_that_do_not_fit_are_kept_by_themselves) {
  client_.settings.speed = Speed::Slow;
  begin(std::string(kStuck) + "pile y3 y2 g9 y4\n2 play Wc1 r\n1 draw\n");
  EXPECT_TRUE(shows("You drew yellow 2, yellow 3, green 9: nothing fits, so you keep them")) << text();
  EXPECT_EQ(Words(game_->rules(), Language::English, 0).move(game_->view(), {Verb::Keep, 0}), "keep them");
  client_.top().tick(now_ += 3000);
  EXPECT_NE(game_->text().find("\n1 keep"), std::string::npos) << game_->text();
}

TEST_F(AtTable, several_drawn_cards_that_all_fit_are_named_once) {
  begin(std::string(kStuck) + "option drawn_forced may\npile r3 W r9 y4\n2 play Wc1 r\n1 draw\n");
  EXPECT_TRUE(shows("You drew red 3, red 9, wild: you can play any of them")) << text();
  EXPECT_TRUE(shows("Keep them")) << text();
  press(typed(U' '));
  EXPECT_NE(game_->text().find("\n1 keep"), std::string::npos) << game_->text();
}

TEST_F(AtTable, a_colour_that_is_named_last_is_asked_for_at_the_end) {
  begin(
      "edition streams\noption throw_color last\nplayers 2\nseat 1 \"person\"\nseat 2 \"novato\"\nturn 1\n"
      "hand 1 b1 b2 b3 Wx\nhand 2 g1 g2 b9\ndiscard r5\npile y1 y2 y3 y4 y5\n");
  press({.key = Stroke::HandCard, .number = 3});
  EXPECT_FALSE(shows("Which colour?")) << text();
  EXPECT_TRUE(shows("Colour not named yet")) << text();
  EXPECT_TRUE(shows("Throw a card")) << text();
  press(Stroke::Home);
  press(Stroke::Enter);  // the others throw
  EXPECT_TRUE(shows("Which colour?")) << text();
  press(Stroke::Right);
  press(Stroke::Enter);
  EXPECT_NE(game_->text().find("\n1 color y"), std::string::npos) << game_->text();
  press(typed(U'l'));
  EXPECT_TRUE(shows("You name yellow")) << text();
}

TEST_F(AtTable, help_says_how_this_table_reads_the_book) {
  begin(std::string(kStuck) + "pile r3 y2 r9 y4\n2 play Wc1 r\n1 draw\n");
  press(Stroke::Help);
  const std::string help = text(100, 60);
  EXPECT_NE(help.find("drawn when stuck, you may play any one. (Not as"), std::string::npos) << help;
}

}  // namespace
}  // namespace comodin
