// The store on a disk that forgets: after a power cut everything that was reported done is there, and nothing
// is half there. COMODIN_CRASH_POINTS: how many points are tried (300). A failure names its point;
// COMODIN_CRASH_POINT tries that one alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "server/store/memory_store.hpp"
#include "server/store/sqlite_store.hpp"
#include "tests/server/crash_vfs.hpp"
#include "tests/server/store_rig.hpp"

namespace comodin::server {
namespace {

constexpr int kPoints = 300;
constexpr int kPointsPerScript = 10;
constexpr int kBatches = 40;
constexpr int kPages = 60;  // of the write-ahead log, before a checkpoint: some in every script

using Batch = std::vector<Write>;

// What is written, and everything that a store reports after each batch.
struct Script {
  std::vector<Batch> batches;
  Known known;
  std::vector<std::string> after;  // after[j]: the first j batches are there
};

struct Author {
  std::mt19937_64 chance;
  Script script;
  std::map<std::string, std::uint32_t> last;  // of the open rooms

  std::size_t below(std::size_t bound) { return chance() % bound; }
  LogWrite entry() {
    std::string room = "room" + std::to_string(below(6));
    const std::uint32_t n = ++last[room];
    const std::size_t size = below(below(8) == 0 ? 9000 : 200);  // some go over several pages
    const auto letter = static_cast<char>('a' + below(26));
    // The first number makes it unlike any other: no two states of a script are the same.
    const std::string start = std::to_string(script.batches.size()) + " " + std::to_string(n) + " ";
    return {room, n, start + std::string(size, letter)};
  }
  GameWrite game() {
    const std::string id = "game" + std::to_string(script.known.games.size());
    script.known.games.push_back(id);
    return {id,
            "room0",
            static_cast<std::int64_t>(below(5)),
            "summary",
            std::string(1 + below(3000), 'r'),
            script.known.players};
  }
  PlayerWrite player() {
    const auto number = static_cast<int>(script.known.players.size());
    script.known.players.push_back("player" + std::to_string(number));
    script.known.hashes.push_back(hash_of(number));
    return {script.known.players.back(), script.known.hashes.back(), number};
  }
  RoomClose close() {
    const std::string room = last.begin()->first;
    last.erase(room);
    return {room};
  }
  Batch batch() {
    Batch batch;
    if (below(10) == 0 && !last.empty()) batch.push_back(close());
    if (below(5) == 0) batch.push_back(player());
    if (below(5) == 0) batch.push_back(game());
    do batch.push_back(entry());
    while (below(2) == 0);
    return batch;
  }
};

Script make_script(std::uint64_t seed) {
  Author author{std::mt19937_64(seed), {}, {}};
  for (int i = 0; i < kBatches; ++i) author.script.batches.push_back(author.batch());
  Script& script = author.script;
  MemoryStore memory;
  const Turn turn = [&] {
    std::function<void()> next = memory.answer_next();
    if (!next) next = memory.commit_next();
    next();
    return true;
  };
  script.after.push_back(describe(memory, script.known, turn));
  for (const Batch& batch : script.batches) {
    memory.write(batch, [](Outcome) {});
    memory.commit_next();
    script.after.push_back(describe(memory, script.known, turn));
  }
  return script;
}

// One life of a server: it opens the store, and writes the script's batches from `from` on.
struct Life {
  bool opened = false;
  std::size_t given = 0;  // batches of the script, those before `from` too
  std::size_t done = 0;
  std::string fault;
};

// What is given while the writer waits in post() becomes one commit, so a point is the same each time.
Life live(CrashVfs& disk, const std::string& path, const Script& script, std::size_t from, std::size_t to) {
  Life life{false, from, from, {}};
  Caller caller;
  caller.hold();
  StoreSetup setup = caller.setup(path, disk.name());
  setup.checkpoint_pages = kPages;
  auto store = SqliteStore::open(setup, life.fault);
  if (!store) return life;
  life.opened = true;
  for (std::size_t group = 0; life.given < to; ++group) {
    for (std::size_t end = std::min(to, life.given + 1 + group % 3); life.given < end; ++life.given) {
      store->write(script.batches[life.given], [&life, mine = life.given](Outcome) {
        EXPECT_EQ(life.done, mine) << "out of order";
        life.done = mine + 1;
      });
    }
    if (group > 0) caller.let_go();  // it is not waiting for the first, but may be by now
    if (!caller.run_one()) break;
  }
  caller.release();
  store.reset();
  EXPECT_FALSE(caller.posted_after_fault());
  life.fault = caller.fault();
  return life;
}

constexpr std::size_t kNothingKnown = SIZE_MAX;

// How many batches does the store hold? kNothingKnown: it cannot be opened, or its content is not a state of
// the script.
std::size_t found(CrashVfs& disk, const std::string& path, const Script& script, std::string& why) {
  Caller caller;
  const auto store = SqliteStore::open(caller.setup(path, disk.name()), why);
  if (!store) return kNothingKnown;
  const std::string all = describe(*store, script.known, turn_of(caller));
  const auto at = std::find(script.after.begin(), script.after.end(), all);
  why = caller.fault().empty() ? "a state that never was" : caller.fault();
  if (!caller.fault().empty() || at == script.after.end()) return kNothingKnown;
  return static_cast<std::size_t>(at - script.after.begin());
}

void expect_kept(std::size_t there, const Life& life, const std::string& why) {
  ASSERT_NE(there, kNothingKnown) << why;
  EXPECT_GE(there, life.done) << "lost what was reported done";
  EXPECT_LE(there, life.given) << "more than was given";
}

// Calls `try_point` with a point's number, its script, and how many calls the script makes undisturbed.
template <class TryPoint>
void for_points(int points, const TryPoint& try_point) {
  const char* only = std::getenv("COMODIN_CRASH_POINT");
  TempFolder folder;
  Script script;
  std::uint64_t calls = 0;
  int scripted = -1;
  for (int point = only ? std::atoi(only) : 0; point < points || only; ++point) {
    if (scripted != point / kPointsPerScript) {
      scripted = point / kPointsPerScript;
      script = make_script(static_cast<std::uint64_t>(scripted));
      CrashVfs disk("dry");
      const Life life = live(disk, folder.file("dry.db"), script, 0, kBatches);
      ASSERT_EQ(life.done, script.batches.size()) << life.fault;
      calls = disk.calls();
    }
    SCOPED_TRACE("COMODIN_CRASH_POINT=" + std::to_string(point));
    CrashVfs disk("crash");
    try_point(static_cast<std::uint64_t>(point), script, calls, disk, folder.file("store.db"));
    if (only || testing::Test::HasFailure()) return;
  }
}

int points() {
  const char* wish = std::getenv("COMODIN_CRASH_POINTS");
  return wish ? std::max(1, std::atoi(wish)) : kPoints;
}

using Chance = std::mt19937_64;

TEST(Crash, APowerCutLosesNothingThatWasReported) {
  std::size_t unopened = 0, unreported = 0;
  for_points(points(), [&](std::uint64_t point, const Script& script, std::uint64_t calls, CrashVfs& disk,
                           const std::string& path) {
    Chance chance(point);
    std::string why;
    disk.cut_at(1 + chance() % calls, point);
    const Life life = live(disk, path, script, 0, kBatches);
    ASSERT_NE(life.fault, "") << "the power was not cut";
    disk.power_on();
    if (point % 3 == 0) {  // and once more while it starts
      disk.cut_at(1 + chance() % 10, point + 1);
      found(disk, path, script, why);
      disk.power_cut(point + 2);
      disk.power_on();
    }
    const std::size_t there = found(disk, path, script, why);
    ASSERT_NO_FATAL_FAILURE(expect_kept(there, life, why));
    unopened += life.opened ? 0 : 1;
    unreported += there > life.done ? 1 : 0;
    const Life next = live(disk, path, script, there, kBatches);
    EXPECT_EQ(next.done, script.batches.size()) << next.fault;
    EXPECT_EQ(found(disk, path, script, why), script.batches.size()) << why;
  });
  if (points() < kPoints || HasFailure()) return;
  EXPECT_GT(unopened, 0U) << "no cut while the store is made";
  EXPECT_GT(unreported, 0U) << "no cut between the commit and its report";
}

// A failed write or sync ends the server, not the machine. The next one must not rest on what only the
// system's memory holds: the power is cut after it.
TEST(Crash, AFailingDiskEndsTheServerAndLosesNothing) {
  for_points(points(), [&](std::uint64_t point, const Script& script, std::uint64_t calls, CrashVfs& disk,
                           const std::string& path) {
    Chance chance(point);
    std::string why;
    disk.fail_at(1 + chance() % calls);
    const Life life = live(disk, path, script, 0, kBatches);
    ASSERT_NE(life.fault, "") << "the failure was not noticed";
    const std::size_t there = found(disk, path, script, why);
    ASSERT_NO_FATAL_FAILURE(expect_kept(there, life, why));
    const Life next = live(disk, path, script, there, std::max<std::size_t>(there, kBatches / 2));
    EXPECT_EQ(next.fault, "");
    disk.power_cut(point);
    disk.power_on();
    const std::size_t left = found(disk, path, script, why);
    ASSERT_NO_FATAL_FAILURE(expect_kept(left, next, why));
  });
}

// A store of schema 1 on that disk.
void leave_old_store(const CrashVfs& disk, const std::string& path) {
  std::ostringstream sql;
  sql << std::ifstream(COMODIN_STORE_V1).rdbuf();
  sqlite3* db = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  ASSERT_EQ(sqlite3_open_v2(path.c_str(), &db, flags, disk.name().c_str()), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, sql.str().c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
}

std::string opened(const CrashVfs& disk, const std::string& path, std::string& why) {
  Caller caller;
  const Known known{{"298b77b3cf5ce5cf"}, {}, {"0123456789abcdef0123456789abcdef"}};
  const auto store = SqliteStore::open(caller.setup(path, disk.name()), why);
  return store ? describe(*store, known, turn_of(caller)) : "";
}

// Wherever the power goes or the disk fails while an old store is brought up to date: nothing is lost.
TEST(Crash, AnOldStoreIsBroughtUpToDateWhateverHappens) {
  TempFolder folder;
  std::string why, whole;
  std::uint64_t calls = 1;
  for (std::uint64_t point = 0; point <= 2 * calls; ++point) {  // the first is undisturbed
    CrashVfs disk("upgrade");
    const std::string path = folder.file("store" + std::to_string(point) + ".db");
    ASSERT_NO_FATAL_FAILURE(leave_old_store(disk, path));
    const std::uint64_t before = disk.calls();
    const std::uint64_t at = before + 1 + (point - 1) / 2;
    if (point > 0 && point % 2 == 0) disk.cut_at(at, point);
    if (point % 2 == 1) disk.fail_at(at);
    const std::string first = opened(disk, path, why);
    if (point == 0) {
      whole = first;
      calls = disk.calls() - before;
    }
    disk.power_cut(point);
    disk.power_on();
    ASSERT_EQ(opened(disk, path, why), whole) << point << ": " << why;
  }
  EXPECT_NE(whole.find("room KMDQFF\n"), std::string::npos) << why;
  EXPECT_GT(calls, 10U);
}

// The disk really forgets, and the test notices: on one that does not sync, reports are lost.
TEST(Crash, WithoutSyncsReportsAreLost) {
  int lost = 0;
  for_points(kPointsPerScript * 3, [&](std::uint64_t point, const Script& script, std::uint64_t calls,
                                       CrashVfs& disk, const std::string& path) {
    std::string why;
    ASSERT_EQ(live(disk, path, script, 0, 1).fault, "");
    disk.ignore_syncs();
    disk.cut_at(disk.calls() + 1 + Chance(point)() % (calls / 2), point);
    const Life life = live(disk, path, script, 1, kBatches);
    disk.power_on();
    const std::size_t there = found(disk, path, script, why);
    lost += there != kNothingKnown && there < life.done ? 1 : 0;
  });
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace comodin::server
