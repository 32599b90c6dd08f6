#include "server/store/postgres_claims.hpp"

#include <algorithm>
#include <map>

namespace comodin::server {
namespace {

// The row of a dead owner is locked, so that it can finish no transaction meanwhile; if it is alive after
// all, its rooms stay with it. Nobody waits for a lock: two nodes may ask for the same rooms in any order.
constexpr const char* kTake = R"(
  WITH wanted AS (
    SELECT id, owner, epoch
    FROM comodin.rooms
    WHERE room = ANY($2::text[]) AND format <= $3::bigint AND (owner IS NULL OR owner = $1::bigint OR NOT EXISTS (
      SELECT 1 FROM comodin.nodes WHERE node = owner AND until >= clock_timestamp()))
    ORDER BY id
    FOR UPDATE SKIP LOCKED),
  lapsed AS (
    SELECT node
    FROM comodin.nodes
    WHERE node IN (SELECT owner FROM wanted) AND node <> $1::bigint AND until < clock_timestamp()
    FOR UPDATE SKIP LOCKED)
  UPDATE comodin.rooms SET owner = $1::bigint, epoch = rooms.epoch + 1, format = $3::bigint
  FROM wanted
  WHERE rooms.id = wanted.id AND (wanted.owner IS NULL OR wanted.owner = $1::bigint
    OR wanted.owner IN (SELECT node FROM lapsed)
    OR NOT EXISTS (SELECT 1 FROM comodin.nodes WHERE node = wanted.owner))
  RETURNING rooms.room, rooms.id, rooms.epoch)";

constexpr const char* kLook = R"(
  SELECT room, coalesce(owner, 0), coalesce(name, ''), rooms.format,
    coalesce((extract(epoch FROM until - clock_timestamp()) * 1000)::bigint, -1)
  FROM comodin.rooms
  LEFT JOIN comodin.nodes ON node = owner
  WHERE room = ANY($1::text[]))";

constexpr const char* kLogs =
    "SELECT room, n, body FROM comodin.entries WHERE room = ANY($1::bigint[]) ORDER BY room, n";

struct Claiming {
  PGconn* connection;
  const PgClaimer& claimer;
  PgFault& fault;
  std::map<std::string, PgClaimed*> open = {};
  std::map<std::int64_t, PgClaimed*> ours = {};  // by the room's id

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> out;
    out.reserve(open.size());
    for (const auto& [room, claimed] : open) out.push_back(room);
    return out;
  }

  bool take();
  bool look();
  bool read_logs();
  bool give_back_unreadable();
};

bool Claiming::take() {
  PgValues values;
  values.number(claimer.node).texts(names()).number(claimer.format);
  const PgResult taken = pg_run(connection, kTake, std::move(values), fault);
  for (int k = 0; taken && k < PQntuples(taken.get()); ++k) {
    const auto found = open.find(pg_text(taken.get(), k, 0));
    PgClaimed& one = *found->second;
    one.claim.is = Claim::Is::Ours;
    one.held = {.id = pg_number(taken.get(), k, 1), .epoch = pg_number(taken.get(), k, 2)};
    ours[one.held.id] = &one;
    open.erase(found);
  }
  return taken != nullptr;
}

// Whose are the others? Those that are not there stay None.
bool Claiming::look() {
  if (open.empty()) return true;
  const PgResult rows = pg_run(connection, kLook, PgValues().texts(names()), fault);
  for (int k = 0; rows && k < PQntuples(rows.get()); ++k) {
    PgClaimed& one = *open.at(pg_text(rows.get(), k, 0));
    one.owner = pg_number(rows.get(), k, 1);
    one.lapses = pg_number(rows.get(), k, 4);
    const bool newer = pg_number(rows.get(), k, 3) > claimer.format;
    const bool takeable = one.owner == 0 || one.lapses < 0;
    one.claim = {.is = newer && takeable ? Claim::Is::Newer : Claim::Is::Elsewhere,
                 .log = {},
                 .text = pg_text(rows.get(), k, 2)};
  }
  return rows != nullptr;
}

bool Claiming::read_logs() {
  if (ours.empty()) return true;
  std::vector<std::int64_t> ids;
  for (const auto& [id, one] : ours) ids.push_back(id);
  const PgResult rows = pg_run(connection, kLogs, PgValues().numbers(ids), fault);
  for (int k = 0; rows && k < PQntuples(rows.get()); ++k) {
    PgClaimed& one = *ours.at(pg_number(rows.get(), k, 0));
    one.claim.log.push_back(pg_text(rows.get(), k, 2));
    one.held.n = static_cast<std::uint32_t>(one.claim.log.size());
    if (pg_number(rows.get(), k, 1) != one.held.n) one.claim.text = "the numbers of its log have gaps";
  }
  for (const auto& [id, one] : ours)
    if (one->claim.log.empty()) one->claim.text = "it has no log";
  return rows != nullptr;
}

bool Claiming::give_back_unreadable() {
  std::vector<std::int64_t> ids;
  for (const auto& [id, one] : ours) {
    if (one->claim.text.empty()) continue;
    one->claim = {.is = Claim::Is::Unreadable, .log = {}, .text = one->claim.text};
    ids.push_back(id);
  }
  return ids.empty() ||
         pg_run(connection,
                "UPDATE comodin.rooms SET owner = NULL WHERE id = ANY($1::bigint[]) AND owner = $2",
                PgValues().numbers(ids).number(claimer.node), fault);
}

}  // namespace

bool pg_claim(PGconn* connection, const PgClaimer& claimer, const std::vector<std::string>& rooms,
              std::vector<PgClaimed>& out, PgFault& fault) {
  out.assign(rooms.size(), {});
  Claiming claiming{connection, claimer, fault};
  for (std::size_t k = 0; k < rooms.size(); ++k) claiming.open[rooms[k]] = &out[k];
  return claiming.take() && claiming.look() && claiming.read_logs() && claiming.give_back_unreadable();
}

bool pg_cut_off(PGconn* connection, std::int64_t node, PgFault& fault) {
  return pg_run(connection,
                "SELECT pg_terminate_backend(backend::int) FROM comodin.nodes WHERE node = $1 AND until < "
                "clock_timestamp()",
                PgValues().number(node), fault) != nullptr;
}

}  // namespace comodin::server
