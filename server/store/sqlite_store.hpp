// SqliteStore: the store on disk, in one SQLite file. A thread of its own writes: it takes everything that
// has been given since its last commit, commits it in one transaction, and reports it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/store/commit_stats.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

inline constexpr int kCheckpointPages = 4000;  // of the write-ahead log; then they are copied into the file
inline constexpr int kStoreFailed = 70;        // the process's exit status when its store fails
// How long another program may keep the store's lock. Nothing is reported done meanwhile; reads go on.
inline constexpr std::chrono::milliseconds kLockPatience{120'000};
inline constexpr std::chrono::milliseconds kLockNotice{2'000};  // after this long the log notes it

struct StoreSetup {
  std::string path;  // PATH-wal, PATH-shm and PATH.lock are next to it
  // Runs a function on the caller's thread, later. It is called on the writer's.
  std::function<void(std::function<void()>)> post;
  // The store has failed; no `done` is called any more. Called once, on the thread that met the failure. It
  // should not return; empty: one line to stderr, and the process ends with kStoreFailed.
  std::function<void(std::string)> fatal;
  // A line for the log of operations. Called on the writer's thread; may be empty.
  std::function<void(std::string event, std::string detail)> log_operation;
  std::chrono::milliseconds lock_notice = kLockNotice, lock_patience = kLockPatience;
  std::string vfs;  // of SQLite; empty: the default one
  int checkpoint_pages = kCheckpointPages;
};

// Everything but stats() belongs to the caller's thread.
class SqliteStore : public Store {
 public:
  // Makes the file and its folder if they do not exist. Null on failure, and `why` says what to do. What an
  // earlier process left in the write-ahead log is durable afterwards, even if that process died of a failed
  // fsync.
  static std::unique_ptr<SqliteStore> open(StoreSetup setup, std::string& why);
  // Writes what it has been given. The last `done`s are posted before it returns.
  ~SqliteStore() override;

  void write(std::vector<Write> writes, Then<Outcome> done) override;
  void claim(const std::string& room, Then<Claim> then) override;  // always ours, if it is there
  void unowned(Then<std::vector<RoomHead>> then) override;
  void made_by(const PlayerId&, Then<std::vector<RoomHead>> then) override;
  void player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) override;
  void games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) override;
  void record(const std::string& game, Then<std::optional<std::string>> then) override;
  void exchange(std::string notice, Then<std::vector<Peer>> then) override;  // there are none
  bool is_shared() const override { return false; }
  std::uint64_t doubts() const override { return 0; }
  StoreSize size() const override;

  const CommitStats& stats() const;

 private:
  struct Impl;
  explicit SqliteStore(std::unique_ptr<Impl> in);
  std::unique_ptr<Impl> impl_;
};

}  // namespace comodin::server
