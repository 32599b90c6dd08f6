// Where a command becomes an entry: here, and nowhere else. Entries that nobody asks for (clocks, bots,
// secrets) are made where they fall due.
#pragma once

#include <string>

#include "server/hub/command.hpp"
#include "server/hub/world.hpp"
#include "server/room/room.hpp"

namespace comodin::server {

// What goes into an entry besides the command.
struct EntryContext {
  RuleCache& rules;
  World& world;        // for random numbers that nobody can guess
  const Room* room;    // null: the room is being made
  Seat seat;           // of whoever asks; kNoSeat: none yet
  std::string player;  // who asks
  std::string code;    // of a new room
  Bytes32 token{};     // the hash of a seat's new token
};

// Each fills in the seat and the act, or says what is wrong with the command. Whatever makes no sense in the
// room is refused by the room.
Refused make_entry(const command::Create& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Resume& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Sit& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Stand& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Set& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Bot& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Remove& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Ready& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Rule& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Accept& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Start& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Reveal& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Move& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Back& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Rematch& asked, const EntryContext& context, Entry& out);
Refused make_entry(const command::Kept& asked, const EntryContext& context, Entry& out);

template <class Asked>
Refused entry_of(const std::string& id, const Asked& asked, const EntryContext& context, Entry& out) {
  out = {.seat = context.seat, .id = id, .act = {}};
  return make_entry(asked, context, out);
}

// Random values that nobody can guess.
Bytes32 random32(World& world);
inline constexpr std::string_view kHexDigits = "0123456789abcdef";
std::string random_text(World& world, std::size_t length, std::string_view letters);

}  // namespace comodin::server
