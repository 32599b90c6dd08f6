// Rooms as clients meet them: lobby, consent, play, clocks, reconnecting.
#include <gtest/gtest.h>

#include "fair/proof.hpp"
#include "notation/player.hpp"
#include "server/room/room.hpp"
#include "server/room/room_table.hpp"
#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/stored_rooms.hpp"
#include "words/fault.hpp"

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

// What is stored is spelled out and states its version, so no later server can read it differently.
TEST(Lobby, OptionsAreKeptSpelledOut) {
  Pair table(R"("edition":"hyperdrive","seats":2,"options":"cards=5,literal")");
  EXPECT_EQ(field(table.ana.last("room"), "options"), "cards=5,uno_window=turn");
  table.ana.ask("set", R"("edition":"powers","options":"double_uno=end,literal,flip_effect=played")");
  const std::string options =
      "double_uno=end,uno_window=turn,double_uno=each,double_second=any,flip_effect=placed,shield_reverse="
      "blocked,"
      "flip_effect=played";
  EXPECT_EQ(field(table.ana.last("room"), "options"), options);
  const std::vector<std::string> log = stored_rooms(table.world.store).at(0).log;
  EXPECT_EQ(field(log.front(), "options"), "cards=5,uno_window=turn");
  EXPECT_EQ(field(log.back(), "options"), options);
  EXPECT_EQ(field(log.front(), "version"), std::to_string(kOptionsVersion));
  EXPECT_EQ(field(log.back(), "version"), std::to_string(kOptionsVersion));
  table.world.restart();
  table.ana.resume();
  EXPECT_EQ(field(table.ana.last("room"), "options"), options);
  EXPECT_EQ(field(table.ana.ask("set", R"("version":1)"), "why"), "bad_command")
      << "that is not the clients' to say";
  EXPECT_EQ(field(table.ana.ask("set", R"("options":"literally")"), "why"), "bad_setting");
}

TEST(Lobby, OptionsHaveRoomForEveryNameAndNoMore) {
  Pair table;
  std::string all;
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    std::string longest = std::to_string(info(option).max);
    for (const std::string_view value : info(option).values)
      if (value.size() > longest.size() || longest == "0") longest = value;
    (all += i ? "," : "") += std::string(info(option).name) + "=" + longest;
    if (info(option).reading())
      (all += ",") += std::string(info(option).name) + "=" + longest;  // as with `literal`
  }
  EXPECT_LE(all.size(), kOptionsTextMax);
  std::string many = "literal";
  while (many.size() + 8 < kOptionsTextMax) many += ",literal";
  const std::string answer = table.ana.ask("set", quoted_field("options", many));
  EXPECT_EQ(field(answer, "why"), "bad_setting") << "what is kept is bounded, not only what is sent";
  EXPECT_NE(answer.find("600 bytes"), std::string::npos) << answer;
}

// A room whose entries state no version, as before its server was upgraded.
TEST(Lobby, ARoomOfTheFirstOptionsKeepsThemUntilTheyAreSet) {
  Pair table(R"("edition":"powers","seats":2,"options":"cards=2")");
  std::vector<std::string> log = stored_rooms(table.world.store).at(0).log;
  const std::string version = ",\"version\":" + std::to_string(kOptionsVersion);
  ASSERT_NE(log.front().find(version), std::string::npos) << log.front();
  log.front().erase(log.front().find(version), version.size());
  table.world.store.write({RoomClose{table.ana.room}}, [](Outcome) {});
  for (std::size_t k = 0; k < log.size(); ++k)
    table.world.store.write({LogWrite{table.ana.room, static_cast<std::uint32_t>(k + 1), log[k]}},
                            [](Outcome) {});
  while (table.world.store.pending()) table.world.store.commit_next();
  table.world.restart();
  table.ana.resume();
  table.luis.resume();
  EXPECT_EQ(field(table.luis.last("room"), "options"), "uno_window=answer,double_uno=end,cards=2");
  table.ana.ask("set", R"("clock":30)");
  EXPECT_EQ(field(table.luis.last("room"), "options"), "uno_window=answer,double_uno=end,cards=2");
  EXPECT_EQ(field(stored_rooms(table.world.store).at(0).log.back(), "options"),
            "uno_window=answer,double_uno=end,cards=2");
  EXPECT_EQ(field(stored_rooms(table.world.store).at(0).log.back(), "version"),
            std::to_string(kOptionsVersion));
  table.ana.ask("set", R"("options":"cards=2")");
  EXPECT_EQ(field(table.luis.last("room"), "options"), "cards=2") << "the options of today";
}

