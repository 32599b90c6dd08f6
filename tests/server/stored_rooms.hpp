// All rooms of a store with their logs, for tests.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "server/store/store.hpp"

namespace comodin::server {

struct StoredRoom {
  std::string room;
  std::vector<std::string> log;
};

// By name. Throws if a log cannot be read.
inline std::vector<StoredRoom> stored_rooms(Store& store) {
  std::vector<StoredRoom> rooms;
  std::string why;
  for (const RoomHead& head : store.open_rooms()) {
    rooms.push_back({head.room, {}});
    if (!store.log_of(head.room, rooms.back().log, why)) throw std::runtime_error(head.room + ": " + why);
    if (rooms.back().log.front() != head.first) throw std::runtime_error(head.room + ": another first entry");
  }
  return rooms;
}

}  // namespace comodin::server
