// Rooms as clients meet them: lobby, consent, play, clocks, reconnecting.
#include <gtest/gtest.h>

#include "fair/proof.hpp"
#include "notation/player.hpp"
#include "server/room.hpp"
#include "server/table.hpp"
#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

std::string quoted_field(const std::string& key, const std::string& value) {
  return "\"" + key + "\":\"" + value + "\"";
}

// Two people in a room, ready to start; the edition has no custom wilds unless it is given.
struct Pair {
  explicit Pair(const std::string& setting = R"("edition":"powers","seats":2)", Key seed = 1)
      : world(seed), ana(world, "10.0.0.1"), luis(world, "10.0.0.2") {
    ana.connect();
    luis.connect();
    const std::string code = ana.create(setting);
    ana.sit(code, "Ana");
    luis.sit(code, "Luis");
  }
  void start() {
    for (BenchClient* one : {&ana, &luis}) {
      const std::string digest = field(one->last("room"), "digest");
      if (!digest.empty()) one->ask("accept", quoted_field("digest", digest));
      one->ask("ready");
    }
    ana.ask("start");
    world.settle();
  }
  BenchClient& awaited() { return ana.moves().empty() || awaits() != 1 ? luis : ana; }
  int awaits() {
    const std::string& view = ana.last("events");
    return std::atoi(field(view.substr(view.rfind("\"awaits\":")), "seat").c_str());
  }
  std::string stage() { return field(ana.last("room"), "stage"); }
  // Makes a move for whoever is awaited: the last in the list, which is rarely a play.
  void play_on(int moves) {
    for (int i = 0; i < moves && stage() == "playing"; ++i) {
      BenchClient& who = awaited();
      ASSERT_EQ(type_of(who.move(who.moves().at(0))), "ack");
    }
  }
  BenchWorld world;
  BenchClient ana, luis;
};

TEST(Lobby, TheFirstToSitIsHostAndTheHostStarts) {
  Pair table;
  EXPECT_EQ(table.ana.seat, 1);
  EXPECT_EQ(table.luis.seat, 2);
  EXPECT_EQ(field(table.ana.last("room"), "host"), "1");
  EXPECT_EQ(field(table.luis.ask("start"), "why"), "not_host");
  EXPECT_EQ(field(table.ana.ask("start"), "why"), "not_ready");
  table.start();
  EXPECT_EQ(table.stage(), "playing");
  EXPECT_NE(table.ana.last("events"), "");
}

TEST(Lobby, EverybodyMustAcceptTheExactRules) {
  Pair table(R"("edition":"classic","seats":2)");
  BenchClient &ana = table.ana, &luis = table.luis;
  for (BenchClient* one : {&ana, &luis}) one->ask("ready");
  EXPECT_EQ(field(ana.ask("start"), "why"), "not_accepted");
  const std::string old = field(ana.last("room"), "digest");
  EXPECT_EQ(type_of(ana.ask("accept", quoted_field("digest", old))), "ack");
  EXPECT_EQ(type_of(luis.ask("accept", quoted_field("digest", old))), "ack");

  EXPECT_EQ(field(luis.ask("rule", R"("card":2,"text":"next draws two")"), "why"), "bad_rule");
  EXPECT_EQ(type_of(luis.ask("rule", R"("card":2,"text":"next draws 3")")), "ack");
  EXPECT_EQ(field(ana.ask("accept", quoted_field("digest", old)), "why"), "other_rules");
  for (BenchClient* one : {&ana, &luis}) one->ask("ready");
  EXPECT_EQ(field(ana.ask("start"), "why"), "not_accepted") << "an edit clears what was accepted";
  table.start();
  EXPECT_EQ(table.stage(), "playing");
}

TEST(Lobby, BotsFillSeatsAndTheHostRemoves) {
  Pair table(R"("edition":"streams","seats":4)");
  table.ana.ask("ready"), table.luis.ask("ready");
  EXPECT_EQ(field(table.ana.ask("start"), "why"), "empty_seat");
  EXPECT_EQ(field(table.ana.ask("bot", R"("seat":3,"level":"genius")"), "why"), "no_level");
  EXPECT_EQ(type_of(table.ana.ask("bot", R"("seat":3,"level":"casual")")), "ack");
  EXPECT_EQ(type_of(table.ana.ask("bot", R"("seat":4,"level":"novato")")), "ack");
  EXPECT_EQ(type_of(table.ana.ask("remove", R"("seat":4)")), "ack");
  EXPECT_EQ(type_of(table.ana.ask("set", R"("seats":3)")), "ack");
  EXPECT_EQ(field(table.ana.ask("set", R"("seats":11)"), "why"), "bad_setting");
  EXPECT_EQ(field(table.ana.ask("set", R"("edition":"/etc/passwd")"), "why"), "bad_setting");
  table.start();
  EXPECT_EQ(table.stage(), "playing");
}

