#include "server/hub/hub.hpp"

#include <algorithm>

#include "notation/json.hpp"
#include "server/hub/hub_impl.hpp"
#include "words/fault.hpp"

namespace comodin::server {
namespace {

constexpr Millis kSweepMs = 60000;            // between two searches for addresses and players that are gone
constexpr std::uint64_t kBehindMost = 20000;  // writes that are not durable yet; then nothing new is taken …
constexpr Millis kSilentMs = 5000;            // for an answer of a shared store to be late
constexpr Millis kBehindMs = 50;              // … and the store is checked again after this long
constexpr std::size_t kUnreadMost =
    16 * 1024;                            // bytes of frames that wait for the store, of one connection …
constexpr std::size_t kUnreadFrame = 64;  // … each counted as this much more

}  // namespace

// ---- what leaves --------------------------------------------------------------------------------

void Hub::Impl::leave(Output output) {
  outputs.push_back(std::move(output));
  flush();
}

void Hub::Impl::flush() {
  while (!outputs.empty() && outputs.front().after <= durable) {
    const Output output = std::move(outputs.front());
    outputs.pop_front();
    if (output.text) {
      world.send(output.conn, output.text, output.sort);
      ++stats.sent;
    }
    if (output.close) world.close(output.conn, output.close->first, output.close->second);
  }
}

void Hub::Impl::hang_up(Conn conn, CloseCode code, std::string_view why) {
  if (Connection* who = connection(conn)) who->leaving = true;
  std::string room = room_of(conn);
  leave({issued, conn, nullptr, Sort::Message, std::pair(code, std::string(why)), std::move(room)});
}

void Hub::Impl::persist(std::vector<Write> writes, const std::string& room) {
  const std::uint64_t number = ++issued, doubts = store.doubts();
  LiveRoom* live = store.is_shared() ? find(room) : nullptr;
  if (live) live->asked_doubts = doubts;
  const auto done = [this, number, room, doubts, serial = live ? live->serial : 0,
                     watch = std::weak_ptr<int>(alive)](Outcome outcome) {
    if (watch.expired()) return;
    durable = number;
    LiveRoom* here = serial ? find(room) : nullptr;
    const bool same = here && here->serial == serial;
    if (outcome == Outcome::Fenced && (same || !here)) lose(room);  // it may be here anew
    else if (same) here->doubts = std::max(here->doubts, doubts);
    flush();
  };
  store.write(std::move(writes), done);
}

bool Hub::Impl::is_behind() const { return issued - durable > kBehindMost; }

// ---- connections --------------------------------------------------------------------------------

Connection* Hub::Impl::connection(Conn conn) {
  const auto found = open_connections.find(conn);
  return found == open_connections.end() ? nullptr : &found->second;
}

std::string Hub::Impl::room_of(Conn conn) {
  const Connection* who = store.is_shared() ? connection(conn) : nullptr;
  if (!who) return {};
  const std::string code = who->about.empty() ? who->room : who->about;
  if (LiveRoom* live = find(code)) ask_whether_ours(*live);
  return code;
}

PerAddress& Hub::Impl::per_address(const std::string& address) { return addresses[address]; }

void Hub::Impl::offend(Connection& who) {
  if (who.offences.take(world.now(), rates.offences)) return;
  world.log_operation("cut", "too many frames that make no sense or come too fast");
  hang_up(who.conn, CloseCode::Policy, "too many bad frames");
}

void Hub::Impl::received(Connection& who, std::string_view frame) {
  if (who.leaving) return;
  if (who.waits) return read_later(who, frame);
  ++stats.commands;
  Bucket& commands = who.known ? who.known->commands : who.commands;
  if (!commands.take(world.now(), rates.commands)) {
    ++stats.limited;
    send(who.conn, refused_message("", refuse("room.slow_down.commands"_fault)));
    return offend(who);
  }
  if (is_behind()) {
    ++stats.limited;
    return send(who.conn, refused_message("", refuse("room.slow_down.disk"_fault)));
  }
  Command command;
  if (Fault wrong =
          frame.size() > kFrameMax ? Fault{"command.too_long"_fault, {}} : parse_command(frame, command)) {
    ++stats.refused;
    send(who.conn, refused_message(command.id, refuse_text("bad_command", std::move(wrong))));
    return offend(who);
  }
  obey(who, command);
}

void Hub::Impl::read_later(Connection& who, std::string_view frame) {
  const std::size_t bytes = frame.size() + kUnreadFrame;
  if (who.unread_bytes + bytes > kUnreadMost) {
    ++stats.limited;
    send(who.conn, refused_message("", refuse("room.slow_down.commands"_fault)));
    return offend(who);
  }
  who.unread.emplace_back(frame);
  who.unread_bytes += bytes;
}

void Hub::Impl::go_on(Conn conn, const std::function<void(Connection&)>& what) {
  Connection* who = connection(conn);
  if (!who) return;
  who->waits = false;
  if (!stopping && !who->leaving) what(*who);
  while (!stopping && !who->waits && !who->unread.empty()) {
    const std::string frame = std::move(who->unread.front());
    who->unread.pop_front();
    who->unread_bytes -= frame.size() + kUnreadFrame;
    received(*who, frame);
  }
}

void Hub::Impl::closed(Conn conn) {
  Connection* who = connection(conn);
  if (!who) return;
  if (LiveRoom* left = detach(*who)) presence_changed(*left);
  if (const auto from = addresses.find(who->address); from != addresses.end()) --from->second.connections;
  if (who->known) --who->known->connections;
  open_connections.erase(conn);
}

// Forgets addresses and players that are gone and whose limits have nothing left to remember.
void Hub::Impl::sweep(Millis now) {
  std::erase_if(addresses, [&](const auto& one) {
    const PerAddress& from = one.second;
    return from.connections == 0 && from.rooms.empty(now, rates.rooms) &&
           from.players.empty(now, rates.players) && from.wrong.empty(now, rates.guesses) &&
           from.writes.empty(now, rates.address_writes);
  });
  std::erase_if(players, [&](const auto& one) {
    const PerPlayer& known = one.second;
    return known.connections == 0 && known.commands.empty(now, rates.commands) &&
           known.chats.empty(now, rates.chats) && known.writes.empty(now, rates.writes) &&
           known.wrong.empty(now, rates.wrong);
  });
}

// ---- the surface --------------------------------------------------------------------------------

Hub::Hub(const Limits& limits, World& world, Store& store, Library& library)
    : impl_(std::make_unique<Impl>(limits, world, store, library)) {}
Hub::~Hub() = default;

void Hub::load() { impl_->ask_for_unowned(); }

void Hub::opened(Conn conn, const std::string& address) {
  PerAddress& from = impl_->per_address(address);
  ++from.connections;
  Connection& who = impl_->open_connections[conn];
  who.conn = conn;
  who.address = address;
  if (impl_->stopping) return impl_->hang_up(conn, CloseCode::GoingAway, "the server is going away");
  if (from.connections <= impl_->limits.connections_per_address &&
      impl_->open_connections.size() <= static_cast<std::size_t>(impl_->limits.connections))
    return;
  impl_->hang_up(conn, CloseCode::Full, "too many connections");
}

void Hub::received(Conn conn, std::string_view frame) {
  Connection* who = impl_->connection(conn);
  if (who && !impl_->stopping) impl_->received(*who, frame);
}

void Hub::closed(Conn conn) { impl_->closed(conn); }

void Hub::tick() {
  const Millis now = impl_->world.now();
  while (!impl_->stopping && !impl_->is_behind() && !impl_->queue.empty() &&
         impl_->queue.begin()->first <= now) {
    const std::string code = impl_->queue.begin()->second;
    if (const auto live = impl_->rooms.find(code); live != impl_->rooms.end()) impl_->serve(*live->second);
    else impl_->serve_asleep(code);
  }
  impl_->hand_some_over();
  impl_->look_after_doubts();
  if (impl_->store.is_shared() && now >= impl_->next_exchange) impl_->exchange();
  if (now < impl_->next_sweep) return;
  impl_->next_sweep = now + kSweepMs;
  impl_->sweep(now);
  if (impl_->store.is_shared()) impl_->ask_for_unowned();
}

Millis Hub::due() const {
  if (impl_->stopping) return kNever;
  Millis due = impl_->queue.empty() ? kNever : impl_->queue.begin()->first;
  if (impl_->store.is_shared()) due = std::min({due, impl_->next_sweep, impl_->next_exchange});
  if (impl_->hands_over()) due = std::min(due, impl_->next_hand);
  if (due == kNever) return kNever;
  return impl_->is_behind() ? std::max(due, impl_->world.now() + kBehindMs) : due;
}

void Hub::drain() { impl_->drain(); }

bool Hub::drained() const { return !impl_->hands_over(); }

bool Hub::cut_off() const {
  return impl_->exchanging && impl_->world.now() - impl_->exchange_asked > kSilentMs;
}

std::string Hub::node_address(const std::string& name) const {
  for (const Node& node : impl_->nodes)
    if (node.peer.name == name) return node.peer.address;
  return {};
}

void Hub::stop() {
  impl_->stopping = true;
  const auto bye = std::make_shared<const std::string>(bye_message("restart"));
  for (const auto& [conn, who] : impl_->open_connections) impl_->send(conn, bye);
}

bool Hub::settled() const { return impl_->durable == impl_->issued && impl_->outputs.empty(); }

std::string Hub::listed_rooms() const { return impl_->listed_rooms(); }

void Hub::record(const std::string& game, std::function<void(std::optional<std::string>)> then) const {
  impl_->store.record(game, std::move(then));
}

std::string node_path(std::string_view name) { return "/node/" + std::string(name) + "/ws"; }

const Stats& Hub::stats() const {
  Stats& stats = impl_->stats;
  stats.connections = impl_->open_connections.size();
  stats.rooms = impl_->rooms.size() + impl_->asleep.size();
  stats.peers = impl_->nodes.size();
  stats.games_running = 0;
  for (const auto& [code, live] : impl_->rooms) stats.games_running += live->room.playing();
  return stats;
}

bool check_log(const std::vector<std::string>& log, Library& library, std::string& why) {
  RuleCache cache(library);
  Room room(cache);
  why = fault_text(Language::English, room.replay(log));
  return why.empty();
}

}  // namespace comodin::server
