#include "server/sqlite_store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "server/note.hpp"
#include "server/schema.hpp"

namespace comodin::server {
namespace {

constexpr mode_t kFileMode = 0600;
constexpr std::chrono::milliseconds kMeasureEvery{100}, kLockPause{20};
constexpr int kRewriteBlock = 1 << 16;  // SQLite writes fewer than 128 KiB at once

// A descriptor, closed when it goes.
struct Descriptor {
  int fd = -1;
  Descriptor() = default;
  explicit Descriptor(int opened) : fd(opened) {}
  Descriptor(Descriptor&& other) noexcept : fd(std::exchange(other.fd, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

bool refuse(std::string& why, const std::string& what) {
  why = what + ": " + std::strerror(errno);
  return false;
}

bool sync_folder(const std::filesystem::path& folder, std::string& why) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.fd < 0 || ::fsync(opened.fd) != 0)
    return refuse(why, "cannot sync the folder " + folder.string());
  return true;
}

std::filesystem::path folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

bool make_folder(const std::filesystem::path& folder, std::string& why) {
  std::error_code fault;
  if (std::filesystem::is_directory(folder, fault)) return true;
  if (folder.has_parent_path() && !make_folder(folder.parent_path(), why)) return false;
  if (::mkdir(folder.c_str(), 0700) != 0) return refuse(why, "cannot make the folder " + folder.string());
  return sync_folder(folder.has_parent_path() ? folder.parent_path() : ".", why);
}

// Held as long as the descriptor is open, and gone with the process however that ends.
bool take_lock(const std::string& path, Descriptor& lock, std::string& why) {
  const std::string name = path + ".lock";
  lock = Descriptor(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode));
  if (lock.fd < 0) return refuse(why, "cannot open " + name);
  if (::flock(lock.fd, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK) return refuse(why, "cannot lock " + name);
  why = "another server has the store " + path + " open: stop it first, or name another file";
  return false;
}

// SQLite would make the file readable for everybody. Its other files get the mode of this one.
bool make_file(const std::string& path, std::string& why) {
  const Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode));
  if (file.fd < 0) return refuse(why, "cannot open the store " + path + " for writing");
  if (::fchmod(file.fd, kFileMode) != 0) return refuse(why, "cannot set the mode of " + path);
  if (::fsync(file.fd) != 0) return refuse(why, "cannot sync " + path);
  return sync_folder(folder_of(path), why);
}

[[noreturn]] void end_process(const std::string& why) {
  const std::string line = "comodin: the store has failed: " + why + "\n";
  write_some(STDERR_FILENO, line);
  ::_exit(kStoreFailed);
}

// The writer's side: one transaction at a time, on one connection.
struct Writer {
  Db db;
  Statement begin, commit, open_room, close_room, add_entry, drop_log, add_game, add_game_player, add_player;
  Statement all_pages, unused_pages;
  struct Tail {
    std::int64_t id = 0;
    std::uint32_t n = 0;  // of the last entry
  };
  std::map<std::string, Tail> rooms;  // that are open
  std::int64_t last_id = 0;           // of rooms and entries
  int pages = 0;                      // in the write-ahead log
  std::int64_t page_bytes = 0;

