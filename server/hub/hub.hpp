// Hub: the server without its sockets: rooms, who is connected to which, clocks, limits. It runs in one
// thread, does nothing by itself, and reaches the outside only through World and Store; so a simulation can
// run it from a seed. Nothing leaves it before everything it rests on is durable.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "notation/library.hpp"
#include "server/common/limits.hpp"
#include "server/hub/world.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

// Figures for operators; no names, no cards.
struct Stats {
  std::uint64_t connections = 0, rooms = 0, games_running = 0, peers = 0;     // now
  std::uint64_t commands = 0, refused = 0, entries = 0, moves = 0, sent = 0;  // since the start
  std::uint64_t rooms_created = 0, games_finished = 0, limited = 0, fenced = 0;
  std::uint64_t moved = 0, handed_over = 0;  // connections sent to other nodes; rooms
};

class Hub {
 public:
  Hub(const Limits& limits, World& world, Store& store, Library& library);
  ~Hub();

  // Asks the store for the rooms that it has. Rooms whose logs make no sense stay closed, and untouched in
  // the store; the log of operations names them.
  void load();

  // A connection has been made; its limits count for `address`. It may be closed at once.
  void opened(Conn conn, const std::string& address);
  void received(Conn conn, std::string_view frame);
  void closed(Conn conn);

  // Does what is due. Call it at due(), and after every call of anything else here.
  void tick();
  Millis due() const;

  // Gives its rooms to other nodes, one after another, and takes no others. Their people are told where they
  // go on.
  void drain();
  // Is there nothing to hand over, or nobody who would take it?
  bool drained() const;
  // Has the store that other nodes share been silent for seconds? Perhaps it is only this node that cannot
  // reach it.
  bool cut_off() const;
  // Where another node is reached; empty: there is none of this name.
  std::string node_address(const std::string& name) const;

  // Tells everybody that the server is going away. Nothing is accepted from then on.
  void stop();
  // Has everything that was accepted become durable?
  bool settled() const;

  std::string listed_rooms() const;  // JSON
  // Of a finished game, when the store has answered; nothing: there is no such game.
  void record(const std::string& game, std::function<void(std::optional<std::string>)> then) const;
  const Stats& stats() const;

 private:
  friend struct HubPeek;  // tests of secrecy set up tables by hand
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Where a client finds a node, at any node's public address.
std::string node_path(std::string_view name);

// Does this log make a room? For `serve --check-store` and the fuzzer. False, and why.
bool check_log(const std::vector<std::string>& log, Library& library, std::string& why);

}  // namespace comodin::server
