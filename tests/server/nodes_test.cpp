// A hub among other nodes: whom it sends where, what holds on all of them together, and how it goes.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "server/hub/notice.hpp"
#include "server/room/entry.hpp"
#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

constexpr const char* kOpenPair = R"("edition":"powers","seats":2,"clock":0,"listed":true)";

Peer peer(std::int64_t node, const std::string& name, const Notice& notice = {}, int format = kLogFormat) {
  return {.node = node,
          .name = name,
          .address = "10.1.0.1:8080",
          .format = format,
          .notice = print_notice(notice)};
}

// A hub whose store has other nodes, who has heard of them.
struct Among {
  BenchWorld world;
  explicit Among(std::vector<Peer> peers, const Limits& limits = easy_limits()) : world(1, limits) {
    world.store.share();
    hear(std::move(peers));
  }
  void hear(std::vector<Peer> peers) {
    world.store.peers = std::move(peers);
    world.pass(1500);
  }
  BenchClient in(const std::string& address) {
    BenchClient one(world, address);
    one.connect();
    return one;
  }
};

std::string to(BenchClient& one) { return field(one.last("bye"), "to"); }

// ---- notices ----------------------------------------------------------------------------------------

TEST(Notices, AreReadAsTheyArePrinted) {
  const Notice all{.draining = true,
                   .rooms = 12,
                   .listed = {R"({"room":"BCDFGH","seats":3})", R"({"room":"JKLMNP"})"},
                   .spent = {{7, "players", "10.0.0.1", 3}, {8, "guesses", "2001:db8::/64", 1}}};
  EXPECT_EQ(read_notice(print_notice(all)), all);
  EXPECT_EQ(read_notice(""), Notice{});
}

TEST(Notices, OfOtherVersionsAreReadAsFarAsTheyAreKnown) {
  EXPECT_EQ(read_notice("colour red\nrooms 3\nspent 1 chairs ana x\nspent x\n\nrooms\nlisted\n"),
            (Notice{.rooms = 3, .listed = {""}}));
}

TEST(Notices, AreBounded) {
  Notice many;
  many.listed.assign(kListMost + 50, "{}");
  many.spent.assign(kSpentMost + 50, {1, "players", "10.0.0.1", 1});
  const Notice read = read_notice(print_notice(many));
  EXPECT_EQ(read.listed.size(), kListMost);
  EXPECT_EQ(read.spent.size(), kSpentMost);
}

// ---- where rooms are --------------------------------------------------------------------------------

TEST(Nodes, WhoeverComesForARoomIsToldItsNode) {
  Among here({peer(2, "b")});
  BenchClient ana = here.in("10.0.0.1");
  const std::string code = ana.create(kOpenPair);
  ana.sit(code, "Ana");
  here.world.store.take_away(code, "b");
  ana.send("ready");
  EXPECT_EQ(why(ana.last("bye")), "restart") << "it is not known who took it";
  ana.connect();
  EXPECT_EQ(ana.ask("join", text("room", code)), "");
  EXPECT_EQ(why(ana.last("bye")), "moved");
  EXPECT_EQ(to(ana), "/node/b/ws");
  EXPECT_EQ(here.world.closed_with(ana.conn), CloseCode::LookAgain);
  EXPECT_EQ(here.world.hub->stats().moved, 2U);
}

TEST(Nodes, WhatALaterVersionHasWrittenIsLeftToIt) {
  Among here({peer(2, "b"), peer(3, "c", {}, kLogFormat + 1)});
  BenchClient ana = here.in("10.0.0.1");
  const std::string code = ana.create(kOpenPair);
  ana.sit(code, "Ana");
  here.world.restart();
  here.world.store.make_newer(code);
  here.hear(here.world.store.peers);
  EXPECT_EQ(ana.resume(), "");
  EXPECT_EQ(to(ana), "/node/c/ws");
  here.hear({peer(2, "b")});
  EXPECT_EQ(ana.resume(), "");
  EXPECT_EQ(why(ana.last("bye")), "restart") << "until such a server is there";
  EXPECT_TRUE(std::ranges::any_of(here.world.operations,
                                  [](const std::string& line) { return line.starts_with("newer"); }));
}

