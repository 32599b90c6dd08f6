// What crosses the pipe to a bot: everything reads back, nothing is lost, and nothing hidden is told.
#include <gtest/gtest.h>

#include "bots/ladder.hpp"
#include "engine/imagine.hpp"
#include "notation/moves.hpp"
#include "table/croupier.hpp"
#include "tests/battery/pipes.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/worlds.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

// ---- text and back ---------------------------------------------------------------------------------

std::string event_problem(const Step& step, const Event& event) {
  const std::string text = print_event(step.rules, event);
  Event again;
  if (const TextError wrong = parse_event(text, step.rules, again))
    return english(wrong.fault) + " in: " + text;
  return again == event ? "" : "read back as another event: " + text;
}

TEST(Protocol, EventsAreReadBackExactly) {
  holds_at_all_tables({.games = 1, .steps = 150}, [](const Step& step) -> std::string {
    if (kSanitized && !step.every(5)) return {};
    for (const Event& event : step.events)
      for (Seat viewer : viewers(step.rules)) {
        const Event seen = mask(event, viewer);
        if (std::string wrong = event_problem(step, seen); !wrong.empty()) return wrong;
        if (!(mask(seen, kSpectator) == mask(event, kSpectator)))
          return "a seat cannot tell what a spectator sees of: " + print_event(step.rules, seen);
      }
    return {};
  });
}

TEST(Protocol, ViewsAreReadBackExactly) {
  holds_at_all_tables({.games = 1, .steps = 200}, [](const Step& step) -> std::string {
    if (!step.every(kSanitized ? 20 : 3)) return {};
    for (Seat viewer : viewers(step.rules)) {
      const View seen = view(step.after, step.knows, viewer);
      const std::string text = print_view(step.rules, seen);
      View again;
      if (const TextError wrong = parse_view(text, step.rules, again))
        return std::to_string(wrong.line) + ": " + english(wrong.fault) + " in:\n" + text;
      if (!(again == seen) || print_view(step.rules, again) != text)
        return "another view is read from:\n" + text;
    }
    return {};
  });
}

// A view in which one line contradicts another: what it says where seat 1 is asked this question, what it is
// made to say instead, and what the reader expects.
struct WrongView {
  Awaits asked;
  const char *old, *now, *why;
};
constexpr WrongView kWrongViews[] = {
    {Awaits::Drawn, "\ndrawn ", "\nasks \"\" # ", "`drawn`"},
    {Awaits::Turn, "\ndealer", "\ndrawn r7\ndealer", "`drawn`"},
    {Awaits::Turn, "\ndealer", " may-keep\ndealer", "`may-keep`"},
    {Awaits::Turn, " turn\n", " choice\n", "`step`"},
    {Awaits::Turn, " turn\n", " challenge\n", "`step`"},
    {Awaits::Turn, "course turn 1", "course turn 2", "`turn`"},
    {Awaits::Turn, "phase running", "phase won 1", "awaited"},
    {Awaits::Turn, "\nhand 2 ?", "\nhand 2 ? ?", "as many cards as the deck"},
    {Awaits::Turn, "\nhand 1", "\npower red 1\nhand 1", "powers"},
    {Awaits::Drawn, "\nhand 1", "\nowes 1\nhand 1", "call"},
    {Awaits::Drawn, "\nhand 1", "\nsum 2\nsum 4\nhand 1", "`hand`"},
    {Awaits::Challenge, " accused ", " picked ", "`accused`"},
    {Awaits::Challenge, " target ", " picked ", "`target`"},
};

TEST(Protocol, AViewThatContradictsItselfIsRefused) {
  const Table table = make_table("classic", 3, "drawn_forced may; custom_wilds 0; cards 2", {});
  const RuleSet& rules = *table.rules;
  std::vector<int> met(std::size(kWrongViews));
  for (Key key = 1; key < 100; ++key) {
    Players players(key);
    State s = new_game(rules, key);
    Knowledge knows(rules);
    Chance chance;
    ASSERT_EQ(deal(rules, s, knows, chance), Refusal::None);
    while (s.phase == Phase::Running) {
      const std::string text = print_view(rules, view(s, knows, 0));
      for (std::size_t i = 0; i < std::size(kWrongViews); ++i) {
        const auto& [asked, old, now, why] = kWrongViews[i];
        const std::size_t at = text.find(old);
        if (s.await != Await{asked, 0} || at == text.npos) continue;
        View out;
        const std::string wrong = std::string(text).replace(at, std::string_view(old).size(), now);
        const TextError error = parse_view(wrong, rules, out);
        ASSERT_NE(english(error.fault).find(why), std::string::npos)
            << why << ": " << english(error.fault) << "\n"
            << wrong;
        ++met[i];
      }
      ASSERT_EQ(apply(rules, s, players.next(rules, s), knows, chance), Refusal::None);
    }
  }
  for (std::size_t i = 0; i < met.size(); ++i)
    EXPECT_GT(met[i], 0) << kWrongViews[i].why << " was never tried";
}

