#include "server/check_store.hpp"

#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>

#include "server/sqlite.hpp"

namespace comodin::server {
namespace {

struct Check {
  Db db;
  const LogJudge& judge;
  std::vector<std::string> faults;

  void fault(std::string what) { faults.push_back(std::move(what)); }
  void rows(const char* sql, const std::function<void(sqlite3_stmt*)>& row);
  void check_pages();
  std::set<std::string> open_rooms();
  void check_log(const std::string& room, const std::vector<std::string>& log, bool gapless, bool open);
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

std::set<std::string> Check::open_rooms() {
  std::set<std::string> open;
  rows("SELECT room FROM rooms WHERE closed = 0", [&](sqlite3_stmt* row) { open.insert(text_at(row, 0)); });
  return open;
}

void Check::check_log(const std::string& room, const std::vector<std::string>& log, bool gapless, bool open) {
  std::string why;
  if (!gapless) return fault("room " + room + ": the numbers of its log have gaps");
  if (!open) return fault("room " + room + ": is not open, but has a log");
  if (!judge(room, log, why)) fault("room " + room + ": " + why);
}

void Check::check_logs() {
  std::set<std::string> open = open_rooms();
  std::string room;
  std::vector<std::string> log;
  bool gapless = true;
  const auto end_of_room = [&] {
    if (!log.empty()) check_log(room, log, gapless, open.erase(room) == 1);
    log.clear();
    gapless = true;
  };
  rows("SELECT room, n, body FROM log ORDER BY room, n", [&](sqlite3_stmt* row) {
    std::string name = text_at(row, 0);
    if (name != room) end_of_room();
    room = std::move(name);
    log.push_back(text_at(row, 2));
    gapless = gapless && sqlite3_column_int64(row, 1) == static_cast<std::int64_t>(log.size());
  });
  end_of_room();
  for (const std::string& silent : open) fault("room " + silent + ": is open, but has no log");
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
      {"open rooms", "SELECT COUNT(*) FROM rooms WHERE closed = 0"},
      {"closed rooms", "SELECT COUNT(*) FROM rooms WHERE closed <> 0"},
      {"entries", "SELECT COUNT(*) FROM log"},
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
  bool is_new = false;
  Check check{open_db(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, "", why), judge, {}};
  // One transaction: a running server's writes in between are not seen.
  if (!check.db || !check_schema(check.db.get(), path, is_new, why)) {
    check.fault(why);
  } else if (is_new) {
    check.fault(path + " is empty: no server has made a store of it yet");
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
