#include "tests/server/postgres_rig.hpp"

#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <stdlib.h>

#include <cstdio>
#include <stdexcept>

namespace comodin::server {
namespace {

// Runs the script; what it prints, without the last line break.
std::string cluster(const std::string& what, const std::string& folder, int& status) {
  const std::string command = std::string(COMODIN_POSTGRES_CLUSTER) + " " + what + " " + folder;
  FILE* const pipe = ::popen(command.c_str(), "r");
  std::string out;
  for (int c = 0; pipe && (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  status = pipe ? ::pclose(pipe) : -1;
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

struct Cluster {
  std::string folder = "/tmp/comodin-postgres-XXXXXX", url;
  int status = 0;
  Cluster() {
    if (::mkdtemp(folder.data())) url = cluster("start", folder, status);
    if (status != 0) url.clear();
    if (status != 0 && WEXITSTATUS(status) != 3) ADD_FAILURE() << "PostgreSQL does not start";
  }
  ~Cluster() { cluster("stop", folder, status); }
};

Cluster& the_cluster() {
  static Cluster one;
  return one;
}

}  // namespace

std::string postgres_url() { return the_cluster().url; }

void kill_postgres() {
  Cluster& one = the_cluster();
  cluster("kill", one.folder, one.status);
  EXPECT_EQ(one.status, 0);
}

void start_postgres_again() {
  Cluster& one = the_cluster();
  cluster("again", one.folder, one.status);
  EXPECT_EQ(one.status, 0);
}

std::string run_postgres(const std::string& sql) {
  PGconn* const connection = PQconnectdb(postgres_url().c_str());
  PQsetNoticeProcessor(connection, [](void*, const char*) {}, nullptr);
  PGresult* const result = PQexec(connection, sql.c_str());
  const ExecStatusType status = PQresultStatus(result);
  EXPECT_TRUE(status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) << PQerrorMessage(connection) << sql;
  const std::string out = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
  PQclear(result);
  PQfinish(connection);
  return out;
}

PostgresSetup postgres_setup(Caller& caller, const std::string& url, const std::string& name) {
  const StoreSetup like = caller.setup("");
  return {.url = url,
          .name = name,
          .address = ":8080",
          .post = like.post,
          .fatal = like.fatal,
          .log_operation = {},
          .drain = {}};
}

PostgresRig::PostgresRig() {
  if (postgres_url().empty()) return;
  run_postgres("DROP SCHEMA IF EXISTS comodin CASCADE");
  reopen();
}

void PostgresRig::settle() {
  bool settled = false;
  postgres->write({}, [&](Outcome) { settled = true; });
  while (!settled && caller.run_one()) continue;
  EXPECT_EQ(caller.fault(), "");
}

void PostgresRig::reopen() {
  postgres.reset();
  postgres = PostgresStore::open(postgres_setup(caller, postgres_url()), why);
  if (!postgres) throw std::runtime_error(why);
}

}  // namespace comodin::server
