// World: everything that the hub does not decide itself: time, chance, connections, and who thinks for bots.
// The real one is in server/net.cpp; the simulation has another.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bots/bot.hpp"
#include "bots/memory.hpp"
#include "engine/view.hpp"

namespace comodin::server {

using Millis = std::int64_t;
inline constexpr Millis kNever = INT64_MAX;

using Conn = std::uint64_t;  // one connection; never used again
using Text = std::shared_ptr<const std::string>;

// Why a connection is closed. The numbers are those of WebSocket.
enum class CloseCode : std::uint16_t {
  Normal = 1000,
  GoingAway = 1001,
  Policy = 1008,
  TooBig = 1009,
  Full = 1013
};

// What do the bots at a table do next? They see views only: the croupier in think() sees to that.
struct ThinkJob {
  std::shared_ptr<const RuleSet> rules;
  State state;
  Knowledge knowledge;
  Memory memory;
  std::vector<std::string> levels;  // by seat; empty: a person
  Key key = 0;                      // of what they do at random in this position
  std::string payer;                // whose turn to think it counts as
  std::weak_ptr<const int> wanted;  // expired: nobody waits for the answer any more
};
struct Thought {
  bool moves = false;  // false: the game waits for a person, and no bot has anything to say
  Reaction reaction;   // the move, and how long after the question
};
Thought think(const ThinkJob& job);
// May it take more than a fraction of a millisecond?
bool takes_long(const ThinkJob& job);

// Of messages about the room that have not been sent yet only the last counts.
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
  // A job that is not wanted any more may be answered with nothing.
  virtual void think(ThinkJob job, std::function<void(Thought)> done) = 0;
  // A line for the log of operations: no hands, no tokens.
  virtual void note(std::string_view event, std::string_view detail) = 0;
};

}  // namespace comodin::server
