// All stores keep the contract of server/store/store.hpp.
#include <gtest/gtest.h>

#include "server/store/lease.hpp"
#include "server/store/memory_store.hpp"
#ifdef COMODIN_POSTGRES
#include "tests/server/postgres_rig.hpp"
#endif
#include "tests/server/store_rig.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {
namespace {

// Each rig has a store, a way to have everything written so far reported, and a way to start again on the
// same data.
struct MemoryRig {
  MemoryStore memory;

  Store& store() { return memory; }
  bool turn() {
    std::function<void()> next = memory.answer_next();
    if (!next) next = memory.commit_next();
    if (next) next();
    return bool(next);
  }
  void settle() {
    while (memory.pending() > 0) memory.commit_next()();
  }
  void reopen() { memory.crash(); }
};

template <class Rig>
struct StoreContract : testing::Test {
  Rig rig;
  void SetUp() override {
    if constexpr (requires { rig.ready(); })
      if (!rig.ready()) GTEST_SKIP() << "PostgreSQL is not installed";
  }
  Store& store() { return rig.store(); }
  void write(std::vector<Write> writes) {
    store().write(std::move(writes), [](Outcome) {});
  }
  Turn turn() {
    return [this] { return rig.turn(); };
  }
  // A node that starts finds rooms that nobody owns.
  std::vector<StoredRoom> rooms() {
    rig.settle();
    if (store().is_shared()) rig.reopen();
    return stored_rooms(store(), turn());
  }
  Claim claim(const std::string& room) { return claim_of(store(), turn(), room); }
};
#ifdef COMODIN_POSTGRES
using Rigs = testing::Types<MemoryRig, SqliteRig, PostgresRig>;
#else
using Rigs = testing::Types<MemoryRig, SqliteRig>;
#endif
TYPED_TEST_SUITE(StoreContract, Rigs);

TYPED_TEST(StoreContract, ReportsWritesInTheOrderInWhichTheyWereGiven) {
  std::vector<int> reported;
  for (int i = 0; i < 200; ++i) {
    const auto n = static_cast<std::uint32_t>(i + 1);
    this->store().write({LogWrite{"mesa", n, std::to_string(i)}},
                        [&reported, i](Outcome) { reported.push_back(i); });
  }
  this->rig.settle();
  ASSERT_EQ(reported.size(), 200U);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(reported[static_cast<std::size_t>(i)], i);
  const std::vector<StoredRoom> rooms = this->rooms();
  ASSERT_EQ(rooms.size(), 1U);
  ASSERT_EQ(rooms[0].log.size(), 200U);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(rooms[0].log[static_cast<std::size_t>(i)], std::to_string(i));
}

TYPED_TEST(StoreContract, ReportsAnEmptyBatchToo) {
  bool reported = false;
  this->store().write({}, [&](Outcome) { reported = true; });
  this->rig.settle();
  EXPECT_TRUE(reported);
}

TYPED_TEST(StoreContract, KeepsEveryByteOfATextAndSortsRooms) {
  const std::string odd("a\0b\nñ\xff", 7);
  this->write(
      {LogWrite{"zeta", 1, odd}, LogWrite{"alfa", 1, ""}, LogWrite{"zeta", 2, std::string(100000, 'x')}});
  this->rig.settle();
  const std::vector<StoredRoom> rooms = this->rooms();
  ASSERT_EQ(rooms.size(), 2U);
  EXPECT_EQ(rooms[0].room, "alfa");
  EXPECT_EQ(rooms[0].log, std::vector<std::string>{""});
  EXPECT_EQ(rooms[1].log, (std::vector<std::string>{odd, std::string(100000, 'x')}));
}

TYPED_TEST(StoreContract, ClosingARoomDropsItsLogAndKeepsItsGames) {
  this->write({LogWrite{"mesa", 1, "a"}, LogWrite{"otra", 1, "b"}, game("g1", 5, {"ana"})});
  this->write({RoomClose{"mesa"}, RoomClose{"nowhere"}});
  this->rig.settle();
  ASSERT_EQ(this->rooms().size(), 1U);
  EXPECT_EQ(this->rooms()[0].room, "otra");
  EXPECT_EQ(record_of(this->store(), this->turn(), "g1"), "record of g1");
  EXPECT_EQ(games_of(this->store(), this->turn(), "ana", 10).size(), 1U);
}

TYPED_TEST(StoreContract, AClosedRoomsNameMayBeUsedAgainFromOne) {
  this->write({LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"}, RoomClose{"mesa"}});
  this->rig.settle();
  this->rig.reopen();
  this->write({LogWrite{"mesa", 1, "new"}});
  this->rig.settle();
  EXPECT_EQ(this->rooms()[0].log, std::vector<std::string>{"new"});
}

TYPED_TEST(StoreContract, ListsGamesNewestFirstAndNoMoreThanAsked) {
  this->write({game("g1", 10, {"ana", "eva"}), game("g3", 30, {"ana", "ana"}), game("g2", 20, {"ana"}),
               game("g4", 20, {"ana"})});
  this->rig.settle();
  const auto ids = [&](const PlayerId& player, int most) {
    std::string all;
    for (const StoredGame& one : games_of(this->store(), this->turn(), player, most)) all += one.game + " ";
    return all;
  };
  EXPECT_EQ(ids("ana", 10), "g3 g4 g2 g1 ");
  EXPECT_EQ(ids("ana", 2), "g3 g4 ");
  EXPECT_EQ(ids("ana", 0), "");
  EXPECT_EQ(ids("ana", -1), "");
  EXPECT_EQ(ids("eva", 10), "g1 ");
  EXPECT_EQ(ids("nobody", 10), "");
  const StoredGame newest = games_of(this->store(), this->turn(), "ana", 1)[0];
  EXPECT_EQ(newest.ended, 30);
  EXPECT_EQ(newest.summary, "{\"id\":\"g3\"}");
}

TYPED_TEST(StoreContract, FindsAPlayerByTheHashOfTheToken) {
  this->write({PlayerWrite{"ana", hash_of(1), 7}, PlayerWrite{"eva", hash_of(2), 8}});
  this->rig.settle();
  EXPECT_EQ(player_of(this->store(), this->turn(), hash_of(2)), "eva");
  EXPECT_EQ(player_of(this->store(), this->turn(), hash_of(3)), std::nullopt);
  EXPECT_EQ(record_of(this->store(), this->turn(), "none"), std::nullopt);
}

TYPED_TEST(StoreContract, ReopeningFindsEverythingAndGoesOn) {
  const Known known{{"ana"}, {hash_of(1)}, {"g1"}};
  this->write({LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"}, LogWrite{"gone", 1, "c"}});
  this->write({PlayerWrite{"ana", hash_of(1), 7}, game("g1", 10, {"ana"}), RoomClose{"gone"}});
  this->rig.settle();
  if (this->store().is_shared()) this->rig.reopen();
  const std::string before = describe(this->store(), known, this->turn());
  this->rig.reopen();
  EXPECT_EQ(describe(this->store(), known, this->turn()), before);
  this->write({LogWrite{"mesa", 3, "c"}});
  this->rig.settle();
  EXPECT_EQ(this->rooms()[0].log.size(), 3U);
}

TYPED_TEST(StoreContract, HasALogOfOpenRoomsOnly) {
  this->write(
      {LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"}, LogWrite{"gone", 1, "c"}, RoomClose{"gone"}});
  this->rig.settle();
  const Claim claim = this->claim("mesa");
  EXPECT_EQ(claim.is, Claim::Is::Ours);
  EXPECT_EQ(claim.log, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(this->claim("gone").is, Claim::Is::None);
  EXPECT_EQ(this->claim("none").is, Claim::Is::None);
}

// Whoever claims a room has all that was written to it, and all that was done to it.
TYPED_TEST(StoreContract, AClaimWaitsForWhatWasGivenBefore) {
  this->write({LogWrite{"mesa", 1, "a"}, LogWrite{"gone", 1, "c"}});
  std::vector<std::string> told;
  const auto tell = [&](const Claim& claim) { told.push_back(std::to_string(claim.log.size())); };
  this->write({LogWrite{"mesa", 2, "b"}});
  this->store().claim("mesa", tell);
  this->write({RoomClose{"gone"}});
  this->store().claim("gone", tell);
  EXPECT_TRUE(told.empty()) << "answers come later";
  while (told.size() < 2) this->rig.turn();
  EXPECT_EQ(told, (std::vector<std::string>{"2", "0"}));
}

TYPED_TEST(StoreContract, WhatIsGivenUpCanBeClaimedAgain) {
  this->write({LogWrite{"mesa", 1, "a"}});
  this->store().write({RoomRelease{"mesa"}}, [](Outcome) {});
  EXPECT_EQ(this->claim("mesa").log, std::vector<std::string>{"a"});
  this->write({LogWrite{"mesa", 2, "b"}});
  EXPECT_EQ(this->claim("mesa").log, (std::vector<std::string>{"a", "b"}));
}

// What is asked first is answered first.
TYPED_TEST(StoreContract, AnswersReadsInOrder) {
  this->write({LogWrite{"mesa", 1, "a"}});
  this->rig.settle();
  this->rig.reopen();
  std::string told;
  this->store().unowned([&](const auto& heads) { told += heads.at(0).room + "=" + heads.at(0).first + " "; });
  this->store().made_by("ana", [&](const auto&) { told += "made "; });
  this->store().player(hash_of(1), [&](const auto&) { told += "player "; });
  this->store().games_of("ana", 5, [&](const auto&) { told += "games "; });
  this->store().record("g", [&](const auto&) { told += "record"; });
  EXPECT_EQ(told, "") << "answers come later";
  while (!told.ends_with("record")) this->rig.turn();
  EXPECT_EQ(told, "mesa=a made player games record");
}

// It grows with what is written, and what a closed room leaves can be used again. (When, is for PostgreSQL's
// vacuum to say.)
TYPED_TEST(StoreContract, KnowsItsSize) {
  if (this->store().is_shared()) return;
  const StoreSize before = this->store().size();
  EXPECT_GT(before.free, 0U);
  for (std::uint32_t n = 1; n <= 50; ++n) this->write({LogWrite{"mesa", n, std::string(100000, 'x')}});
  this->rig.settle();
  this->rig.reopen();
  const StoreSize full = this->store().size();
  EXPECT_GE(full.bytes, before.bytes + 50 * 100000);
  EXPECT_LT(full.bytes, before.bytes + 50 * 120000);
  this->write({RoomClose{"mesa"}});
  this->rig.settle();
  this->rig.reopen();
  EXPECT_LT(this->store().size().bytes, before.bytes + 100000);
}

TEST(MemoryStore, ReadsSeeOnlyWhatIsDurable) {
  MemoryStore store;
  int reported = 0;
  for (std::uint32_t n = 1; n <= 3; ++n)
    store.write({LogWrite{"mesa", n, "x"}}, [&](Outcome) { ++reported; });
  EXPECT_TRUE(store.logs().empty());
  store.commit_next()();
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(stored_rooms(store)[0].log.size(), 1U);
  store.crash(1);
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(stored_rooms(store)[0].log.size(), 2U);
  EXPECT_EQ(store.pending(), 0U);
  EXPECT_FALSE(store.commit_next());
  store.write({LogWrite{"mesa", 3, "again"}}, [](Outcome) {});  // what was forgotten may be written again
}

TEST(MemoryStore, WhatAnotherNodeHasTakenIsFencedUntilItIsClaimedAgain) {
  MemoryStore store;
  store.share();
  std::string told;
  const auto tell = [&](Outcome outcome) { told += outcome == Outcome::Fenced ? "fenced " : "written "; };
  const auto settle = [&] {
    while (const auto done = store.commit_next()) done();
  };
  store.write({LogWrite{"mesa", 1, "a", "ana"}, LogWrite{"otra", 1, "x", "eva"}}, tell);
  settle();
  store.write({LogWrite{"mesa", 2, "b"}, game("g", 1, {})}, tell);
  store.take_away("mesa");
  store.write({LogWrite{"mesa", 3, "c"}}, tell);
  store.write({LogWrite{"otra", 2, "y"}}, tell);
  store.claim("mesa",
              [&](const Claim& claim) { told += claim.is == Claim::Is::Elsewhere ? "elsewhere " : "?"; });
  settle();
  EXPECT_EQ(told, "written fenced fenced written elsewhere ");
  EXPECT_EQ(store.logs().at("mesa"), std::vector<std::string>{"a"});
  const Turn turn = [&] {
    const auto answer = store.answer_next();
    if (answer) answer();
    return bool(answer);
  };
  EXPECT_EQ(unowned(store, turn), "otra=x");
  const auto heads = answer_of<std::vector<RoomHead>>(turn, [&](auto then) { store.made_by("ana", then); });
  ASSERT_EQ(heads.size(), 1U);
  EXPECT_EQ(heads[0].room, "mesa");

  store.give_back("mesa");
  store.write({LogWrite{"mesa", 4, "d"}}, tell);
  store.claim("mesa", [&](const Claim& claim) { told += std::to_string(claim.log.size()) + " "; });
  settle();
  EXPECT_EQ(told, "written fenced fenced written elsewhere fenced 1 ");
  store.write({LogWrite{"mesa", 2, "b"}, game("g", 1, {})}, tell);  // what was fenced never was
  settle();
  EXPECT_EQ(store.logs().at("mesa"), (std::vector<std::string>{"a", "b"}));
}

// ---- leases -----------------------------------------------------------------------------------------

TEST(Lease, ATimeWithoutOneIsCountedWhenItBeginsAndWhenItEnds) {
  Lease lease(1500, 10'000);
  EXPECT_EQ(lease.doubts(11'500), 0U);
  EXPECT_EQ(lease.doubts(11'501), 1U);
  EXPECT_EQ(lease.doubts(14'000), 1U);
  lease.renew(14'000);
  EXPECT_EQ(lease.doubts(14'100), 2U) << "what was claimed in between may be lost, too";
  lease.renew(16'000);
  EXPECT_EQ(lease.doubts(16'100), 3U) << "nobody has asked in between";
}

// A commit that was begun in time and is answered late puts an end to the time without a lease; what was
// asked about in it must be asked about again.
TEST(Lease, DoubtsNeverGoBack) {
  Lease lease(1500, 10'000);
  EXPECT_EQ(lease.doubts(12'000), 1U);
  lease.renew(11'400);
  EXPECT_EQ(lease.doubts(12'100), 1U);
  EXPECT_EQ(lease.doubts(13'000), 2U) << "another one";
  lease.found();
  EXPECT_EQ(lease.doubts(13'000), 3U) << "nobody knows when that was";
}

TEST(MemoryStoreDeathTest, AbortsOnWritesThatBreakTheContract) {
  MemoryStore store;
  store.write({LogWrite{"mesa", 1, "x"}, game("g", 1, {}), PlayerWrite{"ana", hash_of(1), 1}},
              [](Outcome) {});
  EXPECT_DEATH(store.write({LogWrite{"mesa", 1, "x"}}, [](Outcome) {}), "entry 1 of room mesa after 1");
  EXPECT_DEATH(store.write({LogWrite{"mesa", 3, "x"}}, [](Outcome) {}), "entry 3 of room mesa after 1");
  EXPECT_DEATH(store.write({LogWrite{"new", 0, "x"}}, [](Outcome) {}), "entry 0 of room new after 0");
  EXPECT_DEATH(store.write({game("g", 2, {})}, [](Outcome) {}), "game g written twice");
  EXPECT_DEATH(store.write({PlayerWrite{"eva", hash_of(1), 1}}, [](Outcome) {}),
               "token of eva written twice");
}

}  // namespace
}  // namespace comodin::server
