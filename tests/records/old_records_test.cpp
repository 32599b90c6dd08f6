// Records and saved games of the first version: proved, read back and continued by the rules they began with.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fair/proof.hpp"
#include "notation/player.hpp"
#include "table/solo_game.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

std::string stored(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(COMODIN_OLD_RECORDS + name).rdbuf();
  EXPECT_FALSE(out.str().empty()) << name;
  return out.str();
}

Scenario only_one(const std::string& text) {
  std::vector<Scenario> out;
  const TextError wrong = parse_scenarios(text, "", battery::library(), out);
  EXPECT_FALSE(wrong) << wrong.line << ": " << english(wrong.fault);
  return out.size() == 1 ? out.front() : Scenario{};
}

std::vector<std::string> all() {
  std::vector<std::string> out;
  for (const auto& file : std::filesystem::directory_iterator(COMODIN_OLD_RECORDS))
    out.push_back(file.path().filename());
  return out;
}

std::string without_comments(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with('#')) out += line + "\n";
  return out;
}

TEST(OldRecords, PrintAsTheyWereWritten) {
  ASSERT_EQ(all().size(), 9U);
  for (const std::string& name : all()) {
    const Scenario record = only_one(stored(name));
    EXPECT_EQ(record.setup.version, 1) << name;
    EXPECT_EQ(print_scenario(record), without_comments(stored(name))) << name;
  }
}

TEST(OldRecords, AreProvedToTheByte) {
  for (const auto& [name, hands] : {std::pair{"fair-classic.scn", 1}, std::pair{"fair-hyperdrive.scn", 2},
                                    std::pair{"fair-powers.scn", 1}}) {
    const Proof proof = prove(stored(name), battery::library());
    EXPECT_TRUE(proof.holds) << name << ": " << english(proof.why);
    EXPECT_EQ(proof.hands, hands) << name;
    EXPECT_TRUE(proof.ended) << name;
  }
}

struct Telling {  // moves after which somebody would owe a call under today's rules
  int answers = 0, firsts = 0;
};

// Under the old rules an answer closes the windows, and nobody owes a call for the first of two cards.
void expect_old_rules(const State& before, const Move& move, const State& after, Telling& telling) {
  const bool answer = move.verb == Verb::Accept || move.verb == Verb::Challenge;
  const bool first_of_two = after.await.kind == Awaits::Second && before.await.kind != Awaits::Second;
  EXPECT_FALSE(answer && after.owes != 0);
  EXPECT_FALSE(first_of_two && (after.owes & seat_bit(move.seat)) != 0);
  telling.answers += answer && before.owes != 0;
  telling.firsts += first_of_two && !move.uno && after.hands[move.seat].size() == 1;
}

// Plays to the end, always the first move there is.
Telling play_to_the_end(SoloGame& game) {
  Telling telling;
  for (int k = 0; k < 5000 && !game.over(); ++k) {
    if (!game.running()) {
      EXPECT_EQ(game.deal(), Refusal::None);
      continue;
    }
    const State before = game.state();
    Move move;
    if (const Reaction* reaction = game.next()) {
      move = reaction->move;
      game.go();
    } else {
      MoveList moves;
      legal(game.rules(), before, SoloGame::kYou, moves);
      if (moves.empty()) return ADD_FAILURE() << "nobody goes on", telling;
      move = moves[0];
      EXPECT_EQ(game.make(move), Refusal::None);
    }
    expect_old_rules(before, move, game.state(), telling);
  }
  return telling;
}

TEST(OldRecords, ASavedGameGoesOnByItsOwnRules) {
  const std::string saved = stored("saved-powers.scn");
  TextError why;
  const auto game = SoloGame::resume(battery::library(), saved, why);
  ASSERT_TRUE(game) << why.line << ": " << english(why.fault);
  EXPECT_EQ(game->saved(), saved) << "nothing has happened yet";
  EXPECT_EQ(game->rules().options.named<UnoWindow>(Option::UnoWindow), UnoWindow::Answer);
  EXPECT_EQ(game->rules().options.named<DoubleUno>(Option::DoubleUno), DoubleUno::End);
  const Telling telling = play_to_the_end(*game);
  ASSERT_TRUE(game->over());
  EXPECT_GT(telling.answers, 0);
  EXPECT_GT(telling.firsts, 0);

  const Scenario record = only_one(game->record());
  EXPECT_EQ(record.setup.version, 1);
  EXPECT_EQ(print_scenario(record), game->record()) << "in its own form to the end";
  ScenarioPlayer player(record);
  player.start();
  player.run();
  EXPECT_TRUE(player.failures().empty()) << english(player.failures().front().fault);
  EXPECT_NE(player.state().champions, 0);
}

}  // namespace
}  // namespace comodin
