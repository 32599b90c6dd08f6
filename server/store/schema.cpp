#include "server/store/schema.hpp"

namespace comodin::server {
namespace {

constexpr const char* kPeople = R"(
CREATE TABLE games(id TEXT PRIMARY KEY, room TEXT NOT NULL, ended INTEGER NOT NULL, summary TEXT NOT NULL,
  record TEXT NOT NULL) STRICT;
CREATE TABLE game_player(player TEXT NOT NULL, ended INTEGER NOT NULL, game TEXT NOT NULL,
  PRIMARY KEY(player, ended, game)) STRICT, WITHOUT ROWID;
CREATE TABLE players(token_hash BLOB PRIMARY KEY, player TEXT NOT NULL, created INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
)";

// Open rooms. The view is for people who want to read a log.
constexpr const char* kRooms = R"(
CREATE TABLE rooms(id INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE entries(key INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE VIEW log AS SELECT room, key - (id << 32) AS n, body
  FROM rooms JOIN entries ON key BETWEEN id << 32 AND (id << 32) + 4294967295;
)";

// Version 1 had rooms(room, closed) and log(room, n, body), and kept the names of closed rooms.
constexpr const char* kSetAside = "ALTER TABLE rooms RENAME TO old_rooms; ALTER TABLE log RENAME TO old_log;";
constexpr const char* kTakeOver = R"(
INSERT INTO rooms(room) SELECT room FROM old_rooms WHERE closed = 0 UNION SELECT room FROM old_log ORDER BY 1;
INSERT INTO entries SELECT (id << 32) + n, body FROM rooms CROSS JOIN old_log USING(room) ORDER BY id, n;
DROP TABLE old_log;
DROP TABLE old_rooms;
)";

// Versions 2 and 3 have today's tables. But servers of version 2 ignore the version that a setting states,
// and would play its room by other rules; those of version 3 do not know the names of an entry's fields. So
// neither may open a store that may hold such entries.
std::string tables_from(std::int64_t version) {
  if (version == 0) return std::string(kRooms) + kPeople;
  return version == 1 ? std::string(kSetAside) + kRooms + kTakeOver : std::string();
}

}  // namespace

bool check_schema(sqlite3* db, const std::string& path, std::int64_t& version, std::string& why) {
  std::int64_t application = 0, tables = 0;
  if (!read_number(db, "PRAGMA application_id", application) ||
      !read_number(db, "PRAGMA user_version", version) ||
      !read_number(db, "SELECT COUNT(*) FROM sqlite_schema", tables)) {
    why = path + " cannot be read: " + fault_of(db) +
          ": it is damaged or no store; put a backup in its place, or move it and its -wal file away to "
          "start anew";
    return false;
  }
  if (application == 0 && version == 0 && tables == 0) return true;
  if (application != kApplicationId || version < 1) {
    why = path + " is a database of another program: name another file";
    return false;
  }
  if (version > kSchemaVersion) {
    why = path + " was written by a newer comodin (schema " + std::to_string(version) + ", this one knows " +
          std::to_string(kSchemaVersion) + "): run that one";
    return false;
  }
  return true;
}

bool make_schema(sqlite3* db, std::int64_t version, std::string& why) {
  const std::string sql = "BEGIN IMMEDIATE;" + tables_from(version) +
                          "PRAGMA application_id = " + std::to_string(kApplicationId) +
                          ";PRAGMA user_version = " + std::to_string(kSchemaVersion) + ";COMMIT;";
  if (execute(db, sql.c_str())) return true;
  why = (version == 0 ? "cannot make the store: " : "cannot bring the store up to date: ") + fault_of(db);
  return false;
}

}  // namespace comodin::server
