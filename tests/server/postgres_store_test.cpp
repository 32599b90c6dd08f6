// The PostgreSQL store beyond the contract of all stores: who owns a room, what becomes of a write whose
// answer was lost, and what is refused. On a PostgreSQL of its own, with its disk's syncs.
#include <gtest/gtest.h>

#include <libpq-fe.h>

#include <algorithm>
#include <map>
#include <thread>

#include "server/store/postgres_drain.hpp"
#include "tests/server/postgres_rig.hpp"

namespace comodin::server {
namespace {

// Writes down what became of each write.
auto teller(std::string& told) {
  return [&told](Outcome outcome) { told += outcome == Outcome::Fenced ? "fenced " : "written "; };
}

struct PostgresTest : testing::Test {
  void SetUp() override {
    if (!rig.ready()) GTEST_SKIP() << "PostgreSQL is not installed";
  }
  std::unique_ptr<PostgresStore> another(Caller& caller, const std::string& name = "", int format = 1) {
    std::string why;
    PostgresSetup setup = postgres_setup(caller, postgres_url(), name);
    setup.format = format;
    auto store = PostgresStore::open(std::move(setup), why);
    EXPECT_TRUE(store) << why;
    return store;
  }
  std::string refusal(const std::string& url) {
    Caller caller;
    std::string why;
    EXPECT_FALSE(PostgresStore::open(postgres_setup(caller, url), why));
    return why;
  }
  PostgresRig rig;
};

constexpr std::chrono::milliseconds kPastTheLease{2600};

TEST_F(PostgresTest, ARoomIsItsOwnersUntilItIsGivenUp) {
  Caller caller;
  const auto other = another(caller, "b");
  rig.store().write({LogWrite{"mesa", 1, "a", "ana"}}, [](Outcome) {});
  rig.settle();
  EXPECT_EQ(unowned(*other, turn_of(caller)), "");
  EXPECT_EQ(claim_of(*other, turn_of(caller), "mesa").is, Claim::Is::Elsewhere);
  rig.store().write({RoomRelease{"mesa"}}, [](Outcome) {});
  rig.settle();
  EXPECT_EQ(unowned(*other, turn_of(caller)), "mesa=a");
  EXPECT_EQ(claim_of(*other, turn_of(caller), "mesa").is, Claim::Is::Ours);
  const Claim now = claim_of(rig.store(), turn_of(rig.caller), "mesa");
  EXPECT_EQ(now.is, Claim::Is::Elsewhere);
  EXPECT_EQ(now.text, "b");
  const auto made = answer_of<std::vector<RoomHead>>(turn_of(rig.caller),
                                                     [&](auto then) { rig.store().made_by("ana", then); });
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].first, "a");
}

TEST_F(PostgresTest, ANodeThatStopsGivesItsRoomsUp) {
  rig.store().write({LogWrite{"mesa", 1, "a"}}, [](Outcome) {});
  rig.postgres.reset();
  Caller caller;
  const auto other = another(caller);
  EXPECT_EQ(claim_of(*other, turn_of(caller), "mesa").is, Claim::Is::Ours);
  EXPECT_EQ(run_postgres("SELECT count(*) FROM comodin.nodes"), "1");
}

