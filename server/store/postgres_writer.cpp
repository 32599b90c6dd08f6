#include "server/store/postgres_writer.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <thread>
#include <utility>

#include "server/store/postgres_schema.hpp"

namespace comodin::server {
namespace {

// A row of nodes is locked from the first statement of a node's transaction to its end, and by whoever takes
// that node's rooms. So whether a room is ours cannot change while we write.
enum PgStatement {
  kRenew,
  kNewRooms,
  kFenced,
  kEntries,
  kGames,
  kGamePlayers,
  kPlayers,
  kClose,
  kRelease,
  kStatements
};

constexpr std::array<const char*, kStatements> kSql = {
    // A transaction that was thought lost may come late: it must not take the number of a newer one away.
    R"(INSERT INTO comodin.nodes(node, name, address, format, until, committed, fenced, backend, drain)
       VALUES($1::bigint, $2::text, $3::text, $4::bigint, clock_timestamp() + interval '2 seconds', $5::bigint,
         '{}', pg_backend_pid(), false)
       ON CONFLICT (node) DO UPDATE SET until = excluded.until, committed = excluded.committed,
         fenced = excluded.fenced, backend = excluded.backend
       WHERE nodes.committed < excluded.committed
       RETURNING drain)",
    R"(INSERT INTO comodin.rooms(id, room, owner, epoch, maker, format)
       SELECT i, r, $1::bigint, e, m, $6::bigint
       FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS given(i, e, r, m)
       ON CONFLICT DO NOTHING)",
    R"(UPDATE comodin.nodes SET fenced = lost.ids
       FROM (SELECT array_agg(i) AS ids FROM unnest($2::bigint[], $3::bigint[]) AS given(i, e)
             WHERE NOT EXISTS (SELECT 1 FROM comodin.rooms
                               WHERE id = i AND epoch = e AND owner = $1::bigint)) AS lost
       WHERE node = $1::bigint AND committed = $4::bigint AND lost.ids IS NOT NULL
       RETURNING array_to_string(lost.ids, ' '))",
    R"(INSERT INTO comodin.entries
       SELECT i, k, e, b
       FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[]) AS given(i, e, k, b)
       JOIN comodin.rooms ON id = i AND epoch = e AND owner = $1::bigint)",
    R"(INSERT INTO comodin.games
       SELECT g, r, t, s, x
       FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bytea[],
         $8::bytea[]) AS given(i, e, g, r, t, s, x)
       WHERE i = 0 OR EXISTS (
         SELECT 1 FROM comodin.rooms WHERE id = i AND epoch = e AND owner = $1::bigint))",
    R"(INSERT INTO comodin.game_player
       SELECT p, t, g
       FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[]) AS given(i, e, p, t, g)
       WHERE i = 0 OR EXISTS (
         SELECT 1 FROM comodin.rooms WHERE id = i AND epoch = e AND owner = $1::bigint)
       ON CONFLICT DO NOTHING)",
    "INSERT INTO comodin.players SELECT * FROM unnest($1::bytea[], $2::text[], $3::bigint[])",
    R"(WITH gone AS (
         DELETE FROM comodin.rooms USING unnest($2::bigint[], $3::bigint[]) AS given(i, e)
         WHERE id = i AND epoch = e AND owner = $1::bigint
         RETURNING id)
       DELETE FROM comodin.entries USING gone WHERE entries.room = gone.id)",
    R"(UPDATE comodin.rooms SET owner = NULL
       FROM unnest($2::bigint[], $3::bigint[]) AS given(i, e)
       WHERE id = i AND epoch = e AND owner = $1::bigint)",
};

std::string name_of(int statement) { return "comodin_" + std::to_string(statement); }

