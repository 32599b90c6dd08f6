// What clients are sent, as JSON texts (docs/PROTOCOL.md, docs/schema). Everything here is handed a Lobby, a
// View or masked events: a State, a token or a secret cannot get onto the wire.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "engine/view.hpp"
#include "server/room.hpp"
#include "server/store.hpp"

namespace comodin::server {

inline constexpr int kWireVersion = 1;

// Whose clock runs, and how much is left on it.
struct ClockFace {
  Seat seat = kNoSeat;  // kNoSeat: nobody's
  Millis left = 0;
};

// Who is there, which no log says.
struct Presence {
  SeatSet here = 0;
  int watchers = 0;
};

// The table as one viewer sees it after an entry. The events are masked for that viewer already.
struct Seen {
  std::uint32_t n = 0;
  By by = By::Person;
  std::span<const Event> events;
  const View& view;
  const MoveList& moves;  // that the viewer can make now
  ClockFace clock;
};

// More to say with an acknowledgement.
struct AckExtras {
  std::string room, token;  // empty: not said
  Seat seat = kNoSeat;
};

std::string welcome_message(const std::string& id, const std::string& player, const std::string& new_token);
std::string ack_message(const std::string& id, std::uint32_t n, const AckExtras& extras = {});
std::string refused_message(const std::string& id, const Refused& why);
std::string room_message(std::uint32_t n, const Lobby& lobby, const Presence& presence);
std::string events_message(const RuleSet& rules, const Seen& seen);
std::string view_message(const RuleSet& rules, const Seen& seen);  // the same without the events
std::string clock_message(const ClockFace& clock);
std::string chat_message(Seat seat, const std::string& name, const std::string& phrase,
                         const std::string& text);
std::string rooms_message(const std::string& id, const std::string& rooms);  // a JSON array
std::string games_message(const std::string& id, const std::vector<StoredGame>& games);
std::string record_message(const std::string& id, const std::string& game, const std::string& record);
std::string bye_message(std::string_view why);

// One row of the list of open rooms, and of somebody's games.
std::string room_row(const Lobby& lobby, const Presence& presence);
struct GameRow {
  std::string game, room, edition;
  std::int64_t ended = 0;
  std::vector<std::string> names;
  std::vector<int> scores;
  SeatSet champions = 0;
};
std::string game_row(const GameRow& row);

// Quick phrases and emotes; clients word them.
std::span<const std::string_view> phrases();

}  // namespace comodin::server
