#include "server/store/postgres_schema.hpp"

#include <algorithm>
#include <span>

namespace comodin::server {
namespace {

// A room's id is never used again; its name may be. A room's `format` is that of the newest server that has
// owned it. `committed` is the node's last group of writes and `fenced` the rooms of it that were no longer
// the node's, so that a node that lost the answer to a commit can read what became of it. `backend` writes
// for the node; `drain`: it has been asked to go. Notices are what nodes tell each other: they need no disk.
constexpr const char* kTables[] = {
    "DO $$ BEGIN IF to_regnamespace('comodin') IS NULL THEN CREATE SCHEMA comodin; END IF; END $$",
    "CREATE TABLE comodin.about(application text NOT NULL, version bigint NOT NULL, secret text NOT NULL)",
    "CREATE SEQUENCE comodin.node_numbers",
    R"(CREATE TABLE comodin.nodes(
         node bigint PRIMARY KEY, name text NOT NULL, address text NOT NULL, format bigint NOT NULL,
         until timestamptz NOT NULL, committed bigint NOT NULL, fenced bigint[] NOT NULL,
         backend bigint NOT NULL, drain boolean NOT NULL)
       WITH (fillfactor = 50))",
    "CREATE UNLOGGED TABLE comodin.notices(node bigint PRIMARY KEY, notice bytea NOT NULL)",
    R"(CREATE TABLE comodin.rooms(
         id bigint PRIMARY KEY, room text NOT NULL UNIQUE, owner bigint, epoch bigint NOT NULL,
         maker text NOT NULL, format bigint NOT NULL))",
    "CREATE INDEX rooms_owner ON comodin.rooms(owner)",
    "CREATE INDEX rooms_maker ON comodin.rooms(maker)",
    R"(CREATE TABLE comodin.entries(
         room bigint, n bigint, epoch bigint NOT NULL, body bytea NOT NULL, PRIMARY KEY(room, n)))",
    R"(CREATE TABLE comodin.games(
         game text PRIMARY KEY, room text NOT NULL, ended bigint NOT NULL, summary bytea NOT NULL,
         record bytea NOT NULL))",
    R"(CREATE TABLE comodin.game_player(
         player text, ended bigint, game text, PRIMARY KEY(player, ended, game)))",
    R"(CREATE TABLE comodin.players(
         token_hash bytea PRIMARY KEY, player text NOT NULL, created bigint NOT NULL))",
    R"(CREATE VIEW comodin.log AS
         SELECT rooms.room, n, convert_from(body, 'UTF8') AS body
         FROM comodin.rooms JOIN comodin.entries ON entries.room = id)",
    "INSERT INTO comodin.about VALUES('comodin', 2, gen_random_uuid()::text || gen_random_uuid()::text)",
};

// Servers of version 1 could not share a store, and name no columns when they write.
constexpr const char* kFromVersion1[] = {
    "ALTER TABLE comodin.about ADD secret text NOT NULL DEFAULT gen_random_uuid()::text || "
    "gen_random_uuid()::text",
    "DROP TABLE comodin.nodes",
    kTables[3],
    kTables[4],
    "UPDATE comodin.rooms SET owner = NULL",
    "ALTER TABLE comodin.rooms ADD format bigint NOT NULL DEFAULT 1",
    "UPDATE comodin.about SET version = 2",
};

bool refuse_database(std::string& why, const std::string& what) {
  why = what;
  return false;
}

bool refuse_database(std::string& why, const std::string& what, const PgFault& fault) {
  return refuse_database(why, what + ": " + fault.what);
}

// A number that a statement gives; -1: it fails.
std::int64_t ask(PGconn* connection, const char* sql, PgFault& fault) {
  const PgResult result = pg_run(connection, sql, fault);
  return result && PQntuples(result.get()) == 1 ? pg_number(result.get(), 0, 0) : -1;
}

// `version`: 0 if there are no tables yet.
bool check_version(PGconn* connection, std::int64_t& version, std::string& why) {
  PgFault fault;
  version = 0;
  const std::int64_t tables =
      ask(connection, "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('comodin')", fault);
  if (fault) return refuse_database(why, "the database cannot be read", fault);
  if (tables == 0) return true;
  if (ask(connection,
          "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('comodin') AND relname = "
          "'about'",
          fault) != 1)
    return refuse_database(
        why, "the schema `comodin` of this database is another program's: name another database");
  version = ask(connection, "SELECT version FROM comodin.about WHERE application = 'comodin'", fault);
  if (fault) return refuse_database(why, "the role may not read the store's tables", fault);
  if (version < 1)
    return refuse_database(
        why, "the schema `comodin` of this database is another program's: name another database");
  if (version > kPostgresVersion)
    return refuse_database(why, "this store was written by a newer comodin (schema " +
                                    std::to_string(version) + ", this one knows " +
                                    std::to_string(kPostgresVersion) + "): run that one");
  return true;
}

bool keeps_safe(PGconn* connection, std::string& why) {
  PgFault fault;
  if (PQserverVersion(connection) < 130000)
    return refuse_database(why, "the store needs PostgreSQL 13 or later");
  const std::int64_t safe =
      ask(connection, "SELECT current_setting('fsync')::bool AND current_setting('full_page_writes')::bool",
          fault);
  if (fault) return refuse_database(why, "the database cannot be read", fault);
  return safe == 1 ||
         refuse_database(why, "this PostgreSQL runs with fsync or full_page_writes off: it would lose moves");
}

bool run_all(PGconn* connection, std::span<const char* const> statements, PgFault& fault) {
  return std::ranges::all_of(statements,
                             [&](const char* sql) { return pg_run(connection, sql, fault) != nullptr; });
}

// Nobody may be writing who knows only the older tables.
bool bring_up_to_date(PGconn* connection, std::string& why) {
  PgFault fault;
  const std::int64_t alive =
      ask(connection, "SELECT count(*) FROM comodin.nodes WHERE until >= clock_timestamp()", fault);
  if (alive > 0)
    return refuse_database(why, "servers of an older version still run on this store: stop them first (" +
                                    std::to_string(alive) + " of them)");
  return (!fault && run_all(connection, kFromVersion1, fault)) ||
         refuse_database(why, "cannot bring the store's tables up to date (the role must own them)", fault);
}

bool make_tables(PGconn* connection, std::string& why) {
  PgFault fault;
  if (!pg_run(connection, "BEGIN", fault) || !pg_run(connection, kPostgresLock, fault))
    return refuse_database(why, "cannot lock the store to look at its tables", fault);
  std::int64_t version = 0;
  if (!check_version(connection, version, why)) return false;
  if (version == 0 && !run_all(connection, kTables, fault))
    return refuse_database(why, "cannot make the store's tables (the role needs CREATE on the database)",
                           fault);
  if (version == 1 && !bring_up_to_date(connection, why)) return false;
  return pg_run(connection, "COMMIT", fault) || refuse_database(why, "cannot make the store's tables", fault);
}

}  // namespace

bool make_postgres_schema(PGconn* connection, std::string& why) {
  return keeps_safe(connection, why) && make_tables(connection, why);
}

bool check_postgres_schema(PGconn* connection, std::string& why) {
  std::int64_t version = 0;
  if (!check_version(connection, version, why)) return false;
  return version > 0 || refuse_database(why, "there is no store in this database");
}

}  // namespace comodin::server
