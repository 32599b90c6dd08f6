#include "server/hub.hpp"

#include <algorithm>

#include "notation/json.hpp"
#include "server/hub_inside.hpp"

namespace comodin::server {
namespace {

constexpr Millis kSweepMs = 60000;  // between two looks for addresses and players that are gone
constexpr std::size_t kListMost = 100;      // rooms in the list
constexpr Millis kBetweenSleepersMs = 20;   // that are looked at whether they should be closed
constexpr std::uint64_t kBehindMost = 20000;  // writes that are not durable yet; then nothing new is taken …
constexpr Millis kBehindMs = 50;              // … and the store is looked at again after so long

}  // namespace

// ---- what leaves --------------------------------------------------------------------------------

void Hub::Inside::leave(Output output) {
  outputs.push_back(std::move(output));
  flush();
}

void Hub::Inside::flush() {
  while (!outputs.empty() && outputs.front().after <= durable) {
    const Output output = std::move(outputs.front());
    outputs.pop_front();
    if (output.text) world.send(output.conn, output.text, output.sort), ++stats.sent;
    if (output.close) world.close(output.conn, output.close->first, output.close->second);
  }
}

void Hub::Inside::hang_up(Conn conn, CloseCode code, std::string_view why) {
  if (Session* who = session(conn)) who->leaving = true;
  leave({issued, conn, nullptr, Sort::Message, std::pair(code, std::string(why))});
}

void Hub::Inside::persist(std::vector<Write> writes) {
  const std::uint64_t number = ++issued;
  store.write(std::move(writes), [this, number, watch = std::weak_ptr<int>(alive)] {
    if (watch.expired()) return;
    durable = number;
    flush();
  });
}

bool Hub::Inside::is_behind() const { return issued - durable > kBehindMost; }

// ---- connections --------------------------------------------------------------------------------

Session* Hub::Inside::session(Conn conn) {
  const auto found = sessions.find(conn);
  return found == sessions.end() ? nullptr : &found->second;
}

Origin& Hub::Inside::origin(const std::string& address) { return origins[address]; }

Bytes32 Hub::Inside::random32() {
  Bytes32 out;
  world.random(out);
  return out;
}

std::string Hub::Inside::random_text(std::size_t length, std::string_view letters) {
  std::string out;
  while (out.size() < length) {
    std::array<std::uint8_t, 1> byte;
    world.random(byte);
    if (byte[0] < 256 / letters.size() * letters.size()) out += letters[byte[0] % letters.size()];
  }
  return out;
}

void Hub::Inside::offend(Session& who) {
  if (who.offences.take(world.now(), rates.offences)) return;
  world.note("cut", "too many frames that make no sense or come too fast");
  hang_up(who.conn, CloseCode::Policy, "too many bad frames");
}

void Hub::Inside::received(Session& who, std::string_view frame) {
  if (who.leaving) return;
  ++stats.commands;
  Bucket& commands = who.known ? who.known->commands : who.commands;
  if (!commands.take(world.now(), rates.commands)) {
    ++stats.limited;
    send(who.conn, refused_message("", {"slow_down", "too many commands: slow down", {}}));
    return offend(who);
  }
  if (is_behind()) {
    ++stats.limited;
    return send(who.conn, refused_message("", {"slow_down", "the server's disk is slow: wait a little", {}}));
  }
  Command command;
  std::string why;
  if (frame.size() > kFrameMax || !parse_command(frame, command, why)) {
    ++stats.refused;
    send(who.conn, refused_message(command.id, {"bad_command", why.empty() ? "too long" : why, {}}));
    return offend(who);
  }
  obey(who, command);
}

void Hub::Inside::closed(Conn conn) {
  Session* who = session(conn);
  if (!who) return;
  if (Live* left = detach(*who)) presence_changed(*left);
  if (const auto from = origins.find(who->address); from != origins.end()) --from->second.connections;
  if (who->known) --who->known->connections;
  sessions.erase(conn);
}

// Forgets addresses and players that are gone, and of whom no limit has anything to remember.
void Hub::Inside::sweep(Millis now) {
  std::erase_if(origins, [&](const auto& one) {
    const Origin& from = one.second;
    return from.connections == 0 && from.rooms.empty(now, rates.rooms) &&
           from.players.empty(now, rates.players) && from.wrong.empty(now, rates.guesses) &&
           from.writes.empty(now, rates.address_writes);
  });
  std::erase_if(players, [&](const auto& one) {
    const Known& known = one.second;
    return known.connections == 0 && known.commands.empty(now, rates.commands) &&
           known.chats.empty(now, rates.chats) && known.writes.empty(now, rates.writes) &&
           known.wrong.empty(now, rates.wrong);
  });
}

std::string Hub::Inside::listed_rooms() const {
  std::string out;
  JsonPen pen(out);
  pen.open('[');
  std::size_t rows = 0;
  for (const std::string& code : listed) {
    if (rows++ == kListMost) break;
    const Live& live = *rooms.at(code);
    pen.raw(room_row(live.room.lobby(), live.presence()));
  }
  pen.close(']');
  return out;
}

// ---- the surface --------------------------------------------------------------------------------

Hub::Hub(const Limits& limits, World& world, Store& store, Library& library)
    : in_(std::make_unique<Inside>(limits, world, store, library)) {}
Hub::~Hub() = default;

bool Hub::load(std::string& why) {
  const Millis now = in_->world.now();
  for (const RoomHead& head : in_->store.open_rooms()) {
    Entry first;
    std::string wrong;
    if (!parse_entry(head.first, first, wrong) || first.act != Act::Create) {
      in_->unreadable.insert(head.room);
      why += (why.empty() ? "" : "; ") + head.room + ": " + (wrong.empty() ? "no beginning" : wrong);
      continue;
    }
    // They are looked at one after another, so that no two have to be read in the same moment.
    const Millis due = now + in_->limits.lobby_minutes * Millis{60000} +
                       static_cast<Millis>(in_->asleep.size()) * kBetweenSleepersMs;
    in_->asleep[head.room] = {first.player, first.id, now, due};
    in_->made_by.emplace(first.player, head.room);
    in_->queue.emplace(due, head.room);
  }
  return why.empty();
}

void Hub::opened(Conn conn, const std::string& address) {
  Origin& from = in_->origin(address);
  ++from.connections;
  Session& who = in_->sessions[conn];
  who.conn = conn;
  who.address = address;
  if (in_->stopping) return in_->hang_up(conn, CloseCode::GoingAway, "the server is going away");
  if (from.connections <= in_->limits.connections_per_address &&
      in_->sessions.size() <= static_cast<std::size_t>(in_->limits.connections))
    return;
  in_->hang_up(conn, CloseCode::Full, "too many connections");
}

void Hub::received(Conn conn, std::string_view frame) {
  Session* who = in_->session(conn);
  if (who && !in_->stopping) in_->received(*who, frame);
}

void Hub::closed(Conn conn) { in_->closed(conn); }

void Hub::tick() {
  const Millis now = in_->world.now();
  while (!in_->stopping && !in_->is_behind() && !in_->queue.empty() && in_->queue.begin()->first <= now) {
    const std::string code = in_->queue.begin()->second;
    if (const auto live = in_->rooms.find(code); live != in_->rooms.end()) in_->serve(*live->second);
    else in_->serve_asleep(code);
  }
  if (now < in_->next_sweep) return;
  in_->next_sweep = now + kSweepMs;
  in_->sweep(now);
}

Millis Hub::due() const {
  if (in_->queue.empty()) return kNever;
  const Millis due = in_->queue.begin()->first;
  return in_->is_behind() ? std::max(due, in_->world.now() + kBehindMs) : due;
}

void Hub::stop() {
  in_->stopping = true;
  const auto bye = std::make_shared<const std::string>(bye_message("restart"));
  for (const auto& [conn, who] : in_->sessions) in_->send(conn, bye);
}

bool Hub::settled() const { return in_->durable == in_->issued && in_->outputs.empty(); }

std::string Hub::listed_rooms() const { return in_->listed_rooms(); }

bool Hub::record(const std::string& game, std::string& out) const {
  const auto found = in_->store.record(game);
  if (found) out = *found;
  return found.has_value();
}

const Stats& Hub::stats() const {
  Stats& stats = in_->stats;
  stats.connections = in_->sessions.size();
  stats.rooms = in_->rooms.size() + in_->asleep.size();
  stats.games_running = 0;
  for (const auto& [code, live] : in_->rooms) stats.games_running += live->room.playing();
  return stats;
}

bool check_log(const std::vector<std::string>& log, Library& library, std::string& why) {
  RuleCache cache(library);
  Room room(cache);
  return room.replay(log, why);
}

}  // namespace comodin::server
