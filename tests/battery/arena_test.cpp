// Experiments: who sits where, what is counted, and that threads, shards and watching change nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "arena/merge.hpp"
#include "arena/report.hpp"
#include "bots/ladder.hpp"
#include "bots/random_bot.hpp"
#include "programs/exec_bot.hpp"
#include "table/croupier.hpp"
#include "tests/battery/effort.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

// Plays the same in the same situation; no key changes that.
class Steady : public Bot {
 public:
  void begin(const RuleSet&, Key) override {}
  Move answer(const Question& question) override {
    return RandomBot(7, 0).answer(question.rules, question.choices, question.seat());
  }
  bool react(const Question&, Reaction&) override { return false; }
};

// A program that cannot be started, and one that gives invalid answers.
class Broken : public Channel {
 public:
  explicit Broken(bool starts) : starts_(starts) {}
  bool start(std::string& why) override { return starts_ || (why = "no such luck", false); }
  void send(std::string_view lines) override { asked_ = lines.find("hello") == std::string_view::npos; }
  Got receive(std::string& line, int) override {
    line = asked_ && ++answers_ % 4 ? "what?" : "ready";
    if (asked_ && line == "ready") return Got::Nothing;
    return Got::Line;
  }
  void stop() override {}

 private:
  bool starts_, asked_ = false;
  int answers_ = 0;
};

// "steady" and "steady:2" are the same player, without chance; "aprendiz:2" plays like aprendiz. "dead" and
// "silly" are programs.
std::unique_ptr<Bot> make_named(std::string_view name, std::string& why) {
  const std::string_view kind = name.substr(0, name.find(':'));
  if (kind == "steady") return std::make_unique<Steady>();
  if (kind == "dead" || kind == "silly")
    return std::make_unique<ExecBot>(std::make_unique<Broken>(kind == "silly"), ExecSettings{});
  Fault unknown;
  auto bot = make_bot(kind, unknown);
  if (!bot) why = english(unknown);
  return bot;
}

struct Experiment {
  Plan plan;
  std::shared_ptr<const RuleSet> rules;
  Schedule schedule;
};

Experiment set_up(Plan plan, const std::string& options = "") {
  Experiment out;
  const Table table = make_table("classic", plan.players, options, rule_pool());
  plan.edition = "classic";
  plan.version = "test";
  out.plan = plan;
  out.rules = table.rules;
  std::string why;
  EXPECT_TRUE(table.rules);
  EXPECT_TRUE(make_schedule(plan, out.schedule, why)) << why;
  return out;
}

Played play_share(const Experiment& of, const Share& share, const Running& how) {
  Played out;
  std::string why;
  EXPECT_TRUE(play(of.plan, of.schedule, *of.rules, make_named, share, how, out, why)) << why;
  return out;
}

Results results(const Experiment& of, const Running& how = {.threads = 2}) {
  return results_of(of.plan, of.schedule, play_share(of, {.deals = of.schedule.deals}, how));
}

std::string all_reports(const Results& of) {
  return text_report(of) + json_report(of) + csv_report(of) + html_report(of);
}

// ---- who plays whom --------------------------------------------------------------------------------

std::vector<std::vector<int>> line_ups_of(const Plan& plan) {
  Schedule schedule;
  std::string why;
  EXPECT_TRUE(make_schedule(plan, schedule, why)) << why;
  std::vector<std::vector<int>> out;
  for (const LineUp& line_up : schedule.line_ups) out.push_back(line_up.entrant_at);
  return out;
}

