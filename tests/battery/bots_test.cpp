// The players: they see nothing they may not, always answer, always finish, and play the same from one seed.
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "bots/ladder.hpp"
#include "bots/net_player.hpp"
#include "bots/worlds.hpp"
#include "editions/editions.hpp"
#include "engine/imagine.hpp"
#include "lab/duel.hpp"
#include "notation/moves.hpp"
#include "table/croupier.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/worlds.hpp"

namespace comodin::battery {
namespace {

// Every level; the searching one has little to search.
std::vector<std::string> all_bots() {
  std::vector<std::string> names;
  for (const Level& level : ladder())
    names.push_back(level.name == "contadora" ? "contadora:worlds=4,moves=800" : std::string(level.name));
  return names;
}

std::unique_ptr<Bot> bot_of(const std::string& name) {
  Fault why;
  auto bot = make_bot(name, why);
  EXPECT_TRUE(bot) << why.code.name();
  return bot;
}

std::vector<std::unique_ptr<Bot>> table_of(const std::string& name, int seats) {
  std::vector<std::unique_ptr<Bot>> out;
  for (int k = 0; k < seats; ++k) out.push_back(bot_of(name));
  return out;
}

// ---- secrecy ---------------------------------------------------------------------------------------

// What the bot says in this state, in words: its answer and its reaction.
std::string says(const Step& step, const State& state, const Memory& memory, Seat seat, Bot& bot) {
  const Choices may = choices(step.rules, state, seat);
  const View seen = view(state, step.knows, seat);
  const Question question{step.rules, seen, memory, may};
  bot.begin(step.rules, split(step.seed, static_cast<std::uint64_t>(step.number)));
  std::string out;
  if (state.await.seat == seat) out = seated_move_text(step.rules, bot.answer(question));
  Reaction reaction;
  if (may.reactions() && bot.react(question, reaction))
    out +=
        " | " + seated_move_text(step.rules, reaction.move) + " after " + std::to_string(reaction.after_ms);
  return out;
}

TEST(Bots, DecideTheSameInWorldsThatLookTheSame) {
  std::vector<std::unique_ptr<Bot>> bots;
  for (const std::string& name : all_bots()) bots.push_back(bot_of(name));
  std::optional<Memory> memory;
  holds_at_all_tables({.games = 1, .steps = 150}, [&](const Step& step) -> std::string {
    if (step.number == 1) memory.emplace(step.rules);
    for (const Event& event : step.events) memory->hear(mask(event, kSpectator));
    if (step.after.phase != Phase::Running || !step.every(3)) return {};
    Random random = step.random();
    State one = step.after;
    settle(one);
    const Seat seat = step.after.await.seat;
    const State two = other_world(step.rules, one, step.knows.of(seat), seat, Exchange::Anything, random);
    for (std::size_t b = 0; b < bots.size(); ++b) {
      const std::string here = says(step, one, *memory, seat, *bots[b]);
      const std::string there = says(step, two, *memory, seat, *bots[b]);
      if (here != there)
        return all_bots()[b] + " says `" + here + "` or `" + there + "` in worlds that look the same";
    }
    return {};
  });
}

// ---- they play to the end --------------------------------------------------------------------------

// Plays one hand with every bot at this table; the croupier aborts on a move that is refused.
void play_a_hand(const Table& table, const std::string& name, Key seed) {
  const auto bots = table_of(name, table.rules->seats);
  Croupier croupier(*table.rules, pointers(bots));
  croupier.begin(seed, split(seed, 1));
  ASSERT_EQ(croupier.deal(), Refusal::None);
  Reaction move;
  int moves = 0;
  while (croupier.next(move)) {
    ASSERT_LT(++moves, 200000) << name << " does not come to an end at " << describe(table);
    const Refusal refused = croupier.make(move.move);
    ASSERT_EQ(refused, Refusal::None) << name << " plays " << seated_move_text(*table.rules, move.move)
                                      << ": " << reason(refused).word() << "\n  at " << describe(table);
  }
  EXPECT_NE(croupier.state().phase, Phase::Running) << name << " stalls at " << describe(table);
}

TEST(Bots, FinishTheirHandsAtEveryTable) {
  const auto names = all_bots();
  for (std::size_t t = 0; t < tables().size(); t += kTableStride)
    for (std::size_t b = 0; b < names.size(); ++b) {
      if ((t + b) % 3 && !is_long()) continue;  // every level at every third table
      play_a_hand(tables()[t], names[b], game_seed(t, 50));
      if (HasFatalFailure()) return;
    }
}

// A hand that has been dealt, with fifty more cards for one seat.
State with_a_big_hand(const RuleSet& rules, Key seed, Seat seat) {
  State state = new_game(rules, seed);
  deal(rules, state);
  settle(state);
  for (int n = 0; n < 53 && state.pile > 5; ++n) {
    state.hands[seat].add(state.cards[--state.pile]);
    ++state.count[seat];
  }
  state.loose = std::min(state.loose, state.pile);
  return state;
}

TEST(Bots, CopeWithHandsOfSixtyCards) {
  for (const char* edition : {"classic", "powers", "streams", "creeper", "hyperdrive"}) {
    const Table table = make_table(edition, 3, "", {rule_pool()[0]});
    for (const std::string& name : all_bots()) {
      const State state = with_a_big_hand(*table.rules, 7, 1);
      ASSERT_GE(state.count[1], 55);
      const auto bots = table_of(name, 3);
      Croupier croupier(*table.rules, pointers(bots));
      Knowledge knowledge(*table.rules);
      knowledge.reset(state);
      croupier.resume(state, knowledge, Memory(*table.rules), 3);
      Reaction move;
      while (croupier.next(move)) ASSERT_EQ(croupier.make(move.move), Refusal::None) << name;
      EXPECT_NE(croupier.state().phase, Phase::Running) << name;
    }
  }
}

TEST(Bots, PlayTheSameFromTheSameSeed) {
  const Table table = make_table("powers", 4, "", {});
  for (const std::string& name : all_bots()) {
    std::uint64_t first = 0;
    for (int run = 0; run < 2; ++run) {
      const auto bots = table_of(name, 4);
      Croupier croupier(*table.rules, pointers(bots));
      croupier.begin(5, 6);
      croupier.play_hand();
      if (run == 0) first = hash(croupier.state());
      else EXPECT_EQ(hash(croupier.state()), first) << name;
    }
  }
}

TEST(Bots, WithUnknownNamesOrSettingsAreRefused) {
  for (const char* name :
       {"", "nobody", "veterana:worlds=3", "contadora:", "contadora:worlds", "contadora:worlds=0",
        "contadora:worlds=3,", "contadora:depth=2", "contadora:worlds=99999999999"}) {
    Fault why;
    const bool plain =
        std::string_view(name) == "contadora:" || std::string_view(name) == "contadora:worlds=3,";
    EXPECT_EQ(make_bot(name, why) != nullptr, plain) << name;
    EXPECT_EQ(!why, plain) << name;
  }
}

// ---- what they are made of -------------------------------------------------------------------------

TEST(Worlds, AgreeWithWhatTheSeatSees) {
  std::optional<Memory> memory;
  holds_at_all_tables({.games = 1, .steps = 120}, [&](const Step& step) -> std::string {
    if (step.number == 1) memory.emplace(step.rules);
    for (const Event& event : step.events) memory->hear(mask(event, kSpectator));
    if (step.after.phase != Phase::Running || !step.every(4)) return {};
    const Seat seat = step.after.await.seat;
    const Choices may = choices(step.rules, step.after, seat);
    const View seen = view(step.after, step.knows, seat);
    Effects effects;
    effects.read(step.rules);
    const Question question{step.rules, seen, *memory, may};
    Random random = step.random();
    const Worlds worlds(question, effects);
    for (int n = 0; n < 3; ++n) {
      const State world = worlds.sample(random);
      if (!(view(world, step.knows, seat) == seen)) return "an imagined world looks different";
      for (Seat k = 0; k < step.rules.seats; ++k)
        if (world.hands[k].size() != step.after.count[k]) return "an imagined hand has another size";
      if (world.pile != step.after.pile) return "an imagined pile has another size";
    }
    return {};
  });
}

// Aprendiz draws only when it has nothing to play: what Memory makes of it must be true of its hand.
TEST(Memory, ColoursPassedUpAreMissing) {
  const Table table = make_table("creeper", 3, "", {});
  const auto bots = table_of("aprendiz", 3);
  Croupier croupier(*table.rules, pointers(bots));
  int signs = 0, false_signs = 0;
  for (Key seed = 1; seed <= 200; ++seed) {
    croupier.begin(seed, seed);
    croupier.deal();
    Reaction move;
    while (croupier.next(move)) {
      croupier.make(move.move);
      for (Seat k = 0; k < 3; ++k)
        for (std::size_t c = 0; c < kColors; ++c) {
          if (croupier.memory().passed_up(k, c) != 0) continue;
          ++signs;
          false_signs += (croupier.state().hands[k].has & table.rules->of_color[c]) != 0;
        }
    }
  }
  EXPECT_GT(signs, 1000);
  EXPECT_LT(false_signs, signs / 50);
}

// ---- strength: only what cannot be chance ----------------------------------------------------------

double points_per_hand(const RuleSet& rules, const std::string& hero, const std::string& other, int deals) {
  const auto one = bot_of(hero);
  const auto field = table_of(other, rules.seats - 1);
  return duel(rules, *one, pointers(field), 99, deals).per_hand();
}

double points_per_hand(const std::string& hero, const std::string& other, int seats, int deals) {
  return points_per_hand(*make_table("classic", seats, "", {rule_pool()[0]}).rules, hero, other, deals);
}

TEST(Ladder, EveryLevelBeatsAnEarlierOne) {
  const int deals = kSanitized ? 60 : 600;  // a hand deviates by about 65 points: ± 4, with 1200 of them
  EXPECT_GT(points_per_hand("aprendiz", "novato", 2, deals), kSanitized ? 0 : 15);
  EXPECT_GT(points_per_hand("veterana", "aprendiz", 2, deals), kSanitized ? -10 : 6);
  EXPECT_GT(points_per_hand("aurora", "aprendiz", 2, deals), kSanitized ? -5 : 10);
  EXPECT_GT(points_per_hand("contadora:worlds=60", "aprendiz", 2, deals / 6), kSanitized ? -40 : 0);
}

// A deck of a sort that the network has never met. A hand deviates by about 800 points with two players, 1150
// with four.
TEST(Ladder, AuroraHoldsItsOwnWhereHandsGrow) {
  for (const int seats : {2, 4}) {
    const Table table = make_table(COMODIN_SOURCE "/tests/cli/storm.edition", seats, "", {});
    ASSERT_TRUE(table.rules);
    EXPECT_GT(points_per_hand(*table.rules, "aurora", "aprendiz", kSanitized ? 10 : 120),
              kSanitized ? -300 : 100)
        << seats << " players";
  }
}

// What Aurora plays in the shipped editions is what the network says, whatever is written on the custom
// wilds.
TEST(Ladder, AuroraIsAtHomeInEveryShippedEdition) {
  const Library shipped = standard_library();
  for (const NamedText& edition : shipped.editions())
    for (int seats = kSeatsMin; seats <= kSeatsMax; ++seats)
      for (std::size_t k = 0; k < shipped.ready_rules().size(); ++k) {
        const Table table = make_table(std::string(edition.name), seats, "", {rule_pool()[k]});
        Effects effects;
        effects.read(*table.rules);
        EXPECT_LE(effects.growth(), 0.9f * kGrowthMost)
            << edition.name << " " << seats << " " << rule_pool()[k].name;
      }
}

}  // namespace
}  // namespace comodin::battery
