#include "server/store/check_store.hpp"

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "server/store/schema.hpp"

namespace comodin::server {
namespace {

struct RoomLog {
  std::int64_t id = 0;  // of its room
  std::string room;     // empty: there is none of this id
  std::vector<std::string> bodies;
  bool gapless = true;
};

struct Check {
  Db db;
  const LogJudge& judge;
  std::vector<std::string> faults;

  void fault(std::string what) { faults.push_back(std::move(what)); }
  void rows(const char* sql, const std::function<void(sqlite3_stmt*)>& row);
  void check_pages();
  void check_log(const RoomLog& log);
  void check_logs();
  void check_games();
  std::string counts(const std::string& path);
};

void Check::rows(const char* sql, const std::function<void(sqlite3_stmt*)>& row) {
  const Statement statement = prepare(db.get(), sql);
  int rc = SQLITE_ERROR;
  while (statement && (rc = sqlite3_step(statement.get())) == SQLITE_ROW) row(statement.get());
  if (rc != SQLITE_DONE) fault("cannot be read: " + fault_of(db.get()));
}

void Check::check_pages() {
  rows("PRAGMA integrity_check", [&](sqlite3_stmt* row) {
    const std::string said = text_at(row, 0);
    if (said != "ok") fault("SQLite: " + said);
  });
}

void Check::check_log(const RoomLog& log) {
  std::string why;
  if (log.bodies.empty()) return;
  if (log.room.empty()) return fault(std::to_string(log.bodies.size()) + " entries are of no room");
  if (!log.gapless) return fault("room " + log.room + ": the numbers of its log have gaps");
  if (!judge(log.room, log.bodies, why)) fault("room " + log.room + ": " + why);
}

// One log at a time: all of them together may not fit into memory.
void Check::check_logs() {
  RoomLog log;
  rows("SELECT key, room, body FROM entries LEFT JOIN rooms ON id = key >> 32 ORDER BY key",
       [&](sqlite3_stmt* row) {
         const std::int64_t key = sqlite3_column_int64(row, 0);
         if (const std::int64_t id = key >> kNumberBits; id != log.id) {
           check_log(log);
           log = {id, text_at(row, 1), {}, true};
         }
         log.bodies.push_back(text_at(row, 2));
         log.gapless = log.gapless && entry_number(key) == log.bodies.size();
       });
  check_log(log);
  rows(
      "SELECT room FROM rooms WHERE NOT EXISTS (SELECT 1 FROM entries "
      "WHERE key BETWEEN id << 32 AND (id << 32) + 4294967295)",
      [&](sqlite3_stmt* row) { fault("room " + text_at(row, 0) + ": is open, but has no log"); });
}

void Check::check_games() {
  rows("SELECT id FROM games WHERE length(record) = 0",
       [&](sqlite3_stmt* row) { fault("game " + text_at(row, 0) + ": its record is empty"); });
  rows("SELECT game, player FROM game_player WHERE player NOT IN (SELECT player FROM players)",
       [&](sqlite3_stmt* row) { fault("game " + text_at(row, 0) + ": unknown player " + text_at(row, 1)); });
  rows(
      "SELECT game, player FROM game_player LEFT JOIN games ON games.id = game "
      "WHERE games.ended IS NOT game_player.ended",
      [&](sqlite3_stmt* row) { fault("player " + text_at(row, 1) + ": no such game " + text_at(row, 0)); });
  rows("SELECT player FROM players WHERE length(token_hash) <> 32",
       [&](sqlite3_stmt* row) { fault("player " + text_at(row, 0) + ": no hash of a token"); });
}

std::string Check::counts(const std::string& path) {
  const std::pair<const char*, const char*> asked[] = {
      {"open rooms", "SELECT COUNT(*) FROM rooms"},
      {"entries", "SELECT COUNT(*) FROM entries"},
      {"games", "SELECT COUNT(*) FROM games"},
      {"players", "SELECT COUNT(DISTINCT player) FROM players"},
  };
  std::string report;
  for (const auto& [name, sql] : asked) {
    std::int64_t number = 0;
    if (!read_number(db.get(), sql, number))
      fault(std::string(name) + " cannot be counted: " + fault_of(db.get()));
    report += std::string(name) + ": " + std::to_string(number) + "\n";
  }
  std::uintmax_t bytes = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(path + suffix, none);
    if (!none) bytes += size;
  }
  return report + "bytes: " + std::to_string(bytes) + "\n";
}

}  // namespace

bool check_store(const std::string& path, const LogJudge& judge, std::string& report) {
  report.clear();
  std::string why;
  std::int64_t version = 0;
  Check check{open_db(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, "", why), judge, {}};
  // One transaction: a running server's writes in between are not seen.
  if (!check.db || !check_schema(check.db.get(), path, version, why)) {
    check.fault(why);
  } else if (version == 0) {
    check.fault(path + " is empty: no server has made a store of it yet");
  } else if (version < kSchemaVersion) {
    check.fault(path + " is as an earlier comodin left it (schema " + std::to_string(version) +
                "): check it with that one; a server of this one brings it up to date");
  } else if (!execute(check.db.get(), "BEGIN")) {
    check.fault(path + " cannot be read: " + fault_of(check.db.get()));
  } else {
    check.check_pages();
    check.check_logs();
    check.check_games();
    report = check.counts(path);
  }
  for (const std::string& fault : check.faults) report += "fault: " + fault + "\n";
  return check.faults.empty();
}

}  // namespace comodin::server
