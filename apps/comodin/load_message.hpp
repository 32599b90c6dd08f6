// Reading a server's messages quickly: they are known to be as server/wire.cpp writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace comodin {

// The value of the first such key at or after `from`, without its quotation marks; empty if there is none.
std::string_view quick(std::string_view message, std::string_view key, std::size_t from = 0);
long quick_number(std::string_view message, std::string_view key, std::size_t from = 0);

// What a seat makes of a message about the table.
struct SeenTable {
  long n = 0;
  bool mine = false;      // the game waits for this seat
  std::string_view move;  // one of its moves, if it is
};
SeenTable read_table(std::string_view message, int seat, std::uint64_t pick);

// What a seat makes of a message about the room.
enum class Wish : std::uint8_t { None, Bot, Accept, Ready, Start, Rematch };
struct SeenRoom {
  std::string_view stage;
  Wish wish = Wish::None;
  std::string_view digest;  // of what is to be accepted
  int bot_seat = 0;
};
// `people` sit at the first seats; bots are to take the others.
SeenRoom read_room(std::string_view message, int seat, int people, int seats);

}  // namespace comodin
