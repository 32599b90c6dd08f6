// Which rooms are here: the store is asked for the others, and a room can be lost to another node.
#include "server/hub/hub_impl.hpp"
#include "words/fault.hpp"

namespace comodin::server {
namespace {

constexpr Millis kBetweenSleepersMs = 20;  // between two sleeping rooms that are checked for closing

}  // namespace

LiveRoom* Hub::Impl::find(const std::string& code) {
  const auto found = rooms.find(code);
  return found == rooms.end() ? nullptr : found->second.get();
}

LiveRoom& Hub::Impl::new_room(const std::string& code) {
  return *rooms.emplace(code, std::make_unique<LiveRoom>(cache, ++serials)).first->second;
}

// ---- rooms that come --------------------------------------------------------------------------------

void Hub::Impl::with_room(Connection& who, const std::string& code, InRoom then) {
  const auto tell = [code, then = std::move(then)](Connection& here, LiveRoom* live) {
    here.about = code;
    then(here, live);
    here.about.clear();
  };
  if (LiveRoom* live = find(code); live || unreadable.contains(code)) return tell(who, live);
  if (const Peer* next = draining ? successor(code) : nullptr) return send_on(who, next->name);
  claim(code).waiting.emplace_back(waiting(who, [this, code, tell](Connection& back, const Claim& claim) {
    if (claim.is == Claim::Is::Elsewhere) send_on(back, claim.text);
    else if (claim.is == Claim::Is::Newer) send_on(back, newer_node(code));
    else tell(back, find(code));
  }));
}

ClaimedRoom& Hub::Impl::claim(const std::string& code) {
  const auto [claimed_room, fresh] = claims.try_emplace(code);
  if (!fresh) return claimed_room->second;
  claimed_room->second.doubts = store.doubts();
  store.claim(code, [this, code, watch = std::weak_ptr<int>(alive)](const Claim& claim) {
    if (!watch.expired()) claimed(code, claim);
  });
  return claimed_room->second;
}

void Hub::Impl::claimed(const std::string& code, const Claim& claim) {
  const ClaimedRoom asked = std::move(claims.extract(code).mapped());
  if (claim.is == Claim::Is::Ours) wake(code, claim.log, asked.doubts);
  else if (claim.is == Claim::Is::Unreadable) unreadable_log(code, claim.text);
  else forget(code);
  if (claim.is == Claim::Is::Newer)
    world.log_operation("newer", code + ": written by a later version, which this server leaves alone");
  for (const auto& tell : asked.waiting) tell(claim);
  if (asked.only_looks) sleep_again(code);
}

void Hub::Impl::wake(const std::string& code, const std::vector<std::string>& log, std::uint64_t doubts) {
  const auto slept = asleep.find(code);
  const Millis since = slept == asleep.end() ? world.now() : slept->second.since;
  forget(code);
  LiveRoom& live = new_room(code);
  if (const Fault wrong = live.room.replay(log)) {
    rooms.erase(code);
    persist({RoomRelease{code}}, code);
    return unreadable_log(code, fault_text(Language::English, wrong));
  }
  made_by.emplace(live.room.creator(), code);
  live.doubts = doubts;
  live.room_base = live.room.time();
  live.idle_since = since;
  live.gone.fill(world.now());
  schedule(live);
}

void Hub::Impl::unreadable_log(const std::string& code, const std::string& why) {
  forget(code);
  unreadable.insert(code);
  world.log_operation("unreadable", code + ": " + why);
}

// ---- rooms that sleep -------------------------------------------------------------------------------

void Hub::Impl::ask_for_unowned() {
  store.unowned([this, watch = std::weak_ptr<int>(alive)](const std::vector<RoomHead>& heads) {
    if (!watch.expired()) hear_of(heads);
  });
}

void Hub::Impl::hear_of(const std::vector<RoomHead>& heads) {
  const Millis now = world.now();
  std::set<std::string> gone;  // to other nodes
  for (const auto& [code, sleeper] : asleep)
    if (!claims.contains(code)) gone.insert(code);
  for (const RoomHead& head : heads) {
    const std::string& code = head.room;
    gone.erase(code);
    if (rooms.contains(code) || asleep.contains(code) || claims.contains(code) || unreadable.contains(code))
      continue;
    Entry first;
    Fault wrong = parse_entry(head.first, first);
    const auto* create = std::get_if<act::Create>(&first.act);
    if (!wrong && !create) wrong = {"log.no_beginning"_fault, {}};
    if (wrong) {
      unreadable_log(code, fault_text(Language::English, wrong));
      continue;
    }
    // They are checked one after another, so that no two have to be read at the same moment.
    const Millis due =
        now + limits.lobby_minutes * Millis{60000} + static_cast<Millis>(asleep.size()) * kBetweenSleepersMs;
    asleep[code] = {create->player, first.id, now, due};
    made_by.emplace(create->player, code);
    queue.emplace(due, code);
  }
  for (const std::string& code : gone) forget(code);
}

void Hub::Impl::sleep(const std::string& code) {
  const LiveRoom& live = *rooms.at(code);
  const SleepingRoom sleeper{live.room.creator(), live.room.create_id(), live.idle_since, closes_at(live)};
  forget(code);
  asleep[code] = sleeper;
  made_by.emplace(sleeper.creator, code);
  queue.emplace(sleeper.due, code);
  persist({RoomRelease{code}}, code);
}

// Nobody has come for a long time: is it time to close the room?
void Hub::Impl::serve_asleep(const std::string& code) {
  SleepingRoom& sleeper = asleep.at(code);
  queue.erase({sleeper.due, code});
  sleeper.due = kNever;
  if (!draining) claim(code).only_looks = true;
}

// If it is to be closed, or has something else to do, it stays.
void Hub::Impl::sleep_again(const std::string& code) {
  const LiveRoom* live = find(code);
  if (!live || live->runs || !live->watchers.empty() || live->room.wants_secret()) return;
  if (closes_at(*live) > world.now()) sleep(code);
}

// ---- rooms that go ----------------------------------------------------------------------------------

void Hub::Impl::forget_maker(const PlayerId& creator, const std::string& code) {
  const auto [first, last] = made_by.equal_range(creator);
  for (auto one = first; one != last; ++one)
    if (one->second == code) {
      made_by.erase(one);
      return;
    }
}

void Hub::Impl::forget(const std::string& code) {
  if (const auto sleeper = asleep.find(code); sleeper != asleep.end()) {
    queue.erase({sleeper->second.due, code});
    forget_maker(sleeper->second.creator, code);
    asleep.erase(sleeper);
  }
  if (const auto found = rooms.find(code); found != rooms.end()) {
    queue.erase({found->second->due, code});
    forget_maker(found->second->room.creator(), code);
    listed.erase(code);
    rooms.erase(found);
  }
}

void Hub::Impl::ask_whether_ours(LiveRoom& live) {
  const std::uint64_t doubts = store.doubts();
  if (std::max(live.doubts, live.asked_doubts) >= doubts) return;
  live.asked_doubts = doubts;
  const std::string& code = live.room.lobby().code;
  persist({RoomHold{code}}, code);
}

void Hub::Impl::look_after_doubts() {
  if (!store.is_shared() || store.doubts() == looked_doubts) return;
  looked_doubts = store.doubts();
  for (const auto& [code, live] : rooms)
    if (live->runs || !live->watchers.empty()) ask_whether_ours(*live);
}

void Hub::Impl::lose(const std::string& code) {
  ++stats.fenced;
  world.log_operation("fenced", code + ": another node has it");
  std::set<Conn> all;
  for (const Output& output : outputs)
    if (output.room == code) all.insert(output.conn);
  for (const auto& [conn, who] : open_connections)
    if (who.room == code) all.insert(conn);
  forget(code);
  std::erase_if(outputs, [&](const Output& output) { return all.contains(output.conn); });
  for (const Conn conn : all)
    if (Connection* who = connection(conn)) send_on(*who, "");
}

}  // namespace comodin::server
