// Rooms in the middle of real games, of every edition: where the structured fuzzers begin. They are played
// once, when a fuzzer starts.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "server/store/memory_store.hpp"

namespace comodin::fuzz {

struct Person {
  std::string player, player_token, token;  // the last one opens the seat
};

struct Begun {
  server::MemoryStore store;  // as a server that was killed has left it
  std::string room;
  long n = 0;                    // entries, as far as Ana knows
  std::array<Person, 2> people;  // Ana, the host, and Luis; a bot has the third seat
};
const std::vector<Begun>& begun_rooms();

// The logs of these rooms.
const std::vector<std::vector<std::string>>& begun_logs();

}  // namespace comodin::fuzz
