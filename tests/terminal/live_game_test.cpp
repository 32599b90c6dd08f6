// Games of a person and bots: saved and resumed exactly, recorded soundly; and what lies around them.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "bots/random_bot.hpp"
#include "clients/terminal/hint_thread.hpp"
#include "clients/terminal/live_game.hpp"
#include "clients/terminal/trial_thread.hpp"
#include "notation/player.hpp"
#include "notation/rule.hpp"
#include "tests/terminal/scenes.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

std::unique_ptr<LiveGame> new_game_of(const std::string& edition, int seats, Key key,
                                      std::vector<std::string> options) {
  TableRequest request{.edition = edition, .players = seats, .options = std::move(options), .seed = key};
  TextError why;
  LiveGame::Plan plan{.name = "test",
                      .edition = edition,
                      .rules = freeze_request(test_library(), request, why.fault),
                      .key = key,
                      .bots_key = key + 1};
  EXPECT_TRUE(plan.rules) << english(why.fault);
  for (Seat k = 1; k < seats; ++k) plan.levels.push_back(k % 2 ? "novato" : "aprendiz");
  return LiveGame::begin(plan, why);
}

// One move of the table; the person plays at random.
void advance(LiveGame& game, RandomBot& person) {
  if (!game.running()) return void(game.deal());
  if (game.state().await.seat == kYou) {
    const Choices may = choices(game.rules(), game.state(), kYou);
    ASSERT_EQ(game.make(person.answer(game.rules(), may, kYou)), Refusal::None);
  } else {
    game.poll(0, Speed::Instant);
  }
}

void expect_same(const LiveGame& a, const LiveGame& b) {
  EXPECT_EQ(hash(a.state()), hash(b.state()));
  for (Seat k = 0; k < a.rules().seats; ++k) EXPECT_EQ(a.croupier().view_of(k), b.croupier().view_of(k));
  EXPECT_EQ(a.text(), b.text());
}

TEST(LiveGame, goes_on_exactly_where_it_was_left) {
  for (const NamedText& edition : test_library().editions()) {
    auto game = new_game_of(std::string(edition.name), 4, 41, {"target=100", "jump_in=on"});
    RandomBot person(5);
    for (int i = 0; i < 400 && !game->over(); ++i) {
      advance(*game, person);
      if (i % 23 != 0) continue;
      TextError why;
      auto resumed = LiveGame::resume(test_library(), game->text(), why);
      ASSERT_TRUE(resumed) << english(why.fault) << "\n" << game->text();
      expect_same(*game, *resumed);
      // And the same moves lead to the same positions: chance also continues where it was.
      MoveList moves;
      if (!game->running()) {
        auto other = LiveGame::resume(test_library(), game->text(), why);
        EXPECT_EQ(resumed->deal(), other->deal());
        expect_same(*resumed, *other);
      } else if (legal(game->rules(), game->state(), kYou, moves); !moves.empty()) {
        EXPECT_EQ(resumed->make(moves[0]), Refusal::None);
      }
    }
  }
}

TEST(LiveGame, a_finished_game_is_a_sound_record) {
  for (const NamedText& edition : test_library().editions()) {
    auto game = new_game_of(std::string(edition.name), 3, 12, {"format=hand"});
    RandomBot person(6);
    for (int i = 0; i < 20000 && !game->over(); ++i) advance(*game, person);
    ASSERT_TRUE(game->over());
    std::vector<Scenario> scenarios;
    ASSERT_FALSE(parse_scenarios(game->text(), "", test_library(), scenarios));
    ScenarioPlayer player(scenarios.front());
    player.run();
    EXPECT_TRUE(player.failures().empty()) << english(player.failures().front().fault);
    EXPECT_EQ(hash(player.state()), hash(game->state()));
  }
}

TEST(LiveGame, refuses_what_is_no_saved_game) {
  TextError why;
  for (const char* text :
       {"", "x", "# bots-key 3\n", "scenario \"a\"\n", "# bots-key 5\nscenario \"s\"\nedition nothing\n"}) {
    EXPECT_FALSE(LiveGame::resume(test_library(), text, why)) << text;
    EXPECT_TRUE(why);
  }
  auto game = new_game_of("classic", 2, 3, {});
  game->deal();
  const std::string text = game->text();
  for (std::size_t cut = 0; cut < text.size(); cut += 7)
    LiveGame::resume(test_library(), text.substr(0, cut), why);
}

