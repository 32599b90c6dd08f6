// Entry: one thing that happened in a room, as its log keeps it. A room is what its entries, applied one
// after another, make of it; nothing else changes a room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/options.hpp"
#include "engine/types.hpp"
#include "fair/sha256.hpp"
#include "server/fields.hpp"
#include "server/table.hpp"
#include "server/world.hpp"

namespace comodin::server {

enum class Act : std::uint8_t {
  Create,   // setting; player: who; text: the room's code; bytes: the first hand's secret
  Set,      // setting, by the host
  Sit,      // seat; text: the name; player; bytes: the token's hash; flag: joins with the next hand
  Stand,    // seat leaves: in the lobby the seat is free, later a bot plays on
  Bot,      // card: the seat, text: the level; by the host
  Remove,   // card: the seat; by the host; flag: the player stays out
  Ready,    // flag; bytes: a commitment, or none
  Rule,     // card: which custom wild, from 1; text
  Accept,   // bytes: the digest of all rule texts
  Start,    // by the host; text: the game's id
  Go,       // the server: those who are not ready between two hands have had their time
  Reveal,   // bytes: the number that was committed to
  Deal,     // the server
  Move,     // text; by
  Back,     // whoever owns the seat is here again
  Rematch,  // back to the lobby with the same table; flag: those who stood up have left
  Token,    // bytes: the hash of a further token for the seat
  Kept,     // the further token has arrived: the old one is void
  Secret,   // bytes: the next hand's secret
  Host,     // the server: seat is the host from now on, as the old one is not there
};

// What a room is set up with; the host may change it in the lobby.
struct Setting {
  std::string edition;
  std::string options;  // "stacking=any,cards=5": what differs from the edition's own
  int seats = 4;
  int clock = 45;       // seconds for each decision; 0: no clock
  bool listed = false;  // anybody can find it
  bool chat = true;     // free texts, not only phrases
  bool open = true;     // a hand can be looked at when it is over
  int version =
      kOptionsVersion;  // whose values the options have that are not named; entries that say none: 1
  friend bool operator==(const Setting&, const Setting&) = default;
};

struct Entry {
  Act act{};
  Millis at = 0;  // room time: it stands still while nobody is there
  Seat seat = kNoSeat;
  std::string id;  // of the command; empty: the server itself
  std::string text, player;
  int card = 0;
  bool flag = false;
  bool has_bytes = false;
  By by = By::Person;
  Bytes32 bytes{};
  Setting setting{};

  void set_bytes(const Bytes32& value) { bytes = value, has_bytes = true; }
  friend bool operator==(const Entry&, const Entry&) = default;
};

std::string_view by_word(By by);  // "person"

std::string print_entry(const Entry& entry);
// False, and why. What makes no sense in the room is for the room to refuse.
bool parse_entry(std::string_view text, Entry& out, std::string& why);

// The fields of a setting, as commands and entries write them; those that are missing stay as they are.
bool read_setting(const Fields& fields, Setting& out, std::string& why);

}  // namespace comodin::server