std::string_view view_of(const Bytes32& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Numbers with a space between them.
void read_ids(const std::string& text, std::set<std::int64_t>& out) {
  std::istringstream in(text);
  for (std::int64_t id = 0; in >> id;) out.insert(id);
}

// Rows of a statement as columns. Every row of a room begins with its id and epoch.
struct Columns {
  std::vector<std::int64_t> id, epoch, number;
  std::vector<std::string_view> first, second, third, fourth;

  void of(const PgRoom& room) {
    id.push_back(room.id);
    epoch.push_back(room.epoch);
  }
  PgValues values(std::int64_t node) const {
    PgValues out;
    out.number(node).numbers(id).numbers(epoch);
    return out;
  }
};

struct GroupColumns {
  Columns made, all, entries, games, game_players, players, closed, released;

  void add(const PgRoom& room, const LogWrite& write) {
    if (write.n == 1) {
      made.of(room);
      made.first.push_back(write.room);
      made.second.push_back(write.maker);
    }
    entries.of(room);
    entries.number.push_back(write.n);
    entries.first.push_back(write.body);
  }
  void add(const PgRoom& room, const GameWrite& write) {
    games.of(room);
    games.first.push_back(write.game);
    games.second.push_back(write.room);
    games.number.push_back(write.ended);
    games.third.push_back(write.summary);
    games.fourth.push_back(write.record);
    for (const PlayerId& player : write.players) {
      game_players.of(room);
      game_players.first.push_back(player);
      game_players.number.push_back(write.ended);
      game_players.second.push_back(write.game);
    }
  }
  void add(const PgRoom&, const PlayerWrite& write) {
    players.first.push_back(view_of(write.token_hash));
    players.second.push_back(write.player);
    players.number.push_back(write.created);
  }
  void add(const PgRoom& room, const RoomClose&) {
    if (room.id) closed.of(room);
  }
  void add(const PgRoom&, const RoomHold&) {}  // asked about like every room
  void add(const PgRoom& room, const RoomRelease&) {
    if (room.id) released.of(room);
  }
};

GroupColumns columns_of(const PgGroup& group) {
  GroupColumns out;
  std::set<std::pair<std::int64_t, std::int64_t>> rooms;
  for (const PgBatch& batch : group) {
    for (std::size_t k = 0; k < batch.writes.size(); ++k) {
      std::visit([&](const auto& write) { out.add(batch.rooms[k], write); }, batch.writes[k]);
      if (batch.rooms[k].id) rooms.emplace(batch.rooms[k].id, batch.rooms[k].epoch);
    }
  }
  for (const auto& [id, epoch] : rooms) out.all.of({.id = id, .epoch = epoch});
  return out;
}

}  // namespace

struct PostgresWriter::Part {
  PgStatement statement;
  PgValues values;
};

std::size_t end_of_group(const PgGroup& queue) {
  constexpr std::size_t kMost = 4000;
  std::set<std::string> closed;
  for (std::size_t k = 0; k < std::min(queue.size(), kMost); ++k) {
    for (const Write& write : queue[k].writes)
      if (const auto* log = std::get_if<LogWrite>(&write); log && log->n == 1 && closed.contains(log->room))
        return k;
    for (const Write& write : queue[k].writes)
      if (const auto* close = std::get_if<RoomClose>(&write)) closed.insert(close->room);
  }
  return std::min(queue.size(), kMost);
}

bool PostgresWriter::connect_first(std::string& why) {
  PgFault fault;
  connection_ = pg_connect(as_.url, fault);
  if (!connection_) why = "cannot reach the database: " + fault.what;
  return connection_ && make_postgres_schema(connection_.get(), why);
}

// The number is the store's; so is the name if none was wished for, and the address has the machine that the
// database sees.
PostgresWriter::Registered PostgresWriter::register_node(PgFault& fault) {
  PGconn* const to = connection_.get();
  std::set<std::int64_t> none;
  if (!pg_run(to, "BEGIN", fault) || !pg_run(to, kPostgresLock, fault)) return Registered::No;
  // Nodes that have died long ago, and whose rooms others have taken.
  if (!pg_run(to,
              "DELETE FROM comodin.nodes WHERE until < clock_timestamp() - interval '1 day' AND NOT "
              "EXISTS (SELECT 1 FROM comodin.rooms WHERE owner = node)",
              fault))
    return Registered::No;
  const PgResult about =
      pg_run(to,
             "SELECT nextval('comodin.node_numbers'), secret, "
             "coalesce(host(inet_client_addr()), '127.0.0.1'), (SELECT count(*) FROM "
             "comodin.nodes WHERE name = $1 AND until >= clock_timestamp()) FROM comodin.about",
             PgValues().text(as_.name), fault);
  if (!about) return Registered::No;
  if (pg_number(about.get(), 0, 3) > 0) {
    pg_run(to, "ROLLBACK", fault);
    return Registered::NameTaken;
  }
  node_ = pg_number(about.get(), 0, 0);
  secret_ = pg_text(about.get(), 0, 1);
  if (as_.name.empty()) as_.name = std::to_string(node_);
  const std::string host = pg_text(about.get(), 0, 2);
  if (as_.address.starts_with(':'))
    as_.address = (host.find(':') == host.npos ? host : "[" + host + "]") + as_.address;
  const PgResult made =
      pg_run(to,
             "INSERT INTO comodin.nodes(node, name, address, format, until, committed, fenced, "
             "backend, drain) VALUES($1, $2, $3, $4, clock_timestamp() + interval '2 seconds', 0, "
             "'{}', pg_backend_pid(), false)",
             PgValues().number(node_).text(as_.name).text(as_.address).number(as_.format), fault);
  return made && pg_run(to, "COMMIT", fault) ? Registered::Yes : Registered::No;
}

