// The tables of a PostgreSQL store, in a schema of their own, and how those of earlier versions become these.
#pragma once

#include <string>

#include "server/store/postgres.hpp"

namespace comodin::server {

inline constexpr int kPostgresVersion = 2;

// Until the end of its transaction, whoever runs this is alone with the tables and the names of nodes.
inline constexpr const char* kPostgresLock = "SELECT pg_advisory_xact_lock(1131242606)";  // "Cmdn"

// Makes the tables if there are none; nodes that start at the same time wait for each other. False, and why:
// they are a newer version's or another program's, or the role may not, or the server keeps nothing safe.
bool make_postgres_schema(PGconn* connection, std::string& why);
// The same, but nothing is made: there must be a store.
bool check_postgres_schema(PGconn* connection, std::string& why);

}  // namespace comodin::server