TEST(Schedule, SeatsBotsAsNamed) {
  using LineUps = std::vector<std::vector<int>>;
  EXPECT_EQ(line_ups_of({.players = 2, .bots = {"a", "b"}}), (LineUps{{0, 1}}));
  EXPECT_EQ(line_ups_of({.players = 2, .bots = {"a"}}), (LineUps{{0, 0}}));
  EXPECT_EQ(line_ups_of({.players = 4, .bots = {"a", "b"}}), (LineUps{{0, 1, 1, 1}}));
  EXPECT_EQ(line_ups_of({.players = 4, .bots = {"a", "b"}, .arrangement = Arrangement::Split}),
            (LineUps{{0, 1, 0, 1}}));
  EXPECT_EQ(line_ups_of({.players = 4, .bots = {"a", "b", "c", "a"}}), (LineUps{{0, 1, 2, 0}}));
  EXPECT_EQ(line_ups_of({.players = 2, .bots = {"a", "b", "c"}}), (LineUps{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(line_ups_of({.players = 2, .bots = {"a", "b", "a"}}), (LineUps{{0, 1}}));
  EXPECT_EQ(line_ups_of({.players = 3, .bots = {"a", "b"}, .round_robin = true}),
            (LineUps{{0, 1, 1}, {1, 0, 0}}));
  EXPECT_EQ(
      line_ups_of({.players = 4, .bots = {"a", "b"}, .arrangement = Arrangement::Split, .round_robin = true}),
      (LineUps{{0, 1, 0, 1}}));
}

TEST(Schedule, RotatesUntilSeatsRepeat) {
  const auto rotations = [](const Plan& plan, std::uint64_t deals) {
    Schedule schedule;
    std::string why;
    EXPECT_TRUE(make_schedule(plan, schedule, why)) << why;
    EXPECT_EQ(schedule.deals, deals);
    return schedule.rotations;
  };
  EXPECT_EQ(rotations({.players = 4, .bots = {"a", "b"}, .games = 401}, 101), 4);
  EXPECT_EQ(
      rotations({.players = 4, .bots = {"a", "b"}, .arrangement = Arrangement::Split, .games = 400}, 200), 2);
  EXPECT_EQ(rotations({.players = 4, .bots = {"a"}, .games = 400}, 400), 1);
  EXPECT_EQ(rotations({.players = 5, .bots = {"a", "b", "c", "d", "e"}, .games = 400}, 80), 5);
}

TEST(Schedule, RefusesWhatMakesNoSense) {
  const auto refuses = [](const Plan& plan) {
    Schedule schedule;
    std::string why;
    return !make_schedule(plan, schedule, why) && !why.empty();
  };
  EXPECT_TRUE(refuses({.players = 4, .bots = {}}));
  EXPECT_TRUE(refuses({.players = 4, .bots = {"a", "b", "c"}}));
  EXPECT_TRUE(refuses({.players = 1, .bots = {"a"}}));
  EXPECT_TRUE(refuses({.players = 2, .bots = {"a", "b"}, .games = 0}));
  EXPECT_TRUE(refuses({.players = 2, .bots = {"a", "b", "c"}, .sprt_points = 1}));
  EXPECT_TRUE(refuses({.players = 2, .bots = {"a", "b"}, .unit = Unit::Matches, .sprt_points = 1}));
}

// ---- what is counted -------------------------------------------------------------------------------

// The same experiment in the plainest way: a loop, doubles, and the engine's own score.
TEST(Arena, CountsWhatAPlainLoopCounts) {
  const Experiment of = set_up({.players = 3, .bots = {"aprendiz", "novato"}, .games = 300, .seed = 5});
  std::map<std::string, double> points, net, wins, seats;
  for (std::uint64_t deal = 0; deal < 100; ++deal)
    for (std::uint64_t rotation = 0; rotation < 3; ++rotation) {
      Fault why;
      std::string name_at[3];
      std::unique_ptr<Bot> bots[3];
      std::vector<Bot*> sit(3);
      for (std::size_t position = 0; position < 3; ++position) {
        const std::size_t seat = (position + rotation) % 3;
        name_at[seat] = position == 0 ? "aprendiz" : "novato";
        bots[seat] = make_bot(name_at[seat], why);
        sit[seat] = bots[seat].get();
      }
      Croupier croupier(*of.rules, sit);
      croupier.begin(split(5, deal), split(split(5, deal), 1000, rotation));
      croupier.play_hand();
      const State& end = croupier.state();
      for (std::size_t k = 0; k < 3; ++k) {
        points[name_at[k]] += end.points[k];
        net[name_at[k]] += end.points[k] - (end.points[(k + 1) % 3] + end.points[(k + 2) % 3]) / 2.0;
        wins[name_at[k]] += end.winner == k;
        ++seats[name_at[k]];
      }
    }
  for (const BotResult& bot : results(of).bots) {
    EXPECT_EQ(static_cast<double>(bot.hands), seats[bot.name]);
    EXPECT_NEAR(bot.points.value, points[bot.name] / seats[bot.name], 1e-9) << bot.name;
    EXPECT_NEAR(bot.net.value, net[bot.name] / seats[bot.name], 1e-9) << bot.name;
    EXPECT_NEAR(bot.hand_wins.value, wins[bot.name] / seats[bot.name], 1e-9) << bot.name;
  }
}

// Neither player knows what the points are for, so a race and single hands play the same hands.
TEST(Arena, CountsPointsTheSameInEveryFormat) {
  const Plan plan{.players = 4, .bots = {"aprendiz", "novato"}, .games = 400};
  const Results race = results(set_up(plan)), hand = results(set_up(plan, "format hand")),
                low = results(set_up(plan, "format low"));
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(race.bots[k].points.value, hand.bots[k].points.value);
    EXPECT_EQ(race.bots[k].hand_wins.value, low.bots[k].hand_wins.value);
    EXPECT_LT(low.bots[k].points.value, 0);
  }
  EXPECT_GT(low.bots[0].net.value, 0);
}

TEST(Arena, PlaysMatchesToTheirEnd) {
  const Results race =
      results(set_up({.players = 4, .bots = {"aprendiz", "novato"}, .unit = Unit::Matches, .games = 120}));
  EXPECT_EQ(race.matches, 120u);
  EXPECT_EQ(race.unfinished, 0u);
  EXPECT_GT(race.hands, 3 * race.matches);
  EXPECT_NEAR(race.bots[0].match_wins.value + 3 * race.bots[1].match_wins.value, 1, 1e-12);
  EXPECT_GT(race.bots[0].match_wins.value, race.bots[0].hand_wins.value);
  const Results one = results(set_up(
      {.players = 4, .bots = {"aprendiz", "novato"}, .unit = Unit::Matches, .games = 120}, "format hand"));
  EXPECT_EQ(one.matches, one.hands - one.blocked);
  EXPECT_EQ(one.bots[0].match_wins.value, one.bots[0].hand_wins.value);
}

// A target that nobody reaches within the hands allowed.
TEST(Arena, CountsUnfinishedMatchesApart) {
  Plan plan{.players = 10, .bots = {"aprendiz"}, .unit = Unit::Matches, .games = 2};
  const Results results_long = results(set_up(plan, "target 100000"));
  EXPECT_EQ(results_long.unfinished, 2u);
  EXPECT_EQ(results_long.hands, 2u * kMatchHandsMax);
  EXPECT_EQ(results_long.bots[0].match_wins.value, 0);
}

TEST(Arena, SharesTheWinsOfTeams) {
  const Plan plan{
      .players = 4, .bots = {"aprendiz", "novato"}, .arrangement = Arrangement::Split, .games = 200};
  const Results of = results(set_up(plan, "teams pairs"));
  EXPECT_NEAR(of.bots[0].hand_wins.value + of.bots[1].hand_wins.value, 0.5, 1e-12);
  EXPECT_GT(of.bots[0].hand_wins.value, of.bots[1].hand_wins.value);
}

// ---- fairness --------------------------------------------------------------------------------------

TEST(Arena, IsExactlyEvenForEqualPlayersWithoutChance) {
  for (const int players : {2, 3, 4}) {
    const Results of = results(set_up({.players = players, .bots = {"steady", "steady:2"}, .games = 600}));
    for (const BotResult& bot : of.bots) {
      EXPECT_EQ(bot.net.value, 0) << players;
      EXPECT_EQ(bot.net.low, 0) << players;
      EXPECT_EQ(bot.net.high, 0) << players;
      EXPECT_DOUBLE_EQ(bot.hand_wins.value, 1.0 / players);
      EXPECT_NEAR(bot.rating.value, 0, 1e-6);
    }
  }
}

TEST(Arena, IsEvenForEqualPlayers) {
  const Results of = results(set_up(
      {.players = 2, .bots = {"aprendiz", "aprendiz:2"}, .games = static_cast<std::uint64_t>(scaled(6000))}));
  EXPECT_LT(of.bots[0].net.low, 0);
  EXPECT_GT(of.bots[0].net.high, 0);
  EXPECT_LT(of.bots[0].hand_wins.low, 0.5);
  EXPECT_GT(of.bots[0].hand_wins.high, 0.5);
}

TEST(Arena, FindsTheBetterPlayer) {
  const Results of = results(set_up({.players = 4, .bots = {"aprendiz", "novato"}, .games = 2000}));
  EXPECT_GT(of.bots[0].net.low, 10);
  EXPECT_GT(of.bots[0].rating.low, 30);
  EXPECT_NEAR(of.bots[0].net.value, -3 * of.bots[1].net.value, 1e-9);  // all seats together: 0
  EXPECT_NEAR(of.pair(0, 1).net.value, -of.pair(1, 0).net.value, 1e-9);
  EXPECT_NEAR(of.pair(0, 1).wins.value + of.pair(1, 0).wins.value, 1, 1e-9);
}

TEST(Arena, PairsPlayTheSameWhoeverElseIsThere) {
  const Plan two{.players = 2, .bots = {"aprendiz", "novato"}, .games = 500};
  Plan three = two;
  three.bots.push_back("steady");
  const Results a = results(set_up(two)), b = results(set_up(three));
  EXPECT_EQ(a.pair(0, 1).net.value, b.pair(0, 1).net.value);
  EXPECT_EQ(a.pair(0, 1).net.low, b.pair(0, 1).net.low);
  EXPECT_EQ(b.hands, 3 * a.hands);
}

// ---- threads, stops and clocks ---------------------------------------------------------------------

TEST(Arena, DoesNotDependOnThreads) {
  for (const Unit unit : {Unit::Hands, Unit::Matches}) {
    const Experiment of = set_up({.players = 3,
                                  .bots = {"aprendiz", "novato", "steady"},
                                  .round_robin = true,
                                  .unit = unit,
                                  .games = unit == Unit::Hands ? 900u : 90u});
    const std::string one = all_reports(results(of, {.threads = 1}));
    for (const int threads : {2, 3, 8})
      EXPECT_EQ(one, all_reports(results(of, {.threads = threads}))) << threads;
  }
}

TEST(Arena, StopsWithTheFirstDealsOnly) {
  const Experiment of = set_up({.players = 2, .bots = {"aprendiz", "novato"}, .games = 2000000});
  std::atomic<bool> stop = false;
  const Running how{
      .threads = 4, .stop = &stop, .watcher = [&](const Progress& now) { stop = now.deals > 0; }};
  const Played part = play_share(of, {.deals = of.schedule.deals}, how);
  const std::uint64_t deals = part.tally.deals();
  ASSERT_GT(deals, 0u);
  ASSERT_LT(deals, of.schedule.deals);
  EXPECT_FALSE(part.complete);
  const Played same = play_share(of, {.deals = deals}, {.threads = 1});
  EXPECT_EQ(part.tally.total(), same.tally.total());
  for (std::size_t k = 0; k < kBoxes; ++k) EXPECT_EQ(part.tally.boxes()[k].row, same.tally.boxes()[k].row);
}

TEST(Arena, TheSequentialTestStopsAtTheSameDeal) {
  const Experiment of =
      set_up({.players = 2, .bots = {"aprendiz", "novato"}, .games = 200000, .sprt_points = 2});
  const Results one = results(of, {.threads = 1}), many = results(of, {.threads = 5});
  EXPECT_EQ(all_reports(one), all_reports(many));
  ASSERT_TRUE(one.sprt);
  EXPECT_EQ(one.sprt->verdict(), SprtVerdict::Better);
  EXPECT_EQ(one.deals, one.sprt->deals());
  EXPECT_LT(one.deals, of.schedule.deals);
  EXPECT_TRUE(one.complete);
  const Results reversed =
      results(set_up({.players = 2, .bots = {"novato", "aprendiz"}, .games = 200000, .sprt_points = 2}));
  EXPECT_EQ(reversed.sprt->verdict(), SprtVerdict::NotBetter);
}

TEST(Arena, WatchingTheClockChangesNoGame) {
  const Experiment of = set_up({.players = 3, .bots = {"aprendiz", "novato"}, .games = 300});
  Results timed = results(of, {.threads = 2, .timing = true});
  ASSERT_TRUE(timed.bots[0].timing);
  EXPECT_GT(timed.bots[0].timing->count(), 300u);
  for (BotResult& bot : timed.bots) bot.timing.reset();
  EXPECT_EQ(all_reports(timed), all_reports(results(of)));
}

TEST(Arena, SaysWhichBotIsMissing) {
  const Experiment of = set_up({.players = 2, .bots = {"aprendiz", "nonsense"}, .games = 10});
  Played out;
  std::string why;
  EXPECT_FALSE(play(of.plan, of.schedule, *of.rules, make_named, {0, 5}, {.threads = 2}, out, why));
  EXPECT_NE(why.find("nonsense"), std::string::npos);
}

// ---- shards ----------------------------------------------------------------------------------------

using Names = std::vector<std::string>;

// The journal of a shard, block by block: its head first. Every text is read back to what it says.
std::vector<std::string> entries_of(const Experiment& of, std::uint64_t number, std::uint64_t count,
                                    int threads = 2) {
  const Shard shard{.plan = of.plan, .share = share_for(of.plan, of.schedule, number, count)};
  Shard back;
  std::string why;
  EXPECT_TRUE(read_shard(shard_text(shard), back, why)) << why;
  EXPECT_EQ(shard_text(shard), shard_text(back));
  Key chain = 0;
  std::vector<std::string> out{journal_entry(shard_text(shard), chain)};
  Block again;
  const auto keep = [&](const Block& block) {
    const std::string text = block_text(block);
    EXPECT_TRUE(read_block(text, shard, of.schedule, again));
    EXPECT_EQ(text, block_text(again));
    out.push_back(journal_entry(text, chain));
  };
  const Played none = play_share(of, shard.share, {.threads = threads, .keep = keep});
  EXPECT_TRUE(none.complete);
  EXPECT_EQ(none.tally.deals(), 0u);
  EXPECT_EQ(out.size(), shard.share.blocks() + 1);
  return out;
}

std::string joined(const std::vector<std::string>& entries) {
  std::string out;
  for (const std::string& entry : entries) out += entry;
  return out;
}

// They come in any order.
std::vector<std::string> shards_of(const Experiment& of, std::uint64_t count) {
  std::vector<std::string> out;
  for (std::uint64_t number = count; number >= 1; --number)
    out.push_back(joined(entries_of(of, number, count)));
  return out;
}

// Given out in pieces of a few bytes, as slow disks may do.
Source source_of(const std::string& text) {
  return [&text](std::uint64_t from, std::string& out) {
    if (from < text.size()) out += text.substr(from, 997);
    return true;
  };
}

// Opens and reads what there is. `why` is empty if nothing is wrong.
void merge(const std::vector<std::string>& texts, Merge& out, std::string& why) {
  std::vector<ShardText> all;
  for (const std::string& text : texts)
    all.push_back({"part-" + std::to_string(all.size()), source_of(text)});
  if (out.open(all, why)) out.read(why);
}

std::string merged_reports(const std::vector<std::string>& texts) {
  Merge all;
  std::string why;
  merge(texts, all, why);
  EXPECT_EQ(why, "");
  return all_reports(results_of(all.of().plan, all.schedule(), all.played()));
}

TEST(Shards, MergeToWhatOneMachinePlays) {
  const Experiment of = set_up({.players = 3,
                                .options = {"stacking=any"},
                                .bots = {"aprendiz", "novato", "steady"},
                                .round_robin = true,
                                .games = 3333,
                                .seed = 1234567890123456789u,
                                .goal = "to 500",
                                .fingerprints = {1, 2, ~std::uint64_t{0}}});
  const std::string whole = all_reports(results(of));
  for (const std::uint64_t count : {1u, 2u, 7u})
    EXPECT_EQ(whole, merged_reports(shards_of(of, count))) << count;
}

TEST(Shards, AreTheSameHoweverTheyArePlayed) {
  const Experiment of = set_up({.players = 2, .bots = {"aprendiz", "novato"}, .games = 1000});
  EXPECT_EQ(entries_of(of, 2, 3, 1), entries_of(of, 2, 3, 4));
}

TEST(Shards, CoverEveryDealOnce) {
  for (const std::uint64_t deals : {1u, 10u, 1000u, 100003u})
    for (const std::uint64_t count : {1u, 3u, 999u, 10000u})
      for (const std::uint64_t block : {1u, 7u, 256u})
        for (const bool in_turn : {false, true}) {
          std::vector<bool> played(deals);
          Share share{.deals = deals, .block = block, .of = count, .in_turn = in_turn};
          for (; share.number <= count; ++share.number) {
            EXPECT_LE(share.size(), (deals / count / block + 2) * block);
            for (std::uint64_t k = 0; k < share.size(); ++k) {
              const std::uint64_t deal = share.deal_at(k);
              ASSERT_LT(deal, deals);
              ASSERT_FALSE(played[deal]) << deal;
              ASSERT_EQ(share.owner(deal / block), share.number);
              played[deal] = true;
            }
          }
          EXPECT_EQ(std::count(played.begin(), played.end(), true), static_cast<std::ptrdiff_t>(deals));
        }
}

TEST(Shards, AreRefusedWhenTheyDoNotFit) {
  const Plan plan{.players = 2, .bots = {"aprendiz", "novato"}, .games = 60, .fingerprints = {1, 2}};
  const std::vector<std::string> good = shards_of(set_up(plan), 3);
  const auto refused = [](const std::vector<std::string>& shards, const char* because) {
    Merge merged;
    std::string why;
    merge(shards, merged, why);
    EXPECT_FALSE(merged.played().complete);
    EXPECT_NE((why + merged.missing()).find(because), std::string::npos) << why << merged.missing();
  };
  refused({good[0], good[1]}, "shard 1 of 3 is missing");
  refused({good[0], good[1], good[1]}, "again");
  refused({good[0], good[1], good[2] + "more"}, "damaged");
  Plan other = plan;
  other.seed = 2;
  refused({good[0], good[1], shards_of(set_up(other), 3)[2]}, "`seed 2`, not `seed 1`");
  refused({good[0], good[1], shards_of(set_up(plan), 4)[3]}, "one of 4");
  other = plan;
  other.fingerprints[1] = 3;
  refused({good[0], good[1], shards_of(set_up(other), 3)[2]}, "`fingerprint 3`, not `fingerprint 2`");
}

TEST(Shards, NoticeEveryDamage) {
  const std::string text = shards_of(set_up({.players = 2, .bots = {"aprendiz"}, .games = 12}), 1)[0];
  Random random(2);
  for (int k = 0; k < scaled(2000); ++k) {
    std::string broken = text;
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
    if (random.one_in(3)) broken.resize(at);
    else if (random.one_in(2)) broken.erase(at, 1 + random.below(9));
    else broken[at] = static_cast<char>(static_cast<unsigned char>(broken[at]) ^ (1 + random.below(127)));
    Merge merged;
    std::string why;
    merge({broken}, merged, why);
    EXPECT_TRUE(!why.empty() || !merged.played().complete) << "at " << at;
  }
}

// Cut off anywhere, what is left says what the first deals brought; and it can be read on when more has come.
TEST(Shards, TellAsMuchAsThereIs) {
  const Experiment of = set_up({.players = 2, .bots = {"aprendiz", "novato"}, .games = 400});
  std::vector<std::string> texts{joined(entries_of(of, 1, 2)), joined(entries_of(of, 2, 2))};
  const std::string rest = texts[1];
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    texts[1] = rest.substr(0, 600 + random.below(static_cast<std::uint32_t>(rest.size() - 600)));
    Merge so_far;
    std::string why;
    merge(texts, so_far, why);
    EXPECT_EQ(why, "");
    EXPECT_FALSE(so_far.played().complete);
    const std::uint64_t deals = so_far.played().tally.deals();
    EXPECT_GE(deals, 100u);
    Plan shorter = of.plan;
    shorter.games = 2 * deals;
    const Played first = play_share(set_up(shorter), {.deals = deals}, {.threads = 2});
    EXPECT_EQ(first.tally.total(), so_far.played().tally.total());
    texts[1] = rest;
    EXPECT_TRUE(so_far.read(why) && so_far.played().complete) << why;
  }
}

// Wherever the verdict falls, and whoever has not finished yet: the same as on one machine.
TEST(Shards, DecideATestLikeOneMachine) {
  for (const std::uint64_t seed : {1u, 2u, 3u})
    for (const double points : {0.5, 5.0}) {
      const Experiment of = set_up({.players = 2,
                                    .bots = {"aprendiz", "novato"},
                                    .games = 20000,
                                    .seed = seed,
                                    .sprt_points = points});
      const std::string whole = all_reports(results(of));
      const std::vector<std::string> texts = shards_of(of, 5);
      EXPECT_EQ(whole, merged_reports(texts));
      std::vector<std::string> begun;
      for (const std::string& text : texts) begun.push_back(text.substr(0, text.size() * 3 / 4));
      EXPECT_EQ(whole, merged_reports(begun)) << "a test that is decided needs no more";
    }
}

// ---- programs that fail ----------------------------------------------------------------------------

TEST(Lapses, AreCountedForEachProgram) {
  for (const bool timing : {false, true}) {
    const Experiment of = set_up({.players = 2, .bots = {"dead", "aprendiz", "silly"}, .games = 40});
    const Results found = results(of, {.threads = 3, .timing = timing});
    ASSERT_TRUE(found.bots[0].lapses && found.bots[2].lapses);
    EXPECT_FALSE(found.bots[1].lapses) << "it is no program";
    EXPECT_GT(found.bots[0].lapses->asked, 100);
    EXPECT_EQ(found.bots[0].lapses->dead, found.bots[0].lapses->asked);
    EXPECT_EQ(found.bots[0].lapses->last, "it cannot be started: no such luck");
    EXPECT_GT(found.bots[2].lapses->wrong, 0);
    EXPECT_GT(found.bots[2].lapses->late, 0);
    EXPECT_EQ(found.bots[2].lapses->lost(), found.bots[2].lapses->asked);
    EXPECT_TRUE(found.faulty() && found.absent());
  }
}

TEST(Lapses, LeaveTheFiguresOfThoseWhoPlayed) {
  const Results with = results(set_up({.players = 2, .bots = {"dead", "aprendiz", "novato"}, .games = 400}));
  const Results without = results(set_up({.players = 2, .bots = {"aprendiz", "novato"}, .games = 400}));
  EXPECT_FALSE(without.faulty() || without.absent());
  for (const auto figure : {&BotResult::points, &BotResult::net, &BotResult::hand_wins, &BotResult::rating}) {
    EXPECT_TRUE(std::isnan((with.bots[0].*figure).value)) << "it never played";
    for (const std::size_t k : {0u, 1u})
      EXPECT_EQ((with.bots[k + 1].*figure).value, (without.bots[k].*figure).value);
  }
  EXPECT_EQ(with.pair(1, 2).net.value, without.pair(0, 1).net.value);
  EXPECT_EQ(by_rating(with), (std::vector<std::size_t>{1, 2, 0}));
}

TEST(Lapses, AreToldInEveryReport) {
  const Results found = results(set_up({.players = 2, .bots = {"dead", "aprendiz"}, .games = 200}));
  const std::string lost = std::to_string(found.bots[0].lapses->asked);
  EXPECT_NE(text_report(found).find("dead: never played: 0 late, 0 wrong, " + lost + " dead"),
            std::string::npos);
  EXPECT_NE(html_report(found).find("dead: never played: 0 late, 0 wrong, " + lost + " dead"),
            std::string::npos);
  EXPECT_NE(json_report(found).find("\"dead\": " + lost + ", \"last\": \"it cannot be"), std::string::npos);
  EXPECT_NE(csv_report(found).find("," + lost + ",0,0," + lost + ",it cannot be started"), std::string::npos);
  EXPECT_EQ(all_reports(found).find("nan"), std::string::npos);
  const std::string fine = all_reports(results(set_up({.players = 2, .bots = {"aprendiz"}, .games = 20})));
  EXPECT_EQ(fine.find("never played"), std::string::npos);
}

TEST(Lapses, GoThroughShards) {
  const Experiment of = set_up({.players = 2, .bots = {"silly", "aprendiz", "dead"}, .games = 60});
  std::map<std::size_t, Lapses> sums;
  std::vector<std::string> parts;
  for (const std::uint64_t part : {3u, 1u, 2u}) {
    const Shard shard{.plan = of.plan, .share = share_for(of.plan, of.schedule, part, 3)};
    Key chain = 0;
    parts.push_back(journal_entry(shard_text(shard), chain));
    const auto keep = [&](const Block& block) {
      for (const auto& [entrant, lapses] : block.played.lapses) sums[entrant].add(lapses);
      parts.back() += journal_entry(block_text(block), chain);
    };
    play_share(of, shard.share, {.threads = 1, .keep = keep});
  }
  Merge all;
  std::string why;
  merge(parts, all, why);
  ASSERT_EQ(why, "");
  ASSERT_EQ(all.played().lapses.size(), 2u);
  for (const auto& [entrant, lapses] : all.played().lapses) {
    Lapses sum = sums[entrant];
    EXPECT_FALSE(lapses.last.empty());
    sum.last = lapses.last;  // that of the last deal, whatever the order
    EXPECT_EQ(describe(lapses), describe(sum)) << entrant;
  }
  EXPECT_TRUE(results_of(all.of().plan, of.schedule, all.played()).faulty());
  const std::string whole = all_reports(results(of, {.threads = 1}));
  EXPECT_EQ(whole, merged_reports({joined(entries_of(of, 1, 1, 1))}));
}

TEST(Lapses, MakeNoVerdict) {
  Experiment of = set_up({.players = 2, .bots = {"aprendiz", "dead"}, .games = 4000, .sprt_points = 1});
  const Results found = results(of);
  EXPECT_NE(sprt_line(found).find("no verdict, as dead never played"), std::string::npos);
  EXPECT_NE(json_report(found).find("\"verdict\": \"open\""), std::string::npos);
}

// A funnel narrows from its first point to its last: no part of it is cut off at the chart's edge.
TEST(Report, ShowsFunnelsWhole) {
  const std::string page =
      html_report(results(set_up({.players = 2, .bots = {"aprendiz", "novato"}, .games = 4000})));
  int funnels = 0;
  for (std::size_t at = page.find("<polygon"); at != std::string::npos; at = page.find("<polygon", at + 1)) {
    std::istringstream points(page.substr(page.find("points=\"", at) + 8));
    std::vector<double> y;
    double across = 0, down = 0;
    for (char comma = 0; points >> across >> comma >> down;) y.push_back(down);
    ASSERT_GT(y.size(), 4u);
    for (std::size_t k = 1; k < y.size() / 2; ++k) {
      EXPECT_GT(y[k], y[k - 1]) << "the upper edge";
      EXPECT_LT(y[y.size() - 1 - k], y[y.size() - k]) << "the lower edge";
    }
    ++funnels;
  }
  EXPECT_EQ(funnels, 2);
}

TEST(Report, ShowsNamesThatDiffer) {
  const std::string folder = "steady:a/very/long/folder/of/programs/";
  const Experiment of =
      set_up({.players = 2, .bots = {folder + "alpha.py", folder + "beta.py"}, .games = 200});
  const std::string page = html_report(results(of));
  EXPECT_NE(page.find(">…rams/alpha.py<"), std::string::npos);
  EXPECT_NE(page.find(">…grams/beta.py<"), std::string::npos);
  const Experiment alike =
      set_up({.players = 2, .bots = {"steady:1" + folder, "steady:2" + folder}, .games = 200});
  const std::string numbered = html_report(results(alike));
  EXPECT_NE(numbered.find(">1 …"), std::string::npos);
  EXPECT_NE(numbered.find(">2 …"), std::string::npos);
}

}  // namespace
}  // namespace comodin::battery
