// MemoryStore: the simulation's store: one thread, and nothing becomes durable before its owner says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "server/store/store.hpp"

namespace comodin::server {

// A write that breaks the contract (a gap, a second game of one id) aborts the process, with a message.
class MemoryStore : public Store {
 public:
  void write(std::vector<Write> writes, std::function<void()> done) override;
  std::vector<RoomHead> open_rooms() override;
  bool log_of(const std::string& room, std::vector<std::string>& log, std::string& why) override;
  std::optional<PlayerId> player(const Bytes32& token_hash) override;
  std::vector<StoredGame> games_of(const PlayerId& player, int most) override;
  std::optional<std::string> record(const std::string& game) override;
  StoreSize size() const override;

  std::size_t pending() const { return pending_.size(); }
  // Makes the oldest pending batch durable. Returns its `done`, for the owner to call; empty if none is
  // pending.
  std::function<void()> commit_next();
  // From now on this much is free.
  void set_free(std::uint64_t bytes) { free_ = bytes; }
  // The process dies: the first `survivors` pending batches still become durable, the others are forgotten;
  // nobody is told. What is durable stays for the next one.
  void crash(int survivors = 0);

 private:
  // What a disk holds.
  struct Image {
    std::map<std::string, std::vector<std::string>> logs;  // of open rooms
    std::map<std::string, GameWrite> games;
    std::map<Bytes32, PlayerId> players;
    std::uint64_t bytes = 0;

    void apply(const LogWrite& write);
    void apply(const GameWrite& write);
    void apply(const PlayerWrite& write);
    void apply(const RoomClose& write);
    void apply_all(const std::vector<Write>& writes);
  };
  struct Batch {
    std::vector<Write> writes;
    std::function<void()> done;
  };

  Image durable_;
  Image given_;  // with what is pending, so that a wrong write is caught where it is made
  std::deque<Batch> pending_;
  std::uint64_t free_ = std::uint64_t{1} << 40;
};

}  // namespace comodin::server
