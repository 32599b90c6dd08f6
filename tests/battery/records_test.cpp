// Games as text: recorded, printed, read back and replayed they end in the same position.
#include <gtest/gtest.h>

#include "notation/moves.hpp"
#include "notation/player.hpp"
#include "table/recorder.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/writable.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

std::string play_problem(const Scenario& record, std::uint64_t* end) {
  ScenarioPlayer player(record);
  player.run();
  if (end) *end = hash(player.state());
  if (player.failures().empty()) return {};
  return "line " + std::to_string(player.failures()[0].line) + ": " + english(player.failures()[0].fault);
}

std::string print_problem(const Scenario& record) {
  const std::string printed = print_scenario(record);
  std::vector<Scenario> again;
  if (parse_scenarios(printed, "", library(), again)) return "the printed record cannot be read";
  return print_scenario(again[0]) == printed ? "" : "printing, reading and printing gives another text";
}

std::string replay_problem(const std::string& text, std::uint64_t wanted) {
  std::vector<Scenario> read;
  if (const TextError wrong = parse_scenarios(text, "", library(), read))
    return "line " + std::to_string(wrong.line) + " column " + std::to_string(wrong.column) + ": " +
           english(wrong.fault);
  if (read.size() != 1) return "one record was read as " + std::to_string(read.size());
  std::uint64_t end = 0;
  if (std::string wrong = play_problem(read[0], &end); !wrong.empty()) return wrong;
  if (end != wanted) return "the replay ends in another position";
  // The chance lines say everything that was left to chance: another seed changes nothing.
  Scenario reseeded = read[0];
  reseeded.setup.seed ^= 1;
  if (std::string wrong = play_problem(reseeded, nullptr); !wrong.empty())
    return "with another seed, " + wrong;
  return print_problem(read[0]);
}

void record_and_replay(std::size_t t, int game, bool trace) {
  const Table& table = tables()[t];
  const Key seed = game_seed(t, game);
  std::vector<std::string> names(static_cast<std::size_t>(table.rules->seats), "azar \"uno\"");
  std::uint64_t end = 0;
  const std::string text = record_game({.name = "grabación \\ #1",
                                        .edition = table.rules->edition.id,
                                        .rules = table.rules,
                                        .seats = names,
                                        .key = seed,
                                        .trace = trace},
                                       {}, &end);
  const std::string wrong = replay_problem(text, end);
  ASSERT_TRUE(wrong.empty()) << wrong << "\n  of the record with seed " << seed << "\n  at "
                             << describe(table);
}

// Some options never let anybody win a game: those records run to a thousand hands.
bool is_short(const Table& table) { return table.rules->turn_limit > 1000 && table.rules->target <= 500; }

TEST(Record, ReplaysToTheSamePosition) {
  for (std::size_t t = 0; t < tables().size(); t += kTableStride)
    for (int game = 0; game < scaled(1); ++game) {
      if (!is_short(tables()[t])) continue;
      record_and_replay(t, 200 + game, false);
      if (HasFatalFailure()) return;
    }
}

// SETUP-1: the cards drawn for the deal are those that decide it: no fewer, no more, none that the deck
// lacks.
TEST(Record, NamesExactlyTheCardsDrawnForTheDeal) {
  const auto draw = [](const std::string& cards) {
    std::vector<Scenario> read;
    const TextError wrong =
        parse_scenarios("scenario \"x\"\nedition classic\nplayers 2\nbegin draw\nchance dealer " + cards +
                            "\nexpect running\n",
                        "", library(), read);
    return wrong ? english(wrong.fault) : play_problem(read[0], nullptr);
  };
  EXPECT_EQ(draw("r3 b7"), "");
  EXPECT_EQ(
      draw("r3 W r9 r2"),
      "line 6: expected `chance dealer` to name exactly the cards drawn, all of one deck, got r3 W r9 r2");
  EXPECT_EQ(draw("W r0 r9 r2"), "");
  for (const char* wrong : {"", "r3", "W r0", "W r0 r9", "r0 r0"}) EXPECT_NE(draw(wrong), "") << wrong;
}

TEST(Record, WithATraceHoldsAtEveryMove) {
  for (std::size_t t = 1; t < tables().size(); t += 23 * kTableStride)
    for (int game = 0; game < scaled(1); ++game) {
      if (!is_short(tables()[t])) continue;
      record_and_replay(t, 300 + game, true);
      if (HasFatalFailure()) return;
    }
}

// Every move that can be written is read back as it was.
TEST(MoveText, IsReadBackExactly) {
  for (const NamedText& edition : library().editions()) {
    const Table table = make_table(std::string(edition.name), 10, "", {rule_pool()[0]});
    if (!table.rules) continue;
    for (const Move& move : writable_moves(*table.rules, 9)) {
      const std::string text = seated_move_text(*table.rules, move);
      std::vector<Token> tokens;
      ASSERT_FALSE(tokenize(text, tokens)) << text;
      Cursor at(tokens);
      Move read;
      ASSERT_TRUE(parse_move(at, *table.rules, read)) << text << ": " << english(at.error().fault);
      ASSERT_EQ(read, move) << text;
    }
  }
}

}  // namespace
}  // namespace comodin::battery