TEST(Play, AWholeGameEndsInARecordThatChecksAndProves) {
  Pair table(R"("edition":"powers","seats":2,"options":"format=hand")");
  table.start();
  table.play_on(2000);
  ASSERT_EQ(table.stage(), "over");
  const std::string games = table.ana.ask("games");
  std::string record;
  ASSERT_TRUE(table.world.hub->record(field(games, "game"), record));
  std::vector<Scenario> scenarios;
  ASSERT_FALSE(parse_scenarios(record, "", battery::library(), scenarios));
  ScenarioPlayer player(scenarios.at(0));
  player.run();
  EXPECT_TRUE(player.failures().empty());
  const Proof proof = prove(record, battery::library());
  EXPECT_TRUE(proof.holds) << proof.why;

  EXPECT_EQ(type_of(table.luis.ask("rematch")), "refused");
  EXPECT_EQ(type_of(table.ana.ask("rematch")), "ack");
  EXPECT_EQ(table.stage(), "lobby");
  table.start();
  EXPECT_EQ(table.stage(), "playing");
}

TEST(Play, ContributionsEnterTheDealAndAWithheldOneIsNoted) {
  Pair table(R"("edition":"powers","seats":2,"options":"format=hand")");
  const Bytes32 number = sha256("a number of Ana's");
  table.ana.ask("ready", quoted_field("commit", hex(sha256(number))));
  table.luis.ask("ready", quoted_field("commit", hex(sha256("nobody knows"))));
  table.ana.ask("start");
  EXPECT_EQ(table.stage(), "dealing");
  EXPECT_EQ(field(table.luis.ask("reveal", quoted_field("nonce", hex(number))), "why"), "other_number");
  EXPECT_EQ(type_of(table.ana.ask("reveal", quoted_field("nonce", hex(number)))), "ack");
  table.world.pass(kRevealMs);
  EXPECT_EQ(table.stage(), "playing");
  table.play_on(2000);
  std::string record;
  ASSERT_TRUE(table.world.hub->record(field(table.ana.ask("games"), "game"), record));
  EXPECT_NE(record.find("withheld"), std::string::npos);
  EXPECT_TRUE(prove(record, battery::library()).holds);
}

TEST(Play, TheClockMovesAndThenABotSitsInUntilThePlayerReturns) {
  Pair table(R"("edition":"powers","seats":2,"clock":20)");
  table.start();
  BenchClient& slow = table.awaited();
  table.world.pass(10000);
  EXPECT_EQ(field(slow.last("clock"), "left"), "10000");
  table.world.pass(10000);
  EXPECT_EQ(field(slow.last("events"), "by"), "clock");
  table.world.pass(200000);
  EXPECT_NE(table.ana.last("room").find("\"away\":true"), std::string::npos);
  EXPECT_EQ(field(table.luis.last("events"), "by"), "bot");
  EXPECT_EQ(type_of(table.ana.ask("back")), "ack");
  EXPECT_EQ(type_of(table.luis.ask("back")), "ack");
  EXPECT_EQ(table.ana.last("room").find("\"away\":true"), std::string::npos);
}

TEST(Play, AnAnswerToAnOldQuestionIsRefused) {
  Pair table(R"("edition":"powers","seats":2,"clock":20)");
  table.start();
  BenchClient& slow = table.awaited();
  const long seen = slow.n();
  table.world.pass(21000);
  const std::string answer = slow.ask("move", R"("move":"draw","at":)" + std::to_string(seen));
  EXPECT_EQ(type_of(answer), "refused");
}

TEST(Play, AHostWhoLeavesKeepsTheHandAtItsSeat) {
  Pair table(R"("edition":"powers","seats":2)");
  table.start();
  table.ana.ask("stand");
  EXPECT_EQ(field(table.luis.last("room"), "host"), "2");
  table.world.pass(60000);
  EXPECT_EQ(table.luis.last("room").find("\"stage\":\"lobby\""), std::string::npos);
  EXPECT_EQ(type_of(table.ana.resume()), "ack");
  EXPECT_EQ(table.ana.last("room").find("\"away\":true"), std::string::npos);
}

TEST(Reconnect, MissedEventsComeAgainAndTheSecondTabTakesOver) {
  Pair table;
  table.start();
  const std::string before = table.ana.last("view") + table.ana.last("events");
  const Conn old = table.ana.conn;
  const long seen = table.ana.n();
  table.world.hang_up(table.luis.conn);
  table.luis.resume();
  table.play_on(3);
  BenchClient second = table.ana;
  second.connect();
  const std::string ack =
      second.ask("resume", quoted_field("room", table.ana.room) + "," +
                               quoted_field("token", table.ana.token) + ",\"seen\":" + std::to_string(seen));
  EXPECT_EQ(type_of(ack), "ack");
  EXPECT_FALSE(table.world.open(old));
  EXPECT_EQ(field(table.world.last(old, "bye"), "why"), "taken_over");
  EXPECT_NE(second.last("events"), "");
  EXPECT_NE(second.last("view"), "");
}