  bool prepare_all();
  bool load(std::string& why);
  bool apply(const LogWrite& write, std::string& why);
  bool apply(const GameWrite& write, std::string& why);
  bool apply(const PlayerWrite& write, std::string& why);
  bool apply(const RoomClose& write, std::string& why);
  bool checkpoint(int mode, bool& busy, std::string& why);
  bool taken(std::uint64_t& bytes, std::uint64_t& unused, std::string& why);
  bool fault(std::string& why, const std::string& what) const {
    why = what + ": " + fault_of(db.get());
    return false;
  }
};

bool Writer::prepare_all() {
  const std::pair<Statement*, const char*> statements[] = {
      {&begin, "BEGIN IMMEDIATE"},
      {&commit, "COMMIT"},
      {&open_room, "INSERT INTO rooms VALUES(?1, ?2)"},
      {&close_room, "DELETE FROM rooms WHERE id = ?1"},
      {&add_entry, "INSERT INTO entries VALUES(?1, ?2)"},
      {&drop_log, "DELETE FROM entries WHERE key BETWEEN ?1 AND ?2"},
      {&add_game, "INSERT INTO games VALUES(?1, ?2, ?3, ?4, ?5)"},
      {&add_game_player, "INSERT OR IGNORE INTO game_player VALUES(?1, ?2, ?3)"},
      {&add_player, "INSERT INTO players VALUES(?1, ?2, ?3)"},
      {&all_pages, "PRAGMA page_count"},
      {&unused_pages, "PRAGMA freelist_count"},
  };
  return std::all_of(std::begin(statements), std::end(statements), [&](const auto& statement) {
    *statement.first = prepare(db.get(), statement.second);
    return *statement.first != nullptr;
  });
}

bool Writer::load(std::string& why) {
  const Statement rows = prepare(db.get(),
                                 "SELECT room, id, (SELECT MAX(key) FROM entries "
                                 "WHERE key BETWEEN id << 32 AND (id << 32) + 4294967295) FROM rooms");
  int rc = SQLITE_ERROR;
  while (rows && (rc = sqlite3_step(rows.get())) == SQLITE_ROW)
    rooms[text_at(rows.get(), 0)] = {sqlite3_column_int64(rows.get(), 1),
                                     entry_number(sqlite3_column_int64(rows.get(), 2))};
  const bool good = rc == SQLITE_DONE && read_number(db.get(),
                                                     "SELECT MAX(ifnull((SELECT MAX(id) FROM rooms), 0), "
                                                     "ifnull((SELECT MAX(key) >> 32 FROM entries), 0))",
                                                     last_id);
  return good || fault(why, "the store cannot be read: put a backup in its place");
}

bool Writer::apply(const LogWrite& write, std::string& why) {
  Tail& room = rooms[write.room];
  if (write.n != room.n + 1) {
    why = "entry " + std::to_string(write.n) + " of room " + write.room + " after " + std::to_string(room.n);
    return false;
  }
  if (room.id == 0) {
    room.id = ++last_id;
    bind_number(open_room.get(), 1, room.id);
    bind_text(open_room.get(), 2, write.room);
    if (!finish(open_room.get())) return fault(why, "cannot open room " + write.room);
  }
  room.n = write.n;
  bind_number(add_entry.get(), 1, entry_key(room.id, room.n));
  bind_text(add_entry.get(), 2, write.body);
  return finish(add_entry.get()) || fault(why, "cannot write an entry of room " + write.room);
}

bool Writer::apply(const GameWrite& write, std::string& why) {
  bind_text(add_game.get(), 1, write.game);
  bind_text(add_game.get(), 2, write.room);
  bind_number(add_game.get(), 3, write.ended);
  bind_text(add_game.get(), 4, write.summary);
  bind_text(add_game.get(), 5, write.record);
  bool good = finish(add_game.get());
  for (const PlayerId& player : write.players) {
    if (!good) break;
    bind_text(add_game_player.get(), 1, player);
    bind_number(add_game_player.get(), 2, write.ended);
    bind_text(add_game_player.get(), 3, write.game);
    good = finish(add_game_player.get());
  }
  return good || fault(why, "cannot write game " + write.game);
}

bool Writer::apply(const PlayerWrite& write, std::string& why) {
  bind_bytes(add_player.get(), 1, write.token_hash.data(), write.token_hash.size());
  bind_text(add_player.get(), 2, write.player);
  bind_number(add_player.get(), 3, write.created);
  return finish(add_player.get()) || fault(why, "cannot write player " + write.player);
}

bool Writer::apply(const RoomClose& write, std::string& why) {
  const auto room = rooms.find(write.room);
  if (room == rooms.end()) return true;
  const std::int64_t id = room->second.id;
  rooms.erase(room);
  bind_number(drop_log.get(), 1, entry_key(id, 0));
  bind_number(drop_log.get(), 2, entry_key(id, UINT32_MAX));
  bind_number(close_room.get(), 1, id);
  return (finish(drop_log.get()) && finish(close_room.get())) ||
         fault(why, "cannot close room " + write.room);
}

// The pages of the file, and those of them that wait to be used again.
bool Writer::taken(std::uint64_t& bytes, std::uint64_t& unused, std::string& why) {
  std::int64_t all = 0, waiting = 0;
  if ((page_bytes == 0 && !read_number(db.get(), "PRAGMA page_size", page_bytes)) ||
      !read_number(all_pages.get(), all) || !read_number(unused_pages.get(), waiting))
    return fault(why, "cannot measure the store");
  bytes = static_cast<std::uint64_t>((all - waiting) * page_bytes);
  unused = static_cast<std::uint64_t>(waiting * page_bytes);
  return true;
}

// Not left to SQLite: its automatic checkpoint ignores a failed fsync and tries again.
bool Writer::checkpoint(int mode, bool& busy, std::string& why) {
  const int rc = sqlite3_wal_checkpoint_v2(db.get(), nullptr, mode, nullptr, nullptr);
  busy = (rc & 0xff) == SQLITE_BUSY;
  if (rc != SQLITE_OK && !busy) return fault(why, "cannot copy the write-ahead log into the store");
  return true;
}

int count_pages(void* writer, sqlite3*, const char*, int pages) {
  static_cast<Writer*>(writer)->pages = pages;
  return SQLITE_OK;
}

// Pragmas of a connection. It must not checkpoint when it is closed: that would hide a failed fsync.
bool set_up(sqlite3* db, const char* pragmas, std::string& why) {
  const bool good = execute(db, pragmas) &&
                    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr) == SQLITE_OK;
  if (!good) why = "cannot set up the store: " + fault_of(db);
  return good;
}

