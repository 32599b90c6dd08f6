// Notice: what a node tells the others once a second, so that rooms are found and limits hold on all of them
// together. Nodes of different versions read each other's: what one does not know it leaves out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace comodin::server {

// What somebody has used up of a limit that counts on all nodes together.
struct Spent {
  std::uint64_t batch = 0;  // of this node: what has been told before is not counted again
  std::string limit;        // which (hub_nodes.cpp) …
  std::string whose;        // … of which address or player
  std::int64_t amount = 0;
  friend bool operator==(const Spent&, const Spent&) = default;
};

struct Notice {
  bool draining = false;            // it takes no rooms any more
  std::uint64_t rooms = 0;          // that are there, not counting those that sleep
  std::vector<std::string> listed;  // rows of the list of open rooms, JSON
  std::vector<Spent> spent;         // the last batches
  friend bool operator==(const Notice&, const Notice&) = default;
};

std::string print_notice(const Notice& notice);
// Takes at most so many rows and amounts.
Notice read_notice(std::string_view text);

inline constexpr std::size_t kListMost = 100;    // rows of a list of rooms
inline constexpr std::size_t kSpentMost = 5000;  // amounts in a notice

}  // namespace comodin::server
