// Screens as a person uses them: keys in, what is on the screen out; and what is on the disk afterwards.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/terminal/screens.hpp"

namespace comodin {
namespace {

namespace fs = std::filesystem;

// ---- keys in a menu -------------------------------------------------------------------------------------

TEST_F(Screens, keys_in_a_menu_belong_to_the_menu) {
  for (const NamedText& edition : test_library().editions()) {
    const int wild = begin_with_a_wild(std::string(edition.name), 14);
    ASSERT_GE(wild, 0) << edition.name;
    press({.key = Stroke::HandCard, .number = wild});
    ASSERT_TRUE(shows("Which colour?") || shows("Which power?")) << text();
    const int moves = game_->moves(), cards = game_->state().count[LiveGame::kYou];
    for (char32_t letter : std::u32string_view(U"uUcCgGfFjJmMhHxyz")) {
      press(typed(letter));
      EXPECT_EQ(game_->moves(), moves) << static_cast<char>(letter);
      EXPECT_TRUE(shows("Which colour?") || shows("Which power?")) << static_cast<char>(letter) << "\n"
                                                                   << text();
    }
    for (Stroke key : {Stroke::PageUp, Stroke::PageDown, Stroke::Tab, Stroke::BackTab, Stroke::Home,
                       Stroke::End, Stroke::WheelDown, Stroke::Delete, Stroke::Backspace})
      press(key);
    EXPECT_EQ(game_->moves(), moves);
    EXPECT_FALSE(shows("Space Draw")) << text();
    while (shows("Which power?")) press(typed(U' '));
    press(Stroke::Home);
    press(Stroke::Right);
    press(typed(U' '));  // as Enter: it chooses the second colour
    EXPECT_GT(game_->moves(), moves);
    EXPECT_LT(game_->state().count[LiveGame::kYou], cards + 1) << "a card was drawn instead";
    const std::string record = game_->text();
    EXPECT_NE(record.find("\n1 play W"), std::string::npos) << record;
    EXPECT_EQ(record.find("\n1 draw"), std::string::npos) << record;
  }
}

TEST_F(Screens, a_hint_can_be_seen_while_the_game_asks) {
  Staged staged = stage("streams", 3, 5, Language::English);
  staged.scene.panel = {"Which colour?", {"red", "blue"}, 0};
  staged.scene.hint_title = "Contadora: what wins the most hands";
  Surface out(80, 24);
  draw_table(staged.scene, out);
  EXPECT_NE(out.grid.text().find("Contadora"), std::string::npos) << out.grid.text();
}

TEST_F(Screens, nobody_moves_while_the_game_is_paused) {
  begin_with_a_wild("streams", 3);
  press(typed(U' '));  // draws; then it is somebody else's turn, or the drawn card is asked about
  press(Stroke::Escape);
  ASSERT_TRUE(shows("Paused")) << text();
  const int moves = game_->moves();
  for (int i = 0; i < 20; ++i) client_.top().tick(now_ += 1000);
  EXPECT_EQ(game_->moves(), moves);
}

// Even fast players do not miss how a hand ended.
TEST_F(Screens, a_result_is_not_left_by_the_last_key_of_the_hand) {
  begin_with_a_wild("streams", 3);
  for (int i = 0; i < 2000 && game_->running(); ++i) press(i % 2 ? typed(U' ') : Input{.key = Stroke::Enter});
  ASSERT_TRUE(shows("Next hand")) << text();
  press(Stroke::Enter);
  press(typed(U' '));
  EXPECT_TRUE(shows("Next hand")) << text();
  const Millis due = client_.top().tick(++now_);
  EXPECT_TRUE(due > now_ && due <= now_ + 500);  // it wants to be called when that is over
  client_.top().tick(now_ += 1000);
  press(Stroke::Enter);
  EXPECT_TRUE(game_->running());
}

// ---- saving ---------------------------------------------------------------------------------------------

TEST_F(Screens, nothing_is_saved_before_your_first_move) {
  begin_with_a_wild("creeper", 5);
  EXPECT_TRUE(client_.files.saves().empty());
  press(typed(U' '));
  EXPECT_EQ(client_.files.saves().size(), 1u);
}

TEST_F(Screens, saved_is_not_said_before_it_is) {
  std::ofstream(root_) << "a file where the folder should be";
  begin_with_a_wild("creeper", 5);
  press(typed(U's'));
  EXPECT_TRUE(shows("It could not be saved")) << text();
  EXPECT_FALSE(shows("Saved as")) << text();
  press(typed(U' '));
  EXPECT_FALSE(client_.unsaved.empty());
  press(Stroke::Escape);
  press(Stroke::Up);
  press(Stroke::Up);
  press(Stroke::Enter);  // "Save and leave"
  EXPECT_TRUE(shows("Leave without saving")) << text();
  press(Stroke::Enter);  // stays
  EXPECT_FALSE(shows("Leave without saving")) << text();
  fs::remove(root_);
  press(typed(U's'));
  EXPECT_TRUE(shows("Saved as")) << text();
  EXPECT_TRUE(client_.unsaved.empty());
}

TEST_F(Screens, a_failed_save_keeps_the_older_one) {
  const UserFiles& files = client_.files;
  std::string why, kept;
  ASSERT_TRUE(files.write(files.save_path("game"), "older", why));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{512, before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const bool written = files.write(files.save_path("game"), std::string(2000, 'x'), why);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_FALSE(written);
  EXPECT_NE(why.find("large"), std::string::npos) << why;  // the reason, not only the place
  EXPECT_TRUE(files.read(files.save_path("game"), kept));
  EXPECT_EQ(kept, "older");
  EXPECT_EQ(files.saves().size(), 1u);
  EXPECT_FALSE(fs::exists(files.save_path("game").string() + ".part"));
}

TEST_F(Screens, saved_games_say_what_they_are) {
  begin_with_a_wild("creeper", 5);
  press(typed(U' '));
  client_.home();
  show(saves_screen(client_));
  std::string problem;
  Fault why;
  const Edition* edition = test_library().edition("creeper", "", why);
  EXPECT_TRUE(shows(edition_title(*edition, Language::English) + " (4) · hand 1 · 0")) << text();
  EXPECT_TRUE(shows("you 0, Lola 0, Paco 0, Inés 0. Target:")) << text();
  ASSERT_TRUE(client_.files.write(client_.files.save_path("zzz"), "nonsense", problem));
  show(saves_screen(client_));
  EXPECT_TRUE(shows("cannot be read")) << text();
  press(typed(U'x'));
  press(Stroke::Down);
  press(Stroke::Up);
  press(typed(U'x'));
  EXPECT_EQ(client_.files.saves().size(), 2u);  // one key in between: not sure any more
}

// ---- the workshop ---------------------------------------------------------------------------------------

TEST_F(Screens, a_rule_of_ones_own_is_kept_and_played_with) {
  show(home_screen(client_));
  press(typed(U'5'));
  press(Stroke::End);
  press(Stroke::Enter);
  type("next draws 3");
  EXPECT_TRUE(shows("The next player draws 3 cards")) << text();
  press(Stroke::Escape);
  EXPECT_TRUE(shows("not saved yet")) << text();  // asks first
  type("; skip");
  EXPECT_TRUE(shows("The next player loses")) << text();
  press(Stroke::Enter);
  for (int i = 0; i < 20; ++i) press(Stroke::Backspace);
  type("Tres y fuera");
  press(Stroke::Enter);
  EXPECT_TRUE(shows("Saved: Tres y fuera")) << text();
  EXPECT_EQ(UserFiles(root_).shelf(), (std::vector<KeptRule>{{"Tres y fuera", "next draws 3; skip"}}));
  press(Stroke::Enter);  // a table with it
  EXPECT_TRUE(shows("Tres y fuera") && shows("Start the game")) << text();
  press(typed(U's'));
  EXPECT_TRUE(shows("Tres y fuera: The next player draws 3 cards")) << text();  // everybody is asked
}

TEST_F(Screens, a_kept_rule_is_changed_in_its_place_and_deleted_when_sure) {
  std::string why;
  ASSERT_TRUE(client_.files.keep_shelf({{"one", "skip"}, {"two", "reverse"}}, why));
  std::string taken;
  show(workshop_screen(client_, "skip", [&](std::string rule) { taken = std::move(rule); }));
  press(typed(U'e'));
  type("; hands up");
  press(Stroke::Enter);
  press(Stroke::Enter);
  EXPECT_EQ(taken, "skip; hands up");
  EXPECT_EQ(client_.files.shelf(), (std::vector<KeptRule>{{"one", "skip; hands up"}, {"two", "reverse"}}));
  show(workshop_screen(client_, "reverse", {}));
  press(typed(U'x'));
  press(Stroke::Up);
  press(Stroke::Down);
  press(typed(U'x'));
  EXPECT_EQ(client_.files.shelf().size(), 2u);  // one key in between: not sure any more
  press(typed(U'x'));
  EXPECT_EQ(client_.files.shelf(), (std::vector<KeptRule>{{"one", "skip; hands up"}}));
}

TEST_F(Screens, a_rule_that_cannot_be_kept_is_not_said_to_be) {
  std::ofstream(root_) << "a file where the folder should be";
  show(workshop_screen(client_, "", {}));
  press(Stroke::End);
  press(Stroke::Enter);
  type("skip");
  press(Stroke::Enter);
  press(Stroke::Enter);
  EXPECT_TRUE(shows("It could not be saved")) << text();
  EXPECT_FALSE(shows("Saved")) << text();
}

TEST(Shelf, comes_back_as_it_went_and_as_the_page_writes_it) {
  const std::vector<KeptRule> rules = {{"Ladrón", "player picks; picked shows hand to player"},
                                       {"#", "skip"}};
  EXPECT_EQ(read_shelf(print_shelf(rules)), rules);
  EXPECT_EQ(read_shelf("next draws 2\nskip\n\n\n#  two  words\r\nreverse\r\n"),
            (std::vector<KeptRule>{{"", "next draws 2; skip"}, {"two words", "reverse"}}));
}

}  // namespace
}  // namespace comodin
