// The reading side of the PostgreSQL store. Each function asks on one connection, and can be
// called again if the connection is lost. Only the store includes this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/store/postgres.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

// False: the fault.
bool pg_unowned(PGconn* connection, std::vector<RoomHead>& out, PgFault& fault);
bool pg_made_by(PGconn* connection, const PlayerId& player, std::vector<RoomHead>& out, PgFault& fault);
bool pg_player(PGconn* connection, const Bytes32& token_hash, std::optional<PlayerId>& out, PgFault& fault);
bool pg_games_of(PGconn* connection, const PlayerId& player, int most, std::vector<StoredGame>& out,
                 PgFault& fault);
bool pg_record(PGconn* connection, const std::string& game, std::optional<std::string>& out, PgFault& fault);
// Also writes: what the others read.
bool pg_exchange(PGconn* connection, std::int64_t node, const std::string& notice, std::vector<Peer>& out,
                 PgFault& fault);
bool pg_bytes(PGconn* connection, std::uint64_t& out, PgFault& fault);

}  // namespace comodin::server
