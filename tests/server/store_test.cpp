// Both stores keep the contract of server/store.hpp; and what only the one on disk promises.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <sstream>
#include <thread>

#include "server/check_store.hpp"
#include "server/memory_store.hpp"
#include "server/sqlite_store.hpp"
#include "tests/server/crash_vfs.hpp"
#include "tests/server/store_rig.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {
namespace {

// Each rig: a store, a way to have everything written so far reported, and to start anew on the same data.
struct MemoryRig {
  MemoryStore memory;

  Store& store() { return memory; }
  void settle() {
    while (memory.pending() > 0) memory.commit_next()();
  }
  void reopen() { memory.crash(); }
};

struct SqliteRig {
  TempFolder folder;
  Caller caller;
  std::unique_ptr<SqliteStore> sqlite;
  std::string why;

  SqliteRig() { reopen(); }
  Store& store() { return *sqlite; }
  void settle() {
    bool settled = false;
    sqlite->write({}, [&] { settled = true; });
    while (!settled && caller.run_one()) continue;
    EXPECT_EQ(caller.fault(), "");
  }
  void reopen() {
    sqlite.reset();
    sqlite = SqliteStore::open(caller.setup(folder.file("store.db")), why);
    if (!sqlite) throw std::runtime_error(why);
  }
};

template <class Rig>
struct StoreContract : testing::Test {
  Rig rig;
  Store& store() { return rig.store(); }
  void write(std::vector<Write> writes) {
    store().write(std::move(writes), [] {});
  }
};
using Rigs = testing::Types<MemoryRig, SqliteRig>;
TYPED_TEST_SUITE(StoreContract, Rigs);

GameWrite game(const std::string& id, std::int64_t ended, std::vector<PlayerId> players) {
  return {id, "mesa", ended, "{\"id\":\"" + id + "\"}", "record of " + id, std::move(players)};
}

TYPED_TEST(StoreContract, ReportsWritesInTheOrderInWhichTheyWereGiven) {
  std::vector<int> reported;
  for (int i = 0; i < 200; ++i) {
    const auto n = static_cast<std::uint32_t>(i + 1);
    this->store().write({LogWrite{"mesa", n, std::to_string(i)}}, [&reported, i] { reported.push_back(i); });
  }
  this->rig.settle();
  ASSERT_EQ(reported.size(), 200U);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(reported[static_cast<std::size_t>(i)], i);
  const std::vector<StoredRoom> rooms = stored_rooms(this->store());
  ASSERT_EQ(rooms.size(), 1U);
  ASSERT_EQ(rooms[0].log.size(), 200U);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(rooms[0].log[static_cast<std::size_t>(i)], std::to_string(i));
}

TYPED_TEST(StoreContract, ReportsAnEmptyBatchToo) {
  bool reported = false;
  this->store().write({}, [&] { reported = true; });
  this->rig.settle();
  EXPECT_TRUE(reported);
}

TYPED_TEST(StoreContract, KeepsEveryByteOfATextAndSortsRooms) {
  const std::string odd("a\0b\nñ\xff", 7);
  this->write(
      {LogWrite{"zeta", 1, odd}, LogWrite{"alfa", 1, ""}, LogWrite{"zeta", 2, std::string(100000, 'x')}});
  this->rig.settle();
  const std::vector<StoredRoom> rooms = stored_rooms(this->store());
  ASSERT_EQ(rooms.size(), 2U);
  EXPECT_EQ(rooms[0].room, "alfa");
  EXPECT_EQ(rooms[0].log, std::vector<std::string>{""});
  EXPECT_EQ(rooms[1].log, (std::vector<std::string>{odd, std::string(100000, 'x')}));
}

TYPED_TEST(StoreContract, ClosingARoomDropsItsLogAndKeepsItsGames) {
  this->write({LogWrite{"mesa", 1, "a"}, LogWrite{"otra", 1, "b"}, game("g1", 5, {"ana"})});
  this->write({RoomClose{"mesa"}, RoomClose{"nowhere"}});
  this->rig.settle();
  ASSERT_EQ(stored_rooms(this->store()).size(), 1U);
  EXPECT_EQ(stored_rooms(this->store())[0].room, "otra");
  EXPECT_EQ(this->store().record("g1"), "record of g1");
  EXPECT_EQ(this->store().games_of("ana", 10).size(), 1U);
}

TYPED_TEST(StoreContract, AClosedRoomsNameMayBeUsedAgainFromOne) {
  this->write({LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"}, RoomClose{"mesa"}});
  this->rig.settle();
  this->rig.reopen();
  this->write({LogWrite{"mesa", 1, "new"}});
  this->rig.settle();
  EXPECT_EQ(stored_rooms(this->store())[0].log, std::vector<std::string>{"new"});
}

TYPED_TEST(StoreContract, ListsGamesNewestFirstAndNoMoreThanAsked) {
  this->write({game("g1", 10, {"ana", "eva"}), game("g3", 30, {"ana", "ana"}), game("g2", 20, {"ana"}),
               game("g4", 20, {"ana"})});
  this->rig.settle();
  const auto ids = [&](const PlayerId& player, int most) {
    std::string all;
    for (const StoredGame& one : this->store().games_of(player, most)) all += one.game + " ";
    return all;
  };
  EXPECT_EQ(ids("ana", 10), "g3 g4 g2 g1 ");
  EXPECT_EQ(ids("ana", 2), "g3 g4 ");
  EXPECT_EQ(ids("ana", 0), "");
  EXPECT_EQ(ids("ana", -1), "");
  EXPECT_EQ(ids("eva", 10), "g1 ");
  EXPECT_EQ(ids("nobody", 10), "");
  const StoredGame newest = this->store().games_of("ana", 1)[0];
  EXPECT_EQ(newest.ended, 30);
  EXPECT_EQ(newest.summary, "{\"id\":\"g3\"}");
}

TYPED_TEST(StoreContract, FindsAPlayerByTheHashOfTheToken) {
  this->write({PlayerWrite{"ana", hash_of(1), 7}, PlayerWrite{"eva", hash_of(2), 8}});
  this->rig.settle();
  EXPECT_EQ(this->store().player(hash_of(2)), "eva");
  EXPECT_EQ(this->store().player(hash_of(3)), std::nullopt);
  EXPECT_EQ(this->store().record("none"), std::nullopt);
}

TYPED_TEST(StoreContract, ReopeningFindsEverythingAndGoesOn) {
  const Known known{{"ana"}, {hash_of(1)}, {"g1"}};
  this->write({LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"}, LogWrite{"gone", 1, "c"}});
  this->write({PlayerWrite{"ana", hash_of(1), 7}, game("g1", 10, {"ana"}), RoomClose{"gone"}});
  this->rig.settle();
  const std::string before = describe(this->store(), known);
  this->rig.reopen();
  EXPECT_EQ(describe(this->store(), known), before);
  this->write({LogWrite{"mesa", 3, "c"}});
  this->rig.settle();
  EXPECT_EQ(stored_rooms(this->store())[0].log.size(), 3U);
}

TYPED_TEST(StoreContract, HasALogOfOpenRoomsOnly) {
  this->write(
      {LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"}, LogWrite{"gone", 1, "c"}, RoomClose{"gone"}});
  this->rig.settle();
  std::vector<std::string> log{"left from before"};
  std::string why;
  ASSERT_TRUE(this->store().log_of("mesa", log, why)) << why;
  EXPECT_EQ(log, (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(this->store().log_of("gone", log, why));
  EXPECT_NE(why, "");
  EXPECT_FALSE(this->store().log_of("none", log, why));
}

// It grows with what is written, and what a closed room leaves can be used again.
TYPED_TEST(StoreContract, KnowsItsSize) {
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
  for (std::uint32_t n = 1; n <= 3; ++n) store.write({LogWrite{"mesa", n, "x"}}, [&] { ++reported; });
  EXPECT_TRUE(store.open_rooms().empty());
  store.commit_next()();
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(stored_rooms(store)[0].log.size(), 1U);
  store.crash(1);
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(stored_rooms(store)[0].log.size(), 2U);
  EXPECT_EQ(store.pending(), 0U);
  EXPECT_FALSE(store.commit_next());
  store.write({LogWrite{"mesa", 3, "again"}}, [] {});  // what was forgotten may be written again
}

TEST(MemoryStoreDeathTest, AbortsOnWritesThatBreakTheContract) {
  MemoryStore store;
  store.write({LogWrite{"mesa", 1, "x"}, game("g", 1, {}), PlayerWrite{"ana", hash_of(1), 1}}, [] {});
  EXPECT_DEATH(store.write({LogWrite{"mesa", 1, "x"}}, [] {}), "entry 1 of room mesa after 1");
  EXPECT_DEATH(store.write({LogWrite{"mesa", 3, "x"}}, [] {}), "entry 3 of room mesa after 1");
  EXPECT_DEATH(store.write({LogWrite{"new", 0, "x"}}, [] {}), "entry 0 of room new after 0");
  EXPECT_DEATH(store.write({game("g", 2, {})}, [] {}), "game g written twice");
  EXPECT_DEATH(store.write({PlayerWrite{"eva", hash_of(1), 1}}, [] {}), "token of eva written twice");
}

// A batch that breaks the contract: the store fails, says nothing done, and keeps none of it.
TEST(SqliteStore, FailsOnAWriteThatBreaksTheContractAndKeepsNothingOfItsBatch) {
  const std::vector<Write> wrong[] = {
      {LogWrite{"other", 1, "x"}, LogWrite{"mesa", 1, "x"}},
      {LogWrite{"other", 1, "x"}, LogWrite{"mesa", 3, "x"}},
      {LogWrite{"other", 1, "x"}, LogWrite{"none", 0, "x"}},
      {LogWrite{"other", 1, "x"}, LogWrite{"mesa", 2, "x"}, LogWrite{"mesa", 2, "x"}},
      {LogWrite{"other", 1, "x"}, RoomClose{"mesa"}, LogWrite{"mesa", 2, "x"}},
      {LogWrite{"other", 1, "x"}, game("g", 2, {})},
      {LogWrite{"other", 1, "x"}, PlayerWrite{"eva", hash_of(1), 1}},
  };
  for (const std::vector<Write>& batch : wrong) {
    SqliteRig rig;
    rig.sqlite->write({LogWrite{"mesa", 1, "x"}, game("g", 1, {}), PlayerWrite{"ana", hash_of(1), 1}}, [] {});
    rig.settle();
    bool done = false;
    rig.sqlite->write(batch, [&] { done = true; });
    rig.caller.run_until_failed();
    rig.sqlite->write({LogWrite{"late", 1, "x"}}, [&] { done = true; });
    rig.sqlite.reset();
    EXPECT_FALSE(done);
    EXPECT_FALSE(rig.caller.posted_after_fault());
    Caller next;
    const auto again = SqliteStore::open(next.setup(rig.folder.file("store.db")), rig.why);
    ASSERT_TRUE(again) << rig.why;
    const std::vector<StoredRoom> rooms = stored_rooms(*again);
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].log.size(), 1U);
  }
}

TEST(SqliteStore, ManyWritesBehindABusyWriterAreOneCommit) {
  SqliteRig rig;
  rig.caller.hold();
  int reported = 0;
  rig.sqlite->write({LogWrite{"mesa", 1, "x"}}, [&] { ++reported; });
  ASSERT_TRUE(rig.caller.run_one());  // the writer is waiting in post()
  for (std::uint32_t n = 2; n <= 1000; ++n)
    rig.sqlite->write({LogWrite{"mesa", n, "x"}}, [&] { ++reported; });
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(rig.sqlite->stats().commits, 1U);
  rig.caller.let_go();
  ASSERT_TRUE(rig.caller.run_one());
  EXPECT_EQ(reported, 1000);
  const CommitStats& stats = rig.sqlite->stats();
  EXPECT_EQ(stats.commits, 2U);
  EXPECT_EQ(stats.entries, 1000U);
  const auto timed = [](const Durations& durations) {
    EXPECT_GT(durations.micros, 0U);
    std::uint64_t all = 0;
    for (const auto& count : durations.counts) all += count;
    return all;
  };
  EXPECT_EQ(timed(stats.commit), 2U);
  EXPECT_EQ(timed(stats.durable), 1000U);
  rig.caller.release();
}

TEST(SqliteStore, ReadsDoNotSeeWhatIsBeingSynced) {
  TempFolder folder;
  CrashVfs disk("reads");
  Caller caller;
  std::promise<void> syncing, go_on;
  std::string why;
  const auto store = SqliteStore::open(caller.setup(folder.file("store.db"), disk.name()), why);
  ASSERT_TRUE(store) << why;
  disk.on_sync([&, first = true]() mutable {
    if (!std::exchange(first, false)) return;
    syncing.set_value();
    go_on.get_future().wait();
  });
  bool done = false;
  store->write({LogWrite{"mesa", 1, "x"}, game("g", 1, {"ana"})}, [&] { done = true; });
  const bool waits = syncing.get_future().wait_for(kPatience) == std::future_status::ready;
  disk.on_sync({});
  ASSERT_TRUE(waits) << "no sync";
  EXPECT_TRUE(store->open_rooms().empty());
  EXPECT_TRUE(store->games_of("ana", 1).empty());
  EXPECT_FALSE(store->record("g"));
  go_on.set_value();
  ASSERT_TRUE(caller.run_one());
  EXPECT_TRUE(done);
  EXPECT_EQ(store->open_rooms().size(), 1U);
}

// Another program's lock on the store.
struct Locker {
  sqlite3* db = nullptr;
  explicit Locker(const std::string& path) {
    EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  }
  ~Locker() { sqlite3_close(db); }
};

struct LockRig {
  TempFolder folder;
  Caller caller;
  std::mutex mutex;
  std::string notes, why;
  std::unique_ptr<SqliteStore> store;

  explicit LockRig(std::chrono::milliseconds patience) {
    StoreSetup setup = caller.setup(folder.file("store.db"));
    setup.lock_notice = std::chrono::milliseconds(30);
    setup.lock_patience = patience;
    setup.note = [this](const std::string& event, const std::string&) {
      const std::lock_guard held(mutex);
      notes += event + " ";
    };
    store = SqliteStore::open(setup, why);
    store->write({LogWrite{"mesa", 1, "x"}}, [] {});
    EXPECT_TRUE(caller.run_one());
  }
  std::string noted() {
    const std::lock_guard held(mutex);
    return notes;
  }
};

TEST(SqliteStore, WaitsForAnotherProgramsLockAndReadsMeanwhile) {
  LockRig rig(kPatience);
  bool done = false;
  {
    const Locker locker(rig.folder.file("store.db"));
    rig.store->write({LogWrite{"mesa", 2, "y"}}, [&] { done = true; });
    while (rig.noted().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    EXPECT_EQ(rig.noted(), "store_locked ");  // once
    EXPECT_EQ(stored_rooms(*rig.store)[0].log.size(), 1U);
    EXPECT_FALSE(done);
  }
  ASSERT_TRUE(rig.caller.run_one());
  EXPECT_TRUE(done);
  EXPECT_EQ(rig.noted(), "store_locked store_unlocked ");
  EXPECT_EQ(stored_rooms(*rig.store)[0].log.size(), 2U);
}

TEST(SqliteStore, DoesNotWaitForALockForEver) {
  LockRig rig(std::chrono::milliseconds(100));
  bool done = false;
  const Locker locker(rig.folder.file("store.db"));
  rig.store->write({LogWrite{"mesa", 2, "y"}}, [&] { done = true; });
  rig.caller.run_until_failed();
  EXPECT_FALSE(done);
  EXPECT_NE(rig.caller.fault().find("has another program locked the store?"), std::string::npos);
}

TEST(SqliteStore, DrainsItsQueueWhenItGoes) {
  SqliteRig rig;
  int reported = 0;
  for (std::uint32_t n = 1; n <= 500; ++n) rig.sqlite->write({LogWrite{"mesa", n, "x"}}, [&] { ++reported; });
  rig.sqlite.reset();
  while (reported < 500 && rig.caller.run_one()) continue;
  EXPECT_EQ(reported, 500);
  rig.reopen();
  EXPECT_EQ(stored_rooms(*rig.sqlite)[0].log.size(), 500U);
}

TEST(SqliteStore, AFailedReadIsFatal) {
  TempFolder folder;
  CrashVfs disk("failed_read");
  Caller caller;
  std::string why;
  const auto store = SqliteStore::open(caller.setup(folder.file("store.db"), disk.name()), why);
  ASSERT_TRUE(store) << why;
  disk.power_cut(1);
  EXPECT_FALSE(store->record("g"));
  EXPECT_NE(caller.fault().find("cannot read"), std::string::npos) << caller.fault();
}

TEST(SqliteStoreDeathTest, EndsTheProcessIfNobodyElseDoes) {
  TempFolder folder;
  const auto break_it = [&] {
    Caller caller;
    StoreSetup setup = caller.setup(folder.file("store.db"));
    setup.fatal = {};
    std::string why;
    const auto store = SqliteStore::open(setup, why);
    store->write({LogWrite{"mesa", 2, "x"}}, [] {});
    caller.run_until_failed();
  };
  EXPECT_EXIT(break_it(), testing::ExitedWithCode(kStoreFailed),
              "the store has failed: entry 2 of room mesa after 0\n");
}

// Opening.

bool accept(const std::string&, const std::vector<std::string>&, std::string&) { return true; }

std::string refusal(const std::string& path) {
  Caller caller;
  std::string why = "opened";
  const auto store = SqliteStore::open(caller.setup(path), why);
  EXPECT_FALSE(store);
  return why;
}

void run_sql(const std::string& path, const char* sql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
}

TEST(SqliteStoreOpen, MakesItsFolderAndKeepsItsFilesToItself) {
  TempFolder folder;
  Caller caller;
  std::string why;
  const std::string path = folder.file("a/b/store.db");
  const auto store = SqliteStore::open(caller.setup(path), why);
  ASSERT_TRUE(store) << why;
  store->write({LogWrite{"mesa", 1, "x"}}, [] {});
  ASSERT_TRUE(caller.run_one());
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
    struct stat about{};
    ASSERT_EQ(::stat((path + suffix).c_str(), &about), 0) << suffix;
    EXPECT_EQ(about.st_mode & 0777U, 0600U) << suffix;
  }
}

TEST(SqliteStoreOpen, RefusesASecondServer) {
  SqliteRig rig;
  EXPECT_NE(refusal(rig.folder.file("store.db")).find("another server has the store"), std::string::npos);
  rig.sqlite.reset();
  rig.reopen();
}

TEST(SqliteStoreOpen, RefusesANewerStoreAndLeavesItAlone) {
  SqliteRig rig;
  rig.sqlite.reset();
  const std::string path = rig.folder.file("store.db");
  run_sql(path, "PRAGMA user_version = 4");
  EXPECT_NE(refusal(path).find("newer comodin (schema 4, this one knows 3)"), std::string::npos)
      << refusal(path);
}

std::string old_store() {
  std::ostringstream sql;
  sql << std::ifstream(COMODIN_STORE_V1).rdbuf();
  return sql.str();
}

// What a server of schema 1 left is all there, and goes on.
TEST(SqliteStoreOpen, BringsAnOldStoreUpToDate) {
  TempFolder folder;
  const std::string path = folder.file("store.db");
  run_sql(path, old_store().c_str());
  std::string report, why;
  EXPECT_FALSE(check_store(path, accept, report));
  EXPECT_NE(report.find("as an earlier comodin left it (schema 1)"), std::string::npos) << report;
  Caller caller;
  auto store = SqliteStore::open(caller.setup(path), why);
  ASSERT_TRUE(store) << why;
  const std::vector<StoredRoom> rooms = stored_rooms(*store);
  ASSERT_EQ(rooms.size(), 2U);
  EXPECT_EQ(rooms[0].room, "KMDQFF");
  EXPECT_EQ(rooms[0].log.size(), 24U);
  EXPECT_EQ(rooms[0].log[8], R"({"act":"deal","at":65})");
  EXPECT_EQ(rooms[1].room, "T979WG");
  EXPECT_EQ(rooms[1].log.size(), 9U);
  EXPECT_EQ(store->games_of("298b77b3cf5ce5cf", 9).size(), 1U);
  EXPECT_EQ(store->record("0123456789abcdef0123456789abcdef"), "[Edition \"classic\"]");
  store->write({LogWrite{"T979WG", 10, "x"}, RoomClose{"KMDQFF"}, LogWrite{"7KQ2ZD", 1, "y"}}, [] {});
  ASSERT_TRUE(caller.run_one()) << caller.fault();
  store.reset();
  EXPECT_TRUE(check_store(path, accept, report)) << report;
  EXPECT_EQ(report.find("open rooms: 2\nentries: 11\ngames: 1\nplayers: 4\n"), 0U) << report;
}

// Servers of schema 2 know nothing of a setting's version: what they left is read, and not handed back to
// them.
TEST(SqliteStoreOpen, AStoreOfBeforeTheVersionOfSettingsIsNotHandedBack) {
  SqliteRig rig;
  const std::string path = rig.folder.file("store.db");
  rig.sqlite->write({LogWrite{"T979WG", 1, "x"}}, [] {});
  ASSERT_TRUE(rig.caller.run_one()) << rig.caller.fault();
  rig.sqlite.reset();
  run_sql(path, "PRAGMA user_version = 2");
  std::string report;
  EXPECT_FALSE(check_store(path, accept, report));
  rig.reopen();
  ASSERT_EQ(stored_rooms(*rig.sqlite).size(), 1U);
  EXPECT_EQ(stored_rooms(*rig.sqlite)[0].log, std::vector<std::string>{"x"});
  rig.sqlite.reset();
  EXPECT_TRUE(check_store(path, accept, report)) << report;
}

TEST(SqliteStoreOpen, RefusesWhatIsNoStore) {
  TempFolder folder;
  std::ofstream(folder.file("text")) << std::string(5000, 'x');
  EXPECT_NE(refusal(folder.file("text")).find("damaged or no store"), std::string::npos);
  run_sql(folder.file("other"), "CREATE TABLE t(x)");
  EXPECT_NE(refusal(folder.file("other")).find("database of another program"), std::string::npos);
  std::filesystem::create_directory(folder.file("folder"));
  EXPECT_NE(refusal(folder.file("folder")).find("cannot open the store"), std::string::npos);
  EXPECT_NE(refusal(folder.file("text/store")).find("cannot make the folder"), std::string::npos);
  EXPECT_NE(refusal("").find("cannot open"), std::string::npos);
}

TEST(SqliteStoreOpen, RefusesAMissingTable) {
  SqliteRig rig;
  rig.sqlite.reset();
  const std::string path = rig.folder.file("store.db");
  run_sql(path, "DROP TABLE players");
  EXPECT_NE(refusal(path).find("lacks a table"), std::string::npos);
}

// One damaged room keeps nobody else out.
TEST(SqliteStoreOpen, StartsBesideRoomsWhoseLogsAreDamaged) {
  SqliteRig rig;
  for (const char* room : {"alfa", "beta", "gama", "zeta"})
    for (std::uint32_t n = 1; n <= 3; ++n) rig.sqlite->write({LogWrite{room, n, "x"}}, [] {});
  rig.settle();
  rig.sqlite.reset();
  run_sql(rig.folder.file("store.db"),
          "DELETE FROM entries WHERE key IN (SELECT (id << 32) + 2 FROM rooms WHERE room = 'alfa');"
          "DELETE FROM entries WHERE key IN (SELECT (id << 32) + 1 FROM rooms WHERE room = 'beta');"
          "DELETE FROM entries WHERE key >> 32 IN (SELECT id FROM rooms WHERE room = 'gama')");
  rig.reopen();
  std::string heads;
  for (const RoomHead& head : rig.sqlite->open_rooms()) heads += head.room + "=" + head.first + " ";
  EXPECT_EQ(heads, "alfa=x beta= gama= zeta=x ");
  std::vector<std::string> log;
  for (const char* room : {"alfa", "beta"}) {
    EXPECT_FALSE(rig.sqlite->log_of(room, log, rig.why)) << room;
    EXPECT_EQ(rig.why, "the numbers of its log have gaps");
  }
  EXPECT_FALSE(rig.sqlite->log_of("gama", log, rig.why));
  EXPECT_EQ(rig.why, "it has no log");
  rig.sqlite->write({LogWrite{"zeta", 4, "y"}, LogWrite{"new", 1, "z"}, RoomClose{"beta"}}, [] {});
  rig.settle();
  ASSERT_TRUE(rig.sqlite->log_of("zeta", log, rig.why)) << rig.why;
  EXPECT_EQ(log, (std::vector<std::string>{"x", "x", "x", "y"}));
}

// Checking.

void fill(SqliteRig& rig) {
  rig.sqlite->write(
      {PlayerWrite{"ana", hash_of(1), 7}, LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"},
       LogWrite{"otra", 1, "c"}, LogWrite{"gone", 1, "d"}, RoomClose{"gone"}, game("g1", 5, {"ana"})},
      [] {});
  rig.settle();
}

TEST(CheckStore, CountsWhatIsThereWhileAServerRuns) {
  SqliteRig rig;
  fill(rig);
  const std::string path = rig.folder.file("store.db");
  std::string report;
  EXPECT_TRUE(check_store(path, accept, report)) << report;
  EXPECT_EQ(report.find("open rooms: 2\nentries: 3\ngames: 1\nplayers: 1\nbytes: "), 0U) << report;
  rig.sqlite.reset();
  EXPECT_TRUE(check_store(path, accept, report)) << report;
  rig.reopen();
}

TEST(CheckStore, ReadsWhatAKilledServerLeft) {
  SqliteRig rig;
  fill(rig);
  const std::string copy = rig.folder.file("copy.db");
  for (const char* suffix : {"", "-wal"})
    std::filesystem::copy_file(rig.folder.file("store.db") + suffix, copy + suffix);
  std::string report;
  EXPECT_TRUE(check_store(copy, accept, report)) << report;
  EXPECT_NE(report.find("entries: 3\n"), std::string::npos) << report;
}

TEST(CheckStore, HandsEveryOpenRoomToTheJudge) {
  SqliteRig rig;
  fill(rig);
  std::string seen, report;
  const auto judge = [&](const std::string& room, const std::vector<std::string>& log, std::string& why) {
    seen += room + std::to_string(log.size()) + log.front() + " ";
    why = "makes no sense";
    return room != "otra";
  };
  EXPECT_FALSE(check_store(rig.folder.file("store.db"), judge, report));
  EXPECT_EQ(seen, "mesa2a otra1c ");
  EXPECT_NE(report.find("fault: room otra: makes no sense\n"), std::string::npos) << report;
}

TEST(CheckStore, NamesEveryFault) {
  const std::pair<const char*, const char*> faults[] = {
      {"DELETE FROM entries WHERE key = (SELECT MIN(key) FROM entries)",
       "room mesa: the numbers of its log have gaps"},
      {"DELETE FROM entries WHERE body IN ('a', 'b')", "room mesa: is open, but has no log"},
      {"DELETE FROM rooms WHERE room = 'mesa'", "2 entries are of no room"},
      {"UPDATE games SET record = ''", "game g1: its record is empty"},
      {"DELETE FROM players", "game g1: unknown player ana"},
      {"DELETE FROM games", "player ana: no such game g1"},
      {"UPDATE players SET token_hash = x'00'", "player ana: no hash of a token"},
      {"PRAGMA user_version = 9", "newer comodin"},
      {"DROP TABLE players", "no such table: players"},
  };
  for (const auto& [sql, fault] : faults) {
    SqliteRig rig;
    fill(rig);
    rig.sqlite.reset();
    std::string report;
    run_sql(rig.folder.file("store.db"), sql);
    EXPECT_FALSE(check_store(rig.folder.file("store.db"), accept, report));
    EXPECT_NE(report.find(fault), std::string::npos) << sql << "\n" << report;
  }
}

TEST(CheckStore, FindsDamagedPagesAndMissingFiles) {
  SqliteRig rig;
  for (std::uint32_t n = 1; n <= 50; ++n)
    rig.sqlite->write({LogWrite{"mesa", n, std::string(3000, 'x')}}, [] {});
  rig.settle();
  rig.sqlite.reset();
  const std::string path = rig.folder.file("store.db");
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(path) / 4096 / 2 * 4096));
  file << std::string(4096, '\x5a');
  file.close();
  std::string report;
  EXPECT_FALSE(check_store(path, accept, report));
  EXPECT_NE(report.find("fault: "), std::string::npos);
  EXPECT_FALSE(check_store(rig.folder.file("none"), accept, report));
  EXPECT_NE(report.find("fault: cannot open"), std::string::npos) << report;
  EXPECT_FALSE(std::filesystem::exists(rig.folder.file("none")));
}

// A row lies in its page with others, and not in pages of its own.
TEST(SqliteStore, TakesLittleMoreThanItsTexts) {
  for (const std::size_t size : {150U, 1100U}) {
    SqliteRig rig;
    std::vector<Write> writes;
    for (std::uint32_t n = 1; n <= 1000; ++n)
      for (const char* room : {"alfa", "beta", "gama"})
        writes.push_back(LogWrite{room, n, std::string(size, 'x')});
    const std::uint64_t before = rig.sqlite->size().bytes;
    rig.sqlite->write(std::move(writes), [] {});
    rig.settle();
    rig.reopen();
    EXPECT_LT(rig.sqlite->size().bytes - before, 3000 * size * 3 / 2) << size;
  }
}

// A server that was killed leaves a long write-ahead log: here its files are copied while it runs.
TEST(SqliteStore, StartsFromALongWriteAheadLog) {
  SqliteRig rig;
  for (std::uint32_t n = 1; n <= 300; ++n)
    rig.store().write({LogWrite{"mesa", n, std::string(4000, 'x')}}, [] {});
  rig.settle();
  for (const char* end : {"", "-wal"})
    std::filesystem::copy_file(rig.folder.file("store.db") + end, rig.folder.file("left.db") + end);
  ASSERT_GT(std::filesystem::file_size(rig.folder.file("left.db-wal")), 1U << 20);
  Caller caller;
  std::string why;
  const auto store = SqliteStore::open(caller.setup(rig.folder.file("left.db")), why);
  ASSERT_TRUE(store) << why;
  EXPECT_EQ(stored_rooms(*store).at(0).log.size(), 300U);
}

}  // namespace
}  // namespace comodin::server