// What is in the write-ahead log may never have reached the disk: after a failed fsync the system still shows
// it, but has forgotten that it must be written. So it is written again, byte for byte, and synced. A
// checkpoint would not do: if the power goes before its end is on the disk, the shorter log there is played
// over the newer file.
bool rewrite_log(sqlite3* db, std::string& why) {
  std::int64_t tables = 0;  // a read opens the log
  sqlite3_file* log = nullptr;
  sqlite3_int64 size = 0;
  bool good = read_number(db, "SELECT COUNT(*) FROM sqlite_schema", tables) &&
              sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK && log &&
              log->pMethods && log->pMethods->xFileSize(log, &size) == SQLITE_OK;
  std::vector<char> block(kRewriteBlock);
  for (sqlite3_int64 at = 0; good && at < size; at += kRewriteBlock) {
    const int bytes = static_cast<int>(std::min<sqlite3_int64>(kRewriteBlock, size - at));
    good = log->pMethods->xRead(log, block.data(), bytes, at) == SQLITE_OK &&
           log->pMethods->xWrite(log, block.data(), bytes, at) == SQLITE_OK;
  }
  if (good && size > 0) good = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) == SQLITE_OK;
  if (!good) why = "cannot write the store's write-ahead log again: is the disk full or failing?";
  return good;
}

