// What only the store on disk promises: one commit for many writes, and what it does about locks and
// failures.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <future>
#include <mutex>
#include <thread>

#include "tests/server/crash_vfs.hpp"
#include "tests/server/store_rig.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {
namespace {

// When a batch breaks the contract, the store fails, reports nothing done, and keeps nothing of the batch.
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
    rig.sqlite->write({LogWrite{"mesa", 1, "x"}, game("g", 1, {}), PlayerWrite{"ana", hash_of(1), 1}},
                      [](Outcome) {});
    rig.settle();
    bool done = false;
    rig.sqlite->write(batch, [&](Outcome) { done = true; });
    rig.caller.run_until_failed();
    rig.sqlite->write({LogWrite{"late", 1, "x"}}, [&](Outcome) { done = true; });
    rig.sqlite.reset();
    EXPECT_FALSE(done);
    EXPECT_FALSE(rig.caller.posted_after_fault());
    Caller next;
    const auto again = SqliteStore::open(next.setup(rig.folder.file("store.db")), rig.why);
    ASSERT_TRUE(again) << rig.why;
    const std::vector<StoredRoom> rooms = stored_rooms(*again, turn_of(next));
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].log.size(), 1U);
  }
}

TEST(SqliteStore, ManyWritesBehindABusyWriterAreOneCommit) {
  SqliteRig rig;
  rig.caller.hold();
  int reported = 0;
  rig.sqlite->write({LogWrite{"mesa", 1, "x"}}, [&](Outcome) { ++reported; });
  ASSERT_TRUE(rig.caller.run_one());  // the writer is waiting in post()
  for (std::uint32_t n = 2; n <= 1000; ++n)
    rig.sqlite->write({LogWrite{"mesa", n, "x"}}, [&](Outcome) { ++reported; });
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
  store->write({LogWrite{"mesa", 1, "x"}, game("g", 1, {"ana"})}, [&](Outcome) { done = true; });
  const bool waits = syncing.get_future().wait_for(kPatience) == std::future_status::ready;
  disk.on_sync({});
  ASSERT_TRUE(waits) << "no sync";
  const Turn turn = turn_of(caller);
  EXPECT_EQ(unowned(*store, turn), "");
  EXPECT_TRUE(games_of(*store, turn, "ana", 1).empty());
  EXPECT_FALSE(record_of(*store, turn, "g"));
  go_on.set_value();
  ASSERT_TRUE(caller.run_one());
  EXPECT_TRUE(done);
  EXPECT_EQ(unowned(*store, turn), "mesa=x");
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
  std::string operations, why;
  std::unique_ptr<SqliteStore> store;

  explicit LockRig(std::chrono::milliseconds patience) {
    StoreSetup setup = caller.setup(folder.file("store.db"));
    setup.lock_notice = std::chrono::milliseconds(30);
    setup.lock_patience = patience;
    setup.log_operation = [this](const std::string& event, const std::string&) {
      const std::lock_guard held(mutex);
      operations += event + " ";
    };
    store = SqliteStore::open(setup, why);
    store->write({LogWrite{"mesa", 1, "x"}}, [](Outcome) {});
    EXPECT_TRUE(caller.run_one());
  }
  std::string operations_so_far() {
    const std::lock_guard held(mutex);
    return operations;
  }
};

