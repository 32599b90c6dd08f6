// MemoryStore: the store of tests: one thread, and nothing becomes durable before its owner says so. Other
// nodes are only played; the simulation has a database that several share (tests/server/simulation_database).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "server/store/store.hpp"

namespace comodin::server {

// A write that breaks the contract (a gap, a second game of one id) aborts the process, with a message.
class MemoryStore : public Store {
 public:
  using Logs = std::map<std::string, std::vector<std::string>>;  // of open rooms

  void write(std::vector<Write> writes, Then<Outcome> done) override;
  void claim(const std::string& room, Then<Claim> then) override;
  void unowned(Then<std::vector<RoomHead>> then) override;
  void made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) override;
  void player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) override;
  void games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) override;
  void record(const std::string& game, Then<std::optional<std::string>> then) override;
  void exchange(std::string notice, Then<std::vector<Peer>> then) override;
  bool is_shared() const override { return shared_; }
  std::uint64_t doubts() const override { return doubts_; }
  StoreSize size() const override;

  std::size_t pending() const { return pending_.size(); }
  // Makes the oldest pending write durable, or answers the claim that is as old. Returns what the owner has
  // to call; empty if nothing is pending.
  std::function<void()> commit_next();
  std::size_t reads() const { return reads_.size(); }
  // The oldest read that waits, for the owner to call; empty if none does.
  std::function<void()> answer_next();

  // What is durable, at once.
  const Logs& logs() const { return durable_.logs; }
  // Called with every write that becomes durable.
  void watch(std::function<void(const std::vector<Write>&)> watcher) { watcher_ = std::move(watcher); }
  // From now on this much is free.
  void set_free(std::uint64_t bytes) { free_ = bytes; }
  // There are other nodes. One of them takes the room, as if this one had been away for too long …
  void share() { shared_ = true; }
  void take_away(const std::string& room, const std::string& by = "elsewhere");
  // … and is gone.
  void give_back(const std::string& room) { away_.erase(room); }
  // A later version has written to it.
  void make_newer(const std::string& room) { newer_.insert(room); }
  // What other nodes there are, and what this one has told them.
  std::vector<Peer> peers;
  std::string notice;
  // The process dies: the first `survivors` pending writes still become durable, the others are forgotten;
  // nobody is told. What is durable stays for the next one.
  void crash(int survivors = 0);

 private:
  // What a disk holds.
  struct Image {
    Logs logs;
    std::map<std::string, PlayerId> makers;  // of these rooms
    std::map<std::string, GameWrite> games;
    std::map<Bytes32, PlayerId> players;
    std::uint64_t bytes = 0;

    void apply(const LogWrite& write);
    void apply(const GameWrite& write);
    void apply(const PlayerWrite& write);
    void apply(const RoomClose& write);
    void apply(const RoomHold&) {}
    void apply(const RoomRelease&) {}
    void apply_all(const std::vector<Write>& writes);
  };
  struct Batch {  // of writes, or a claim
    std::vector<Write> writes;
    Then<Outcome> done;
    std::string room = {};
    Then<Claim> then = {};
  };

  bool is_fenced(const std::vector<Write>& writes) const;
  void forget(const std::vector<Write>& writes);
  Claim claim_now(const std::string& room);

  Image durable_;
  Image given_;  // with what is pending, so that a wrong write is caught where it is made
  std::deque<Batch> pending_;
  std::deque<std::function<void()>> reads_;
  std::function<void(const std::vector<Write>&)> watcher_;
  std::set<std::string> lost_;               // rooms that this node has owned until somebody took them …
  std::map<std::string, std::string> away_;  // … and that are still somebody else's, and whose
  std::set<std::string> newer_;
  bool shared_ = false;
  std::uint64_t doubts_ = 0;
  std::uint64_t free_ = std::uint64_t{1} << 40;
};

}  // namespace comodin::server
