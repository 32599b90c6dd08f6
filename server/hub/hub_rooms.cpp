// What rooms do by themselves: entries happen and are published, clocks run, bots think, empty rooms go.
#include <algorithm>

#include "notation/moves.hpp"
#include "server/hub/hub_impl.hpp"
#include "table/event_list.hpp"
#include "words/fault.hpp"

namespace comodin::server {
namespace {

constexpr Millis kWarnMs = 10000;                 // before a clock runs out
constexpr std::size_t kReplayMost = 150;          // missed entries that are sent one by one …
constexpr std::size_t kReplayBytes = 128 * 1024;  // … and their bytes; beyond that only the view is sent
constexpr Millis kPresenceMs = 250;               // between two messages about comings and goings

// The parts of the lobby that a move can change.
std::pair<Stage, bool> outward(const Room& room, Seat seat) {
  return {room.lobby().stage, seat < kSeatsMax && room.lobby().seats[seat].away};
}

Text room_text(const LiveRoom& live) {
  return std::make_shared<const std::string>(room_message(live.room.n(), live.room.lobby(), live.presence()));
}

bool changes_lobby(const Entry& entry) {
  return !is<act::Move>(entry) && !is<act::Token>(entry) && !is<act::Kept>(entry);
}

// Whose decision it was. A deal is the clock's, here and when it is sent again.
By by_whom(const Entry& entry) {
  const auto* move = std::get_if<act::Move>(&entry.act);
  return move ? move->by : By::Clock;
}

}  // namespace

Presence LiveRoom::presence() const {
  Presence out{.here = 0, .watchers = static_cast<int>(watchers.size())};
  for (Seat k = 0; k < kSeatsMax; ++k)
    if (conns[k]) out.here |= seat_bit(k);
  return out;
}

void LiveRoom::forget_thought() {
  asked = 0;
  levels.clear();
  wanted.reset();
  thought.reset();
  thought_due = kNever;
}

// ---- time ---------------------------------------------------------------------------------------

// Room time stands still while no player is there, and while the server is down.
Millis Hub::Impl::room_now(const LiveRoom& live) const {
  const Millis passed = live.runs ? world.now() - live.world_base : 0;
  return std::max(live.room.time(), live.room_base + passed);
}

Millis Hub::Impl::to_world(const LiveRoom& live, Millis room_time) const {
  return room_time == kNever ? kNever : live.world_base + (room_time - live.room_base);
}

void Hub::Impl::update_running(LiveRoom& live) {
  const bool runs = std::ranges::any_of(live.conns, [](Conn conn) { return conn != 0; });
  if (runs == live.runs) return;
  live.room_base = room_now(live);
  live.world_base = live.idle_since = world.now();
  live.runs = runs;
  live.forget_thought();
}

ClockFace Hub::Impl::clock_of(const LiveRoom& live) const {
  const Seat seat = live.room.clock_seat();
  if (seat == kNoSeat) return {};
  return {seat, std::max<Millis>(0, live.room.deadline() - room_now(live))};
}

// When a room without players is closed.
Millis Hub::Impl::closes_at(const LiveRoom& live) const {
  if (live.room.n() >= kEntriesEnd) return world.now();
  if (live.runs) return kNever;
  const Stage stage = live.room.lobby().stage;
  const bool game = stage != Stage::Lobby && stage != Stage::Over;
  return live.idle_since + (game ? limits.game_minutes : limits.lobby_minutes) * Millis{60000};
}

void Hub::Impl::schedule(LiveRoom& live) {
  const std::string& code = live.room.lobby().code;
  if (live.due != kNever) queue.erase({live.due, code});
  live.due = kNever;
  if (!live.stuck && live.room.wants_secret()) live.due = world.now();
  if (!live.stuck && live.runs) {
    live.due = std::min({live.due, to_world(live, live.room.due()), live.thought_due});
    if (live.room.clock_seat() != kNoSeat && live.warned != live.room.deadline())
      live.due = std::min(live.due, to_world(live, live.room.deadline() - kWarnMs));
  }
  if (live.untold) live.due = std::min(live.due, live.told + kPresenceMs);
  live.due = std::min(live.due, closes_at(live));
  if (live.due != kNever) queue.emplace(live.due, code);
  if (live.runs && live.room.lobby().setting.listed) listed.insert(code);
  else listed.erase(code);
}

void Hub::Impl::serve(LiveRoom& live) {
  if (closes_at(live) <= world.now()) return close_room(live.room.lobby().code);
  if (live.untold && live.told + kPresenceMs <= world.now()) tell_room(live);
  if (!live.stuck && live.room.wants_secret()) {
    if (happen(live, {.act = act::Secret{random32(world)}})) get_stuck(live, "no secret");
  }
  if (!live.stuck && live.runs) serve_clocks(live);
  schedule(live);
}

void Hub::Impl::serve_clocks(LiveRoom& live) {
  const Millis now = room_now(live);
  if (live.thought && live.thought_due <= world.now()) {
    const Move move = live.thought->move;
    const std::string text = move_text(live.room.table()->rules(), move);
    const Entry entry{.seat = move.seat, .act = act::Move{.move = text, .by = By::Bot}};
    live.forget_thought();
    if (happen(live, entry)) get_stuck(live, "a bot's move is refused");
  } else if (live.room.due() <= now) {
    if (happen(live, live.room.when_due())) get_stuck(live, "what is due is refused");
  } else if (live.room.clock_seat() != kNoSeat && live.warned != live.room.deadline() &&
             live.room.deadline() - kWarnMs <= now) {
    live.warned = live.room.deadline();
    if (live.room.lobby().setting.clock * Millis{1000} > kWarnMs)
      to_all(live, std::make_shared<const std::string>(clock_message(clock_of(live))));
  }
}

void Hub::Impl::get_stuck(LiveRoom& live, std::string_view what) {
  live.stuck = true;
  world.log_operation("stuck", live.room.lobby().code + ": " + std::string(what));
}

// A copy: what the code comes from may go with the room. Nobody hears of it before it is durable.
void Hub::Impl::close_room(std::string code) {  // NOLINT(performance-unnecessary-value-param)
  persist({RoomClose{code}}, code);
  to_all(*rooms.at(code), std::make_shared<const std::string>(bye_message("room_closed")));
  for (auto& [conn, who] : open_connections)
    if (who.room == code) {
      who.room.clear();
      who.seat = kNoSeat;
    }
  world.log_operation("room_closed", code);
  forget(code);
}

// ---- entries ------------------------------------------------------------------------------------

Refused Hub::Impl::happen(LiveRoom& live, Entry entry, const AnswerTo& answer) {
  entry.at = room_now(live);
  const auto before = outward(live.room, entry.seat);
  EventList heard;
  if (Refused wrong = live.room.apply(entry, &heard)) return wrong;
  ++stats.entries;
  stats.moves += is<act::Move>(entry);

  std::vector<Write> writes;
  const std::string& code = live.room.lobby().code;
  const bool first = live.room.n() == 1;
  writes.push_back(
      LogWrite{code, live.room.n(), print_entry(entry), first ? live.room.creator() : PlayerId()});
  if (live.room.lobby().stage == Stage::Over && before.first != Stage::Over) {
    writes.push_back(game_write(live));
    ++stats.games_finished;
  }
  persist(std::move(writes), code);

  if (answer.conn) send(answer.conn, ack_message(answer.id, live.room.n(), answer.extras));
  publish(live, entry, heard.events);
  if (changes_lobby(entry) || outward(live.room, entry.seat) != before) tell_room(live);
  ask_bots(live);
  schedule(live);
  return {};
}

void Hub::Impl::to_all(const LiveRoom& live, const Text& text, Sort sort) {
  for (const Conn conn : live.conns)
    if (conn) send(conn, text, sort);
  for (const Conn conn : live.watchers) send(conn, text, sort);
}

void Hub::Impl::tell_room(LiveRoom& live) {
  live.told = world.now();
  live.untold = false;
  to_all(live, room_text(live), Sort::Room);
}

void Hub::Impl::send_room(const LiveRoom& live, Conn conn) { send(conn, room_text(live), Sort::Room); }

void Hub::Impl::presence_changed(LiveRoom& live, Conn newcomer) {
  if (world.now() - live.told >= kPresenceMs) return tell_room(live);
  live.untold = true;
  schedule(live);
  if (newcomer) send_room(live, newcomer);
}

// The table as a viewer sees it, with the masked events if there are some.
Text Hub::Impl::seen_by(const LiveRoom& live, Seat viewer, std::uint32_t n, By by,
                        const std::vector<Event>* events) {
  const RoomTable& table = *live.room.table();
  const View seen = table.view_of(viewer);
  MoveList moves;
  if (viewer != kSpectator) legal(table.rules(), table.state(), viewer, moves);
  std::vector<Event> masked;
  if (events) {
    masked.reserve(events->size());
    for (const Event& event : *events) masked.push_back(mask(event, viewer));
  }
  const Seen all{.n = n, .by = by_word(by), .events = masked, .view = seen, .moves = moves};
  const ClockFace clock = clock_of(live);
  return std::make_shared<const std::string>(events ? events_message(table.rules(), all, clock)
                                                    : view_message(table.rules(), all, clock));
}

void Hub::Impl::publish(const LiveRoom& live, const Entry& entry, const std::vector<Event>& events) {
  if (!is_table(entry)) return;
  const By by = by_whom(entry);
  Text open;  // what everybody may see
  const auto spectators = [&] {
    if (!open) open = seen_by(live, kSpectator, live.room.n(), by, &events);
    return open;
  };
  for (Seat k = 0; k < live.room.seats(); ++k)
    if (live.conns[k])
      send(live.conns[k],
           live.room.sees_hand(k) ? seen_by(live, k, live.room.n(), by, &events) : spectators());
  for (const Conn conn : live.watchers) send(conn, spectators());
}

// What somebody has missed at the table, and how things are now. A seat is told only about its owner's cards.
void Hub::Impl::send_table(const LiveRoom& live, const Connection& who, std::uint32_t seen) {
  const RoomTable* table = live.room.table();
  if (!table || live.room.lobby().hands == 0) return;
  const Seat viewer = who.seat == kNoSeat || !live.room.sees_hand(who.seat) ? kSpectator : who.seat;
  if (viewer != kSpectator) seen = std::max(seen, live.room.hidden_until(viewer));
  std::vector<std::string> missed;
  std::size_t bytes = 0;
  if (seen < live.room.n() && live.room.n() - seen <= kReplayMost)
    table->replay(seen, viewer, [&](const RoomTable::Past& past) {
      if (bytes > kReplayBytes) return;
      MoveList moves;
      if (viewer != kSpectator) legal(table->rules(), past.state, viewer, moves);
      const Seen then{
          .n = past.n, .by = by_word(past.by), .events = past.events, .view = past.view, .moves = moves};
      missed.push_back(events_message(table->rules(), then));
      bytes += missed.back().size();
    });
  if (bytes <= kReplayBytes)
    for (std::string& one : missed) send(who.conn, std::move(one));
  send(who.conn, seen_by(live, viewer, live.room.n(), By::Person, nullptr));
}

GameWrite Hub::Impl::game_write(const LiveRoom& live) const {
  const Room& room = live.room;
  const Lobby& lobby = room.lobby();
  GameWrite out{.game = lobby.game,
                .room = lobby.code,
                .ended = world.today(),
                .summary = {},
                .record = {},
                .players = {}};
  const State& state = room.table()->state();
  GameRow row{.game = lobby.game,
              .room = lobby.code,
              .edition = lobby.setting.edition,
              .ended = out.ended,
              .names = room.names(),
              .scores = {},
              .champions = state.champions};
  for (Seat k = 0; k < room.seats(); ++k) {
    row.scores.push_back(state.scores[k]);
    const std::string& player = room.player(k);
    if (!player.empty() && std::ranges::find(out.players, player) == out.players.end())
      out.players.push_back(player);
  }
  out.summary = game_row(row);
  out.record =
      room.table()->record(lobby.code + " " + lobby.game.substr(0, 8), lobby.setting.edition, room.names());
  return out;
}

// ---- bots ---------------------------------------------------------------------------------------

// Bots are asked once in each position, and again only if other bots play than before. A room has one
// question under way at a time. A bot's time counts from when the position arose, so nobody can delay it by
// coming and going.
void Hub::Impl::ask_bots(LiveRoom& live) {
  const Room& room = live.room;
  if (!live.runs || !room.playing() || !room.has_bots()) return live.forget_thought();
  if (live.asked != room.position()) {
    live.forget_thought();
    live.asked = room.position();
    live.asked_at = world.now();
  }
  if (live.thought && !room.bot_plays(live.thought->move.seat)) {
    live.thought.reset();
    live.thought_due = kNever;
  }
  std::vector<std::string> levels = room.levels();
  if (live.thinking || live.levels == levels) return;
  live.levels = levels;
  live.thinking = true;
  live.wanted = std::make_shared<const int>(0);
  const RoomTable& table = *room.table();
  ThinkJob job{.rules = table.shared_rules(),
               .state = table.state(),
               .knowledge = table.knowledge(),
               .memory = table.memory(),
               .levels = std::move(levels),
               .key = room.think_key(),
               .payer = {},
               .wanted = live.wanted};
  for (const Conn conn : live.conns)
    if (const Connection* who = conn ? connection(conn) : nullptr) job.payer = who->address;
  world.think(std::move(job), [this, code = room.lobby().code, serial = live.serial, position = live.asked,
                               watch = std::weak_ptr<int>(alive)](const Thought& what) {
    if (!watch.expired()) thought(code, serial, position, what);
  });
}

// If the table has changed since the bots were asked, this is not an answer, and they are asked again.
void Hub::Impl::thought(const std::string& code, std::uint64_t serial, std::uint32_t position,
                        const Thought& what) {
  LiveRoom* const found = find(code);
  if (!found || found->serial != serial) return;
  LiveRoom& live = *found;
  live.thinking = false;
  if (live.asked == position && what.moves) {
    live.thought = what.reaction;
    live.thought_due = live.asked_at + what.reaction.after_ms * Millis{limits.bot_pace} / 100;
  }
  ask_bots(live);
  schedule(live);
}

}  // namespace comodin::server
