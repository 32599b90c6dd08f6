// Entry: one thing that happened in a room, as its log keeps it. A room is what its entries, applied one
// after another, make of it; nothing else changes a room.
#pragma once

#include <string>
#include <string_view>

#include "server/common/time.hpp"
#include "server/room/act.hpp"

namespace comodin::server {

// Of logs. It grows when servers write what older ones cannot read; of several nodes on one store, an older
// one then leaves such rooms alone.
inline constexpr int kLogFormat = 1;
inline constexpr Millis kRoomTimeMax = Millis{1} << 50;

struct Entry {
  Millis at = 0;        // room time: it stands still while nobody is there
  Seat seat = kNoSeat;  // whose entry it is; kNoSeat: the server's
  std::string id;       // of the command; empty: the server itself
  act::Any act;
  friend bool operator==(const Entry&, const Entry&) = default;

  // All but the act.
  static constexpr auto fields() {
    return std::tuple(field("at", &Entry::at).between(0, kRoomTimeMax),
                      field("seat", &Entry::seat).optional(),
                      field("id", &Entry::id).bytes(0, kIdMax).optional());
  }
};

template <class Act>
bool is(const Entry& entry) {
  return std::holds_alternative<Act>(entry.act);
}

// Does the table change with it?
inline bool is_table(const Entry& entry) { return is<act::Move>(entry) || is<act::Deal>(entry); }

// As text: {"act":"sit","at":12,"seat":1, … and the fields of the act.
std::string print_entry(const Entry& entry);
// Reads what this server or an older one has printed. Whatever makes no sense in the room is refused by the
// room.
Fault parse_entry(std::string_view text, Entry& out);

}  // namespace comodin::server