TEST(Protocol, ChoicesFollowFromTheView) {
  holds_at_all_tables({.games = 2, .steps = 250}, [](const Step& step) -> std::string {
    for (Seat k = 0; k < step.rules.seats; ++k)
      if (step.after.phase == Phase::Running &&
          !(choices(step.rules, view(step.after, step.knows, k)) == choices(step.rules, step.after, k)))
        return "seat " + std::to_string(k + 1) + " takes other moves from its view than it has";
    return {};
  });
}

TEST(Protocol, GamesAreReadBackExactly) {
  for (const Table& table : tables()) {
    const RuleSet& rules = *table.rules;
    const Seat seat = static_cast<Seat>(rules.seats - 1);
    const std::string text = print_seating(rules, seat, ~Key{0});
    Seating again;
    const TextError wrong = parse_seating(text, again);
    ASSERT_FALSE(wrong) << wrong.line << ": " << english(wrong.fault) << "\n" << text;
    EXPECT_EQ(again.seat, seat);
    EXPECT_EQ(again.seed, ~Key{0});
    ASSERT_EQ(print_seating(again.rules, seat, again.seed), text);
    ASSERT_TRUE(again.rules.edition == rules.edition && again.rules.options == rules.options) << text;
    ASSERT_TRUE(again.rules.steps == rules.steps && again.rules.texts == rules.texts) << text;
    ASSERT_TRUE(again.rules.marks == rules.marks && again.rules.names == rules.names) << text;
    ASSERT_TRUE(again.rules.seats == rules.seats && again.rules.marks_until_uno == rules.marks_until_uno);
  }
}

