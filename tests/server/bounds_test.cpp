// Everything that a client can cause is bounded, and paid for by that client (docs/THREATS.md).
#include <gtest/gtest.h>

#include <algorithm>

#include "server/common/limits.hpp"
#include "server/room/entry.hpp"
#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

constexpr const char* kPair = R"("edition":"powers","seats":2,"clock":0)";
const std::string kRule = R"("card":1,"text":"next draws 1)" + std::string(900, ' ') + "\"";

// The entries of all open rooms, and their bytes.
std::pair<std::size_t, std::size_t> kept(const MemoryStore& store) {
  std::size_t entries = 0, bytes = 0;
  for (const auto& [room, log] : store.logs()) {
    entries += log.size();
    for (const std::string& body : log) bytes += body.size();
  }
  return {entries, bytes};
}

// ---- what has to be kept ------------------------------------------------------------------------------

TEST(Bounds, OneAddressWritesOnlySoMuch) {
  BenchWorld world(1, Limits{});
  std::vector<std::unique_ptr<BenchClient>> eves;
  std::string code;
  for (int k = 0; k < 60; ++k) {
    BenchClient& eve = *eves.emplace_back(std::make_unique<BenchClient>(world, "10.6.6.6"));
    eve.connect();
    if (k % 10 == 0) code = eve.create(R"("edition":"classic","seats":10)");
    eve.sit(code, "E" + std::to_string(k));
  }
  for (int second = 0; second < 60; ++second) {
    for (auto& eve : eves)
      for (int k = 0; k < 5; ++k) eve->send("rule", kRule);
    world.pass(1000);
  }
  const Limits limits;
  const auto [entries, bytes] = kept(world.store);
  EXPECT_GT(entries, 500u);
  EXPECT_LT(bytes, 16u * (static_cast<std::size_t>(limits.write_burst) +
                          60u * static_cast<std::size_t>(limits.writes_per_second)) +
                       100'000u);
  BenchClient ana(world, "10.0.0.1");
  ana.connect();
  EXPECT_NE(ana.create(kPair), "") << "others do not notice";
}

TEST(Bounds, MovesArePaidForByTheirPlayerAlone) {
  Limits limits;
  limits.write_burst = 2000;
  limits.writes_per_second = 20;
  BenchWorld world(1, limits);
  BenchClient ana(world, "10.0.0.1"), luis(world, "10.0.0.1");
  ana.connect();
  luis.connect();
  const std::string code = ana.create(kPair);
  ana.sit(code, "Ana");
  luis.sit(code, "Luis");
  int written = 0;
  for (int k = 0; k < 30; ++k, world.pass(300))
    written += type_of(ana.ask("ready", "\"ready\":false")) == "ack";
  EXPECT_LT(written, 15);
  EXPECT_EQ(why(ana.ask("ready")), "slow_down");
  EXPECT_EQ(type_of(luis.ask("ready")), "ack") << "the neighbour is not slowed down";
}

TEST(Bounds, ARoomTakesOnlySoManyEntriesAndThenGoes) {
  BenchWorld world;
  BenchClient ana(world);
  ana.connect();
  const std::string code = ana.create(kPair);
  ana.sit(code, "Ana");
  while (ana.n() < kEntriesMax) ASSERT_EQ(type_of(ana.ask("ready", "\"ready\":true")), "ack");
  EXPECT_EQ(why(ana.ask("set", "\"clock\":5")), "worn_out");
  EXPECT_EQ(type_of(ana.ask("ready")), "ack") << "what a game needs is still taken";
  for (int k = 0; k < 20000 && ana.last("bye").empty(); ++k) ana.send("ready", "\"ready\":true");
  EXPECT_EQ(field(ana.last("bye"), "why"), "room_closed");
  EXPECT_EQ(world.hub->stats().rooms, 0u);
  EXPECT_TRUE(world.store.logs().empty());
}

TEST(Bounds, AFullStoreTakesNothingNewButLetsGamesEnd) {
  BenchWorld world;
  BenchClient ana(world), luis(world), eve(world, "10.6.6.6");
  ana.connect();
  luis.connect();
  const std::string code = ana.create(kPair);
  ana.sit(code, "Ana");
  luis.sit(code, "Luis");
  ana.ask("ready");
  luis.ask("ready");
  ana.ask("start");
  world.store.set_free(world.limits.store_reserve);
  eve.connect();
  EXPECT_EQ(why(eve.last("refused")), "store_full") << "nobody new";
  EXPECT_EQ(why(luis.ask("create", kPair)), "store_full");
  EXPECT_EQ(type_of(ana.resume()), "ack");
  BenchClient& who = luis.moves().empty() ? ana : luis;
  EXPECT_EQ(type_of(who.move(who.moves().at(0))), "ack");
  world.store.set_free(world.limits.store_reserve / 4);
  EXPECT_EQ(why(ana.ask("chat", text("phrase", "hello"))), "") << "what is not kept";
  EXPECT_EQ(why(ana.ask("stand")), "store_full");
  world.store.set_free(std::uint64_t{1} << 40);
  EXPECT_EQ(type_of(ana.ask("stand", "", "later")), "ack");
}

TEST(Bounds, ADiskThatDoesNotComeBackStopsWhatIsNew) {
  BenchWorld world;
  BenchClient ana(world), luis(world);
  ana.connect();
  luis.connect();
  const std::string code = ana.create(kPair);
  ana.sit(code, "Ana");
  world.auto_commit = false;
  for (int k = 0; k < 21000; ++k) ana.send("ready", "\"ready\":true");
  EXPECT_EQ(why(ana.last("refused")), "") << "nothing leaves before it is durable, not even this";
  EXPECT_LT(world.store.pending(), 20100u);
  EXPECT_GT(world.hub->stats().limited, 500u);
  world.auto_commit = true;
  world.settle();
  EXPECT_EQ(why(ana.last("refused")), "slow_down");
  EXPECT_EQ(type_of(luis.ask("rooms")), "rooms");
}

// ---- what is said and sent ----------------------------------------------------------------------------

TEST(Bounds, ChatIsLimitedForAPersonOverAllConnectionsAndForARoom) {
  BenchWorld world(1, Limits{});
  std::vector<std::unique_ptr<BenchClient>> all;
  std::string code;
  for (int k = 0; k < 9; ++k) {
    BenchClient& one = *all.emplace_back(std::make_unique<BenchClient>(world, "10.6.6.6"));
    one.connect();
    if (k == 0) code = one.create(R"("edition":"powers","seats":10)");
    one.sit(code, "P" + std::to_string(k));
  }
  int mine = 0, everybodys = 0;
  for (int k = 0; k < 30; ++k) {
    if (k % 10 == 9) all[0]->resume();
    mine += type_of(all[0]->ask("chat", text("phrase", "hello"))) == "ack";
  }
  EXPECT_EQ(mine, Limits{}.chats_per_minute);
  for (auto& one : all)
    for (int k = 0; k < 12; ++k) everybodys += type_of(one->ask("chat", text("phrase", "hello"))) == "ack";
  EXPECT_EQ(mine + everybodys, 4 * Limits{}.chats_per_minute);
}

TEST(Bounds, CommandsAreLimitedForAPlayerOverAllConnections) {
  BenchWorld world(1, Limits{});
  BenchClient one(world), two(world);
  one.connect();
  two.player_token = one.player_token;
  two.connect();
  int heard = 0;
  for (int k = 0; k < 60; ++k) heard += type_of((k % 2 ? one : two).ask("rooms")) == "rooms";
  EXPECT_LE(heard, Limits{}.commands_burst);
}

TEST(Bounds, WhatWasMissedFitsIntoAConnectionsQueue) {
  BenchWorld world;
  BenchClient ana(world);
  ana.connect();
  const std::string code =
      ana.create(R"("edition":"powers","seats":10,"clock":1,"options":"cards=10,target=5000")");
  ana.sit(code, "Ana");
  for (int seat = 2; seat <= 10; ++seat)
    ana.ask("bot", "\"seat\":" + std::to_string(seat) + R"(,"level":"novato")");
  ASSERT_EQ(why(ana.ask("start")), "");
  while (ana.n() < 148) world.pass(100);
  ASSERT_LT(ana.n(), 150) << "or nothing would be told again";
  ana.connect();
  world.take(ana.conn);
  ana.send("resume", text("room", code) + "," + text("token", ana.token));
  std::size_t bytes = 0;
  for (const std::string& message : world.take(ana.conn)) bytes += message.size();
  EXPECT_NE(ana.last("view"), "");
  EXPECT_LT(bytes, 145'000u);
}

TEST(Bounds, RecordsArePaidForAndStayTheSameUntilTheNextHand) {
  BenchWorld world(1, Limits{});
  BenchClient ana(world);
  ana.connect();
  const std::string code = ana.create(R"("edition":"powers","seats":2,"clock":1,"options":"format=hand")");
  ana.sit(code, "Ana");
  ana.ask("bot", R"("seat":2,"level":"novato")");
  ana.ask("start");
  for (int k = 0; k < 5000 && field(ana.last("room"), "stage") != "over"; ++k) world.pass(1000);
  ASSERT_EQ(field(ana.last("room"), "stage"), "over");
  std::string first;
  int given = 0, refused = 0;
  for (int k = 0; k < 12; ++k) {
    const std::string answer = ana.ask("record", "", "same");
    refused += why(answer) == "slow_down";
    if (type_of(answer) != "record") continue;
    if (given++ == 0) first = answer;
    EXPECT_EQ(answer, first);
  }
  EXPECT_GE(given, 2);
  EXPECT_LE(given, 5) << "each counts as nine commands of forty";
  EXPECT_GE(refused, 3);
}

// ---- closed rooms -------------------------------------------------------------------------------------

TEST(Bounds, AClosedRoomPublishesNothingOfAHandBeforeTheGameIsOver) {
  for (const bool open : {true, false}) {
    BenchWorld world;
    BenchClient ana(world), luis(world), eve(world, "10.6.6.6");
    for (BenchClient* one : {&ana, &luis, &eve}) one->connect();
    const std::string code =
        ana.create(R"("edition":"powers","seats":2,"clock":1,"options":"target=400","open":)" +
                   std::string(open ? "true" : "false"));
    ana.sit(code, "Ana");
    luis.sit(code, "Luis");
    eve.ask("join", text("room", code));
    ana.ask("ready");
    luis.ask("ready");
    ana.ask("start");
    std::vector<std::string> sent;
    world.sent = &sent;
    bool between = false;
    for (int k = 0; k < 100000 && field(ana.last("room"), "stage") != "over"; ++k) {
      if (field(ana.last("room"), "stage") == "between" && !between) {
        between = true;
        EXPECT_EQ(why(eve.ask("record")), open ? "" : "not_open");
        const bool told = std::ranges::any_of(
            sent, [](const std::string& one) { return one.find("\"secret\":") != std::string::npos; });
        EXPECT_EQ(told, open);
      }
      world.pass(1000);
    }
    ASSERT_TRUE(between);
    ASSERT_EQ(field(ana.last("room"), "stage"), "over");
    EXPECT_NE(ana.last("room").find("\"secret\":"), std::string::npos);
    EXPECT_EQ(type_of(eve.ask("record")), "record");
    world.sent = nullptr;
  }
}

// ---- the start ----------------------------------------------------------------------------------------

TEST(Bounds, RoomsAreReadWhenSomebodyComes) {
  BenchWorld world;
  BenchClient ana(world), luis(world);
  ana.connect();
  luis.connect();
  const std::string code = ana.create(kPair);
  ana.sit(code, "Ana");
  luis.sit(code, "Luis");
  act::Create create{.player = "0123456789abcdef", .code = "BADLOG"};
  create.setting.edition = "powers";
  const Entry first{.id = "x", .act = create};
  world.store.write({LogWrite{"BADLOG", 1, print_entry(first)}, LogWrite{"BADLOG", 2, "{}"}}, [](Outcome) {});
  world.settle();
  world.restart();  // its damage has not been noticed yet
  EXPECT_EQ(world.hub->stats().rooms, 2u);
  EXPECT_EQ(type_of(ana.resume()), "ack");
  EXPECT_EQ(why(ana.ask("join", text("room", "BADLOG"))), "no_room");
  EXPECT_TRUE(std::ranges::any_of(world.operations, [](const std::string& note) {
    return note.starts_with("unreadable: BADLOG: entry 2");
  }));
}

TEST(Bounds, RoomsThatNobodyComesBackToAreClosedInTheirTime) {
  BenchWorld world;
  BenchClient ana(world), luis(world);
  ana.connect();
  luis.connect();
  ana.create(kPair);
  const std::string code = ana.create(kPair);
  ana.sit(code, "Ana");
  luis.sit(code, "Luis");
  ana.ask("ready");
  luis.ask("ready");
  ana.ask("start");
  world.restart();
  EXPECT_EQ(world.hub->stats().rooms, 2u);
  world.pass((world.limits.lobby_minutes + 1) * 60000LL);
  EXPECT_EQ(world.hub->stats().rooms, 1u) << "a game is kept for longer";
  world.pass(world.limits.game_minutes * 60000LL);
  EXPECT_EQ(world.hub->stats().rooms, 0u);
  EXPECT_TRUE(world.store.logs().empty());
}

TEST(Bounds, TheListHasRoomsThatSomebodySitsInAndNoOthers) {
  BenchWorld world;
  BenchClient ana(world), luis(world);
  ana.connect();
  luis.connect();
  const std::string code = ana.create(std::string(kPair) + ",\"listed\":true");
  EXPECT_EQ(world.hub->listed_rooms(), "[]");
  ana.sit(code, "Ana");
  EXPECT_NE(world.hub->listed_rooms().find(code), std::string::npos);
  ana.ask("set", "\"listed\":false");
  EXPECT_EQ(world.hub->listed_rooms(), "[]");
  ana.ask("set", "\"listed\":true");
  EXPECT_NE(world.hub->listed_rooms(), "[]");
  world.hang_up(ana.conn);
  EXPECT_EQ(world.hub->listed_rooms(), "[]");
  ana.resume();
  world.hang_up(ana.conn);
  world.pass(world.limits.lobby_minutes * 60000LL);
  EXPECT_EQ(world.hub->listed_rooms(), "[]");
}

}  // namespace
}  // namespace comodin::server
