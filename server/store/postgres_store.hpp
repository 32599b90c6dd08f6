// PostgresStore: the store in a PostgreSQL database, which several nodes can share. One thread writes: it
// takes everything that has been given since its last commit, commits it in one transaction, and reports it.
// Another one reads, and a third claims rooms.
//
// While the database does not answer, nothing is reported done; it is tried again, for as long as it takes.
// A commit whose answer was lost is settled by reading.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/store/commit_stats.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

struct PostgresSetup {
  std::string url;   // postgresql://ROLE@HOST,HOST/DATABASE
  std::string name;  // of this node, as no other has it; empty: the store gives one
  std::string
      address;     // HOST:PORT where other nodes reach it; :PORT is on the machine that the database sees
  int format = 1;  // of the logs that it understands and writes
  // As in StoreSetup. `fatal`: the database refuses what it will always refuse.
  std::function<void(std::function<void()>)> post;
  std::function<void(std::string)> fatal;
  std::function<void(std::string event, std::string detail)> log_operation;
  std::function<void()> drain =
      {};  // it has been asked to hand over and go (postgres_drain.hpp); posted, once
};

// Everything but stats() belongs to the caller's thread.
class PostgresStore : public Store {
 public:
  // Makes the tables if there are none. Null on failure, and `why` says what to do; it names no password.
  static std::unique_ptr<PostgresStore> open(PostgresSetup setup, std::string& why);
  // Writes what it has been given, if the database answers within a few seconds, and gives all rooms up.
  ~PostgresStore() override;

  void write(std::vector<Write> writes, Then<Outcome> done) override;
  void claim(const std::string& room, Then<Claim> then) override;
  void unowned(Then<std::vector<RoomHead>> then) override;
  void made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) override;
  void player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) override;
  void games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) override;
  void record(const std::string& game, Then<std::optional<std::string>> then) override;
  void exchange(std::string notice, Then<std::vector<Peer>> then) override;
  bool is_shared() const override { return true; }
  std::uint64_t doubts() const override;
  StoreSize size() const override;  // of the database; what its disk has left is not known here

  const CommitStats& stats() const;
  std::int64_t node() const;
  const std::string& name() const;     // of this node …
  const std::string& address() const;  // … where the others reach it …
  const std::string& secret() const;   // … and what only nodes of this store know

 private:
  struct Impl;
  explicit PostgresStore(std::unique_ptr<Impl> in);
  std::unique_ptr<Impl> impl_;
};

}  // namespace comodin::server
