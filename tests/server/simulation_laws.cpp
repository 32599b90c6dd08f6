#include "tests/server/simulation_laws.hpp"

#include <algorithm>

#include "fair/proof.hpp"
#include "notation/player.hpp"
#include "server/common/distinct_name.hpp"
#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"
#include "words/fault.hpp"

namespace comodin::server {
namespace {

bool shares_name(const Lobby& lobby, Seat seat) {
  const auto is_other = [&](const PublicSeat& one) {
    return &one != &lobby.seats[seat] && one.who == Sitter::Person &&
           same_name(one.name, lobby.seats[seat].name);
  };
  return std::ranges::any_of(lobby.seats, is_other);
}

constexpr std::uint32_t kReplayMost = 150;  // as hub_rooms.cpp has it

// May the entry have wound a clock?
bool winds(const Entry& entry) { return is_table(entry); }

// Who sees the table in this message; kSpectator: what everybody sees.
Seat viewer_of(const std::string& message) {
  const std::string viewer = field(message.substr(place_of("\"view\":{", message)), "viewer");
  return viewer == "spectator" ? kSpectator : static_cast<Seat>(std::atoi(viewer.c_str()) - 1);
}

// Where a message tells of a running clock: at its end. std::string::rfind would compare at every place.
std::size_t place_of_clock(const std::string& message) {
  static constexpr std::string_view kClock = "\"clock\":{";
  for (std::size_t at = message.rfind('{'); at != std::string::npos && at > 0;
       at = message.rfind('{', at - 1))
    if (at + 1 >= kClock.size() && message.compare(at + 1 - kClock.size(), kClock.size(), kClock) == 0)
      return at + 1 - kClock.size();
  return std::string::npos;
}

void erase_value(std::string& message, const std::string& key) {
  const std::string head = "\"" + key + "\":";
  for (std::size_t at = 0; (at = place_of(head, message, at)) != std::string::npos; at += head.size())
    message.erase(at + head.size(), message.find_first_of(",}]", at + head.size()) - at - head.size());
}

}  // namespace

std::string without_presence(std::string message) {
  for (const char* key : {"n", "here", "watchers"}) erase_value(message, key);
  if (const std::size_t at = place_of_clock(message); at != std::string::npos)
    message.erase(at - 1, message.find('}', at) + 2 - at);
  return message;
}

std::string seat_part(const std::string& room_message, int seat) {
  const std::size_t seats = place_of("\"seats\":[", room_message);
  if (seats == std::string::npos) return "";
  const std::size_t at = place_of("{\"seat\":" + std::to_string(seat) + ",", room_message, seats);
  return at == std::string::npos ? "" : room_message.substr(at, room_message.find('}', at) + 1 - at);
}

Laws::Laws() : cache_(battery::library()) {}

void Laws::fail(const std::string& law, const std::string& what) {
  if (failure_.empty()) failure_ = law + ": " + what;
}

Laws::Log* Laws::find(const std::string& code) {
  const auto found = logs_.find(code);
  return found == logs_.end() ? nullptr : found->second.get();
}

const Room* Laws::room(const std::string& code) const {
  const auto found = logs_.find(code);
  return found == logs_.end() || found->second->closed ? nullptr : &found->second->room;
}

std::uint32_t Laws::entries(const std::string& code) const {
  const auto found = logs_.find(code);
  return found == logs_.end() ? 0 : static_cast<std::uint32_t>(found->second->entries.size());
}

std::uint32_t Laws::sat(const std::string& code, Seat seat, std::uint32_t until) const {
  const auto found = logs_.find(code);
  if (found == logs_.end()) return 0;
  const std::vector<Entry>& all = found->second->entries;
  for (std::size_t n = std::min<std::size_t>(all.size(), until); n > 0; --n)
    if (is<act::Sit>(all[n - 1]) && all[n - 1].seat == seat) return static_cast<std::uint32_t>(n);
  return 0;
}

int Laws::finished(const std::string& code) const {
  const auto found = logs_.find(code);
  return found == logs_.end() ? 0 : found->second->finished;
}

// ---- what becomes durable -----------------------------------------------------------------------

void Laws::given(const Write& write, Millis up) {
  if (const auto* log = std::get_if<LogWrite>(&write)) given_[{log->room, log->n}] = up;
}

void Laws::transaction_ended() {
  if (!over_.empty()) fail("record", "a game is over, and its record is not durable: " + over_);
}

void Laws::durable(const Write& write, Owner owner) {
  if (const auto* log = std::get_if<LogWrite>(&write)) entry(*log, owner);
  if (const auto* over = std::get_if<GameWrite>(&write)) game(*over);
  if (const auto* gone = std::get_if<RoomClose>(&write))
    if (Log* log = find(gone->room)) log->closed = true;
}

// Who reads a log sees who wrote it: one node after another, each under an epoch of its own.
void Laws::one_owner_at_a_time(Log& log, const std::string& where, Owner owner) {
  if (owner.epoch < log.owner.epoch || (owner.epoch == log.owner.epoch && owner.node != log.owner.node))
    fail("owner", "node " + std::to_string(owner.node) + " in epoch " + std::to_string(owner.epoch) +
                      " after node " + std::to_string(log.owner.node) + " in epoch " +
                      std::to_string(log.owner.epoch) + ": " + where);
  log.owner = owner;
}

// Another node may be further than one that still tells of an older entry. Few moves change the lobby.
void Laws::keep_lobby(Log& log) {
  const Entry& entry = log.entries.back();
  const Lobby& lobby = log.room.lobby();
  std::uint32_t outward = static_cast<std::uint32_t>(lobby.stage);
  for (const PublicSeat& seat : lobby.seats) outward = 2 * outward + seat.away;
  const bool moved = is<act::Move>(entry) || is<act::Token>(entry) || is<act::Kept>(entry);
  if (moved && outward == log.outward) return log.lobbies.push_back(log.lobbies.back());
  log.outward = outward;
  log.lobbies.push_back(std::make_shared<const std::string>(without_presence(room_message(0, lobby, {}))));
}

void Laws::entry(const LogWrite& write, Owner owner) {
  auto& log = logs_[write.room];
  if (!log) log = std::make_unique<Log>(cache_);
  Entry read;
  const std::string where = write.room + " " + std::to_string(write.n) + " " + write.body;
  if (write.n != log->entries.size() + 1) return fail("log", "a gap or a doubled entry: " + where);
  if (const Fault wrong = parse_entry(write.body, read))
    return fail("replay", where + ": " + fault_text(Language::English, wrong));
  one_owner_at_a_time(*log, where, owner);
  if (print_entry(read) != write.body) return fail("replay", where + " prints otherwise");
  const auto* sit = std::get_if<act::Sit>(&read.act);
  const std::string player = sit ? sit->player : read.seat < kSeatsMax ? log->room.player(read.seat) : "";
  if (!read.id.empty() && !log->done.emplace(player, read.id).second)
    fail("once", "a command happened twice: " + where);
  if (const Refused wrong = log->room.apply(read)) return fail("replay", where + ": " + english(wrong));
  if (sit && shares_name(log->room.lobby(), read.seat)) fail("name", "two people have one name: " + where);
  if (is_table(read) && log->room.lobby().stage == Stage::Over) over_ = log->room.lobby().game;
  log->entries.push_back(read);
  log->bodies.push_back(write.body);
  keep_lobby(*log);
  ++figures.entries;
  figures.moves += is<act::Move>(read);
}

// A record plays, proves its deals and is the game of the log.
void Laws::game(const GameWrite& write) {
  ++figures.games;
  Log* log = find(write.room);
  if (!games_.emplace(write.game, write).second) return fail("record", "written twice: " + write.game);
  if (!log || log->room.lobby().game != write.game || log->room.lobby().stage != Stage::Over)
    return fail("record", "no game of that id is over");
  ++log->finished;
  over_.clear();
  std::vector<Scenario> scenarios;
  if (parse_scenarios(write.record, "", battery::library(), scenarios) || scenarios.size() != 1)
    return fail("record", "does not parse");
  ScenarioPlayer player(scenarios[0]);
  player.run();
  if (!player.failures().empty()) return fail("record", english(player.failures()[0].fault));
  const Proof proof = prove(write.record, battery::library());
  if (!proof.holds || !proof.ended) return fail("record", "not proved: " + english(proof.why));
  const Lobby& lobby = log->room.lobby();
  if (log->room.table()->record(lobby.code + " " + lobby.game.substr(0, 8), lobby.setting.edition,
                                log->room.names()) != write.record)
    fail("record", "it is not the game of the log");
}

// ---- what leaves the server ---------------------------------------------------------------------

void Laws::sending(Conn conn, const std::string& message, Sender from) {
  ++figures.sent;
  Line& line = lines_[conn];
  const std::string type = type_of(message);
  if (type == "room" || type == "ack")
    if (const std::string code = field(message, "room"); !code.empty() && code != line.room)
      line = {.room = code};
  if (type == "ack")
    if (const std::uint32_t seat = number(message, "seat")) {
      line.seat = static_cast<Seat>(seat - 1);
      line.sat = sat(line.room, line.seat, number(message, "n"));
    }
  Log* log = find(line.room);
  if (type != "ack" && type != "room" && type != "events" && type != "view" && type != "clock") return;
  if (!log) {
    if (number(message, "n") > 0) fail("durable", "of a room that is not durable: " + message);
    return;
  }
  numbers_are_durable(line, *log, type, message);
  if (type == "room") same_lobby(line.room, message, number(message, "n"));
  if (type == "events" || type == "view") {
    cards_are_conserved(*log, message);
    hand_is_its_owners(*log, message);
    if (number(message, "n") == log->entries.size()) same_view(*log, message, &line);
  }
  if (type != "ack" && log->owner.node == from.node) clock_is_fair(*log, line.room, message, from);
}

void Laws::numbers_are_durable(Line& line, Log& log, const std::string& type, const std::string& message) {
  const std::uint32_t n = number(message, "n");
  if (n > log.entries.size()) return fail("durable", "sent before it was durable: " + message.substr(0, 200));
  if (type == "events") {
    if (n <= line.events) fail("order", "events out of order: " + message.substr(0, 200));
    line.events = n;
  }
  if (type != "room" && type != "view") return;
  if (n < line.n || n < line.events) fail("order", "time runs backwards: " + message.substr(0, 200));
  line.n = n;
}

void Laws::cards_are_conserved(const Log& log, const std::string& message) {
  const RoomTable* table = log.room.table();
  if (!table) return;
  const std::string view = message.substr(place_of("\"view\":{", message));
  int cards = std::atoi(field(view, "pile").c_str()) + std::atoi(field(view, "discards").c_str());
  for (std::size_t at = 0; (at = place_of("\"count\":", view, at)) != std::string::npos; at += 8)
    cards += std::atoi(view.c_str() + at + 8);
  if (cards != table->rules().deck_size) fail("cards", std::to_string(cards) + " in " + view);
}

// A hand is seen by nobody but whoever sat there when it was dealt.
void Laws::hand_is_its_owners(const Log& log, const std::string& message) {
  const Seat viewer = viewer_of(message);
  if (viewer == kSpectator) return;
  const std::uint32_t n = number(message, "n");
  std::uint32_t dealt = std::min(n, static_cast<std::uint32_t>(log.entries.size()));
  while (dealt > 0 && !is<act::Deal>(log.entries[dealt - 1])) --dealt;
  if (sat(log.room.lobby().code, viewer, n) > dealt)
    fail("hand", "somebody else's: " + message.substr(0, 300));
}

// Time runs only while a server does (what a node tells that has lost the room without knowing it is another
// time); so what is left shrinks by no more than that. A message waits for the
// disk after it was made; it was made no earlier than its entry.
void Laws::clock_is_fair(Log& log, const std::string& code, const std::string& message, Sender from) {
  const bool alone = type_of(message) == "clock";  // elsewhere the course has a field `left`, too
  const std::size_t clock = alone ? 0 : place_of_clock(message);
  const std::size_t at = clock == std::string::npos ? clock : place_of("\"left\":", message, clock);
  if (at == std::string::npos) return;
  ++figures.clocks;
  const std::string part = message.substr(message.rfind("\"seat\":", at));
  const auto seat = static_cast<Seat>(number(part, "seat") - 1);
  const Millis left = number(part, "left");
  const std::uint32_t made = number(message, "n");
  std::uint32_t n = made ? made : static_cast<std::uint32_t>(log.entries.size());
  while (n > 0 && !winds(log.entries[n - 1])) --n;
  if (left > log.room.lobby().setting.clock * Millis{1000}) fail("clock", "more than the whole: " + part);
  const bool same = log.clock.n == n && log.clock.seat == seat;
  if (same && log.clock.era == from.era && left > log.clock.left)
    fail("clock", "wound again: " + part + " after " + std::to_string(log.clock.left));
  if (same && left < log.clock.left - (from.up - log.clock.up))
    fail("clock", "ran while the server was down, or too fast: " + part + " after " +
                      std::to_string(log.clock.left) + ", " + std::to_string(from.up - log.clock.up) +
                      " passed");
  if (made) log.clock = {n, seat, left, given_[{code, made}], from.era};
}

void Laws::same_view(const Log& log, const std::string& message, const Line* line) {
  const RoomTable* table = log.room.table();
  if (!table) return fail("replay", "the log has no table for " + message);
  ++figures.compared;
  const std::size_t at = place_of("\"view\":{", message);
  const Seat seat = viewer_of(message);
  if (line && seat != kSpectator && (seat != line->seat || line->sat != sat(log.room.lobby().code, seat)))
    return fail("seat", "somebody else's view: " + message);
  MoveList moves;
  if (seat != kSpectator) legal(table->rules(), table->state(), seat, moves);
  const View view = table->view_of(seat);
  const std::string wanted =
      view_message(table->rules(), {.n = 0, .by = {}, .events = {}, .view = view, .moves = moves});
  if (without_presence(message.substr(at)) != without_presence(wanted.substr(place_of("\"view\":{", wanted))))
    fail("replay", "the log gives " + wanted + "\n  sent was " + message);
}

void Laws::same_lobby(const std::string& code, const std::string& message, std::uint32_t n) {
  const Log* log = find(code);
  if (!log || (log->closed && n == UINT32_MAX)) return fail("replay", "no such room: " + message);
  ++figures.compared;
  const std::string& wanted = *log->lobbies[std::min<std::size_t>(n, log->lobbies.size()) - 1];
  if (without_presence(message) != wanted)
    fail("replay", "the log gives " + wanted + "\n  sent was " + message);
}

void Laws::same_table(const std::string& code, const std::string& message) {
  if (const Log* log = find(code)) same_view(*log, message, nullptr);
}

// ---- what clients are told ----------------------------------------------------------------------

void Laws::answered(const Answered& command, const std::string& message) {
  ++figures.answers;
  const std::string type = type_of(message);
  figures.refused += type == "refused";
  if (type == "ack") entry_is_there(command, message);
  const auto [first, fresh] =
      answers_.try_emplace(command.key + " " + command.id, First{message, command.era});
  if (fresh) return;
  ++figures.resent;
  // A refusal because the sender has no seat, now or then, tells nothing about the command.
  const auto seatless = [](const std::string& answer) {
    const std::string why = field(answer, "why");
    return why == "not_seated" || why == "not_in_room";
  };
  if (seatless(message)) return;
  if (seatless(first->second.message)) {
    first->second = {message, command.era};
    return;
  }
  const std::string before = type_of(first->second.message);
  if (before == "ack" && (type != "ack" || number(message, "n") != number(first->second.message, "n")))
    fail("answers", command.verb + " was answered " + first->second.message + " and then " + message);
  if (before == "refused" && message != first->second.message && command.era == first->second.era)
    fail("answers", command.verb + " was answered " + first->second.message + " and then " + message);
  first->second = {message, command.era};
}

// An acknowledged command is in the log, at that place, from the player who sent it.
void Laws::entry_is_there(const Answered& command, const std::string& message) {
  const std::uint32_t n = number(message, "n");
  const std::string room = command.verb == "create" ? field(message, "room") : command.room;
  const Log* log = find(room);
  const std::string what = command.verb + " in " + room + ": " + message;
  if (!log || n == 0 || n > log->entries.size()) return fail("acknowledged", "not durable: " + what);
  const Entry& entry = log->entries[n - 1];
  if (entry.id != command.id ||
      place_of("\"act\":\"" + command.verb + "\"", log->bodies[n - 1]) == std::string::npos)
    return fail("acknowledged", "another entry is there, " + log->bodies[n - 1] + ", for " + what);
}

void Laws::heard(const std::string& code, std::uint32_t seen, const std::string& message) {
  const Log* log = find(code);
  if (!log) return fail("missed", "no such room: " + code);
  const std::uint32_t n = number(message, "n");
  const bool events = type_of(message) == "events";
  if (n > log->entries.size()) return fail("durable", "not durable: " + message);
  if (events && !is_table(log->entries[n - 1]))
    return fail("missed", "no events there: " + message.substr(0, 200));
  if (seen == 0 || n - seen > kReplayMost) return;
  if (events && n <= seen) return fail("missed", "told twice: " + message.substr(0, 200));
  // The first deal that is the viewer's own: of hands before it a seat is told nothing.
  const Seat viewer = viewer_of(message);
  std::uint32_t own = viewer == kSpectator ? 0 : sat(code, viewer);
  while (own > 0 && own < n && !is<act::Deal>(log->entries[own - 1])) ++own;
  for (std::uint32_t k = events ? n - 1 : n; k > seen; --k) {
    if (is<act::Start>(log->entries[k - 1])) return;  // of games before this one nothing is told
    if (k < own) return;
    if (is_table(log->entries[k - 1]))
      return fail("missed", "after " + std::to_string(seen) + " nothing was told of " + std::to_string(k) +
                                " but " + message.substr(0, 200));
  }
}

void Laws::at_the_end(const std::vector<StoredRoom>& stored) {
  std::size_t open = 0;
  for (const auto& [code, log] : logs_) open += !log->closed;
  if (open != stored.size()) return fail("log", "the store has other rooms");
  for (const StoredRoom& one : stored)
    if (const Log* log = find(one.room); !log || log->bodies != one.log)
      return fail("log", "the store has another log of " + one.room);
}

}  // namespace comodin::server