TEST(Protocol, MovesAreReadBackExactly) {
  holds_at_all_tables({.games = 1, .steps = 120}, [](const Step& step) -> std::string {
    MoveList moves, again;
    const Seat seat = step.after.await.seat;
    if (step.after.phase != Phase::Running) return {};
    legal(step.rules, step.after, seat, moves);
    std::string text = print_moves(step.rules, moves);
    for (std::size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
      if (const TextError wrong = parse_listed(text.substr(0, end), step.rules, seat, again))
        return english(wrong.fault) + " in: " + text.substr(0, end);
    return std::equal(moves.begin(), moves.end(), again.begin(), again.end()) ? ""
                                                                              : "other moves are read back";
  });
}

TEST(Protocol, RepliesAndQuestionsAreReadBackExactly) {
  const BotReply replies[] = {
      {.kind = BotReplyKind::Choose, .id = 17, .number = 3},
      {.kind = BotReplyKind::Choose, .id = 1, .number = 1088, .after_ms = 0},
      {.kind = BotReplyKind::Pass, .id = kQuestionsMax},
      {.kind = BotReplyKind::Pace, .id = 2, .after_ms = kAfterMax},
      {.kind = BotReplyKind::Name, .text = "La \"Contadora\""},
      {.kind = BotReplyKind::Wants, .text = "pace"},
      {.kind = BotReplyKind::Ready},
      {.kind = BotReplyKind::Info, .text = "depth 3 # \"not closed"},
  };
  for (const BotReply& reply : replies) {
    BotReply again;
    EXPECT_FALSE(parse_reply(print_reply(reply), again)) << print_reply(reply);
    EXPECT_EQ(again, reply) << print_reply(reply);
  }
  for (BotQuestionKind kind : {BotQuestionKind::Go, BotQuestionKind::React, BotQuestionKind::Pace}) {
    BotQuestion again;
    EXPECT_FALSE(parse_question(print_question({kind, 5, 1000}), again));
    EXPECT_EQ(again, (BotQuestion{kind, 5, 1000}));
  }
}

TEST(Protocol, WrongRepliesAreExplained) {
  const char* const wrong[][2] = {
      {"", "expected choose, pass, pace, name, wants, ready or info"},
      {"choose", "expected the number of the question from 1"},
      {"choose 3", "expected the number of a move from 1"},
      {"choose 3 0", "expected the number of a move from 1"},
      {"choose 3 1 2 3", "expected the end of the line, got `3`"},
      {"choose 3 -1", "expected the number of a move from 1"},
      {"choose 99999999999999 1", "expected the number of the question from 1"},
      {"choose 3 r7", "expected the number of a move from 1"},
      {"pace 3", "expected milliseconds from 0 to 60000"},
      {"play r7", "got `play`"},
      {"ready now", "expected the end of the line"},
      {"name", "expected a word, or a text in quotes"},
      {"choose 3 1\nchoose 4 1", "expected one line"},
      {"\x01\xff", "expected "},
  };
  for (const auto& [line, why] : wrong) {
    BotReply reply;
    const TextError error = parse_reply(line, reply);
    EXPECT_TRUE(error) << line;
    EXPECT_NE(english(error.fault).find(why), std::string::npos) << line << ": " << english(error.fault);
  }
}

// ---- nothing is lost -------------------------------------------------------------------------------

constexpr const char* kOptionSets[] = {
    "",
    "stacking any; jump_in on; seven_zero on; drawn_forced may; drawn_voluntary may",
    "draw until_playable; w4_bluff forbidden; cards 2; format low; target 60",
    "cards 3; teams pairs; stacking same; jump_in on",
};

std::vector<std::unique_ptr<Bot>> seat_bots(const RuleSet& rules, Loop::Make make, bool piped) {
  std::vector<std::unique_ptr<Bot>> out;
  for (int k = 0; k < rules.seats; ++k)
    if (piped) out.push_back(std::make_unique<ExecBot>(std::make_unique<Loop>(make), ExecSettings{}));
    else out.push_back(make());
  return out;
}

// What was compared: moves, and of these the reactions.
struct ComparedGames {
  int moves = 0, reactions = 0;
};

// Two tables with the same keys, one of them with all its bots behind pipes, play the same move by move.
void same_game(const Table& table, Loop::Make make, Key key, ComparedGames& compared) {
  const RuleSet& rules = *table.rules;
  const auto here = seat_bots(rules, make, false), there = seat_bots(rules, make, true);
  const auto seats_here = pointers(here), seats_there = pointers(there);
  Croupier one(rules, seats_here), two(rules, seats_there);
  one.begin(key, split(key, 1));
  two.begin(key, split(key, 1));
  for (int hand = 0, moves = 0; hand < 3 && moves < 300 && one.deal() == Refusal::None; ++hand) {
    ASSERT_EQ(two.deal(), Refusal::None);
    for (Reaction a, b; moves < 300 && one.next(a); ++moves) {
      ASSERT_TRUE(two.next(b));
      ASSERT_EQ(a.move, b.move) << seated_move_text(rules, a.move) << " became "
                                << seated_move_text(rules, b.move) << " at move " << moves << " at "
                                << describe(table);
      ASSERT_EQ(a.after_ms, b.after_ms) << describe(table);
      ++compared.moves;
      compared.reactions += a.move.verb >= Verb::Uno;
      ASSERT_EQ(one.make(a.move), Refusal::None);
      ASSERT_EQ(two.make(b.move), Refusal::None);
    }
  }
  for (const auto& bot : there) EXPECT_FALSE(lapses_of(*bot)->any()) << lapses_of(*bot)->last;
}

std::unique_ptr<Bot> make_aprendiz_bot() {
  Fault why;
  return make_bot("aprendiz", why);
}

// Every edition with two to five seats under a few option sets, and some of the battery's own tables.
void same_games(Loop::Make make) {
  ComparedGames compared;
  std::size_t next_rule = 0;
  for (const NamedText& edition : library().editions())
    for (int seats = 2; seats <= 5; ++seats)
      for (const char* options : kOptionSets) {
        std::vector<Rule> rules;
        for (int k = 0; k < 4; ++k) rules.push_back(rule_pool()[next_rule++ % rule_pool().size()]);
        const Table table = make_table(std::string(edition.name), seats, options, rules);
        if (!table.rules || (kSanitized && next_rule % 7)) continue;
        for (int game = 0; game < scaled(kSanitized ? 1 : 2); ++game)
          same_game(table, make, game_seed(next_rule, 600 + game), compared);
        if (testing::Test::HasFailure()) return;
      }
  for (std::size_t t = 0; t < tables().size(); t += 5 * kTableStride) {
    same_game(tables()[t], make, game_seed(t, 650), compared);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(compared.moves, kSanitized ? 1000 : 20000);
  EXPECT_GT(compared.reactions, kSanitized ? 10 : 400);
}

TEST(Pipe, TheApprenticePlaysTheSameGameBehindIt) { same_games(make_aprendiz_bot); }
TEST(Pipe, NothingThatABotCouldNoticeIsLostInIt) { same_games(make_nosy); }

TEST(Pipe, ABotBehindItPlaysManyGames) {
  const Table table = make_table("classic", 3, "format hand; cards 3", {rule_pool()[0]});
  const auto bots = seat_bots(*table.rules, make_nosy, true);
  const auto seats = pointers(bots);
  Croupier croupier(*table.rules, seats);
  for (Key game = 0; game < 5; ++game) {
    croupier.begin(game, game + 1);
    croupier.play_hand();
  }
  for (const auto& bot : bots) EXPECT_FALSE(lapses_of(*bot)->any()) << lapses_of(*bot)->last;
}

// ---- nothing hidden is told ------------------------------------------------------------------------

// Everything that is sent to the program in that seat: the position, a move, and the next question.
std::string sent_to(const Step& step, const State& world, Seat seat, const Move& move) {
  std::string sent;
  ExecBot bot(std::make_unique<Tape>(sent), {});
  std::vector<Bot*> seats(static_cast<std::size_t>(step.rules.seats));
  seats[seat] = &bot;
  Croupier croupier(step.rules, seats);
  const Memory memory(step.rules);
  croupier.resume(world, step.knows, memory, 5);
  const View seen = croupier.view_of(seat);
  const Choices may = choices(step.rules, world, seat);
  Reaction reaction;
  bot.react({step.rules, seen, memory, may}, reaction);
  if (croupier.make(move) != Refusal::None) return {};
  croupier.next(reaction);
  EXPECT_FALSE(bot.lapses().any()) << bot.lapses().last;
  return sent;
}

class Events : public Listener, public Chance {
 public:
  void on(const Event& event) override { all.push_back(event); }
  std::vector<Event> all;
};

std::string sees_a_difference(const Step& step, Exchange exchange, int& compared) {
  Random random = step.random();
  State one = step.after;
  settle(one);
  const Seat viewer = static_cast<Seat>(random.below(static_cast<std::uint32_t>(step.rules.seats)));
  const State two = other_world(step.rules, one, step.knows.of(viewer), viewer, exchange, random);
  for (Seat seat = 0; seat < step.rules.seats; ++seat) {
    MoveList moves;
    legal(step.rules, one, seat, moves);
    if (moves.empty()) continue;
    const Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    State after = one;
    Events events;
    if (check(step.rules, two, move) != Refusal::None) continue;
    apply(step.rules, after, move, events, events);
    if (may_tell(step.rules, one, move, events.all, viewer, exchange)) continue;
    ++compared;
    const std::string told = sent_to(step, one, viewer, move);
    if (told != sent_to(step, two, viewer, move))
      return "the program in seat " + std::to_string(viewer + 1) + " can tell two worlds apart after `" +
             seated_move_text(step.rules, move) + "`, from:\n" + told;
  }
  return {};
}

void wire_is_the_same(Exchange exchange) {
  int compared = 0;
  holds_at_all_tables({.games = 1, .steps = 200}, [&](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running || !step.every(9)) return {};
    return sees_a_difference(step, exchange, compared);
  });
  EXPECT_GT(compared, kSanitized ? 1000 : 10000);
}

TEST(Wire, TellsNoHiddenCard) { wire_is_the_same(Exchange::Harmless); }
TEST(Wire, TellsNoMoreThanColours) { wire_is_the_same(Exchange::SameColor); }

// The seed that a program is told does not lead back to the key of the deal: SipHash-2-4, as published.
TEST(Wire, TheSeedIsAOneWayKey) {
  EXPECT_EQ(one_way(0), 0x1E924B9D737700D7u);
  EXPECT_NE(one_way(1), one_way(2));
  std::string sent;
  ExecBot bot(std::make_unique<Tape>(sent), {});
  const Table table = make_table("classic", 2, "", {rule_pool()[0]});
  Bot* seats[] = {&bot, nullptr};
  Croupier croupier(*table.rules, seats);
  croupier.begin(77, 78);
  croupier.deal();
  EXPECT_NE(sent.find("\nseed " + std::to_string(one_way(split(78, 0))) + "\n"), std::string::npos) << sent;
}

}  // namespace
}  // namespace comodin::battery
