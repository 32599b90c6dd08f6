#include "server/store/sqlite_store.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "server/common/log_line.hpp"
#include "server/store/schema.hpp"
#include "server/store/sqlite_writer.hpp"
#include "server/store/store_files.hpp"

namespace comodin::server {
namespace {

constexpr std::chrono::milliseconds kMeasureEvery{100}, kLockPause{20};

[[noreturn]] void end_process(const std::string& why) {
  const std::string line = "comodin: the store has failed: " + why + "\n";
  write_some(STDERR_FILENO, line);
  ::_exit(kStoreFailed);
}

// The caller's side: reads, on a connection that cannot write.
struct StoreReader {
  Db db;
  Statement rooms, log, player, games, record;

  bool open(const StoreSetup& setup, std::string& why);
};

bool StoreReader::open(const StoreSetup& setup, std::string& why) {
  db = open_db(setup.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, setup.vfs, why);
  if (!db || !set_up(db.get(), "PRAGMA query_only=ON;PRAGMA temp_store=MEMORY", why)) return false;
  rooms = prepare(db.get(),
                  "SELECT room, (SELECT body FROM entries WHERE key = (id << 32) + 1) FROM rooms "
                  "ORDER BY room");
  log = prepare(
      db.get(),
      "SELECT key, body FROM rooms LEFT JOIN entries ON key BETWEEN id << 32 AND (id << 32) + 4294967295 "
      "WHERE room = ?1 ORDER BY key");
  player = prepare(db.get(), "SELECT player FROM players WHERE token_hash = ?1");
  games =
      prepare(db.get(),
              "SELECT games.id, games.ended, games.summary FROM game_player JOIN games ON games.id = game "
              "WHERE player = ?1 ORDER BY game_player.ended DESC, game DESC LIMIT ?2");
  record = prepare(db.get(), "SELECT record FROM games WHERE id = ?1");
  if (rooms && log && player && games && record) return true;
  why = setup.path + " lacks a table: put a backup in its place: " + fault_of(db.get());
  return false;
}

using Clock = std::chrono::steady_clock;

struct Batch {
  std::vector<Write> writes;
  Store::Then<Outcome> done;
  Clock::time_point given;
};

}  // namespace

struct SqliteStore::Impl {
  StoreSetup setup;
  Descriptor lock;
  SqliteWriter writer;
  StoreReader reader;
  CommitStats stats;
  std::thread thread;
  std::mutex mutex;  // of the three below
  std::condition_variable wake;
  std::vector<Batch> queue;
  std::atomic<bool> stopping{false};
  std::atomic<bool> failed{false};
  std::atomic<std::uint64_t> bytes{0}, free{0};
  Clock::time_point measure_at, locked_since;
  bool lock_noted = false;
  std::uint64_t given = 0;  // writes; the caller's, like the number of those that have been reported
  std::shared_ptr<std::uint64_t> reported = std::make_shared<std::uint64_t>(0);

