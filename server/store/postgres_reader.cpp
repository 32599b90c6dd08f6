#include "server/store/postgres_reader.hpp"

#include <algorithm>

namespace comodin::server {
namespace {

// Runs a statement and has each row read.
template <class Row>
bool rows(PGconn* connection, const char* sql, PgValues values, PgFault& fault, Row row) {
  const PgResult result = pg_run(connection, sql, std::move(values), fault);
  for (int k = 0; result && k < PQntuples(result.get()); ++k) row(result.get(), k);
  return result != nullptr;
}

bool read_heads(PGconn* connection, const char* sql, PgValues values, std::vector<RoomHead>& out,
                PgFault& fault) {
  out.clear();
  return rows(connection, sql, std::move(values), fault,
              [&](const PGresult* row, int k) { out.push_back({pg_text(row, k, 0), pg_text(row, k, 1)}); });
}

}  // namespace

bool pg_unowned(PGconn* connection, std::vector<RoomHead>& out, PgFault& fault) {
  return read_heads(
      connection,
      "SELECT rooms.room, coalesce(body, '') FROM comodin.rooms LEFT JOIN comodin.nodes ON node = owner "
      "LEFT JOIN comodin.entries ON entries.room = id AND n = 1 WHERE until IS NULL OR until < "
      "clock_timestamp() ORDER BY rooms.room COLLATE \"C\"",
      {}, out, fault);
}

bool pg_made_by(PGconn* connection, const PlayerId& player, std::vector<RoomHead>& out, PgFault& fault) {
  return read_heads(
      connection,
      "SELECT rooms.room, body FROM comodin.rooms JOIN comodin.entries ON entries.room = id AND n = 1 "
      "WHERE maker = $1 ORDER BY id",
      PgValues().text(player), out, fault);
}

bool pg_player(PGconn* connection, const Bytes32& token_hash, std::optional<PlayerId>& out, PgFault& fault) {
  out.reset();
  const std::string_view hash(reinterpret_cast<const char*>(token_hash.data()), token_hash.size());
  return rows(connection, "SELECT player FROM comodin.players WHERE token_hash = $1", PgValues().bytes(hash),
              fault, [&](const PGresult* row, int k) { out = pg_text(row, k, 0); });
}

bool pg_games_of(PGconn* connection, const PlayerId& player, int most, std::vector<StoredGame>& out,
                 PgFault& fault) {
  out.clear();
  return rows(
      connection,
      "SELECT games.game, games.ended, summary FROM comodin.game_player JOIN comodin.games USING(game) WHERE "
      "player = $1 ORDER BY game_player.ended DESC, game COLLATE \"C\" DESC LIMIT $2",
      PgValues().text(player).number(std::max(most, 0)), fault, [&](const PGresult* row, int k) {
        out.push_back({pg_text(row, k, 0), pg_number(row, k, 1), pg_text(row, k, 2)});
      });
}

bool pg_record(PGconn* connection, const std::string& game, std::optional<std::string>& out, PgFault& fault) {
  out.reset();
  return rows(connection, "SELECT record FROM comodin.games WHERE game = $1", PgValues().text(game), fault,
              [&](const PGresult* row, int k) { out = pg_text(row, k, 0); });
}

bool pg_bytes(PGconn* connection, std::uint64_t& out, PgFault& fault) {
  return rows(connection, "SELECT pg_database_size(current_database())", {}, fault,
              [&](const PGresult* row, int k) { out = static_cast<std::uint64_t>(pg_number(row, k, 0)); });
}

// The notices are in a table that is not logged: they need no disk, and are gone after a crash.
bool pg_exchange(PGconn* connection, std::int64_t node, const std::string& notice, std::vector<Peer>& out,
                 PgFault& fault) {
  out.clear();
  return pg_run(connection,
                "INSERT INTO comodin.notices(node, notice) VALUES($1, $2) ON CONFLICT (node) DO UPDATE SET "
                "notice = excluded.notice",
                PgValues().number(node).bytes(notice), fault) &&
         rows(connection,
              "SELECT nodes.node, name, address, format, coalesce(notice, '') FROM comodin.nodes LEFT JOIN "
              "comodin.notices USING(node) WHERE nodes.node <> $1 AND until >= clock_timestamp() ORDER BY "
              "nodes.node LIMIT 100",
              PgValues().number(node), fault, [&](const PGresult* row, int k) {
                out.push_back({.node = pg_number(row, k, 0),
                               .name = pg_text(row, k, 1),
                               .address = pg_text(row, k, 2),
                               .format = static_cast<int>(pg_number(row, k, 3)),
                               .notice = pg_text(row, k, 4)});
              });
}

}  // namespace comodin::server
