// Store: what must outlive the process. Writes are durable when they are reported done, in the order they
// were given; a store that fails ends the process, and nothing is ever tried twice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fair/sha256.hpp"

namespace comodin::server {

using PlayerId = std::string;  // 16 hexadecimal digits, public; says nothing of the token

// One entry of a room's log, in its text (server/room/entry.hpp). (room, n) is never written twice; but when
// a room has been closed its name may be used again, from 1.
struct LogWrite {
  std::string room;
  std::uint32_t n = 0;  // 1, 2, 3 … without gaps
  std::string body;
};

// A finished game. Its id is its share link; it is never written twice.
struct GameWrite {
  std::string game;  // 32 hexadecimal digits
  std::string room;
  std::int64_t ended = 0;  // seconds since 1970
  std::string summary;     // JSON, as the list of games shows it
  std::string record;
  std::vector<PlayerId> players;
};

struct PlayerWrite {
  PlayerId player;
  Bytes32 token_hash{};  // never written twice, not even while the first time is not yet durable
  std::int64_t created = 0;
};

// The room is gone: its log is dropped. Its games stay. For a room that is not there nothing happens.
struct RoomClose {
  std::string room;
};

using Write = std::variant<LogWrite, GameWrite, PlayerWrite, RoomClose>;

struct RoomHead {
  std::string room;
  std::string first;  // the body of entry 1; empty: the log is damaged
};

struct StoredGame {
  std::string game;
  std::int64_t ended = 0;
  std::string summary;
};

// How much the store takes, and how much more it could. Space inside it that closed rooms have left counts as
// free.
struct StoreSize {
  std::uint64_t bytes = 0;
  std::uint64_t free = 0;
};

class Store {
 public:
  virtual ~Store() = default;

  // Everything in one transaction, or nothing. `done` is called later, on the caller's thread.
  virtual void write(std::vector<Write> writes, std::function<void()> done) = 0;

  // Reads see only what is durable.
  virtual std::vector<RoomHead> open_rooms() = 0;  // by name; no log is read
  // The bodies of a room's log, from n = 1. False, and why: there is no such room, or its log has gaps.
  virtual bool log_of(const std::string& room, std::vector<std::string>& log, std::string& why) = 0;
  virtual std::optional<PlayerId> player(const Bytes32& token_hash) = 0;
  virtual std::vector<StoredGame> games_of(const PlayerId& player, int most) = 0;  // newest first
  virtual std::optional<std::string> record(const std::string& game) = 0;

  virtual StoreSize size() const = 0;  // as of a moment ago; costs nothing
};

}  // namespace comodin::server
