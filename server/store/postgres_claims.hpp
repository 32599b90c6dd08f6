// Claims of rooms in the PostgreSQL store: many at a time, each for itself. Only the store includes this.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "server/store/postgres.hpp"
#include "server/store/postgres_writer.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

// Who asks: a node, and the newest logs that it understands.
struct PgClaimer {
  std::int64_t node = 0;
  int format = 0;
};

// What became of one claim.
struct PgClaimed {
  Claim claim;
  PgRoom held;              // Ours: the room
  std::int64_t owner = 0;   // Elsewhere: the node …
  std::int64_t lapses = 0;  // … and the milliseconds until others may take its rooms; below 0: now
};

// False: the fault. `out`: for each room, in their order. It does not wait for other transactions: a room
// whose owner's time is over may still be Elsewhere, because that one is writing, or somebody else takes it
// just now.
bool pg_claim(PGconn* connection, const PgClaimer& claimer, const std::vector<std::string>& rooms,
              std::vector<PgClaimed>& out, PgFault& fault);
// A dead node's transaction that does not come to its end is ended.
bool pg_cut_off(PGconn* connection, std::int64_t node, PgFault& fault);

}  // namespace comodin::server