bool open_writer(const StoreSetup& setup, Writer& writer, std::string& why) {
  writer.db = open_db(setup.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, setup.vfs, why);
  std::int64_t version = 0;
  if (!writer.db || !check_schema(writer.db.get(), setup.path, version, why)) return false;
  sqlite3* db = writer.db.get();
  if (!set_up(db, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL", why))
    return false;
  std::int64_t synchronous = 0;
  const Statement mode = prepare(db, "PRAGMA journal_mode");
  if (!mode || sqlite3_step(mode.get()) != SQLITE_ROW || text_at(mode.get(), 0) != "wal" ||
      !read_number(db, "PRAGMA synchronous", synchronous) || synchronous != 2) {
    why = "the file system of " + setup.path + " cannot hold a store: put it on a local disk";
    return false;
  }
  sqlite3_reset(mode.get());
  sqlite3_wal_hook(db, count_pages, &writer);
  if (!rewrite_log(db, why)) return false;
  bool busy = false;
  if (version < kSchemaVersion &&
      (!make_schema(db, version, why) || !writer.checkpoint(SQLITE_CHECKPOINT_TRUNCATE, busy, why)))
    return false;
  // Not earlier: what is needed to drop an old table may be as large as that.
  if (!execute(db, "PRAGMA temp_store=MEMORY") || !writer.prepare_all())
    return writer.fault(why, setup.path + " lacks a table: put a backup in its place");
  return writer.load(why);
}

// The caller's side: reads, on a connection that cannot write.
struct Reader {
  Db db;
  Statement rooms, log, player, games, record;

  bool open(const StoreSetup& setup, std::string& why);
};

bool Reader::open(const StoreSetup& setup, std::string& why) {
  db = open_db(setup.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, setup.vfs, why);
  if (!db || !set_up(db.get(), "PRAGMA query_only=ON;PRAGMA temp_store=MEMORY", why)) return false;
  rooms = prepare(db.get(),
                  "SELECT room, (SELECT body FROM entries WHERE key = (id << 32) + 1) FROM rooms "
                  "ORDER BY room");
  log = prepare(db.get(),
                "SELECT key, body FROM rooms JOIN entries ON key BETWEEN id << 32 AND (id << 32) + 4294967295 "
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
  std::function<void()> done;
  Clock::time_point given;
};

}  // namespace

struct SqliteStore::Inside {
  StoreSetup setup;
  Descriptor lock;
  Writer writer;
  Reader reader;
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

  void run();
  bool commit(const std::vector<Batch>& group, std::string& why);
  bool measure(Clock::time_point now, std::string& why);
  bool begin(std::string& why);
  bool checkpoint(std::string& why);
  static int wait_for_lock(void* inside, int tries);
  void note(const char* event, const char* detail) const {
    if (setup.note) setup.note(event, detail);
  }
  void fail(const std::string& why);
  void read(sqlite3_stmt* statement, const std::function<void()>& row);
};

void SqliteStore::Inside::run() {
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
    std::vector<std::function<void()>> dones;
    for (Batch& batch : group) dones.push_back(std::move(batch.done));
    setup.post([dones = std::move(dones)] {
      for (const auto& done : dones) done();
    });
    if (writer.pages >= setup.checkpoint_pages && !checkpoint(why)) return fail(why);
  }
}

bool SqliteStore::Inside::checkpoint(std::string& why) {
  const auto start = Clock::now();
  bool busy = false;  // by a reader: the next commit tries again
  const bool good = writer.checkpoint(SQLITE_CHECKPOINT_PASSIVE, busy, why);
  stats.checkpoint.add(Clock::now() - start);
  return good;
}

bool SqliteStore::Inside::commit(const std::vector<Batch>& group, std::string& why) {
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

// The write-ahead log counts as long as it is: it is not made shorter while the server runs.
bool SqliteStore::Inside::measure(Clock::time_point now, std::string& why) {
  if (now < measure_at) return true;
  measure_at = now + kMeasureEvery;
  std::uint64_t taken = 0, unused = 0;
  if (!writer.taken(taken, unused, why)) return false;
  struct stat log{};
  struct statvfs disk{};
  if (::stat((setup.path + "-wal").c_str(), &log) == 0) taken += static_cast<std::uint64_t>(log.st_size);
  if (::statvfs(folder_of(setup.path).c_str(), &disk) == 0) unused += disk.f_bavail * disk.f_frsize;
  bytes = taken, free = unused;
  return true;
}

void Durations::add(std::chrono::steady_clock::duration took) {
  const auto passed = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
  const auto bound = std::lower_bound(kCommitBounds.begin(), kCommitBounds.end(), passed);
  counts[static_cast<std::size_t>(bound - kCommitBounds.begin())]++;
  micros += static_cast<std::uint64_t>(passed);
}

// SQLite asks whether to go on waiting for another program's lock.
int SqliteStore::Inside::wait_for_lock(void* inside, int tries) {
  auto& in = *static_cast<Inside*>(inside);
  const Clock::time_point now = Clock::now();
  if (tries == 0) in.locked_since = now;
  const auto waited = now - in.locked_since;
  if (waited >= (in.stopping ? std::min(kLockNotice, in.setup.lock_patience) : in.setup.lock_patience)) return 0;
  if (waited >= in.setup.lock_notice && !std::exchange(in.lock_noted, true))
    in.note("store_locked", "another program has locked the store: nothing is acknowledged before it lets go");
  std::this_thread::sleep_for(kLockPause);
  return 1;
}

bool SqliteStore::Inside::begin(std::string& why) {
  const bool good = finish(writer.begin.get());
  if (good && std::exchange(lock_noted, false)) note("store_unlocked", "writing goes on");
  return good || writer.fault(why, "cannot begin: has another program locked the store?");
}

void SqliteStore::Inside::fail(const std::string& why) {
  if (failed.exchange(true)) return;
  if (!setup.fatal) end_process(why);
  setup.fatal(why);
}

void SqliteStore::Inside::read(sqlite3_stmt* statement, const std::function<void()>& row) {
  int rc = SQLITE_ROW;
  while ((rc = sqlite3_step(statement)) == SQLITE_ROW) row();
  if (rc != SQLITE_DONE) fail("cannot read: " + fault_of(reader.db.get()));
  sqlite3_reset(statement);
}

std::unique_ptr<SqliteStore> SqliteStore::open(StoreSetup setup, std::string& why) {
  auto in = std::make_unique<Inside>();
  in->setup = std::move(setup);
  const std::string& path = in->setup.path;
  if (!make_folder(folder_of(path), why) || !take_lock(path, in->lock, why) || !make_file(path, why) ||
      !open_writer(in->setup, in->writer, why) || !in->reader.open(in->setup, why) || !in->measure({}, why))
    return nullptr;
  Inside* inside = in.get();
  sqlite3_busy_handler(in->writer.db.get(), Inside::wait_for_lock, inside);
  in->thread = std::thread([inside] { inside->run(); });
  return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(in)));
}