TEST(SqliteStore, WaitsForAnotherProgramsLockAndReadsMeanwhile) {
  LockRig rig(kPatience);
  bool done = false;
  {
    const Locker locker(rig.folder.file("store.db"));
    EXPECT_EQ(claim_of(*rig.store, turn_of(rig.caller), "mesa").log.size(), 1U);
    rig.store->write({LogWrite{"mesa", 2, "y"}}, [&](Outcome) { done = true; });
    while (rig.operations_so_far().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    EXPECT_EQ(rig.operations_so_far(), "store_locked ");  // once
    EXPECT_EQ(unowned(*rig.store, turn_of(rig.caller)), "mesa=x");
    EXPECT_FALSE(done);
  }
  ASSERT_TRUE(rig.caller.run_one());
  EXPECT_TRUE(done);
  EXPECT_EQ(rig.operations_so_far(), "store_locked store_unlocked ");
  EXPECT_EQ(stored_rooms(*rig.store, turn_of(rig.caller))[0].log.size(), 2U);
}

TEST(SqliteStore, DoesNotWaitForALockForEver) {
  LockRig rig(std::chrono::milliseconds(100));
  bool done = false;
  const Locker locker(rig.folder.file("store.db"));
  rig.store->write({LogWrite{"mesa", 2, "y"}}, [&](Outcome) { done = true; });
  rig.caller.run_until_failed();
  EXPECT_FALSE(done);
  EXPECT_NE(rig.caller.fault().find("has another program locked the store?"), std::string::npos);
}

TEST(SqliteStore, DrainsItsQueueWhenItGoes) {
  SqliteRig rig;
  int reported = 0;
  for (std::uint32_t n = 1; n <= 500; ++n)
    rig.sqlite->write({LogWrite{"mesa", n, "x"}}, [&](Outcome) { ++reported; });
  rig.sqlite.reset();
  while (reported < 500 && rig.caller.run_one()) continue;
  EXPECT_EQ(reported, 500);
  rig.reopen();
  EXPECT_EQ(stored_rooms(*rig.sqlite, turn_of(rig.caller))[0].log.size(), 500U);
}

TEST(SqliteStore, AFailedReadIsFatal) {
  TempFolder folder;
  CrashVfs disk("failed_read");
  Caller caller;
  std::string why;
  const auto store = SqliteStore::open(caller.setup(folder.file("store.db"), disk.name()), why);
  ASSERT_TRUE(store) << why;
  disk.power_cut(1);
  EXPECT_FALSE(record_of(*store, turn_of(caller), "g"));
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
    store->write({LogWrite{"mesa", 2, "x"}}, [](Outcome) {});
    caller.run_until_failed();
  };
  EXPECT_EXIT(break_it(), testing::ExitedWithCode(kStoreFailed),
              "the store has failed: entry 2 of room mesa after 0\n");
}

// A row shares its page with others instead of having pages of its own.
TEST(SqliteStore, TakesLittleMoreThanItsTexts) {
  for (const std::size_t size : {150U, 1100U}) {
    SqliteRig rig;
    std::vector<Write> writes;
    for (std::uint32_t n = 1; n <= 1000; ++n)
      for (const char* room : {"alfa", "beta", "gama"})
        writes.push_back(LogWrite{room, n, std::string(size, 'x')});
    const std::uint64_t before = rig.sqlite->size().bytes;
    rig.sqlite->write(std::move(writes), [](Outcome) {});
    rig.settle();
    rig.reopen();
    EXPECT_LT(rig.sqlite->size().bytes - before, 3000 * size * 3 / 2) << size;
  }
}

// A server that was killed leaves a long write-ahead log: here its files are copied while it runs.
TEST(SqliteStore, StartsFromALongWriteAheadLog) {
  SqliteRig rig;
  for (std::uint32_t n = 1; n <= 300; ++n)
    rig.store().write({LogWrite{"mesa", n, std::string(4000, 'x')}}, [](Outcome) {});
  rig.settle();
  for (const char* end : {"", "-wal"})
    std::filesystem::copy_file(rig.folder.file("store.db") + end, rig.folder.file("left.db") + end);
  ASSERT_GT(std::filesystem::file_size(rig.folder.file("left.db-wal")), 1U << 20);
  Caller caller;
  std::string why;
  const auto store = SqliteStore::open(caller.setup(rig.folder.file("left.db")), why);
  ASSERT_TRUE(store) << why;
  EXPECT_EQ(stored_rooms(*store, turn_of(caller)).at(0).log.size(), 300U);
}

}  // namespace
}  // namespace comodin::server
