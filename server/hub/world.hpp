// World: everything that the hub does not decide itself: time, chance, connections, and who thinks for bots.
// The real one is in server/net/net.cpp; the simulation has another.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "server/common/text.hpp"
#include "server/common/time.hpp"
#include "server/room/think.hpp"

namespace comodin::server {

using Conn = std::uint64_t;  // the number of one connection; never used again

// Why a connection is closed. The numbers are those of WebSocket.
enum class CloseCode : std::uint16_t {
  Normal = 1000,
  GoingAway = 1001,
  Policy = 1008,
  TooBig = 1009,
  LookAgain = 1012,
  Full = 1013
};

// Room: if several messages about the room are still waiting, only the last one is sent.
enum class Sort : std::uint8_t { Message, Room };

// Nothing here calls the hub back before it has returned.
class World {
 public:
  virtual ~World() = default;
  virtual Millis now() = 0;                              // monotonic
  virtual std::int64_t today() = 0;                      // seconds since 1970
  virtual void random(std::span<std::uint8_t> out) = 0;  // nobody can guess it
  virtual void send(Conn conn, Text text, Sort sort) = 0;
  virtual void close(Conn conn, CloseCode code, std::string_view why) = 0;
  // A job that is no longer wanted may be answered with nothing.
  virtual void think(ThinkJob job, std::function<void(Thought)> done) = 0;
  // A line for the log of operations: no hands, no tokens.
  virtual void log_operation(std::string_view event, std::string_view detail) = 0;
};

}  // namespace comodin::server