SqliteStore::SqliteStore(std::unique_ptr<Inside> in) : in_(std::move(in)) {}

SqliteStore::~SqliteStore() {
  {
    const std::lock_guard held(in_->mutex);
    in_->stopping = true;
  }
  in_->wake.notify_one();
  in_->thread.join();
  std::string why;
  bool busy = false;  // by --check-store: then the next start does it
  if (!in_->failed && !in_->writer.checkpoint(SQLITE_CHECKPOINT_TRUNCATE, busy, why)) in_->fail(why);
}

void SqliteStore::write(std::vector<Write> writes, std::function<void()> done) {
  {
    const std::lock_guard held(in_->mutex);
    in_->queue.push_back({std::move(writes), std::move(done), Clock::now()});
  }
  in_->wake.notify_one();
}

std::vector<RoomHead> SqliteStore::open_rooms() {
  std::vector<RoomHead> rooms;
  sqlite3_stmt* rows = in_->reader.rooms.get();
  in_->read(rows, [&] { rooms.push_back({text_at(rows, 0), text_at(rows, 1)}); });
  return rooms;
}

bool SqliteStore::log_of(const std::string& room, std::vector<std::string>& log, std::string& why) {
  log.clear();
  bool gapless = true;
  sqlite3_stmt* rows = in_->reader.log.get();
  bind_text(rows, 1, room);
  in_->read(rows, [&] {
    log.push_back(text_at(rows, 1));
    gapless = gapless && entry_number(sqlite3_column_int64(rows, 0)) == log.size();
  });
  if (log.empty()) why = "it has no log";
  else if (!gapless) why = "the numbers of its log have gaps";
  return gapless && !log.empty();
}

std::optional<PlayerId> SqliteStore::player(const Bytes32& token_hash) {
  std::optional<PlayerId> found;
  sqlite3_stmt* rows = in_->reader.player.get();
  bind_bytes(rows, 1, token_hash.data(), token_hash.size());
  in_->read(rows, [&] { found = text_at(rows, 0); });
  return found;
}

std::vector<StoredGame> SqliteStore::games_of(const PlayerId& player, int most) {
  std::vector<StoredGame> games;
  sqlite3_stmt* rows = in_->reader.games.get();
  bind_text(rows, 1, player);
  bind_number(rows, 2, std::max(most, 0));  // SQLite takes a negative limit for none
  in_->read(rows,
            [&] { games.push_back({text_at(rows, 0), sqlite3_column_int64(rows, 1), text_at(rows, 2)}); });
  return games;
}

std::optional<std::string> SqliteStore::record(const std::string& game) {
  std::optional<std::string> found;
  sqlite3_stmt* rows = in_->reader.record.get();
  bind_text(rows, 1, game);
  in_->read(rows, [&] { found = text_at(rows, 0); });
  return found;
}

StoreSize SqliteStore::size() const { return {in_->bytes, in_->free}; }

const CommitStats& SqliteStore::stats() const { return in_->stats; }

}  // namespace comodin::server
