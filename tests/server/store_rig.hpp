// What the tests of stores share: the caller's thread as a queue, a folder that goes, a store on disk in it,
// and all of a store as a text.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/store/sqlite_store.hpp"
#include "server/store/store.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {

inline constexpr std::chrono::seconds kPatience{30};  // a store that is silent for so long hangs

// The caller's thread, as a store sees it: what is posted waits until the test runs it.
class Caller {
 public:
  StoreSetup setup(std::string path, std::string vfs = "");

  // From now on the writer waits in post() until let_go() has been called.
  void hold();
  // It may go on, to the next post().
  void let_go();
  // It is no longer held.
  void release();
  // Waits for a post and runs it. False: the store has failed instead.
  bool run_one();
  // Waits until the store fails, and runs what was posted before.
  void run_until_failed();
  std::string fault();  // empty: the store has not failed
  bool posted_after_fault();

 private:
  void post(std::function<void()> task);
  void fail(const std::string& why);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::string fault_;
  std::uint64_t posted_ = 0, let_go_ = 0;
  bool held_ = false, late_ = false;
};

inline Turn turn_of(Caller& caller) {
  return [&caller] { return caller.run_one(); };
}

class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// A store on disk. Each rig can have everything written so far reported, and can start again on the same
// data.
struct SqliteRig {
  TempFolder folder;
  Caller caller;
  std::unique_ptr<SqliteStore> sqlite;
  std::string why;

  SqliteRig() { reopen(); }
  Store& store() { return *sqlite; }
  bool turn() { return caller.run_one(); }
  void settle();
  void reopen();
};

void run_sql(const std::string& path, const char* sql);
bool accept(const std::string&, const std::vector<std::string>&,
            std::string&);  // check_store: any log will do

GameWrite game(const std::string& id, std::int64_t ended, std::vector<PlayerId> players);
Bytes32 hash_of(int number);  // 32 bytes, different for each number

// Everything that a store tells of these players and games, and of all rooms.
struct Known {
  std::vector<PlayerId> players;
  std::vector<Bytes32> hashes;
  std::vector<std::string> games;
};
std::string describe(Store& store, const Known& known, const Turn& turn);

// What a read of a store answers: ask(then) asks. A store that fails instead has nothing.
template <class Answer, class Ask>
Answer answer_of(const Turn& turn, Ask ask) {
  std::optional<Answer> out;
  ask([&](Answer answer) { out = std::move(answer); });
  while (!out && turn()) continue;
  return out ? std::move(*out) : Answer{};
}
using Player = std::optional<PlayerId>;
Player player_of(Store& store, const Turn& turn, const Bytes32& hash);
std::vector<StoredGame> games_of(Store& store, const Turn& turn, const PlayerId& player, int most);
std::optional<std::string> record_of(Store& store, const Turn& turn, const std::string& game);
Claim claim_of(Store& store, const Turn& turn, const std::string& room);
std::string unowned(Store& store, const Turn& turn);  // "alfa=first entry …"

}  // namespace comodin::server