// Bots take their time; a person who is quicker is heard first.
TEST(LiveGame, bots_move_in_their_time) {
  auto game = new_game_of("streams", 3, 8, {});
  game->deal();
  Millis now = 1000;
  for (int i = 0; i < 2000 && game->running(); ++i) {
    if (game->state().await.seat == kYou && game->due() == LiveGame::kNever) {
      RandomBot person(static_cast<Key>(i));
      game->make(person.answer(game->rules(), choices(game->rules(), game->state(), kYou), kYou));
    }
    const int before = game->moves();
    while (!game->poll(now, Speed::Normal) && game->due() != LiveGame::kNever && game->due() <= now + 10)
      ++now;
    if (game->moves() > before) continue;
    if (game->due() == LiveGame::kNever) continue;
    EXPECT_GT(game->due(), now);
    EXPECT_FALSE(game->poll(game->due() - 1, Speed::Normal));
    now = game->due();
    EXPECT_TRUE(game->poll(now, Speed::Normal));
  }
  EXPECT_GT(now, 5000);
}

TEST(UserFiles, writes_whole_files_and_remembers) {
  const std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("comodin-store-" + std::to_string(::getpid()));
  const UserFiles files(root);
  Settings settings;
  settings.language = "en";
  settings.speed = Speed::Fast;
  settings.table = {.edition = "powers",
                    .players = 7,
                    .levels = {"novato"},
                    .options = {"stacking=any"},
                    .rules = {"joke", "next draws 2"}};
  files.keep(settings);
  const Settings read = files.settings(test_library());
  EXPECT_EQ(read.language, "en");
  EXPECT_EQ(read.speed, Speed::Fast);
  EXPECT_EQ(read.table, settings.table);
  std::string why, text;
  EXPECT_TRUE(files.write(files.save_path("b"), "2", why) && files.write(files.save_path("a"), "1", why));
  ASSERT_EQ(files.saves().size(), 2u);
  EXPECT_EQ(files.saves().front().name, "b");  // newest first: names begin with the time
  EXPECT_TRUE(files.read(files.save_path("a"), text) && text == "1");
  EXPECT_FALSE(files.write("/proc/nowhere/x", "1", why));
  Settings junk;
  read_settings("players 99\nspeed warp\n\nlevels\nnonsense here\n", junk);
  EXPECT_EQ(junk.table.players, Settings{}.table.players);
  std::filesystem::remove_all(root);
}

TEST(Hint, finds_the_winning_card) {
  auto game = new_game_of("streams", 2, 3, {});
  game->deal();
  RandomBot person(1);
  for (int i = 0; i < 3000 && game->running(); ++i) {
    const bool mine = game->state().await.seat == kYou && game->state().await.kind == Awaits::Turn;
    const Choices may = choices(game->rules(), game->state(), kYou);
    if (mine && game->state().count[kYou] == 1 && may.cards) {
      HintThread hint(Hint(game->plan().rules, game->view(), game->croupier().memory(), may, 1));
      while (!hint.ready()) std::this_thread::yield();
      EXPECT_EQ(hint.rows().front().move.verb, Verb::Play);
      EXPECT_DOUBLE_EQ(hint.rows().front().win, 1.0);
      return;
    }
    advance(*game, person);
  }
}

TEST(Trial, tells_a_strong_rule_from_none) {
  Fault why;
  const Edition* edition = test_library().edition("classic", "", why);
  Rule rule;
  ASSERT_FALSE(parse_rule_text("player discards to 1", rule));
  TrialThread trial(*edition, rule, 4, 400);
  while (trial.report().percent < 100) std::this_thread::yield();
  EXPECT_EQ(trial.report().with.hands, 400);
  EXPECT_GT(trial.report().with.win(), trial.report().without.win());
  EXPECT_LT(trial.report().with.turns, trial.report().without.turns);
}

TEST(Trial, the_upper_half_of_the_ladder_looks_at_a_rule) {
  Rule harsh, fair;
  ASSERT_FALSE(parse_rule_text("others draw 20", harsh));
  ASSERT_FALSE(parse_rule_text("others draw 20; player draws 1", fair));
  EXPECT_EQ(objection("novato", harsh), Objection::None);
  EXPECT_EQ(objection("contadora", harsh), Objection::Harsh);
  EXPECT_EQ(objection("contadora", fair), Objection::None);
  for (const NamedText& ready : test_library().ready_rules()) {
    Rule rule;
    parse_rule_text(ready.text, rule);
    EXPECT_EQ(objection("aurora", rule), Objection::None) << ready.name;
  }
}

}  // namespace
}  // namespace comodin
