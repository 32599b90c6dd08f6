#include "server/store/postgres_drain.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include "server/store/postgres.hpp"
#include "server/store/postgres_schema.hpp"

namespace comodin::server {
namespace {

constexpr std::chrono::milliseconds kLookEvery{200};

// The numbers of live nodes, and their names with a comma between them.
bool live_nodes(PGconn* connection, const std::string& name, std::vector<std::int64_t>& nodes,
                std::string& names, PgFault& fault) {
  const PgResult rows =
      pg_run(connection,
             "SELECT node, name FROM comodin.nodes WHERE until >= clock_timestamp() AND ($1 = '' "
             "OR name = $1) ORDER BY node",
             PgValues().text(name), fault);
  for (int k = 0; rows && k < PQntuples(rows.get()); ++k) {
    nodes.push_back(pg_number(rows.get(), k, 0));
    names += (k ? ", " : "") + pg_text(rows.get(), k, 1);
  }
  return rows != nullptr;
}

// -1: the node has gone; -2: the fault.
std::int64_t rooms_left(PGconn* connection, std::int64_t node, PgFault& fault) {
  const PgResult row =
      pg_run(connection,
             "SELECT (SELECT count(*) FROM comodin.rooms WHERE owner = $1) FROM comodin.nodes "
             "WHERE node = $1 AND until >= clock_timestamp()",
             PgValues().number(node), fault);
  if (!row) return -2;
  return PQntuples(row.get()) ? pg_number(row.get(), 0, 0) : -1;
}

}  // namespace

bool drain_node(const std::string& url, const std::string& name,
                const std::function<bool(std::int64_t)>& still, std::string& why) {
  PgFault fault;
  std::vector<std::int64_t> nodes;
  std::string names;
  if (!pg_understands(url, why)) return false;
  const PgConnection connection = pg_connect(url, fault);
  if (connection && !check_postgres_schema(connection.get(), why)) return false;
  if (!connection || !live_nodes(connection.get(), name, nodes, names, fault)) {
    why = "cannot reach the database: " + fault.what;
    return false;
  }
  if (nodes.size() != 1) {
    why = nodes.empty() ? "no such node runs on this store" : "say which node, with --node: " + names;
    return false;
  }
  bool asked = pg_run(connection.get(), "UPDATE comodin.nodes SET drain = true WHERE node = $1",
                      PgValues().number(nodes[0]), fault) != nullptr;
  while (asked) {
    const std::int64_t left = rooms_left(connection.get(), nodes[0], fault);
    if (left == -1) return true;
    asked = left >= 0;
    if (asked && !still(left)) {
      why = "no longer waiting; the node goes on handing its rooms over";
      return false;
    }
    std::this_thread::sleep_for(kLookEvery);
  }
  why = "the database is lost: " + fault.what;
  return false;
}

}  // namespace comodin::server