bool PostgresWriter::open(std::string& why) {
  constexpr int kTries = 16;
  constexpr std::chrono::milliseconds kBetween{200};
  if (!connect_first(why)) return false;
  PgFault fault;
  Registered registered = Registered::NameTaken;
  for (int k = 0; k < kTries && registered == Registered::NameTaken; ++k) {
    if (k > 0) std::this_thread::sleep_for(kBetween);
    registered = register_node(fault);
  }
  if (registered == Registered::NameTaken) {
    why = "a node with the name " + as_.name + " is running on this store: give this one another with --node";
    return false;
  }
  std::set<std::int64_t> none;
  if (registered == Registered::Yes && connect(fault) && commit({}, none, fault)) return true;
  why = "the role may not write to the store's tables, or the database is lost: " + fault.what;
  return false;
}

// A plan that is kept knows neither how few rows a group has nor how many rooms there will be: without this,
// PostgreSQL reads all rooms for each commit.
constexpr const char* kFewRows =
    "SELECT set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false), "
    "set_config('enable_seqscan', 'off', false), set_config('enable_bitmapscan', 'off', false)";

bool PostgresWriter::connect(PgFault& fault) {
  if (!connection_) connection_ = pg_connect(as_.url, fault);
  if (connection_ && !pg_run(connection_.get(), kFewRows, fault)) connection_.reset();
  for (int k = 0; connection_ && k < kStatements; ++k) {
    const PgResult prepared(
        PQprepare(connection_.get(), name_of(k).c_str(), kSql[static_cast<std::size_t>(k)], 0, nullptr));
    if (PQresultStatus(prepared.get()) == PGRES_COMMAND_OK) continue;
    fault = pg_fault(connection_.get(), prepared.get());
    connection_.reset();
  }
  return connection_ != nullptr;
}

std::vector<PostgresWriter::Part> PostgresWriter::parts_of(const PgGroup& group) const {
  const GroupColumns of = columns_of(group);
  std::vector<Part> parts;
  parts.push_back(
      {kRenew, PgValues().number(node_).text(as_.name).text(as_.address).number(as_.format).number(number_)});
  const auto add = [&](PgStatement statement, bool needed, PgValues values) {
    if (needed) parts.push_back({statement, std::move(values)});
  };
  add(kNewRooms, !of.made.id.empty(),
      of.made.values(node_).texts(of.made.first).texts(of.made.second).number(as_.format));
  add(kFenced, !of.all.id.empty(), of.all.values(node_).number(number_));
  add(kEntries, !of.entries.id.empty(),
      of.entries.values(node_).numbers(of.entries.number).blobs(of.entries.first));
  const Columns& games = of.games;
  add(kGames, !games.id.empty(),
      games.values(node_)
          .texts(games.first)
          .texts(games.second)
          .numbers(games.number)
          .blobs(games.third)
          .blobs(games.fourth));
  const Columns& played = of.game_players;
  add(kGamePlayers, !played.id.empty(),
      played.values(node_).texts(played.first).numbers(played.number).texts(played.second));
  const Columns& players = of.players;
  add(kPlayers, !players.first.empty(),
      PgValues().blobs(players.first).texts(players.second).numbers(players.number));
  add(kClose, !of.closed.id.empty(), of.closed.values(node_));
  add(kRelease, !of.released.id.empty(), of.released.values(node_));
  return parts;
}

