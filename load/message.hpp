// Reads a server's messages quickly, relying on how server/hub/messages.cpp writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace comodin {

// The value of the first such key at or after `from`, without its quotation marks; empty if there is none.
std::string_view value_of(std::string_view message, std::string_view key, std::size_t from = 0);
long number_of(std::string_view message, std::string_view key, std::size_t from = 0);

// What a seat learns from a message about the table.
struct SeenTable {
  long n = 0;
  bool mine = false;      // the game waits for this seat
  std::string_view move;  // one of its moves, if it is
};
SeenTable read_table(std::string_view message, int seat, std::uint64_t pick);

// What a seat learns from a message about the room, and what it should do next.
enum class NextStep : std::uint8_t { None, Bot, Accept, Ready, Start, Rematch };
struct SeenRoom {
  std::string_view stage;
  NextStep next = NextStep::None;
  std::string_view digest;  // of the rules that are to be accepted
  int bot_seat = 0;
};
// `people` sit at the first seats; bots are to take the others.
SeenRoom read_room(std::string_view message, int seat, int people, int seats);

}  // namespace comodin
