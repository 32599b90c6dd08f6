// Rooms that are somewhere else than in the hub's memory: what waits for the store, and what becomes of
// everybody when another node has taken a room.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

constexpr const char* kListedPair = R"("edition":"powers","seats":2,"clock":0,"listed":true)";

std::string said(const std::string& verb, const std::string& id, const std::string& fields = "") {
  return "{" + text("do", verb) + "," + text("id", id) + (fields.empty() ? "" : "," + fields) + "}";
}

// Ana and Luis in a room of a store that other nodes use, too.
struct Shared {
  BenchWorld world;
  BenchClient ana{world, "10.0.0.1"}, luis{world, "10.0.0.2"};
  std::string code;

  Shared() {
    world.store.share();
    ana.connect();
    luis.connect();
    code = ana.create(kListedPair);
    ana.sit(code, "Ana");
    luis.sit(code, "Luis");
  }
  std::string types(const BenchClient& client) {
    std::string out;
    for (const std::string& message : world.take(client.conn)) out += type_of(message) + " ";
    return out;
  }
};

// ---- what waits for the store -----------------------------------------------------------------------

TEST(Owned, WhatComesWhileAConnectionWaitsIsReadInOrder) {
  Shared table;
  BenchWorld& world = table.world;
  world.restart();
  const Conn conn = world.connect();
  world.hub->received(conn, said("hello", "h", "\"version\":2," + text("token", table.ana.player_token)));
  world.hub->received(conn, said("games", "g"));
  world.hub->received(conn, said("join", "j", text("room", table.code)));
  world.hub->received(conn, said("chat", "c", text("phrase", "hello")));
  EXPECT_TRUE(world.take(conn).empty());
  EXPECT_EQ(world.store.reads(), 1U) << "who somebody is; the rest waits";
  world.settle();
  std::string answers;
  for (const std::string& message : world.take(conn))
    if (const std::string id = field(message, "id"); !id.empty())
      answers += id + "=" + type_of(message) + " ";
  EXPECT_EQ(answers, "h=welcome g=games j=ack c=refused ");
}

TEST(Owned, SoMuchWaitsAndNoMore) {
  Shared table;
  BenchWorld& world = table.world;
  const Conn conn = table.ana.conn;
  world.take(conn);
  world.hub->received(conn, said("games", "g"));
  for (int k = 0; k < 200; ++k) world.hub->received(conn, said("rooms", "r"));
  world.settle();
  std::size_t obeyed = 0, refused = 0;
  for (const std::string& message : world.take(conn)) {
    obeyed += type_of(message) == "rooms";
    refused += type_of(message) == "refused";
  }
  EXPECT_GT(obeyed, 100U);
  EXPECT_GT(refused, 5U) << "16 KiB are enough";
  EXPECT_EQ(obeyed + refused, 200U);
  world.hub->received(conn, said("games", "g"));
  for (int k = 0; k < 1000; ++k) world.hub->received(conn, said("rooms", "r"));
  world.settle();
  EXPECT_FALSE(world.open(conn)) << "whoever goes on is cut";
  EXPECT_EQ(type_of(table.luis.ask("chat", text("phrase", "hello"))), "ack") << "nobody else notices";
}

TEST(Owned, NobodyIsAnsweredWhoHasGone) {
  Shared table;
  BenchWorld& world = table.world;
  world.restart();
  const Conn conn = world.connect();
  world.hub->received(conn, said("hello", "h", "\"version\":2," + text("token", table.ana.player_token)));
  world.hub->received(conn, said("join", "j", text("room", table.code)));
  world.hub->closed(conn);
  world.settle();
  EXPECT_TRUE(world.take(conn).empty());
  EXPECT_EQ(type_of(table.luis.resume()), "ack");
}

TEST(Owned, ARoomIsClaimedOnceForAllWhoAskForIt) {
  Shared table;
  BenchWorld& world = table.world;
  world.restart();
  table.ana.connect();
  table.luis.connect();
  BenchClient eva(world, "10.0.0.3");
  eva.connect();
  for (const BenchClient* one : {&table.ana, &table.luis, &eva})
    world.hub->received(one->conn, said("join", "j", text("room", table.code)));
  EXPECT_EQ(world.store.pending(), 1U);
  world.settle();
  for (BenchClient* one : {&table.ana, &table.luis, &eva}) EXPECT_EQ(field(one->last("ack"), "id"), "j");
}

