// Every bound of the server in one place. Those that an operator may want to change are in Limits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace comodin::server {

inline constexpr std::size_t kFrameMax = 4096;  // bytes of a command
inline constexpr std::size_t kNameMax = 24;     // characters of a name
inline constexpr std::size_t kNameBytes = 4 * kNameMax;
inline constexpr std::size_t kChatMax = 200;  // characters of a chat line
inline constexpr std::size_t kOptionsTextMax =
    600;                                         // every option by name, and `literal` spelled out: 527 bytes
inline constexpr std::size_t kRuleMax = 1000;    // bytes of a rule on a custom wild
inline constexpr std::size_t kMoveMax = 100;     // bytes of a move
inline constexpr std::size_t kIdMax = 16;        // bytes of a command's id
inline constexpr std::size_t kFieldsMax = 16;    // fields of a command
inline constexpr std::size_t kAnswersKept = 32;  // times ten seats: a resend of these is answered as before
inline constexpr std::uint32_t kEntriesMax =
    20000;  // of one room's log; then it takes only what a game needs …
inline constexpr std::uint32_t kEntriesEnd = 30000;  // … and is closed
inline constexpr std::size_t kOutMost = 200;         // removed players that a room remembers
inline constexpr int kMissedMost = 2;                // turns missed in a row before a bot sits in

struct Limits {
  int rooms = 20000;        // at once
  int connections = 40000;  // at once
  int connections_per_address = 64;
  int players_per_address = 200;  // new ones in an hour
  int rooms_per_address = 20;     // created in an hour
  int rooms_per_player = 5;       // created by the player and open at once
  int watchers_per_room = 200;
  int commands_burst = 40;       // of one player …
  int commands_per_second = 5;   // … and from then on
  int chats_per_minute = 12;     // of one player; four times as many in a room
  int resumes_per_minute = 30;   // of one seat
  int write_burst = 65536;       // bytes to keep, of one player; of an address sixteen times as many …
  int writes_per_second = 1024;  // … and from then on
  int bot_pace = 100;            // how long bots take, in hundredths of what people would
  int lobby_minutes = 30;        // a room without a game and without people
  int game_minutes = 60 * 24;    // a game that everybody has left
  std::uint64_t store_bytes = std::uint64_t{4} << 30;      // of the store; then nothing new is begun
  std::uint64_t store_reserve = std::uint64_t{256} << 20;  // likewise when less than this is free on its disk
};

}  // namespace comodin::server