  void run();
  bool commit(const std::vector<Batch>& group, std::string& why);
  bool measure(Clock::time_point now, std::string& why);
  bool begin(std::string& why);
  bool checkpoint(std::string& why);
  static int wait_for_lock(void* inside, int tries);
  void log_operation(const char* event, const char* detail) const {
    if (setup.log_operation) setup.log_operation(event, detail);
  }
  void fail(const std::string& why);
  void read(sqlite3_stmt* statement, const std::function<void()>& row);
  Claim log_of(const std::string& room);
  template <class Answer>
  void answer(Then<Answer> then, Answer what) {
    setup.post([then = std::move(then), what = std::move(what)] { then(what); });
  }
};

void SqliteStore::Impl::run() {
  std::string why;
  for (;;) {
    std::vector<Batch> group;
    {
      std::unique_lock held(mutex);
      wake.wait(held, [&] { return stopping || !queue.empty(); });
      if (queue.empty()) return;
      group.swap(queue);
    }
    if (!commit(group, why)) return fail(why);
    std::vector<Store::Then<Outcome>> dones;
    for (Batch& batch : group) dones.push_back(std::move(batch.done));
    setup.post([dones = std::move(dones), reported = reported] {
      *reported += dones.size();
      for (const auto& done : dones) done(Outcome::Written);
    });
    if (writer.pages >= setup.checkpoint_pages && !checkpoint(why)) return fail(why);
  }
}

bool SqliteStore::Impl::checkpoint(std::string& why) {
  const auto start = Clock::now();
  bool busy = false;  // blocked by a reader: the next commit tries again
  const bool good = writer.checkpoint(SQLITE_CHECKPOINT_PASSIVE, busy, why);
  stats.checkpoint.add(Clock::now() - start);
  return good;
}

bool SqliteStore::Impl::commit(const std::vector<Batch>& group, std::string& why) {
  const auto start = Clock::now();
  std::uint64_t entries = 0;
  if (!begin(why)) return false;
  for (const Batch& batch : group) {
    for (const Write& write : batch.writes) {
      if (!std::visit([&](const auto& one) { return writer.apply(one, why); }, write)) return false;
      entries += std::holds_alternative<LogWrite>(write) ? 1 : 0;
    }
  }
  if (!measure(start, why)) return false;
  if (!finish(writer.commit.get())) return writer.fault(why, "cannot commit");
  const auto end = Clock::now();
  stats.commit.add(end - start);
  for (const Batch& batch : group) stats.durable.add(end - batch.given);
  stats.entries += entries;
  stats.commits++;
  return true;
}

// The write-ahead log counts in full: the file does not shrink while the server runs.
bool SqliteStore::Impl::measure(Clock::time_point now, std::string& why) {
  if (now < measure_at) return true;
  measure_at = now + kMeasureEvery;
  std::uint64_t taken = 0, unused = 0;
  if (!writer.taken(taken, unused, why)) return false;
  struct stat log{};
  struct statvfs disk{};
  if (::stat((setup.path + "-wal").c_str(), &log) == 0) taken += static_cast<std::uint64_t>(log.st_size);
  if (::statvfs(folder_of(setup.path).c_str(), &disk) == 0) unused += disk.f_bavail * disk.f_frsize;
  bytes = taken;
  free = unused;
  return true;
}

// SQLite asks this whether to go on waiting for another program's lock.
int SqliteStore::Impl::wait_for_lock(void* inside, int tries) {
  auto& in = *static_cast<Impl*>(inside);
  const Clock::time_point now = Clock::now();
  if (tries == 0) in.locked_since = now;
  const auto waited = now - in.locked_since;
  if (waited >= (in.stopping ? std::min(kLockNotice, in.setup.lock_patience) : in.setup.lock_patience))
    return 0;
  if (waited >= in.setup.lock_notice && !std::exchange(in.lock_noted, true))
    in.log_operation("store_locked",
                     "another program has locked the store: nothing is acknowledged before it lets go");
  std::this_thread::sleep_for(kLockPause);
  return 1;
}

bool SqliteStore::Impl::begin(std::string& why) {
  const bool good = finish(writer.begin.get());
  if (good && std::exchange(lock_noted, false)) log_operation("store_unlocked", "writing goes on");
  return good || writer.fault(why, "cannot begin: has another program locked the store?");
}

void SqliteStore::Impl::fail(const std::string& why) {
  if (failed.exchange(true)) return;
  if (!setup.fatal) end_process(why);
  setup.fatal(why);
}

void SqliteStore::Impl::read(sqlite3_stmt* statement, const std::function<void()>& row) {
  int rc = SQLITE_ROW;
  while ((rc = sqlite3_step(statement)) == SQLITE_ROW) row();
  if (rc != SQLITE_DONE) fail("cannot read: " + fault_of(reader.db.get()));
  sqlite3_reset(statement);
}

std::unique_ptr<SqliteStore> SqliteStore::open(StoreSetup setup, std::string& why) {
  auto in = std::make_unique<Impl>();
  in->setup = std::move(setup);
  const std::string& path = in->setup.path;
  if (path.empty() || path == ":memory:") {  // SQLite would keep it in memory
    why = "the store needs the name of a file, not `" + path + "`";
    return nullptr;
  }
  if (!make_folder(folder_of(path), why) || !take_lock(path, in->lock, why) || !make_file(path, why) ||
      !open_writer(in->setup, in->writer, why) || !in->reader.open(in->setup, why) || !in->measure({}, why))
    return nullptr;
  Impl* inside = in.get();
  sqlite3_busy_handler(in->writer.db.get(), Impl::wait_for_lock, inside);
  in->thread = std::thread([inside] { inside->run(); });
  return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(in)));
}

