// What clients are sent, as JSON texts (docs/PROTOCOL.md, docs/schema). The table is handed over as a View
// and masked events, never as a State. Three secrets do leave, each handed over by its caller: a player's new
// token (welcome), a seat's new token (ack), and the secret of a hand that is over (room).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "notation/json.hpp"
#include "server/room/room.hpp"
#include "server/store/store.hpp"

namespace comodin::server {

// Whose clock runs, and how much is left on it.
struct ClockFace {
  Seat seat = kNoSeat;  // kNoSeat: nobody's
  Millis left = 0;
};

// Who is there. No log has this.
struct Presence {
  SeatSet here = 0;
  int watchers = 0;
};

// What else an acknowledgement may say.
struct AckExtras {
  std::string room, token;  // empty: left out
  Seat seat = kNoSeat;
};

std::string welcome_message(const std::string& id, const std::string& player, const std::string& new_token);
std::string ack_message(const std::string& id, std::uint32_t n, const AckExtras& extras = {});
std::string refused_message(const std::string& id, const Refused& why);
// Why the move that was asked about is refused; Refusal::None: it is legal.
std::string why_message(const std::string& id, const std::string& move, Refusal refusal);
std::string room_message(std::uint32_t n, const Lobby& lobby, const Presence& presence);
std::string events_message(const RuleSet& rules, const Seen& seen, const ClockFace& clock = {});
std::string view_message(const RuleSet& rules, const Seen& seen, const ClockFace& clock = {});  // no events
std::string clock_message(const ClockFace& clock);
std::string chat_message(Seat seat, const std::string& name, const std::string& phrase,
                         const std::string& text);
std::string rooms_message(const std::string& id, const std::string& rooms);  // a JSON array
std::string games_message(const std::string& id, const std::vector<StoredGame>& games);
std::string record_message(const std::string& id, const std::string& game, const std::string& record);
// `to`: where to go on; empty: left out.
std::string bye_message(std::string_view why, std::string_view to = {});

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