TEST(Nodes, TheListHasTheRoomsOfAll) {
  Among here({peer(2, "b", {.listed = {R"({"room":"THERE"})"}})});
  BenchClient ana = here.in("10.0.0.1");
  const std::string code = ana.create(kOpenPair);
  ana.sit(code, "Ana");
  const std::string rooms = here.world.hub->listed_rooms();
  EXPECT_NE(rooms.find(code), std::string::npos);
  EXPECT_NE(rooms.find("THERE"), std::string::npos);
  here.world.pass(1500);
  const Notice told = read_notice(here.world.store.notice);
  ASSERT_EQ(told.listed.size(), 1U);
  EXPECT_NE(told.listed[0].find(code), std::string::npos);
  EXPECT_EQ(told.rooms, 1U);
  here.hear({peer(2, "b", {.listed = std::vector<std::string>(kListMost, "{}")})});
  const std::string full = here.world.hub->listed_rooms();
  EXPECT_EQ(std::ranges::count(full, ','),
            std::ranges::count(rooms, ',') - 1 + std::ptrdiff_t{kListMost} - 1);
}

TEST(Nodes, AStoreThatIsSilentForSecondsIsNoticed) {
  Among here({peer(2, "b")});
  const Hub& hub = *here.world.hub;
  here.world.clock += 1000;
  here.world.hub->tick();
  here.world.clock += 4000;
  EXPECT_FALSE(hub.cut_off());
  here.world.clock += 2000;
  here.world.hub->tick();
  EXPECT_TRUE(hub.cut_off());
  here.world.settle();
  EXPECT_FALSE(hub.cut_off());
}

// ---- limits on all nodes together -------------------------------------------------------------------

