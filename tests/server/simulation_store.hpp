// The stores of simulated processes: a disk of their own, or the database that other nodes use, too.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/store/lease.hpp"
#include "server/store/memory_store.hpp"
#include "tests/server/simulation_database.hpp"
#include "tests/server/simulation_ground.hpp"

namespace comodin::server {

// What a store needs of the process that it is in.
class Process {
 public:
  virtual ~Process() = default;
  virtual Millis clock() = 0;
  virtual std::int64_t place() const = 0;  // of its machine, in the network
  virtual bool burnt() = 0;                // one more effect: has the process died at it?
  // For what comes to the threads of its store: at once, late if it is paused, never if it has died.
  virtual SimDatabase::Deliver deliver() = 0;
  virtual void in_hub(const char* what, const std::function<void()>& call) = 0;  // on the hub's thread
  virtual void came() = 0;        // a room has been claimed: nothing is remembered of it
  virtual void fail_store() = 0;  // the store refuses what it will always refuse: the process ends
};

class SimStore : public Store {
 public:
  virtual void open(std::function<void()> then) = 0;   // a process begins …
  virtual void die() = 0;                              // … and dies …
  virtual void leave(std::function<void()> then) = 0;  // … or has come to its end, and gives all up
  virtual std::int64_t node() const = 0;
  virtual bool is_idle() const = 0;  // has everything that was given become durable?
};

// One node's own disk, for one process after another. What it has not written when a process dies is lost.
class DiskStore : public SimStore {
 public:
  DiskStore(Ground& ground, Process& process);

  void write(std::vector<Write> writes, Then<Outcome> done) override;
  void claim(const std::string& room, Then<Claim> then) override;
  void unowned(Then<std::vector<RoomHead>> then) override;
  void made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) override;
  void player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) override;
  void games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) override;
  void record(const std::string& game, Then<std::optional<std::string>> then) override;
  void exchange(std::string notice, Then<std::vector<Peer>> then) override;
  bool is_shared() const override { return false; }
  std::uint64_t doubts() const override { return 0; }
  StoreSize size() const override { return disk_.size(); }

  void open(std::function<void()> then) override { then(); }
  void die() override;
  void leave(std::function<void()> then) override { then(); }
  std::int64_t node() const override { return 1; }
  bool is_idle() const override { return disk_.pending() == 0; }
  const MemoryStore& disk() const { return disk_; }

 private:
  void commit_soon();
  void read_soon();
  void later(std::function<void()> what);

  Ground& ground_;
  Process& process_;
  MemoryStore disk_;
  bool committing_ = false, reading_ = false;
};

// The store of one process on a database, as server/store/postgres_store.cpp has it: threads
// that write, claim and read. An answer that was lost is settled by reading.
class DatabaseStore : public SimStore {
 public:
  DatabaseStore(Ground& ground, SimDatabase& database, Process& process, std::string name, int format);

  void write(std::vector<Write> writes, Then<Outcome> done) override;
  void claim(const std::string& room, Then<Claim> then) override;
  void unowned(Then<std::vector<RoomHead>> then) override;
  void made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) override;
  void player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) override;
  void games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) override;
  void record(const std::string& game, Then<std::optional<std::string>> then) override;
  void exchange(std::string notice, Then<std::vector<Peer>> then) override;
  bool is_shared() const override { return true; }
  std::uint64_t doubts() const override { return lease_->doubts(process_.clock()); }
  StoreSize size() const override { return {0, std::uint64_t{1} << 60}; }

  void open(std::function<void()> then) override;
  void die() override;
  void leave(std::function<void()> then) override;
  bool is_idle() const override { return queue_.empty() && !(group_ && !group_->batches.empty()); }
  std::int64_t node() const override { return node_; }

 private:
  using Number = SimDatabase::Number;
  using SessionPtr = SimDatabase::SessionPtr;
  using Fenced = std::shared_ptr<std::set<Number>>;
  // A batch that was given, and who is told.
  struct Given {
    SimDatabase::Batch batch;
    Then<Outcome> done;
    std::function<void()> then;  // in the store, when everything before it is durable
  };
  struct Told {
    Then<Outcome> done;
    std::function<void()> then;
  };
  struct WantedClaim {
    std::string room;
    Then<Claim> then;
    Millis since = 0, due = 0;
  };
  // Asks on a connection; the answer says whether it was answered.
  using Job = std::function<void(const SessionPtr&, SimDatabase::Answered)>;

  void later(Millis ms, std::function<void()> what);
  void pause(Millis& length, std::function<void()> what);  // before another try, longer each time
  void push(Given given);
  bool place(const LogWrite& write, SimDatabase::Held& out);
  SimDatabase::Held held_of(const Write& write, const SimDatabase::Held& last);
  void begin_group();
  void attempt();
  void commit();
  void settle();
  void report(const Fenced& fenced);
  void leave_now(const std::function<void()>& end);
  void want(WantedClaim one);
  void ask_for_claims();
  void claimed(std::vector<WantedClaim> round, const SimDatabase::Claims& found);
  void push_job(Job job);
  void do_jobs();
  template <class Answer, class Look>
  void read(const char* what, Then<Answer> then, Look look);
  template <class Writes>
  std::vector<std::pair<std::string, Number>> lost_rooms(const Writes& batch,
                                                         const std::set<Number>& fenced) const;

  Ground& ground_;
  SimDatabase& database_;
  Process& process_;
  SimDatabase::Deliver deliver_;
  std::string name_;
  int format_;
  Number node_ = 0, number_ = 0, made_ = 0;  // of the node, of its last group; rooms
  std::map<std::string, SimDatabase::Held> held_;
  std::unique_ptr<Lease> lease_;

  SessionPtr writer_;
  std::deque<Given> queue_;
  std::shared_ptr<SimDatabase::Group> group_;  // that is being committed
  std::vector<Told> told_;                     // of it
  bool unsure_ = false;                        // may it have been committed already?
  bool woken_ = false, leaving_ = false, dead_ = false;
  std::uint64_t groups_ = 0;
  Millis write_pause_ = 0, read_pause_ = 0;

  SessionPtr claimer_;
  std::vector<WantedClaim> wanted_;
  bool claiming_ = false;
  Millis claim_pause_ = 0;

  SessionPtr reader_;
  std::deque<Job> jobs_;
  bool reading_ = false;
};

}  // namespace comodin::server
