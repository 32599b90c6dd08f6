// Who comes and goes, and who sits where. A seat is its player's: no one else ever sees its hand.
#include <algorithm>

#include "server/clean.hpp"
#include "server/hub_inside.hpp"

namespace comodin::server {
namespace {

constexpr Millis kGraceMs = 60000;   // that somebody who has lost the connection keeps their rights for
constexpr Millis kShutMs = 600000;   // that nobody sits down from the address of somebody who was removed

Refused banned() { return {"banned", "the host has removed you from this room", {}}; }

}  // namespace

std::string code_of(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// In the room, with nothing but eyes.
void Hub::Inside::enter(Session& who, const std::string& code) {
  detach(who);
  rooms.at(code)->watchers.push_back(who.conn);
  who.room = code;
}

void Hub::Inside::attach(Session& who, Live& live, Seat seat) {
  const std::string code = live.room.lobby().code;
  if (Live* left = detach(who); left && left != &live) presence_changed(*left);
  if (const Conn before = live.at[seat]) {
    if (Session* other = session(before)) other->room.clear(), other->seat = kNoSeat;
    send(before, bye_message("taken_over"));
    hang_up(before, CloseCode::Normal, "taken over");
  }
  live.at[seat] = who.conn;
  who.room = code;
  who.seat = seat;
  update_running(live);
  schedule(live);
}

// Whoever calls this tells the room.
Live* Hub::Inside::detach(Session& who) {
  Live* live = find(who.room);
  who.room.clear();
  const Seat seat = std::exchange(who.seat, kNoSeat);
  if (!live) return nullptr;
  std::erase(live->watchers, who.conn);
  if (seat != kNoSeat && live->at[seat] == who.conn) live->at[seat] = 0, live->gone[seat] = world.now();
  update_running(*live);
  schedule(*live);
  return live;
}

// Whoever is in the room already stays as they are, and nobody else hears of it.
void Hub::Inside::join(Session& who, const Command& command) {
  Live* live = look_up(who, command);
  if (!live) return;
  const std::string& code = live->room.lobby().code;
  const bool newcomer = who.room != code;
  if (live->room.is_out(who.player)) return refuse(who, command, banned());
  if (newcomer && live->watchers.size() >= static_cast<std::size_t>(limits.watchers_per_room))
    return refuse(who, command, {"full", "too many people are watching", {}});
  if (Live* left = find(who.room); left && newcomer) detach(who), presence_changed(*left);
  if (newcomer) enter(who, code);
  send(who.conn, ack_message(command.id, live->room.n(), {.room = code, .token = {}, .seat = who.seat}));
  if (newcomer) presence_changed(*live, who.conn);
  else send_room(*live, who.conn);
  send_table(*live, who, live->room.n());
}

// A wrong token says nothing of the room, not even that there is one: so this is no way to guess codes, and a right
// one is never refused for what others have guessed.
void Hub::Inside::resume(Session& who, const Command& command) {
  Live* live = find(code_of(command.text("room")));
  const Bytes32 shown = sha256(command.bytes("token"));
  const Seat seat = live ? live->room.seat_of(shown) : kNoSeat;
  if (seat == kNoSeat) {
    refuse(who, command, {"bad_token", "this token opens no seat here", {}});
    return offend(who);
  }
  const Bytes32 fresh = random32();
  Entry entry{.act = Act::Token, .seat = seat};
  entry.set_bytes(sha256(fresh));
  if (!live->resumes[seat].take(world.now(), rates.resumes))
    return refuse(who, command, {"slow_down", "this seat comes back too often: wait a little", {}});
  if (const Refused wrong = may_write(who, live, entry)) return refuse(who, command, wrong);
  // A connection that has been watching has been told everything: it must not hear of it again.
  const std::uint32_t told = who.room == live->room.lobby().code ? live->room.n() : 0;
  attach(who, *live, seat);
  if (live->room.is_next(seat, shown)) happen(*live, Entry{.act = Act::Kept, .seat = seat});
  const Reply answer{who.conn, command.id, {.room = who.room, .token = hex(fresh), .seat = seat}};
  if (const Refused wrong = happen(*live, entry, answer)) return refuse(who, command, wrong);
  if (live->room.lobby().seats[seat].away) happen(*live, Entry{.act = Act::Back, .seat = seat});
  ask_bots(*live);
  presence_changed(*live, who.conn);
  const std::int64_t seen = std::clamp<std::int64_t>(command.number("seen", 0), 0, UINT32_MAX);
  send_table(*live, who, std::max(told, static_cast<std::uint32_t>(seen)));
  schedule(*live);
}

void Hub::Inside::leave_room(Session& who, const Command& command) {
  if (who.room.empty()) return refuse(who, command, not_in_room());
  Live* left = detach(who);
  send(who.conn, ack_message(command.id, 0));
  if (left) presence_changed(*left);
}

void Hub::Inside::sit(Session& who, const Command& command) {
  Live* live = find(who.room);
  if (!live) return refuse(who, command, not_in_room());
  const auto first = live->room.answered(who.player, command.id);  // a resend: the token may have been lost
  if (const Text answer = answered_before(who, *live, command); answer && (who.seat != kNoSeat || !first))
    return send(who.conn, answer);
  if (who.seat != kNoSeat) return refuse(who, command, {"not_now", "you are sitting already", {}});
  if (const auto shut = live->shut.find(who.address); shut != live->shut.end() && shut->second > world.now())
    return refuse(who, command, banned());
  const Bytes32 fresh = random32();
  Entry entry{
      .act = Act::Sit, .id = command.id, .text = clean(command.text("name"), kNameMax), .player = who.player};
  entry.set_bytes(sha256(fresh));
  const Lobby& lobby = live->room.lobby();
  for (Seat k = 0; k < live->room.seats() && first; ++k)
    if (live->room.player(k) == who.player && live->room.taken_with(k) == *first)
      entry = {.act = Act::Token, .seat = k, .has_bytes = true, .bytes = entry.bytes};
  if (first && entry.act == Act::Sit) return send(who.conn, ack_message(command.id, *first));  // left since
  if (const std::int64_t seat = command.number("seat", 0); command.has("seat") && entry.act == Act::Sit)
    entry.seat = static_cast<Seat>(seat >= 1 && seat <= kSeatsMax ? seat - 1 : kSeatsMax);
  for (Seat k = 0; k < live->room.seats() && entry.seat == kNoSeat; ++k)
    if (lobby.seats[k].who == Sitter::Nobody || lobby.seats[k].vacant) entry.seat = k;
  if (entry.seat == kNoSeat) return refuse(who, command, {"seat_taken", "all seats are taken", {}});
  entry.flag = entry.act == Act::Sit && lobby.stage != Stage::Lobby;  // joins with the next hand
  if (const Refused wrong = may_write(who, live, entry)) return refuse(who, command, wrong);

  const Reply answer{who.conn, command.id, {.room = who.room, .token = hex(fresh), .seat = entry.seat}};
  if (const Refused wrong = happen(*live, entry, first ? Reply{} : answer))
    return refuse(who, command, wrong);
  if (first) send(who.conn, ack_message(command.id, *first, answer.extras));
  attach(who, *live, entry.seat);
  ask_bots(*live);
  tell_room(*live);
  send_table(*live, who, live->room.n());
  schedule(*live);
}

// ---- hosts, and those whom they send away -------------------------------------------------------------

// A connection that was lost a moment ago may be back in another: nothing is taken from its owner so soon.
Refused Hub::Inside::just_gone(const Live& live, Seat seat, std::string_view who) const {
  const Millis left = live.gone[seat] + kGraceMs - world.now();
  if (live.at[seat] || left <= 0) return {};
  const std::string why =
      std::string(who) + " was here a moment ago: wait " + std::to_string(left / 1000 + 1) + " s";
  return {"grace", why, {}};
}

Refused Hub::Inside::take_over_hosting(Live& live, Seat seat) {
  const Seat host = live.room.lobby().host;
  if (host == seat || (host != kNoSeat && live.at[host])) return {};  // the room says who may
  if (host != kNoSeat)
    if (const Refused wait = just_gone(live, host, "the host")) return wait;
  return happen(live, Entry{.act = Act::Host, .seat = seat});
}

void Hub::Inside::remove(Session& who, Live& live, const Command& command, Entry entry) {
  const auto seat = static_cast<Seat>(entry.card - 1);
  const bool person = seat < live.room.seats() && live.room.lobby().seats[seat].who == Sitter::Person;
  entry.flag = person;  // stays out
  Refused wrong = take_over_hosting(live, who.seat);
  if (!wrong && person && seat != who.seat) wrong = just_gone(live, seat, "this player");
  if (!wrong) wrong = may_write(who, &live, entry);
  if (!wrong) wrong = happen(live, entry, {who.conn, command.id, {}});
  if (wrong) return refuse(who, command, wrong);
  if (Session* gone = person && live.at[seat] ? session(live.at[seat]) : nullptr) send_away(live, *gone);
}

// An address that others at the table share (a family, a school) stays open.
void Hub::Inside::send_away(Live& live, Session& who) {
  const Millis now = world.now();
  const bool shared = std::ranges::any_of(live.at, [&](Conn conn) {
    const Session* other = conn && conn != who.conn ? session(conn) : nullptr;
    return other && other->address == who.address;
  });
  std::erase_if(live.shut, [&](const auto& one) { return one.second <= now; });
  if (!shared && live.shut.size() < kOutMost) live.shut[who.address] = now + kShutMs;
  send(who.conn, bye_message("removed"));
  detach(who);
  presence_changed(live);
}

}  // namespace comodin::server