// ---- what another node has taken ----------------------------------------------------------------------

TEST(Owned, NothingLeavesThatRestsOnAFencedWrite) {
  Shared table;
  BenchWorld& world = table.world;
  world.auto_commit = false;
  table.types(table.ana);
  table.types(table.luis);
  table.ana.send("ready");
  world.store.take_away(table.code);
  table.luis.send("ready");
  table.luis.send("leave");  // what is on its way to somebody who has left rests on it, too
  world.auto_commit = true;
  world.settle();
  EXPECT_EQ(table.types(table.ana), "bye ");
  EXPECT_EQ(table.types(table.luis), "bye ");
  EXPECT_EQ(why(table.ana.last("bye")), "restart");
  EXPECT_EQ(world.closed_with(table.ana.conn), CloseCode::LookAgain);
  EXPECT_EQ(world.closed_with(table.luis.conn), CloseCode::LookAgain);
  EXPECT_EQ(world.hub->stats().fenced, 2U);
  EXPECT_EQ(world.hub->stats().rooms, 0U);
  EXPECT_EQ(world.hub->listed_rooms(), "[]");
  EXPECT_EQ(world.store.logs().at(table.code).size(), 3U);
}

// What a node that was asleep remembers may be old: from this it tells nobody anything, not even that a token
// is wrong, for the token may be newer than the node's memory.
TEST(Owned, NobodyIsAnsweredFromARoomThatMayBeLost) {
  Shared table;
  BenchWorld& world = table.world;
  BenchClient eva(world, "10.0.0.3");
  eva.connect();
  world.store.take_away(table.code);
  const std::string newer =
      text("room", table.code) + "," + text("token", hex(sha256("newer"))) + ",\"seen\":0";
  EXPECT_EQ(eva.ask("resume", newer), "");
  EXPECT_EQ(world.closed_with(eva.conn), CloseCode::LookAgain);
  EXPECT_EQ(world.closed_with(table.ana.conn), CloseCode::LookAgain) << "now it is known";
  world.store.give_back(table.code);
  eva.connect();
  EXPECT_EQ(why(eva.ask("resume", newer)), "bad_token");
}

// Whoever only watches, or waits for others to move, sends nothing that could be fenced.
TEST(Owned, PeopleWhoOnlyWaitHearThatTheirRoomIsLost) {
  Shared table;
  BenchWorld& world = table.world;
  world.store.take_away(table.code);
  world.pass(1500);
  EXPECT_EQ(world.closed_with(table.ana.conn), CloseCode::LookAgain);
  EXPECT_EQ(world.closed_with(table.luis.conn), CloseCode::LookAgain);
}

// A room that is still ours is asked about once, and then everything goes on.
TEST(Owned, ADoubtIsSettledOnce) {
  Shared table;
  BenchWorld& world = table.world;
  BenchClient eva(world, "10.0.0.3");
  eva.connect();
  world.store.take_away(eva.create(kListedPair));
  world.auto_commit = false;
  table.types(table.ana);
  table.ana.send("chat", text("phrase", "hello"));
  EXPECT_EQ(table.types(table.ana), "");
  EXPECT_EQ(world.store.pending(), 1U) << "one question for the whole room";
  world.auto_commit = true;
  world.settle();
  EXPECT_EQ(table.types(table.ana), "ack chat ");
  world.auto_commit = false;
  table.ana.send("chat", text("phrase", "hello"));
  EXPECT_EQ(table.types(table.ana), "ack chat ") << "nothing to wait for";
  EXPECT_EQ(world.store.pending(), 0U);
  world.auto_commit = true;
  world.settle();
}