SqliteStore::SqliteStore(std::unique_ptr<Impl> in) : impl_(std::move(in)) {}

SqliteStore::~SqliteStore() {
  {
    const std::lock_guard held(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->wake.notify_one();
  impl_->thread.join();
  std::string why;
  bool busy = false;  // held by --check-store: then the next start does it
  if (!impl_->failed && !impl_->writer.checkpoint(SQLITE_CHECKPOINT_TRUNCATE, busy, why)) impl_->fail(why);
}

void SqliteStore::write(std::vector<Write> writes, Then<Outcome> done) {
  ++impl_->given;
  {
    const std::lock_guard held(impl_->mutex);
    impl_->queue.push_back({std::move(writes), std::move(done), Clock::now()});
  }
  impl_->wake.notify_one();
}

// What is under way belongs to the log. If nothing is, not even another program's lock delays the answer.
void SqliteStore::claim(const std::string& room, Then<Claim> then) {
  if (impl_->given == *impl_->reported) return impl_->answer(std::move(then), impl_->log_of(room));
  write({}, [this, room, then = std::move(then), watch = std::weak_ptr(impl_->reported)](Outcome) {
    if (!watch.expired()) then(impl_->log_of(room));
  });
}

Claim SqliteStore::Impl::log_of(const std::string& room) {
  Claim claim;
  bool gapless = true;
  sqlite3_stmt* rows = reader.log.get();
  bind_text(rows, 1, room);
  read(rows, [&] {
    claim.is = Claim::Is::Ours;
    if (sqlite3_column_type(rows, 0) == SQLITE_NULL) return;  // the room is there, but no entry
    claim.log.push_back(text_at(rows, 1));
    gapless = gapless && entry_number(sqlite3_column_int64(rows, 0)) == claim.log.size();
  });
  if (claim.is == Claim::Is::None) return claim;
  if (claim.log.empty()) return {.is = Claim::Is::Unreadable, .text = "it has no log"};
  if (!gapless) return {.is = Claim::Is::Unreadable, .text = "the numbers of its log have gaps"};
  return claim;
}

void SqliteStore::unowned(Then<std::vector<RoomHead>> then) {
  std::vector<RoomHead> rooms;
  sqlite3_stmt* rows = impl_->reader.rooms.get();
  impl_->read(rows, [&] { rooms.push_back({text_at(rows, 0), text_at(rows, 1)}); });
  impl_->answer(std::move(then), std::move(rooms));
}

void SqliteStore::made_by(const PlayerId&, Then<std::vector<RoomHead>> then) {
  impl_->answer(std::move(then), std::vector<RoomHead>());
}

void SqliteStore::player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) {
  std::optional<PlayerId> found;
  sqlite3_stmt* rows = impl_->reader.player.get();
  bind_bytes(rows, 1, token_hash.data(), token_hash.size());
  impl_->read(rows, [&] { found = text_at(rows, 0); });
  impl_->answer(std::move(then), std::move(found));
}

void SqliteStore::games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) {
  std::vector<StoredGame> games;
  sqlite3_stmt* rows = impl_->reader.games.get();
  bind_text(rows, 1, player);
  bind_number(rows, 2, std::max(most, 0));  // to SQLite a negative limit means no limit
  impl_->read(rows,
              [&] { games.push_back({text_at(rows, 0), sqlite3_column_int64(rows, 1), text_at(rows, 2)}); });
  impl_->answer(std::move(then), std::move(games));
}

void SqliteStore::record(const std::string& game, Then<std::optional<std::string>> then) {
  std::optional<std::string> found;
  sqlite3_stmt* rows = impl_->reader.record.get();
  bind_text(rows, 1, game);
  impl_->read(rows, [&] { found = text_at(rows, 0); });
  impl_->answer(std::move(then), std::move(found));
}

void SqliteStore::exchange(std::string, Then<std::vector<Peer>> then) {
  impl_->answer(std::move(then), std::vector<Peer>());
}

StoreSize SqliteStore::size() const { return {impl_->bytes, impl_->free}; }

const CommitStats& SqliteStore::stats() const { return impl_->stats; }

}  // namespace comodin::server