// A node that is held up for longer than its lease does not know that it has lost a room.
TEST_F(PostgresTest, WhatAPausedNodeWritesIsFenced) {
  Caller caller;
  const auto other = another(caller);
  std::string told;
  const auto tell = teller(told);
  rig.store().write({LogWrite{"mesa", 1, "a"}, LogWrite{"otra", 1, "x"}}, [](Outcome) {});
  rig.settle();
  rig.caller.hold();
  rig.store().write({LogWrite{"otra", 2, "y"}}, tell);  // the writer comes to rest in post()
  ASSERT_TRUE(rig.caller.run_one());
  rig.store().write({LogWrite{"mesa", 2, "late"}, game("g", 1, {"ana"})}, tell);
  rig.store().write({LogWrite{"otra", 3, "z"}}, tell);
  EXPECT_EQ(rig.store().doubts(), 0U);
  std::this_thread::sleep_for(kPastTheLease);
  EXPECT_EQ(rig.store().doubts(), 1U) << "nobody has to be told that one was away";
  ASSERT_EQ(claim_of(*other, turn_of(caller), "mesa").is, Claim::Is::Ours);
  other->write({LogWrite{"mesa", 2, "b"}}, [](Outcome) {});
  rig.caller.let_go();
  rig.caller.release();
  while (std::ranges::count(told, ' ') < 3 && rig.caller.run_one()) continue;
  EXPECT_EQ(told, "written fenced written ");
  EXPECT_EQ(rig.store().doubts(), 2U) << "what was claimed meanwhile may be lost, too";
  EXPECT_EQ(record_of(rig.store(), turn_of(rig.caller), "g"), std::nullopt);
  EXPECT_EQ(claim_of(*other, turn_of(caller), "mesa").log, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(claim_of(rig.store(), turn_of(rig.caller), "mesa").is, Claim::Is::Elsewhere);
  other->write({RoomRelease{"mesa"}}, [](Outcome) {});
  bool given = false;
  other->write({}, [&](Outcome) { given = true; });
  while (!given) caller.run_one();
  EXPECT_EQ(claim_of(rig.store(), turn_of(rig.caller), "mesa").log.size(), 2U);
  rig.store().write({LogWrite{"mesa", 3, "c"}}, tell);
  rig.settle();
  EXPECT_EQ(told, "written fenced written written ");
}

TEST_F(PostgresTest, ARoomThatMayBeLostIsAskedAboutWithoutWriting) {
  Caller caller;
  const auto other = another(caller);
  std::string told;
  const auto tell = teller(told);
  rig.store().write({LogWrite{"mesa", 1, "a"}, LogWrite{"otra", 1, "x"}}, [](Outcome) {});
  rig.settle();
  run_postgres("UPDATE comodin.rooms SET owner = " + std::to_string(other->node()) +
               ", epoch = epoch + 1 WHERE room = 'mesa'");
  rig.store().write({RoomHold{"mesa"}}, tell);
  rig.store().write({RoomHold{"otra"}}, tell);
  rig.store().write({RoomHold{"none"}}, tell);
  rig.settle();
  EXPECT_EQ(told, "fenced written written ");
  EXPECT_EQ(run_postgres("SELECT count(*) FROM comodin.entries"), "2");
}

TEST_F(PostgresTest, TwoRoomsOfOneNameAreNotOne) {
  Caller caller;
  const auto other = another(caller);
  other->write({LogWrite{"mesa", 1, "theirs"}}, [](Outcome) {});
  while (claim_of(*other, turn_of(caller), "mesa").log.empty()) continue;
  Outcome outcome = Outcome::Written;
  rig.store().write({LogWrite{"mesa", 1, "ours"}}, [&](Outcome what) { outcome = what; });
  rig.settle();
  EXPECT_EQ(outcome, Outcome::Fenced);
  EXPECT_EQ(claim_of(*other, turn_of(caller), "mesa").log, std::vector<std::string>{"theirs"});
}

// The connection is cut at any moment of a transaction, the answer may be lost.
TEST_F(PostgresTest, NothingIsLostOrDoneTwiceWhenConnectionsAreCut) {
  constexpr std::uint32_t kAll = 250;
  std::uint32_t reported = 0;
  std::atomic<bool> cutting{true};
  std::thread cutter([&] {
    while (cutting) {
      run_postgres(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'comodin'");
      std::this_thread::sleep_for(std::chrono::milliseconds(40));
    }
  });
  for (std::uint32_t n = 1; n <= kAll; ++n) {
    rig.store().write({LogWrite{"mesa", n, std::to_string(n)}}, [&reported, n](Outcome outcome) {
      EXPECT_EQ(outcome, Outcome::Written);
      EXPECT_EQ(++reported, n);
    });
    while (reported + 3 < n && rig.caller.run_one()) continue;
  }
  cutting = false;
  cutter.join();
  rig.settle();
  EXPECT_EQ(reported, kAll);
  const Claim claim = claim_of(rig.store(), turn_of(rig.caller), "mesa");
  ASSERT_EQ(claim.log.size(), kAll);
  for (std::uint32_t n = 1; n <= kAll; ++n) EXPECT_EQ(claim.log[n - 1], std::to_string(n));
}

TEST_F(PostgresTest, GoesOnByItselfWhenTheDatabaseIsBack) {
  std::uint32_t reported = 0;
  for (int kills = 0; kills < 2; ++kills) {
    const std::uint32_t from = reported;
    for (std::uint32_t n = from + 1; n <= from + 200; ++n)
      rig.store().write({LogWrite{"mesa", n, "x"}}, [&](Outcome) { ++reported; });
    while (reported < from + 1 && rig.caller.run_one()) continue;
    kill_postgres();
    rig.store().write({LogWrite{"mesa", from + 201, "x"}}, [&](Outcome) { ++reported; });
    std::optional<PlayerId> nobody = "not yet answered";
    rig.store().player(hash_of(1), [&](const auto& found) { nobody = found; });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    start_postgres_again();
    while ((reported < from + 201 || nobody) && rig.caller.run_one()) continue;
    EXPECT_EQ(reported, from + 201);
  }
  EXPECT_EQ(claim_of(rig.store(), turn_of(rig.caller), "mesa").log.size(), 402U);
}

TEST_F(PostgresTest, EndsEvenIfTheDatabaseIsGone) {
  bool done = false;
  kill_postgres();
  rig.store().write({LogWrite{"mesa", 1, "x"}}, [&](Outcome) { done = true; });
  const auto start = std::chrono::steady_clock::now();
  rig.postgres.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_FALSE(done);
  start_postgres_again();
}

TEST_F(PostgresTest, AWriteThatBreaksTheContractIsFatal) {
  bool done = false;
  rig.store().write({LogWrite{"mesa", 1, "x"}, game("g", 1, {})}, [](Outcome) {});
  rig.settle();
  rig.store().write({LogWrite{"mesa", 3, "x"}}, [&](Outcome) { done = true; });
  EXPECT_NE(rig.caller.fault().find("entry 3 of room mesa after 1"), std::string::npos);
  EXPECT_FALSE(done);
}

TEST_F(PostgresTest, AGameThatIsWrittenTwiceIsFatal) {
  bool done = false;
  rig.store().write({game("g", 1, {})}, [](Outcome) {});
  rig.settle();
  rig.store().write({game("g", 2, {})}, [&](Outcome) { done = true; });
  rig.caller.run_until_failed();
  EXPECT_NE(rig.caller.fault().find("duplicate key"), std::string::npos) << rig.caller.fault();
  EXPECT_FALSE(done);
}

// ---- what is refused ----------------------------------------------------------------------------------

TEST_F(PostgresTest, SaysWhatIsWrongWithAnAddressAndNeverAPassword) {
  const std::string socket = postgres_url().substr(postgres_url().find("host="));
  const std::pair<std::string, const char*> wrong[] = {
      {"postgresql://ana:sesame@[::1/db", "makes no sense"},
      {"postgresql://ana:sesame@/db?colour=red", "makes no sense"},
      {"postgresql://ana:sesame@127.0.0.1:1/db", "cannot reach the database"},
      {"postgresql://ana:sesame@/postgres?host=/nowhere", "cannot reach the database"},
      {"postgresql://sesame:sesame@/postgres?" + socket, "role \"***\" does not exist"},
      {"postgresql://comodin:sesame@/none?" + socket, "database \"none\" does not exist"},
  };
  for (const auto& [url, words] : wrong) {
    const std::string why = refusal(url);
    EXPECT_NE(why.find(words), std::string::npos) << why;
    EXPECT_EQ(why.find("sesame"), std::string::npos) << why;
  }
}

TEST_F(PostgresTest, RefusesWhatIsNewerOrAnotherPrograms) {
  rig.postgres.reset();
  run_postgres("UPDATE comodin.about SET version = 3");
  EXPECT_NE(refusal(postgres_url()).find("written by a newer comodin (schema 3"), std::string::npos);
  run_postgres("DROP SCHEMA comodin CASCADE");
  run_postgres("CREATE SCHEMA comodin");
  run_postgres("CREATE TABLE comodin.cats(name text)");
  EXPECT_NE(refusal(postgres_url()).find("another program's"), std::string::npos);
  EXPECT_EQ(run_postgres("SELECT count(*) FROM pg_tables WHERE schemaname = 'comodin'"), "1");
}

TEST_F(PostgresTest, SaysWhichRightsAreMissing) {
  rig.postgres.reset();
  run_postgres("DROP SCHEMA comodin CASCADE");
  run_postgres("DROP ROLE IF EXISTS guest");
  run_postgres("CREATE ROLE guest LOGIN");
  std::string guest = postgres_url();
  guest.replace(guest.find("comodin@"), 8, "guest@");
  EXPECT_NE(refusal(guest).find("the role needs CREATE on the database"), std::string::npos)
      << refusal(guest);
  rig.reopen();
  rig.postgres.reset();
  EXPECT_NE(refusal(guest).find("permission denied"), std::string::npos) << refusal(guest);
}

TEST_F(PostgresTest, MakesItsTablesOnceForNodesThatStartTogether) {
  rig.postgres.reset();
  run_postgres("DROP SCHEMA comodin CASCADE");
  std::vector<std::thread> starts;
  std::atomic<int> open{0};
  for (int k = 0; k < 4; ++k)
    starts.emplace_back([&] {
      Caller caller;
      std::string why;
      open += PostgresStore::open(postgres_setup(caller, postgres_url()), why) ? 1 : 0;
      EXPECT_EQ(why, "");
    });
  for (std::thread& one : starts) one.join();
  EXPECT_EQ(open, 4);
}

// ---- the other nodes ----------------------------------------------------------------------------------

std::vector<Peer> exchanged(Store& store, const Turn& turn, const std::string& notice) {
  return answer_of<std::vector<Peer>>(turn, [&](auto then) { store.exchange(notice, then); });
}

TEST_F(PostgresTest, NodesHearOfEachOtherForAsLongAsTheyLive) {
  Caller caller;
  auto other = another(caller, "b", 2);
  EXPECT_TRUE(exchanged(*other, turn_of(caller), "").at(0).notice.empty());
  EXPECT_EQ(exchanged(rig.store(), turn_of(rig.caller), "rooms 1\n").size(), 1U);
  const Peer first = exchanged(*other, turn_of(caller), "rooms 2\n").at(0);
  EXPECT_EQ(first.notice, "rooms 1\n");
  EXPECT_EQ(first.name, rig.postgres->name());
  const Peer peer = exchanged(rig.store(), turn_of(rig.caller), "rooms 1\n").at(0);
  EXPECT_EQ(peer.name, "b");
  EXPECT_EQ(peer.address, "127.0.0.1:8080") << "through a socket on this machine";
  EXPECT_EQ(peer.format, 2);
  EXPECT_EQ(peer.notice, "rooms 2\n");
  EXPECT_NE(rig.postgres->secret(), "");
  EXPECT_EQ(rig.postgres->secret(), other->secret());
  other.reset();
  EXPECT_TRUE(exchanged(rig.store(), turn_of(rig.caller), "").empty());
  EXPECT_EQ(run_postgres("SELECT count(*) FROM comodin.notices"), "1");
}

TEST_F(PostgresTest, ANameIsFreeAgainWhenItsNodeHasDied) {
  Caller caller, late, again;
  auto other = another(caller, "b");
  std::string why;
  EXPECT_FALSE(PostgresStore::open(postgres_setup(late, postgres_url(), "b"), why));
  EXPECT_NE(why.find("a node with the name b is running on this store"), std::string::npos) << why;
  other.reset();
  run_postgres(
      "INSERT INTO comodin.nodes(node, name, address, format, until, committed, fenced, backend, drain) "
      "VALUES(999, 'b', '', 1, clock_timestamp() + interval '1 second', 0, '{}', 0, false)");
  EXPECT_TRUE(another(again, "b")) << "it is waited for";
}

TEST_F(PostgresTest, ARoomOfALaterVersionIsLeftToIt) {
  Caller caller;
  const auto later = another(caller, "b", 2);
  rig.store().write({LogWrite{"mesa", 1, "a"}, RoomRelease{"mesa"}}, [](Outcome) {});
  rig.settle();
  EXPECT_EQ(claim_of(*later, turn_of(caller), "mesa").is, Claim::Is::Ours);
  EXPECT_EQ(claim_of(rig.store(), turn_of(rig.caller), "mesa").is, Claim::Is::Elsewhere);
  later->write({RoomRelease{"mesa"}}, [](Outcome) {});
  bool released = false;
  later->write({}, [&](Outcome) { released = true; });
  while (!released) caller.run_one();
  EXPECT_EQ(claim_of(rig.store(), turn_of(rig.caller), "mesa").is, Claim::Is::Newer);
  EXPECT_EQ(claim_of(*later, turn_of(caller), "mesa").is, Claim::Is::Ours);
}

TEST_F(PostgresTest, ManyRoomsAreClaimedAtOnceAndEachForItself) {
  constexpr int kAll = 300;
  Caller caller;
  const auto other = another(caller, "b");
  for (int k = 0; k < kAll; ++k) {
    const std::string room = "r" + std::to_string(k);
    std::vector<Write> writes{LogWrite{room, 1, "first " + room}};
    if (k % 3) writes.emplace_back(RoomRelease{room});
    rig.store().write(std::move(writes), [](Outcome) {});
  }
  rig.settle();
  run_postgres(
      "UPDATE comodin.entries SET n = 2 FROM comodin.rooms WHERE rooms.room = 'r1' AND id = entries.room");
  std::map<int, Claim> claims;
  for (int k = 0; k < kAll + 1; ++k)
    other->claim("r" + std::to_string(k), [&claims, k](const Claim& claim) { claims[k] = claim; });
  while (claims.size() < kAll + 1 && caller.run_one()) continue;
  for (int k = 0; k < kAll; ++k) {
    const Claim& claim = claims[k];
    const auto is = k == 1 ? Claim::Is::Unreadable : k % 3 ? Claim::Is::Ours : Claim::Is::Elsewhere;
    EXPECT_EQ(claim.is, is) << k;
    if (is != Claim::Is::Ours) continue;
    EXPECT_EQ(claim.log, std::vector<std::string>{"first r" + std::to_string(k)});
  }
  EXPECT_EQ(claims[kAll].is, Claim::Is::None);
  EXPECT_EQ(claims[1].text, "the numbers of its log have gaps");
}

// Whoever asks for a room of a dying node is not sent there.
TEST_F(PostgresTest, ANodeThatMissesItsRenewalIsWaitedFor) {
  Caller caller;
  const auto other = another(caller, "b");
  rig.store().write({LogWrite{"mesa", 1, "a"}}, [](Outcome) {});
  rig.settle();
  rig.caller.hold();
  rig.store().write({LogWrite{"mesa", 2, "b"}}, [](Outcome) {});  // its writer comes to rest in post()
  ASSERT_TRUE(rig.caller.run_one());
  std::this_thread::sleep_for(std::chrono::milliseconds(1000));
  EXPECT_EQ(claim_of(*other, turn_of(caller), "mesa").log.size(), 2U);
  rig.caller.let_go();
  rig.caller.release();
}

TEST_F(PostgresTest, ATransactionOfADeadNodeThatDoesNotEndIsEnded) {
  Caller caller;
  const auto other = another(caller, "b");
  rig.store().write({LogWrite{"mesa", 1, "a"}}, [](Outcome) {});
  rig.settle();
  run_postgres("UPDATE comodin.rooms SET owner = 999");
  PGconn* const dead = PQconnectdb(postgres_url().c_str());
  for (const char* sql :
       {"INSERT INTO comodin.nodes(node, name, address, format, until, committed, fenced, backend, drain) "
        "VALUES(999, 'dead', '', 1, clock_timestamp(), 0, '{}', pg_backend_pid(), false)",
        "BEGIN", "SELECT 1 FROM comodin.nodes WHERE node = 999 FOR UPDATE"})
    PQclear(PQexec(dead, sql));
  EXPECT_EQ(claim_of(*other, turn_of(caller), "mesa").is, Claim::Is::Ours);
  PQclear(PQexec(dead, "COMMIT"));
  EXPECT_EQ(PQstatus(dead), CONNECTION_BAD);
  PQfinish(dead);
}

// What a backend that was frozen writes when it wakes must not look like news of its node.
TEST_F(PostgresTest, ALateTransactionDoesNotTakeANewerNumberAway) {
  rig.store().write({LogWrite{"mesa", 1, "a"}, LogWrite{"otra", 1, "x"}}, [](Outcome) {});
  rig.settle();
  run_postgres("UPDATE comodin.rooms SET owner = 999 WHERE room = 'otra'");
  run_postgres(
      "UPDATE comodin.nodes SET committed = committed + 1000, fenced = '{7}', until = clock_timestamp() - "
      "interval '9 s'");
  rig.store().write({LogWrite{"mesa", 2, "b"}, LogWrite{"otra", 2, "y"}}, [](Outcome) {});
  rig.settle();
  EXPECT_EQ(run_postgres("SELECT until < clock_timestamp() AND committed > 1000 FROM comodin.nodes"), "t");
  EXPECT_EQ(run_postgres("SELECT fenced FROM comodin.nodes"), "{7}");
}

TEST_F(PostgresTest, ANodeCanBeAskedToGo) {
  Caller caller;
  PostgresSetup setup = postgres_setup(caller, postgres_url(), "b");
  bool asked = false;
  setup.drain = [&asked] { asked = true; };
  std::string why;
  auto other = PostgresStore::open(std::move(setup), why);
  ASSERT_TRUE(other) << why;
  const auto wait = [](std::int64_t) { return true; };
  EXPECT_FALSE(drain_node(postgres_url(), "c", wait, why));
  EXPECT_EQ(why, "no such node runs on this store");
  EXPECT_FALSE(drain_node(postgres_url(), "", wait, why));
  EXPECT_NE(why.find("say which node, with --node: "), std::string::npos) << why;
  EXPECT_FALSE(drain_node(postgres_url(), "b", [](std::int64_t) { return false; }, why));
  bool gone = false;
  std::thread asker([&] { gone = drain_node(postgres_url(), "b", wait, why); });
  while (!asked && caller.run_one()) continue;
  EXPECT_FALSE(gone);
  other.reset();
  asker.join();
  EXPECT_TRUE(gone);
}

// ---- older stores -------------------------------------------------------------------------------------

constexpr const char* kNodesOfVersion1 = R"(
  CREATE TABLE comodin.nodes(
    node bigint PRIMARY KEY, address text NOT NULL, until timestamptz NOT NULL, committed bigint NOT NULL,
    fenced bigint[] NOT NULL, backend bigint NOT NULL))";

void make_version_1() {
  run_postgres("DROP TABLE comodin.notices");
  run_postgres("DROP TABLE comodin.nodes");
  run_postgres(kNodesOfVersion1);
  run_postgres("ALTER TABLE comodin.rooms DROP format");
  run_postgres("ALTER TABLE comodin.about DROP secret");
  run_postgres("UPDATE comodin.about SET version = 1");
}

TEST_F(PostgresTest, AStoreOfTheFirstVersionIsBroughtUpToDateWhenNobodyUsesIt) {
  rig.store().write({LogWrite{"mesa", 1, "a"}}, [](Outcome) {});
  rig.settle();
  rig.postgres.reset();
  make_version_1();
  run_postgres("UPDATE comodin.rooms SET owner = 7");
  run_postgres(
      "INSERT INTO comodin.nodes VALUES(7, '', clock_timestamp() + interval '1 minute', 1, '{}', 0)");
  EXPECT_NE(refusal(postgres_url()).find("servers of an older version still run on this store"),
            std::string::npos);
  run_postgres("UPDATE comodin.nodes SET until = clock_timestamp()");
  rig.reopen();
  EXPECT_EQ(claim_of(rig.store(), turn_of(rig.caller), "mesa").log, std::vector<std::string>{"a"});
  EXPECT_EQ(rig.postgres->secret().size(), 72U);
  EXPECT_EQ(run_postgres("SELECT version FROM comodin.about"), "2");
}

}  // namespace
}  // namespace comodin::server