TEST(Owned, PeopleOfOtherRoomsNoticeNothing) {
  Shared table;
  BenchWorld& world = table.world;
  BenchClient eva(world, "10.0.0.3");
  eva.connect();
  const std::string other = eva.create(kListedPair);
  eva.sit(other, "Eva");
  world.auto_commit = false;
  eva.send("ready");
  table.ana.send("ready");
  world.store.take_away(table.code);
  eva.send("ready", "\"ready\":false");
  world.auto_commit = true;
  table.types(eva);
  world.settle();
  EXPECT_EQ(table.types(eva), "ack room ack room ");
}

TEST(Owned, WhoeverLooksAgainPlaysOnWhenTheRoomIsThere) {
  Shared table;
  BenchWorld& world = table.world;
  world.store.take_away(table.code);
  table.ana.send("ready");
  table.ana.connect();
  EXPECT_EQ(table.ana.ask("join", text("room", table.code)), "") << "another node has it";
  EXPECT_EQ(world.closed_with(table.ana.conn), CloseCode::LookAgain);
  world.store.give_back(table.code);
  EXPECT_EQ(type_of(table.ana.resume()), "ack");
  EXPECT_EQ(type_of(table.luis.resume()), "ack");
  EXPECT_EQ(type_of(table.ana.ask("ready")), "ack");
  EXPECT_EQ(world.hub->stats().rooms, 1U);
}

// A command that is sent again is answered as before, wherever its room has got to.
TEST(Owned, ACreateThatIsSentAgainFindsItsRoomElsewhere) {
  Shared table;
  BenchWorld& world = table.world;
  BenchClient eva(world, "10.0.0.3");
  eva.connect();
  const std::string made = field(eva.ask("create", kListedPair, "mine"), "room");
  world.store.take_away(made);
  eva.ask("sit", text("name", "Eva"));
  ASSERT_EQ(world.closed_with(eva.conn), CloseCode::LookAgain);
  eva.connect();
  EXPECT_EQ(eva.ask("create", kListedPair, "mine"), "") << "look again";
  world.store.give_back(made);
  eva.connect();
  EXPECT_EQ(field(eva.ask("create", kListedPair, "mine"), "room"), made);
}

TEST(Owned, RoomsElsewhereCountForWhoeverMadeThem) {
  BenchWorld world;
  world.limits.rooms_per_player = 2;
  world.hub = std::make_unique<Hub>(world.limits, world, world.store, battery::library());
  world.store.share();
  BenchClient ana(world);
  ana.connect();
  ana.create(kListedPair);
  const std::string second = ana.create(kListedPair);
  world.store.take_away(second);
  ana.ask("sit", text("name", "Ana"));
  EXPECT_EQ(world.hub->stats().rooms, 1U);
  ana.connect();
  EXPECT_EQ(why(ana.ask("create", kListedPair)), "too_many_rooms");
}

// A room whose node has died is nobody's: whoever notices it first looks after it.
TEST(Owned, RoomsThatANodeHasLeftBehindAreClosedInTheirTime) {
  Shared table;
  BenchWorld& world = table.world;
  world.store.take_away(table.code);
  table.ana.send("ready");
  world.pass(2 * 60000);
  EXPECT_EQ(world.hub->stats().rooms, 0U) << "another node's";
  world.store.give_back(table.code);
  world.pass(2 * 60000);
  EXPECT_EQ(world.hub->stats().rooms, 1U) << "nobody's";
  world.pass((world.limits.lobby_minutes + 2) * 60000LL);
  EXPECT_TRUE(world.store.logs().empty());
}

// The goodbye waits for the disk like everything else: this room is not closed, it is somewhere else.
TEST(Owned, ARoomThatIsElsewhereIsNotClosedHere) {
  Shared table;
  BenchWorld& world = table.world;
  BenchClient eva(world, "10.0.0.3");
  eva.connect();
  eva.ask("join", text("room", table.code));
  world.hang_up(table.ana.conn);
  world.hang_up(table.luis.conn);
  world.store.take_away(table.code);
  world.pass(world.limits.lobby_minutes * 60000LL);
  EXPECT_EQ(why(eva.last("bye")), "restart");
  EXPECT_EQ(world.store.logs().size(), 1U);
}

}  // namespace
}  // namespace comodin::server
