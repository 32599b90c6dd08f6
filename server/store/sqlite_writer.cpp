#include "server/store/sqlite_writer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/store/schema.hpp"

namespace comodin::server {
namespace {

constexpr int kRewriteBlock = 1 << 16;  // SQLite writes fewer than 128 KiB at once

int count_pages(void* writer, sqlite3*, const char*, int pages) {
  static_cast<SqliteWriter*>(writer)->pages = pages;
  return SQLITE_OK;
}

// The write-ahead log may never have reached the disk: after a failed fsync the system still shows its pages,
// but has forgotten that they must be written. So they are written again, byte for byte, and synced. A
// checkpoint would not do: if the power fails before the log's end is on the disk, SQLite plays the shorter
// log there over the newer file.
bool rewrite_log(sqlite3* db, std::string& why) {
  std::int64_t tables = 0;  // a read opens the log
  sqlite3_file* log = nullptr;
  sqlite3_int64 size = 0;
  bool good =
      read_number(db, "SELECT COUNT(*) FROM sqlite_schema", tables) &&
      sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log)) == SQLITE_OK &&
      log && log->pMethods && log->pMethods->xFileSize(log, &size) == SQLITE_OK;
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

}  // namespace

bool SqliteWriter::prepare_all() {
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

bool SqliteWriter::load(std::string& why) {
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

bool SqliteWriter::apply(const LogWrite& write, std::string& why) {
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

bool SqliteWriter::apply(const GameWrite& write, std::string& why) {
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

bool SqliteWriter::apply(const PlayerWrite& write, std::string& why) {
  bind_bytes(add_player.get(), 1, write.token_hash.data(), write.token_hash.size());
  bind_text(add_player.get(), 2, write.player);
  bind_number(add_player.get(), 3, write.created);
  return finish(add_player.get()) || fault(why, "cannot write player " + write.player);
}

bool SqliteWriter::apply(const RoomClose& write, std::string& why) {
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
bool SqliteWriter::taken(std::uint64_t& bytes, std::uint64_t& unused, std::string& why) {
  std::int64_t all = 0, waiting = 0;
  if ((page_bytes == 0 && !read_number(db.get(), "PRAGMA page_size", page_bytes)) ||
      !read_number(all_pages.get(), all) || !read_number(unused_pages.get(), waiting))
    return fault(why, "cannot measure the store");
  bytes = static_cast<std::uint64_t>((all - waiting) * page_bytes);
  unused = static_cast<std::uint64_t>(waiting * page_bytes);
  return true;
}

// Not left to SQLite: its automatic checkpoint ignores a failed fsync and tries again.
bool SqliteWriter::checkpoint(int mode, bool& busy, std::string& why) {
  const int rc = sqlite3_wal_checkpoint_v2(db.get(), nullptr, mode, nullptr, nullptr);
  busy = (rc & 0xff) == SQLITE_BUSY;
  if (rc != SQLITE_OK && !busy) return fault(why, "cannot copy the write-ahead log into the store");
  return true;
}

bool set_up(sqlite3* db, const char* pragmas, std::string& why) {
  const bool good = execute(db, pragmas) &&
                    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr) == SQLITE_OK;
  if (!good) why = "cannot set up the store: " + fault_of(db);
  return good;
}

bool open_writer(const StoreSetup& setup, SqliteWriter& writer, std::string& why) {
  writer.db = open_db(setup.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, setup.vfs, why);
  std::int64_t version = 0;
  if (!writer.db || !check_schema(writer.db.get(), setup.path, version, why)) return false;
  sqlite3* db = writer.db.get();
  if (!set_up(db, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL", why)) return false;
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
  // Not earlier: dropping an old table may need as much temporary space as the table takes.
  if (!execute(db, "PRAGMA temp_store=MEMORY") || !writer.prepare_all())
    return writer.fault(why, setup.path + " lacks a table: put a backup in its place");
  return writer.load(why);
}

}  // namespace comodin::server
