// All rooms of a store with their logs, for tests.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/store/memory_store.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

struct StoredRoom {
  std::string room;
  std::vector<std::string> log;
};

using Turn = std::function<bool()>;  // lets a store answer something; false: it has failed

// By name. Throws if a log cannot be read.
inline std::vector<StoredRoom> stored_rooms(Store& store, const Turn& turn) {
  std::vector<StoredRoom> rooms;
  std::optional<std::vector<RoomHead>> heads;
  store.unowned([&](std::vector<RoomHead> all) { heads = std::move(all); });
  while (!heads && turn()) continue;
  for (const RoomHead& head : heads.value_or(std::vector<RoomHead>())) {
    std::optional<Claim> answer;
    store.claim(head.room, [&](Claim claim) { answer = std::move(claim); });
    while (!answer && turn()) continue;
    if (!answer) return {};
    if (answer->is != Claim::Is::Ours) throw std::runtime_error(head.room + ": " + answer->text);
    if (answer->log.front() != head.first) throw std::runtime_error(head.room + ": another first entry");
    rooms.push_back({head.room, std::move(answer->log)});
  }
  return rooms;
}

// At once, and unnoticed.
inline std::vector<StoredRoom> stored_rooms(const MemoryStore& store) {
  std::vector<StoredRoom> rooms;
  for (const auto& [room, log] : store.logs()) rooms.push_back({room, log});
  return rooms;
}

}  // namespace comodin::server
