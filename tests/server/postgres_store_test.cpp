// The PostgreSQL store beyond the contract of all stores: who owns a room, what becomes of a write whose
// answer was lost, and what is refused. On a PostgreSQL of its own, with its disk's syncs.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

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
  std::unique_ptr<PostgresStore> another(Caller& caller, const std::string& address = "") {
    std::string why;
    auto store = PostgresStore::open(postgres_setup(caller, postgres_url(), address), why);
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
  const auto other = another(caller, "wss://b.example/ws");
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
  EXPECT_EQ(now.text, "wss://b.example/ws");
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
  EXPECT_EQ(rig.store().doubts(), 1U);
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
  run_postgres("UPDATE comodin.about SET version = 2");
  EXPECT_NE(refusal(postgres_url()).find("written by a newer comodin (schema 2"), std::string::npos);
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

}  // namespace
}  // namespace comodin::server
