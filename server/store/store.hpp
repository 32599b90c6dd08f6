// Store: what must outlive the process. Writes are reported done when they are durable, in the order in which
// they were given. A store can be shared by several nodes (servers); then each room has one owner, and only
// the owner's writes count.
//
// Nothing here waits. Every answer comes later, on the caller's thread.
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
  PlayerId maker = {};  // with the first entry: who makes the room
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

// Keeps nothing: it is fenced if the room is another node's, and that is all.
struct RoomHold {
  std::string room;
};

// The room is nobody's when everything before this is durable. Nothing more is written to it unless it is
// claimed again.
struct RoomRelease {
  std::string room;
};

using Write = std::variant<LogWrite, GameWrite, PlayerWrite, RoomClose, RoomHold, RoomRelease>;

// What became of a write. Fenced: a room of it is no longer this node's, so nothing of that write for this
// room exists, and nothing of later ones until it has been claimed again.
enum class Outcome : bool { Written, Fenced };

struct RoomHead {
  std::string room;
  std::string first;  // the body of entry 1; empty: the log is damaged
};

// The answer of whoever knows to whom a room belongs. Newer: it is nobody's, but a server of a later version
// has written to it, and this one may not understand its log.
struct Claim {
  enum class Is : std::uint8_t { Ours, Elsewhere, None, Unreadable, Newer };
  Is is = Is::None;
  std::vector<std::string> log = {};  // Ours: the bodies, from n = 1
  std::string text = {};              // Elsewhere: the name of the owner; Unreadable: why
};

// Another node that lives.
struct Peer {
  std::int64_t node = 0;  // its number, of no other node before or after
  std::string name;       // which it may have from earlier nodes
  std::string address;    // HOST:PORT, where nodes reach it
  int format = 0;         // of the logs that it writes (server/room/entry.hpp)
  std::string notice;     // as it last told its peers; empty: not yet
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
  template <class Answer>
  using Then = std::function<void(Answer)>;

  virtual ~Store() = default;

  // Everything in one transaction, or nothing. Of several rooms in one write each is fenced by itself.
  virtual void write(std::vector<Write> writes, Then<Outcome> done) = 0;

  // Makes the room this node's, and reads its log: all of it, with everything given before. A room is claimed
  // before anything is written to it, except that its first entry makes it and claims it.
  virtual void claim(const std::string& room, Then<Claim> then) = 0;
  // Reads see only what is durable. They are answered in the order in which they were asked.
  virtual void unowned(
      Then<std::vector<RoomHead>> then) = 0;  // rooms that no node owns; a single node's: all
  // Rooms that this player has made. A store of one node has told them already, and may leave them out.
  virtual void made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) = 0;
  virtual void player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) = 0;
  virtual void games_of(const PlayerId& player, int most,
                        Then<std::vector<StoredGame>> then) = 0;  // newest first
  virtual void record(const std::string& game, Then<std::optional<std::string>> then) = 0;

  // Tells the other nodes, and hears of them. A notice is no secret between nodes, replaces the one before
  // it, and need not outlive anything.
  virtual void exchange(std::string notice, Then<std::vector<Peer>> then) = 0;

  // These cost nothing.
  virtual bool is_shared() const = 0;  // may rooms be other nodes'?
  // Grows when other nodes may have taken rooms from this one unnoticed. A room that has been claimed or
  // written to (RoomHold, if there is nothing else) since it last grew is known to be ours, or lost.
  virtual std::uint64_t doubts() const = 0;
  virtual StoreSize size() const = 0;  // as of a moment ago
};

}  // namespace comodin::server
