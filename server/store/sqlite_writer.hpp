// The writing side of the SQLite store: one transaction at a time, on one connection. Only the store includes
// this.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/store/sqlite.hpp"
#include "server/store/sqlite_store.hpp"

namespace comodin::server {

struct SqliteWriter {
  Db db;
  Statement begin, commit, open_room, close_room, add_entry, drop_log, add_game, add_game_player, add_player;
  Statement all_pages, unused_pages;
  struct Tail {
    std::int64_t id = 0;
    std::uint32_t n = 0;  // of the last entry
  };
  std::unordered_map<std::string, Tail> rooms;  // that are open
  std::int64_t last_id = 0;                     // of rooms and entries
  int pages = 0;                                // in the write-ahead log
  std::int64_t page_bytes = 0;

  bool prepare_all();
  bool load(std::string& why);
  bool apply(const LogWrite& write, std::string& why);
  bool apply(const GameWrite& write, std::string& why);
  bool apply(const PlayerWrite& write, std::string& why);
  bool apply(const RoomClose& write, std::string& why);
  bool apply(const RoomHold&, std::string&) { return true; }
  bool apply(const RoomRelease&, std::string&) { return true; }
  bool checkpoint(int mode, bool& busy, std::string& why);
  bool taken(std::uint64_t& bytes, std::uint64_t& unused, std::string& why);
  bool fault(std::string& why, const std::string& what) const {
    why = what + ": " + fault_of(db.get());
    return false;
  }
};

// Makes the tables if there are none, brings old ones up to date, and reads what is open. False, and why.
bool open_writer(const StoreSetup& setup, SqliteWriter& writer, std::string& why);

// Pragmas of a connection. It must not checkpoint when it is closed: that would hide a failed fsync.
bool set_up(sqlite3* db, const char* pragmas, std::string& why);

}  // namespace comodin::server