TEST(Reconnect, ATokenDiesWhenTheNextOneIsKept) {
  Pair table;
  const std::string first = table.ana.token;
  table.ana.resume();
  EXPECT_NE(table.ana.token, first);
  BenchClient thief = table.ana;
  table.ana.token = first;
  EXPECT_EQ(type_of(table.ana.resume()), "ack") << "the new one may have been lost on its way";
  table.ana.ask("kept");
  thief.token = first;
  EXPECT_EQ(field(thief.resume(), "why"), "bad_token");
}

TEST(Reconnect, ATokenDiesWhenTheNextOneIsUsed) {
  Pair table;
  BenchClient thief = table.ana;
  table.ana.resume();
  table.ana.resume();
  EXPECT_EQ(field(thief.resume(), "why"), "bad_token");
  EXPECT_EQ(type_of(table.ana.resume()), "ack");
}

TEST(Reconnect, AResendIsAnsweredAsBeforeAndHappensOnce) {
  Pair table;
  table.start();
  BenchClient& who = table.awaited();
  const std::string move = R"("move":")" + who.moves().at(0) + R"(","at":)" + std::to_string(who.n());
  const std::string first = who.ask("move", move, "same");
  ASSERT_EQ(type_of(first), "ack");
  EXPECT_EQ(who.ask("move", move, "same"), first);
  table.world.restart();
  table.ana.resume(), table.luis.resume();
  EXPECT_EQ(who.ask("move", move, "same"), first);
  const std::string refused = who.ask("move", R"("move":"accept","at":1)", "wrong");
  ASSERT_EQ(type_of(refused), "refused");
  EXPECT_EQ(who.ask("move", R"("move":"draw","at":99)", "wrong"), refused);
}

TEST(Reconnect, ARestartKeepsSeatsHandsAndClocks) {
  Pair table(R"("edition":"creeper","seats":2,"clock":30)");
  table.start();
  table.play_on(4);
  table.world.pass(12000);
  table.ana.send("chat", R"("phrase":"hello")");
  const auto tail = [](const std::string& message) { return message.substr(message.find("\"view\":{")); };
  const std::string& events = table.ana.last("events");
  const std::string hand =
      events.substr(events.find("\"view\":{"), events.find("\"clock\"") - events.find("\"view\":{"));
  table.world.restart();
  table.ana.resume(), table.luis.resume();
  const std::string now = tail(table.ana.last("view"));
  EXPECT_EQ(now.substr(0, hand.size()), hand);
  EXPECT_EQ(field(now, "left"), "30000") << "the time between the last entry and the crash is given back";
}

TEST(Reconnect, ALongLogIsReadAgain) {
  Pair table(R"("edition":"powers","seats":2,"options":"target=1000")");
  table.start();
  for (int hand = 0; hand < 4; ++hand) {
    table.play_on(400);
    table.ana.ask("ready"), table.luis.ask("ready");
  }
  const long n = table.ana.n();
  ASSERT_GT(n, 150);
  table.world.restart();
  EXPECT_EQ(type_of(table.ana.resume()), "ack");
  EXPECT_GT(table.ana.n(), n);
}

TEST(Reconnect, OneBadLogKeepsOnlyItsOwnRoomClosed) {
  Pair table;
  table.start();
  table.world.store.write({LogWrite{"BADLOG", 1, "{}"}}, [] {});
  table.world.settle();
  table.world.hub =
      std::make_unique<Hub>(table.world.limits, table.world, table.world.store, battery::library());
  std::string why;
  EXPECT_FALSE(table.world.hub->load(why));
  EXPECT_NE(why.find("BADLOG: "), std::string::npos) << why;
  EXPECT_EQ(type_of(table.ana.resume()), "ack");
}

TEST(Watch, SpectatorsSeeNoHand) {
  Pair table;
  BenchClient eva(table.world, "10.0.0.3");
  eva.connect();
  EXPECT_EQ(type_of(eva.ask("join", quoted_field("room", table.ana.room))), "ack");
  table.start();
  EXPECT_EQ(field(eva.last("events"), "viewer"), "spectator");
  EXPECT_EQ(eva.last("events").find("\"cards\":["), std::string::npos);
  EXPECT_EQ(field(eva.ask("move", R"("move":"draw","at":0)"), "why"), "not_seated");
}

TEST(Rooms, EmptyOnesExpire) {
  Pair table;
  table.world.hang_up(table.ana.conn);
  table.world.hang_up(table.luis.conn);
  EXPECT_EQ(table.world.hub->stats().rooms, 1u);
  table.world.pass(table.world.limits.lobby_minutes * 60000LL);
  EXPECT_EQ(table.world.hub->stats().rooms, 0u);
  EXPECT_TRUE(table.world.store.open_rooms().empty());
}

}  // namespace
}  // namespace comodin::server