bool PostgresWriter::commit(const PgGroup& group, std::set<std::int64_t>& fenced, PgFault& fault) {
  ++number_;
  std::vector<Part> parts = parts_of(group);
  if (send(parts, fault) && receive(parts, fenced, fault)) return true;
  connection_.reset();
  return false;
}

bool PostgresWriter::send(std::vector<Part>& parts, PgFault& fault) {
  PGconn* const to = connection_.get();
  bool good = PQenterPipelineMode(to) == 1 &&
              PQsendQueryParams(to, "BEGIN", 0, nullptr, nullptr, nullptr, nullptr, 1) == 1;
  for (Part& part : parts) {
    PgValues& values = part.values;
    good = good && PQsendQueryPrepared(to, name_of(part.statement).c_str(), values.count(), values.values(),
                                       values.lengths(), values.formats(), 1) == 1;
  }
  good = good && PQsendQueryParams(to, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 1) == 1 &&
         PQpipelineSync(to) == 1;
  if (!good) fault = pg_fault(to, nullptr);
  return good;
}

// The answers come in the order of the statements; an empty one ends each.
bool PostgresWriter::receive(const std::vector<Part>& parts, std::set<std::int64_t>& fenced, PgFault& fault) {
  PGconn* const from = connection_.get();
  const std::size_t all = parts.size() + 2;  // with BEGIN and COMMIT
  for (std::size_t k = 0; k < all; ++k) {
    const PgResult result(PQgetResult(from));
    const ExecStatusType status = PQresultStatus(result.get());
    // A transaction that cannot be committed answers COMMIT with ROLLBACK.
    const bool rolled_back = k + 1 == all && std::string_view(PQcmdStatus(result.get())) != "COMMIT";
    if ((status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) || rolled_back) {
      fault = pg_fault(from, result.get());
      return false;
    }
    const bool tells = k > 0 && k <= parts.size() && PQntuples(result.get()) == 1;
    if (tells && parts[k - 1].statement == kFenced) read_ids(pg_text(result.get(), 0, 0), fenced);
    if (tells && parts[k - 1].statement == kRenew) drain_ = pg_bool(result.get(), 0, 0);
    if (const PgResult more(PQgetResult(from)); more) {
      fault = {"", "an answer that makes no sense"};
      return false;
    }
  }
  const PgResult end(PQgetResult(from));
  if (PQresultStatus(end.get()) == PGRES_PIPELINE_SYNC && PQexitPipelineMode(from) == 1) return true;
  fault = pg_fault(from, end.get());
  return false;
}

bool PostgresWriter::settle(bool& committed, std::set<std::int64_t>& fenced, PgFault& fault) {
  connection_.reset();
  if (connect(fault) && read_last(committed, fenced, fault)) return true;
  connection_.reset();
  return false;
}

// The row can be locked only when the backend that may still be writing has come to its end.
bool PostgresWriter::read_last(bool& committed, std::set<std::int64_t>& fenced, PgFault& fault) {
  const PgResult row =
      pg_run(connection_.get(),
             "SELECT committed, array_to_string(fenced, ' ') FROM comodin.nodes WHERE node = $1 "
             "FOR UPDATE",
             PgValues().number(node_), fault);
  if (!row) return false;
  committed = PQntuples(row.get()) == 1 && pg_number(row.get(), 0, 0) == number_;
  if (!committed) return true;
  read_ids(pg_text(row.get(), 0, 1), fenced);
  // What we have read may not be on the standby yet; when a later commit is, it is there too.
  return pg_run(connection_.get(),
                "UPDATE comodin.nodes SET until = clock_timestamp() + interval '2 seconds' WHERE node = $1",
                PgValues().number(node_), fault) != nullptr;
}

void PostgresWriter::leave() {
  PgFault fault;
  if (!connection_) return;
  if (pg_run(connection_.get(), "UPDATE comodin.rooms SET owner = NULL WHERE owner = $1",
             PgValues().number(node_), fault))
    pg_run(connection_.get(),
           "WITH gone AS (DELETE FROM comodin.notices WHERE node = $1) DELETE FROM comodin.nodes WHERE node "
           "= $1",
           PgValues().number(node_), fault);
}

}  // namespace comodin::server
