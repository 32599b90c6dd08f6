// The writing side of the PostgreSQL store: groups of writes, each one transaction, on one connection that is
// made again when it is lost. Only the store includes this.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "server/store/postgres.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

inline constexpr int kLeaseMs = 2000, kRenewMs = 500;

// What a node is registered with.
struct PgNode {
  std::string url, name, address;  // as in PostgresSetup
  int format = 0;
};

// A room as this node owns it, or did.
struct PgRoom {
  std::int64_t id = 0, epoch = 0;  // 0: no room
  std::uint32_t n = 0;             // of the last entry that was given
};

struct PgBatch {
  std::vector<Write> writes;
  std::vector<PgRoom> rooms;  // to which each belongs
  Store::Then<Outcome> done = {};
  std::chrono::steady_clock::time_point given = {};
  std::function<void()> then = {};  // called on the writer's thread when all this is durable
};
using PgGroup = std::vector<PgBatch>;

// The names of rooms that a group drops and those that it makes must not meet in one transaction: a group
// ends before such a batch.
std::size_t end_of_group(const PgGroup& queue);

class PostgresWriter {
 public:
  explicit PostgresWriter(PgNode as) : as_(std::move(as)) {}

  // The first connection: makes the tables if need be, and registers the node. A name that a dead node still
  // has is waited for. False, and why.
  bool open(std::string& why);
  bool is_connected() const { return connection_ != nullptr; }
  // One transaction, on a connection. `fenced`: the ids of rooms that are not ours; nothing of them was
  // written. False: it is not known what became of it.
  bool commit(const PgGroup& group, std::set<std::int64_t>& fenced, PgFault& fault);
  // Connects again, if that is possible, and reads what became of the last commit. False: not possible now.
  // `committed`: it was, and it is as durable as any other.
  bool settle(bool& committed, std::set<std::int64_t>& fenced, PgFault& fault);
  // Nothing is ours any more, and the node is forgotten.
  void leave();

  std::int64_t node() const { return node_; }
  const PgNode& as() const { return as_; }               // nothing is left open, when it has been opened
  const std::string& secret() const { return secret_; }  // of this store's nodes
  bool is_to_drain() const { return drain_; }            // as of the last commit
  int socket() const { return connection_ ? PQsocket(connection_.get()) : -1; }

 private:
  struct Part;
  bool connect(PgFault& fault);
  bool read_last(bool& committed, std::set<std::int64_t>& fenced, PgFault& fault);
  std::vector<Part> parts_of(const PgGroup& group) const;
  bool send(std::vector<Part>& parts, PgFault& fault);
  bool receive(const std::vector<Part>& parts, std::set<std::int64_t>& fenced, PgFault& fault);

  enum class Registered : std::uint8_t { Yes, NameTaken, No };
  bool connect_first(std::string& why);
  Registered register_node(PgFault& fault);

  PgNode as_;
  std::string secret_;
  bool drain_ = false;
  PgConnection connection_;
  std::int64_t node_ = 0, number_ = 0;  // of the last group
};

}  // namespace comodin::server
