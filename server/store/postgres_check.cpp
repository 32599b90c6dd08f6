#include "server/store/postgres_check.hpp"

#include "server/store/postgres.hpp"
#include "server/store/postgres_schema.hpp"

namespace comodin::server {
namespace {

struct PgCheck {
  PGconn* connection;
  const LogJudge& judge;
  std::string faults;
  PgFault fault;  // the database's own

  void found(const std::string& what) { faults += "fault: " + what + "\n"; }
  PgResult rows(const char* sql) { return pg_run(connection, sql, fault); }
  void check_logs();
  void check_log(const std::string& room, const std::vector<std::string>& log, bool gapless);
  void check_games();
  std::string counts();
};

void PgCheck::check_log(const std::string& room, const std::vector<std::string>& log, bool gapless) {
  std::string why;
  if (log.empty()) found("room " + room + ": is open, but has no log");
  else if (!gapless) found("room " + room + ": the numbers of its log have gaps");
  else if (!judge(room, log, why)) found("room " + room + ": " + why);
}

void PgCheck::check_logs() {
  const PgResult rooms = rows("SELECT id, room FROM comodin.rooms ORDER BY room");
  for (int k = 0; rooms && k < PQntuples(rooms.get()); ++k) {
    const PgResult entries =
        pg_run(connection, "SELECT n, body FROM comodin.entries WHERE room = $1 ORDER BY n",
               PgValues().number(pg_number(rooms.get(), k, 0)), fault);
    if (!entries) return;
    std::vector<std::string> log;
    bool gapless = true;
    for (int row = 0; row < PQntuples(entries.get()); ++row) {
      gapless = gapless && pg_number(entries.get(), row, 0) == row + 1;
      log.push_back(pg_text(entries.get(), row, 1));
    }
    check_log(pg_text(rooms.get(), k, 1), log, gapless);
  }
  const PgResult lost =
      rows("SELECT DISTINCT room FROM comodin.entries WHERE room NOT IN (SELECT id FROM comodin.rooms)");
  for (int k = 0; lost && k < PQntuples(lost.get()); ++k)
    found("entries of a room that is not there: " + std::to_string(pg_number(lost.get(), k, 0)));
}

void PgCheck::check_games() {
  const PgResult empty = rows("SELECT game FROM comodin.games WHERE length(record) = 0");
  for (int k = 0; empty && k < PQntuples(empty.get()); ++k)
    found("game " + pg_text(empty.get(), k, 0) + ": its record is empty");
  const PgResult unknown = rows(
      "SELECT game, player FROM comodin.game_player WHERE player NOT IN (SELECT player FROM "
      "comodin.players)");
  for (int k = 0; unknown && k < PQntuples(unknown.get()); ++k)
    found("game " + pg_text(unknown.get(), k, 0) + ": unknown player " + pg_text(unknown.get(), k, 1));
  const PgResult astray = rows(
      "SELECT game, player FROM comodin.game_player LEFT JOIN comodin.games USING(game) WHERE games.ended IS "
      "DISTINCT "
      "FROM game_player.ended");
  for (int k = 0; astray && k < PQntuples(astray.get()); ++k)
    found("player " + pg_text(astray.get(), k, 1) + ": no such game " + pg_text(astray.get(), k, 0));
}

std::string PgCheck::counts() {
  const std::pair<const char*, const char*> asked[] = {
      {"open rooms", "SELECT count(*) FROM comodin.rooms"},
      {"entries", "SELECT count(*) FROM comodin.entries"},
      {"games", "SELECT count(*) FROM comodin.games"},
      {"players", "SELECT count(DISTINCT player) FROM comodin.players"},
      {"bytes", "SELECT pg_database_size(current_database())"},
  };
  std::string report;
  for (const auto& [name, sql] : asked) {
    const PgResult row = rows(sql);
    if (row) report += std::string(name) + ": " + std::to_string(pg_number(row.get(), 0, 0)) + "\n";
  }
  return report;
}

}  // namespace

bool check_postgres(const std::string& url, const LogJudge& judge, std::string& report) {
  report.clear();
  PgFault fault;
  std::string why;
  const PgConnection connection = pg_connect(url, fault);
  if (!connection || !check_postgres_schema(connection.get(), why)) {
    report = "fault: " + (connection ? why : "cannot reach the database: " + fault.what) + "\n";
    return false;
  }
  PgCheck check{connection.get(), judge, {}, {}};
  // One snapshot: what running nodes write meanwhile is not seen.
  if (check.rows("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
    check.check_logs();
    check.check_games();
    report = check.counts();
  }
  if (check.fault) check.found("the database cannot be read: " + check.fault.what);
  report += check.faults;
  return check.faults.empty();
}

}  // namespace comodin::server
