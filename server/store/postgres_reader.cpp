#include "server/store/postgres_reader.hpp"

#include <algorithm>

namespace comodin::server {
namespace {

constexpr int kClaimTries = 5;

// Runs a statement and has each row read.
template <class Row>
bool rows(PGconn* connection, const char* sql, PgValues values, PgFault& fault, Row row) {
  const PgResult result = pg_run(connection, sql, std::move(values), fault);
  for (int k = 0; result && k < PQntuples(result.get()); ++k) row(result.get(), k);
  return result != nullptr;
}

struct Owned {
  bool there = false, takeable = false;
  std::int64_t id = 0, owner = 0, epoch = 0;  // owner 0: nobody
  std::string address;
};

bool look(PGconn* connection, std::int64_t node, const std::string& room, Owned& out, PgFault& fault) {
  return rows(connection,
              "SELECT id, coalesce(owner, 0), epoch, coalesce(address, ''), until IS NULL OR until < "
              "clock_timestamp() FROM comodin.rooms LEFT JOIN comodin.nodes ON node = owner WHERE room = $1",
              PgValues().text(room), fault, [&](const PGresult* row, int k) {
                out.there = true;
                out.id = pg_number(row, k, 0);
                out.owner = pg_number(row, k, 1);
                out.epoch = pg_number(row, k, 2);
                out.address = pg_text(row, k, 3);
                out.takeable = out.owner == node || pg_bool(row, k, 4);
              });
}

// A dead node's row is locked, so that it can finish no transaction meanwhile; if it is alive after all, the
// room stays with it. One that has stopped in the middle of a transaction is cut off.
bool take(PGconn* connection, std::int64_t node, const Owned& room, bool& taken, PgFault& fault) {
  taken = false;
  PgFault locked;
  if (!pg_run(connection, "BEGIN", fault) || !pg_run(connection, "SET LOCAL lock_timeout = '1s'", fault))
    return false;
  const PgResult owner = pg_run(connection, "SELECT 1 FROM comodin.nodes WHERE node = $1 FOR UPDATE",
                                PgValues().number(room.owner), locked);
  if (!owner) {
    if (!pg_run(connection, "ROLLBACK", fault)) return false;
    return pg_run(connection,
                  "SELECT pg_terminate_backend(backend::int) FROM comodin.nodes WHERE node = $1 AND until < "
                  "clock_timestamp()",
                  PgValues().number(room.owner), fault) != nullptr;
  }
  const PgResult ours =
      pg_run(connection,
             "UPDATE comodin.rooms SET owner = $1, epoch = epoch + 1 WHERE id = $2 AND epoch = $3 AND "
             "coalesce(owner, 0) = $4 "
             "AND (owner = $1 OR NOT EXISTS (SELECT 1 FROM comodin.nodes WHERE node = $4 AND until >= "
             "clock_timestamp()))",
             PgValues().number(node).number(room.id).number(room.epoch).number(room.owner), fault);
  if (!ours) return false;
  taken = std::string(PQcmdTuples(ours.get())) == "1";
  return pg_run(connection, "COMMIT", fault) != nullptr;
}

bool read_log(PGconn* connection, std::int64_t id, Claim& out, PgFault& fault) {
  bool gapless = true;
  if (!rows(connection, "SELECT n, body FROM comodin.entries WHERE room = $1 ORDER BY n",
            PgValues().number(id), fault, [&](const PGresult* row, int k) {
              out.log.push_back(pg_text(row, k, 1));
              gapless = gapless && pg_number(row, k, 0) == static_cast<std::int64_t>(out.log.size());
            }))
    return false;
  if (gapless && !out.log.empty()) out.is = Claim::Is::Ours;
  else
    out = {.is = Claim::Is::Unreadable,
           .text = out.log.empty() ? "it has no log" : "the numbers of its log have gaps"};
  return true;
}

bool read_heads(PGconn* connection, const char* sql, PgValues values, std::vector<RoomHead>& out,
                PgFault& fault) {
  out.clear();
  return rows(connection, sql, std::move(values), fault,
              [&](const PGresult* row, int k) { out.push_back({pg_text(row, k, 0), pg_text(row, k, 1)}); });
}

}  // namespace

bool pg_claim(PGconn* connection, std::int64_t node, const std::string& room, Claim& out, PgRoom& held,
              PgFault& fault) {
  for (int k = 0; k < kClaimTries; ++k) {
    out = {};
    Owned found;
    if (!look(connection, node, room, found, fault)) return false;
    if (!found.there) return true;
    out = {.is = Claim::Is::Elsewhere, .text = found.address};
    if (!found.takeable) return true;
    bool taken = false;
    if (!take(connection, node, found, taken, fault)) return false;
    if (!taken) continue;
    out = {};
    if (!read_log(connection, found.id, out, fault)) return false;
    held = {.id = found.id, .epoch = found.epoch + 1, .n = static_cast<std::uint32_t>(out.log.size())};
    if (out.is == Claim::Is::Ours) return true;
    return pg_run(connection, "UPDATE comodin.rooms SET owner = NULL WHERE id = $1 AND owner = $2",
                  PgValues().number(held.id).number(node), fault) != nullptr;
  }
  return true;  // as somebody else's
}

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

}  // namespace comodin::server
