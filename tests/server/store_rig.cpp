#include "tests/server/store_rig.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

namespace comodin::server {

StoreSetup Caller::setup(std::string path, std::string vfs) {
  StoreSetup setup;
  setup.path = std::move(path);
  setup.vfs = std::move(vfs);
  setup.post = [this](std::function<void()> task) { post(std::move(task)); };
  setup.fatal = [this](const std::string& why) { fail(why); };
  return setup;
}

void Caller::post(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  late_ = late_ || !fault_.empty();
  tasks_.push_back(std::move(task));
  const std::uint64_t mine = ++posted_;
  changed_.notify_all();
  changed_.wait(lock, [&] { return !held_ || let_go_ >= mine; });
}

void Caller::fail(const std::string& why) {
  const std::lock_guard lock(mutex_);
  EXPECT_TRUE(fault_.empty()) << "failed twice: " << fault_ << ", " << why;
  fault_ = why;
  changed_.notify_all();
}

void Caller::hold() {
  const std::lock_guard lock(mutex_);
  held_ = true;
}

void Caller::let_go() {
  const std::lock_guard lock(mutex_);
  let_go_ = posted_;
  changed_.notify_all();
}

void Caller::release() {
  const std::lock_guard lock(mutex_);
  held_ = false;
  changed_.notify_all();
}

bool Caller::run_one() {
  std::function<void()> task;
  {
    std::unique_lock lock(mutex_);
    const bool told = changed_.wait_for(lock, kPatience, [&] { return !tasks_.empty() || !fault_.empty(); });
    EXPECT_TRUE(told) << "the store hangs";
    if (tasks_.empty()) return false;
    task = std::move(tasks_.front());
    tasks_.pop_front();
  }
  task();
  return true;
}

void Caller::run_until_failed() {
  while (run_one()) continue;
}

std::string Caller::fault() {
  const std::lock_guard lock(mutex_);
  return fault_;
}

bool Caller::posted_after_fault() {
  const std::lock_guard lock(mutex_);
  return late_;
}

namespace {

// In memory where possible: no test here needs the real disk, and its syncs take most of the time.
std::filesystem::path place() {
  const std::filesystem::path memory = "/dev/shm";
  return ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

}  // namespace

TempFolder::TempFolder() : path_(place() / "comodin-store-XXXXXX") {
  if (!::mkdtemp(path_.data())) ADD_FAILURE() << "no folder for temporary files";
}

TempFolder::~TempFolder() {
  std::error_code none;
  std::filesystem::remove_all(path_, none);
}

void SqliteRig::settle() {
  bool settled = false;
  sqlite->write({}, [&](Outcome) { settled = true; });
  while (!settled && caller.run_one()) continue;
  EXPECT_EQ(caller.fault(), "");
}

void SqliteRig::reopen() {
  sqlite.reset();
  sqlite = SqliteStore::open(caller.setup(folder.file("store.db")), why);
  if (!sqlite) throw std::runtime_error(why);
}

void run_sql(const std::string& path, const char* sql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
}

bool accept(const std::string&, const std::vector<std::string>&, std::string&) { return true; }

GameWrite game(const std::string& id, std::int64_t ended, std::vector<PlayerId> players) {
  return {id, "mesa", ended, "{\"id\":\"" + id + "\"}", "record of " + id, std::move(players)};
}

Bytes32 hash_of(int number) {
  Bytes32 hash{};
  for (std::size_t i = 0; i < 4; ++i) hash[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return hash;
}

Player player_of(Store& store, const Turn& turn, const Bytes32& hash) {
  return answer_of<Player>(turn, [&](auto then) { store.player(hash, then); });
}

std::vector<StoredGame> games_of(Store& store, const Turn& turn, const PlayerId& player, int most) {
  return answer_of<std::vector<StoredGame>>(turn, [&](auto then) { store.games_of(player, most, then); });
}

std::optional<std::string> record_of(Store& store, const Turn& turn, const std::string& game) {
  return answer_of<std::optional<std::string>>(turn, [&](auto then) { store.record(game, then); });
}

Claim claim_of(Store& store, const Turn& turn, const std::string& room) {
  return answer_of<Claim>(turn, [&](auto then) { store.claim(room, then); });
}

std::vector<RoomHead> heads_of(Store& store, const Turn& turn) {
  return answer_of<std::vector<RoomHead>>(turn, [&](auto then) { store.unowned(then); });
}

std::string unowned(Store& store, const Turn& turn) {
  std::string out;
  for (const RoomHead& head : heads_of(store, turn))
    out += (out.empty() ? "" : " ") + head.room + "=" + head.first;
  return out;
}

std::string describe(Store& store, const Known& known, const Turn& turn) {
  std::string all;
  for (const RoomHead& head : heads_of(store, turn)) {
    const Claim claim = claim_of(store, turn, head.room);
    all += "room " + head.room + (claim.is == Claim::Is::Ours ? "\n" : ": " + claim.text + "\n");
    for (const std::string& body : claim.log) all += "  " + body + "\n";
  }
  for (const Bytes32& hash : known.hashes)
    all += "hash: " + player_of(store, turn, hash).value_or("unknown") + "\n";
  for (const PlayerId& player : known.players) {
    all += "player " + player + "\n";
    for (const StoredGame& game : games_of(store, turn, player, 1000))
      all += "  " + game.game + " " + std::to_string(game.ended) + " " + game.summary + "\n";
  }
  for (const std::string& game : known.games)
    all += "game " + game + ": " + record_of(store, turn, game).value_or("none") + "\n";
  return all;
}

}  // namespace comodin::server