TEST(Lobby, BotsFillSeatsAndTheHostRemoves) {
  Pair table(R"("edition":"streams","seats":4)");
  table.ana.ask("ready");
  table.luis.ask("ready");
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
  const std::string record = table.world.record(field(games, "game"));
  std::vector<Scenario> scenarios;
  ASSERT_FALSE(parse_scenarios(record, "", battery::library(), scenarios));
  ScenarioPlayer player(scenarios.at(0));
  player.run();
  EXPECT_TRUE(player.failures().empty());
  const Proof proof = prove(record, battery::library());
  EXPECT_TRUE(proof.holds) << english(proof.why);

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
  const std::string record = table.world.record(field(table.ana.ask("games"), "game"));
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

// `why` says how the table would answer the move, and nothing happens: there is no entry, and no answer is
// kept.
TEST(Play, WhyNotIsAsked) {
  Pair table;
  const auto why = [](BenchClient& who, const std::string& move, const std::string& id = "") {
    return who.ask("why", quoted_field("move", move), id);
  };
  EXPECT_EQ(field(why(table.ana, "draw"), "why"), "not_now") << "no hand runs";
  table.start();
  BenchClient& turn = table.awaited();
  BenchClient& other = &turn == &table.ana ? table.luis : table.ana;
  const long n = turn.n();
  for (const std::string& move : turn.moves()) {
    const std::string answer = why(turn, move, "same");
    EXPECT_EQ(answer, R"({"type":"why","id":"same","move":")" + move + "\"}");
  }
  EXPECT_EQ(why(other, "draw", "x"),
            R"({"type":"why","id":"x","move":"draw","why":"not_awaited","clause":"TURN-1"})");
  EXPECT_EQ(field(why(turn, "no such move"), "why"), "no_move");
  EXPECT_EQ(type_of(why(turn, "no such move")), "refused");
  BenchClient eva(table.world);
  eva.connect();
  EXPECT_EQ(field(why(eva, "draw"), "why"), "not_in_room");
  eva.ask("join", quoted_field("room", table.ana.room));
  EXPECT_EQ(field(why(eva, "draw"), "why"), "not_seated");
  EXPECT_EQ(turn.n(), n) << "nothing has happened";
  EXPECT_EQ(type_of(turn.move(turn.moves().at(0))), "ack");
}

// The hand at a seat where a player joins with the next hand is somebody else's.
TEST(Play, WhyNotIsNotAskedOfAnothersHand) {
  Pair table;
  table.start();
  table.ana.ask("remove", "\"seat\":2");
  BenchClient eva(table.world);
  eva.connect();
  eva.sit(table.ana.room, "Eva", 2);
  for (const char* move : {"draw", "play r7", "uno"})
    EXPECT_EQ(field(eva.ask("why", quoted_field("move", move)), "why"), "next_hand");
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
  table.ana.resume();
  table.luis.resume();
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
  table.ana.resume();
  table.luis.resume();
  const std::string now = tail(table.ana.last("view"));
  EXPECT_EQ(now.substr(0, hand.size()), hand);
  EXPECT_EQ(field(now, "left"), "30000") << "the time between the last entry and the crash is given back";
}

TEST(Reconnect, ALongLogIsReadAgain) {
  Pair table(R"("edition":"powers","seats":2,"options":"target=1000")");
  table.start();
  for (int hand = 0; hand < 4; ++hand) {
    table.play_on(400);
    table.ana.ask("ready");
    table.luis.ask("ready");
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
  table.world.store.write({LogWrite{"BADLOG", 1, "{}"}}, [](Outcome) {});
  table.world.settle();
  table.world.hub =
      std::make_unique<Hub>(table.world.limits, table.world, table.world.store, battery::library());
  table.world.hub->load();
  table.world.settle();
  EXPECT_TRUE(std::ranges::any_of(table.world.operations, [](const std::string& note) {
    return note.starts_with("unreadable: BADLOG: ");
  }));
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

// SETUP-1: the draw for the deal comes with the first deal, the same for everybody, and for whoever missed
// it.
TEST(Watch, TheDrawForTheDealIsToldOnce) {
  Pair table(R"("edition":"powers","seats":2,"options":"cards=1,target=100000","clock":0)");
  BenchClient eva(table.world, "10.0.0.3");
  eva.connect();
  eva.ask("join", quoted_field("room", table.ana.room));
  table.start();
  const auto draw_of = [](const std::string& message) {
    const std::size_t from = message.find("\"events\":["), to = message.find("{\"event\":\"began\"");
    return to == std::string::npos ? "" : message.substr(from, to - from);
  };
  const std::string draw = draw_of(table.ana.last("events"));
  EXPECT_NE(draw.find(R"("events":[{"event":"drew-for-deal","seat":1,"card":")"), std::string::npos) << draw;
  EXPECT_NE(draw.find(R"({"event":"drew-for-deal","seat":2,"card":")"), std::string::npos) << draw;
  EXPECT_EQ(draw_of(table.luis.last("events")), draw);
  EXPECT_EQ(draw_of(eva.last("events")), draw);

  table.world.restart();  // the log alone tells it
  for (BenchClient* one : {&table.ana, &table.luis}) {
    one->connect();
    one->ask("resume",
             quoted_field("room", one->room) + "," + quoted_field("token", one->token) + ",\"seen\":0");
    EXPECT_EQ(draw_of(one->last("events")), draw);
  }
  for (int k = 0; k < 500 && table.stage() == "playing"; ++k) table.play_on(1);
  ASSERT_EQ(table.stage(), "between");
  table.ana.ask("ready");
  table.luis.ask("ready");
  table.world.settle();
  ASSERT_EQ(table.stage(), "playing");
  EXPECT_EQ(draw_of(table.ana.last("events")), "\"events\":[") << "in the second hand it is known who deals";
}

TEST(Rooms, EmptyOnesExpire) {
  Pair table;
  table.world.hang_up(table.ana.conn);
  table.world.hang_up(table.luis.conn);
  EXPECT_EQ(table.world.hub->stats().rooms, 1u);
  table.world.pass(table.world.limits.lobby_minutes * 60000LL);
  EXPECT_EQ(table.world.hub->stats().rooms, 0u);
  EXPECT_TRUE(table.world.store.logs().empty());
}

}  // namespace
}  // namespace comodin::server