TEST(Nodes, NewPlayersOfAnAddressCountOnAllNodes) {
  Limits limits = easy_limits();
  limits.players_per_address = 10;
  Among here({peer(2, "b", {.spent = {{5, "players", "10.0.0.1", 7}}})}, limits);
  here.hear(here.world.store.peers);  // said again: it counts once
  for (int k = 0; k < 3; ++k) EXPECT_NE(here.in("10.0.0.1").player, "");
  EXPECT_EQ(here.in("10.0.0.1").player, "");
  EXPECT_NE(here.in("10.0.0.2").player, "");
  here.world.pass(1500);
  const Notice told = read_notice(here.world.store.notice);
  EXPECT_TRUE(std::ranges::any_of(told.spent, [](const Spent& one) {
    return one.limit == "players" && one.whose == "10.0.0.1" && one.amount == 3;
  })) << "and it is told";
  here.world.pass(20'000);
  EXPECT_TRUE(read_notice(here.world.store.notice).spent.empty()) << "but not for ever";
}

TEST(Nodes, RoomsAndWrongCodesCountOnAllNodes) {
  Limits limits = easy_limits();
  limits.rooms_per_address = 5;
  Among here({peer(2, "b",
                   {.spent = {{5, "rooms", "10.0.0.1", 4},
                              {5, "guesses", "10.0.0.1", 1000},
                              {5, "nonsense", "10.0.0.1", 4},
                              {5, "wrong", "somebody", 1}}})},
             limits);
  BenchClient ana = here.in("10.0.0.1");
  EXPECT_NE(ana.create(kOpenPair), "");
  EXPECT_EQ(why(ana.ask("create", kOpenPair)), "too_many_rooms");
  int looked_up = 0;
  for (int k = 0; k < 10; ++k) looked_up += why(ana.ask("join", text("room", "BBBBBB"))) == "no_room";
  EXPECT_LE(looked_up, 6) << "the player's own guesses are left, the address's are not";
}

// Three nodes that hear of each other a second late, and a stranger who goes from one to the next.
struct Three {
  std::vector<std::unique_ptr<BenchWorld>> worlds;
  Millis clock = 1000;

  explicit Three(const Limits& limits) {
    for (Key k = 1; k <= 3; ++k) {
      worlds.push_back(std::make_unique<BenchWorld>(k, limits));
      worlds.back()->store.share();
    }
  }
  BenchWorld& next() { return *worlds[static_cast<std::size_t>(clock / 50) % worlds.size()]; }
  void pass(Millis ms) {
    clock += ms;
    for (std::size_t k = 0; k < worlds.size(); ++k) {
      std::vector<Peer>& peers = worlds[k]->store.peers;
      peers.clear();
      for (std::size_t j = 0; j < worlds.size(); ++j)
        if (j != k) {
          peers.push_back(peer(static_cast<std::int64_t>(j) + 1, std::string(1, static_cast<char>('a' + j))));
          peers.back().notice = worlds[j]->store.notice;
        }
    }
    for (const auto& world : worlds) world->pass(ms);
  }
};

TEST(Nodes, AStrangerWhoGoesFromOneToTheNextGetsLittleMore) {
  constexpr int kLimit = 60, kTries = 20;  // of an address, in an hour; a second
  Limits limits = easy_limits();
  limits.players_per_address = limits.rooms_per_address = kLimit;
  Three nodes(limits);
  std::vector<std::unique_ptr<BenchClient>> guests;
  for (const auto& world : nodes.worlds) {
    guests.push_back(std::make_unique<BenchClient>(*world, "10.9.9.9"));
    guests.back()->connect();
  }
  int players = 0, rooms = 0, guesses = 0;
  for (int k = 0; k < 60 * kTries; ++k, nodes.pass(1000 / kTries)) {
    BenchWorld& here = nodes.next();
    BenchClient stranger(here, "10.0.0.1");
    stranger.connect();
    players += !stranger.player.empty();
    BenchClient& guest = *guests[static_cast<std::size_t>(k) % guests.size()];
    rooms += type_of(guest.ask("create", kOpenPair)) == "ack";
    guesses += why(guest.ask("join", text("room", "BBBBBB"))) == "no_room";
    if (type_of(guest.ask("rooms")).empty()) guest.connect();  // was cut for guessing
  }
  constexpr int kUnderWay = 2 * kTries;  // what can be tried before the notices have arrived
  EXPECT_GE(players, kLimit);
  EXPECT_LE(players, kLimit + 1 + kUnderWay);
  EXPECT_GE(rooms, kLimit);
  EXPECT_LE(rooms, kLimit + 1 + kUnderWay);
  EXPECT_GE(guesses, 20 + 3 * 5);
  EXPECT_LE(guesses, 20 + 20 + 3 * (5 + 5) + kUnderWay) << "an address's in a minute, and three players' own";
}

TEST(Nodes, AllRoomsTogetherAreBounded) {
  Limits limits = easy_limits();
  limits.rooms = 3;
  Among here({peer(2, "b", {.rooms = 2})}, limits);
  BenchClient ana = here.in("10.0.0.1");
  EXPECT_NE(ana.create(kOpenPair), "");
  EXPECT_EQ(why(ana.ask("create", kOpenPair)), "full");
}

// ---- handing over -----------------------------------------------------------------------------------

TEST(Drain, RoomsAreReleasedAndTheirPeopleSentOn) {
  Among here({peer(2, "b"), peer(3, "c")});
  BenchWorld& world = here.world;
  std::vector<BenchClient> people;
  for (int k = 0; k < 40; ++k) {
    BenchClient& one = people.emplace_back(world, "10.0.0." + std::to_string(k));
    one.connect();
    one.sit(one.create(kOpenPair), "P" + std::to_string(k));
  }
  BenchClient eva = here.in("10.0.1.1");
  eva.ask("join", text("room", people[0].room));
  world.hub->drain();
  EXPECT_FALSE(world.hub->drained());
  world.pass(20);
  EXPECT_FALSE(world.hub->drained()) << "one after another";
  world.pass(500);
  EXPECT_TRUE(world.hub->drained());
  EXPECT_TRUE(world.hub->settled());
  EXPECT_EQ(world.hub->stats().handed_over, 40U);
  int b = 0;
  for (BenchClient& one : people) {
    EXPECT_EQ(why(one.last("bye")), "moved");
    b += to(one) == "/node/b/ws";
    EXPECT_TRUE(to(one) == "/node/b/ws" || to(one) == "/node/c/ws");
  }
  EXPECT_EQ(to(eva), to(people[0])) << "all of a room go to the same node";
  EXPECT_GT(b, 8);
  EXPECT_LT(b, 32);
  EXPECT_EQ(world.store.logs().size(), 40U);
  EXPECT_TRUE(read_notice(world.store.notice).draining);
}

TEST(Drain, NobodyIsSentOnBeforeEverythingIsDurable) {
  Among here({peer(2, "b")});
  BenchWorld& world = here.world;
  BenchClient ana = here.in("10.0.0.1");
  ana.sit(ana.create(kOpenPair), "Ana");
  world.auto_commit = false;
  world.take(ana.conn);
  ana.send("ready");
  world.hub->drain();
  world.pass(2000);
  EXPECT_TRUE(world.take(ana.conn).empty());
  EXPECT_TRUE(world.hub->drained());
  EXPECT_FALSE(world.hub->settled());
  world.auto_commit = true;
  world.settle();
  EXPECT_EQ(type_of(world.take(ana.conn).front()), "ack") << "what was asked before is answered";
  EXPECT_EQ(to(ana), "/node/b/ws");
}

TEST(Drain, WhoeverComesMeanwhileIsSentOnAndNothingIsTaken) {
  Among here({peer(2, "b"), peer(3, "c", {.draining = true})});
  BenchWorld& world = here.world;
  BenchClient ana = here.in("10.0.0.1");
  ana.sit(ana.create(kOpenPair), "Ana");
  world.hub->drain();
  world.pass(500);
  EXPECT_EQ(ana.resume(), "");
  EXPECT_EQ(to(ana), "/node/b/ws");
  BenchClient eva = here.in("10.0.0.2");
  EXPECT_EQ(eva.ask("create", kOpenPair), "");
  EXPECT_EQ(to(eva), "/node/b/ws") << "the other one drains as well";
  EXPECT_EQ(world.hub->stats().rooms, 0U);
  world.pass(world.limits.game_minutes * 60'000LL);
  EXPECT_EQ(world.store.logs().size(), 1U) << "nor is it closed here";
}

TEST(Drain, WhereNobodyTakesThemRoomsStay) {
  Among here({peer(3, "c", {.draining = true})});
  BenchClient ana = here.in("10.0.0.1");
  ana.sit(ana.create(kOpenPair), "Ana");
  here.world.hub->drain();
  here.world.pass(500);
  EXPECT_TRUE(here.world.hub->drained());
  EXPECT_EQ(type_of(ana.ask("ready")), "ack");
  EXPECT_EQ(here.world.hub->stats().handed_over, 0U);
}

// Whoever calls tick() when it is due would otherwise do nothing else.
TEST(Drain, NothingIsDueAfterTheEnd) {
  Among here({peer(2, "b")});
  BenchClient ana = here.in("10.0.0.1");
  ana.sit(ana.create(kOpenPair), "Ana");
  here.world.hub->stop();
  here.world.clock += 3'600'000;
  here.world.hub->tick();
  EXPECT_EQ(here.world.hub->due(), kNever);
}

TEST(Drain, ARoomThatWasLostMeanwhileIsNotHandedOver) {
  Among here({peer(2, "b")});
  BenchWorld& world = here.world;
  BenchClient ana = here.in("10.0.0.1");
  const std::string code = ana.create(kOpenPair);
  ana.sit(code, "Ana");
  world.store.take_away(code, "b");
  world.hub->drain();
  world.pass(500);
  EXPECT_EQ(to(ana), "/node/b/ws") << "that is where it is, or where one is told";
  EXPECT_EQ(world.hub->stats().fenced, 1U);
}

}  // namespace
}  // namespace comodin::server
