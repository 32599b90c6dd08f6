// What clients ask for.
#include <algorithm>

#include "notation/json.hpp"
#include "server/clean.hpp"
#include "server/hub_inside.hpp"

namespace comodin::server {
namespace {

constexpr std::string_view kCodeLetters = "BCDFGHJKLMNPQRSTVWXZ23456789";  // none that look or sound alike
constexpr std::size_t kCodeLength = 6;
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kRefusalsKept = 64;       // of a room
constexpr int kRecordCost = 8;                  // commands that asking for a record counts for
constexpr int kMovesForOne = 500;               // moves that are played again for the price of one command
constexpr std::size_t kRecordMax = 256 * 1024;  // bytes that fit into a connection's queue
constexpr std::size_t kEntryBytes = 200;        // that keeping an entry takes besides its text
constexpr int kGamesMost = 50;

Refused store_full() {
  return {"store_full", "the server has no space for anything new: try again later", {}};
}

bool needs_host(Do verb) {
  return verb == Do::Set || verb == Do::Bot || verb == Do::Remove || verb == Do::Start || verb == Do::Rematch;
}

// The entry that a command at a seat asks for.
Entry entry_of(const Command& command) {
  static constexpr std::pair<Do, Act> kActs[] = {
      {Do::Stand, Act::Stand},   {Do::Set, Act::Set},     {Do::Bot, Act::Bot},
      {Do::Remove, Act::Remove}, {Do::Ready, Act::Ready}, {Do::Rule, Act::Rule},
      {Do::Accept, Act::Accept}, {Do::Start, Act::Start}, {Do::Reveal, Act::Reveal},
      {Do::Move, Act::Move},     {Do::Back, Act::Back},   {Do::Rematch, Act::Rematch},
      {Do::Kept, Act::Kept},
  };
  Entry entry{.id = command.id};
  for (const auto& [verb, act] : kActs)
    if (verb == command.verb) entry.act = act;
  for (const auto field : Names<Kind::String>{"level", "text", "move"})
    if (command.has(field)) entry.text = command.text(field);
  for (const auto field : Names<Kind::Hex>{"commit", "digest", "nonce"})
    if (command.has(field)) entry.set_bytes(command.bytes(field));
  for (const auto field : Names<Kind::Number>{"seat", "card", "at"})
    if (command.has(field))
      entry.card = static_cast<int>(std::clamp<std::int64_t>(command.number(field, 0), 0, INT32_MAX));
  entry.flag = command.verb == Do::Rematch || (command.verb == Do::Ready && command.flag("ready", true));
  return entry;
}

}  // namespace

void Hub::Inside::obey(Session& who, const Command& command) {
  if (who.player.empty() && command.verb != Do::Hello) {
    refuse(who, command, {"hello_first", "say hello first", {}});
    return offend(who);
  }
  switch (command.verb) {
    case Do::Hello: return hello(who, command);
    case Do::Rooms: return rooms_list(who, command);
    case Do::Games: return games_list(who, command);
    case Do::Create: return create(who, command);
    case Do::Join: return join(who, command);
    case Do::Resume: return resume(who, command);
    case Do::Leave: return leave_room(who, command);
    case Do::Sit: return sit(who, command);
    case Do::Chat: return chat(who, command);
    case Do::Record: return record(who, command);
    default: return at_seat(who, command);
  }
}

// A refusal in a room is kept for a while: a resend gets the same answer. Only that somebody has no seat may
// change before it comes.
void Hub::Inside::refuse(Session& who, const Command& command, const Refused& why) {
  ++stats.refused;
  const Text answer = std::make_shared<const std::string>(refused_message(command.id, why));
  if (Live* live = find(who.room); live && why.code != kNotSeated) {
    if (live->refusals.size() == kRefusalsKept) live->refusals.pop_front();
    live->refusals.push_back({player_of(who, *live), command.id, answer});
  }
  send(who.conn, answer);
}

// Whose commands a connection gives: those of the seat's owner, who may have said hello anew since.
const PlayerId& Hub::Inside::player_of(const Session& who, const Live& live) const {
  return who.seat == kNoSeat ? who.player : live.room.player(who.seat);
}

Text Hub::Inside::answered_before(const Session& who, const Live& live, const Command& command) {
  const PlayerId& player = player_of(who, live);
  if (const auto n = live.room.answered(player, command.id))
    return std::make_shared<const std::string>(ack_message(command.id, *n));
  for (const auto& kept : live.refusals)
    if (kept.id == command.id && kept.player == player) return kept.answer;
  return nullptr;
}

Live* Hub::Inside::look_up(Session& who, const Command& command) {
  const Millis now = world.now();
  Origin& from = origin(who.address);
  if (who.known->wrong.full(now, rates.wrong) && from.wrong.full(now, rates.guesses)) {
    refuse(who, command, {"slow_down", "too many wrong codes: wait a minute", {}});
    offend(who);
    return nullptr;
  }
  if (Live* live = find(code_of(command.text("room")))) return live;
  who.known->wrong.take(now, rates.wrong);
  from.wrong.take(now, rates.guesses);
  refuse(who, command, {"no_room", "there is no such room", {}});
  return nullptr;
}

bool Hub::Inside::is_full() const {
  const StoreSize size = store.size();
  return size.bytes >= limits.store_bytes || size.free <= limits.store_reserve;
}

Refused Hub::Inside::may_write(Session& who, const Live* live, const Entry& entry) {
  const bool begins = entry.act == Act::Create || entry.act == Act::Set || entry.act == Act::Sit ||
                      entry.act == Act::Bot || entry.act == Act::Rule || entry.act == Act::Accept ||
                      entry.act == Act::Start || entry.act == Act::Rematch;
  if (live && begins && live->room.n() >= kEntriesMax)
    return {"worn_out", "this room has seen enough: create a new one", {}};
  const bool to_the_brim = store.size().free <= limits.store_reserve / 4;  // not even what runs goes on
  if ((begins && is_full()) || to_the_brim) return store_full();
  const auto bytes =
      static_cast<std::int64_t>(kEntryBytes + entry.text.size() + entry.setting.options.size());
  const Millis now = world.now();
  if (!who.known->writes.take(now, rates.writes, bytes))
    return {"slow_down", "too many changes: slow down", {}};
  if (entry.act != Act::Move && !origin(who.address).writes.take(now, rates.address_writes, bytes))
    return {"slow_down", "too many changes from your address: slow down", {}};
  return {};
}

// ---- who somebody is --------------------------------------------------------------------------------

void Hub::Inside::hello(Session& who, const Command& command) {
  if (command.number("version", 0) != kWireVersion)
    return refuse(who, command, {"version", "this server speaks version 1", {}});
  if (!who.player.empty()) return refuse(who, command, {"not_now", "hello has been said", {}});
  std::string new_token;
  if (command.has("token")) {
    const auto player = store.player(sha256(command.bytes("token")));
    if (!player) {
      refuse(who, command, {"bad_token", "nobody has this token: say hello without one", {}});
      return offend(who);
    }
    who.player = *player;
  } else {
    if (is_full()) return refuse(who, command, store_full());
    if (!origin(who.address).players.take(world.now(), rates.players))
      return refuse(who, command,
                    {"too_many_players", "too many new players from your address: try again later", {}});
    const Bytes32 fresh = random32();
    who.player = random_text(16, kHexDigits);
    new_token = hex(fresh);
    persist({PlayerWrite{who.player, sha256(fresh), world.today()}});
  }
  who.known = &players[who.player];
  ++who.known->connections;
  send(who.conn, welcome_message(command.id, who.player, new_token));
}

void Hub::Inside::games_list(Session& who, const Command& command) {
  send(who.conn, games_message(command.id, store.games_of(who.player, kGamesMost)));
}

void Hub::Inside::rooms_list(Session& who, const Command& command) {
  send(who.conn, rooms_message(command.id, listed_rooms()));
}

// ---- a new room ---------------------------------------------------------------------------------

Refused Hub::Inside::may_create(const Session& who, const Setting& setting) {
  if (rooms.size() + asleep.size() >= static_cast<std::size_t>(limits.rooms))
    return {"full", "the server is full: try again later", {}};
  std::string why;
  if (!cache.get(setting, {}, why)) return {"bad_setting", why, {}};
  if (made_by.count(who.player) >= static_cast<std::size_t>(limits.rooms_per_player))
    return {"too_many_rooms", "you have too many rooms open", {}};
  if (!origin(who.address).rooms.take(world.now(), rates.rooms))
    return {"too_many_rooms", "too many rooms from your address: try again later", {}};
  return {};
}

void Hub::Inside::create(Session& who, const Command& command) {
  const auto [first, last] = made_by.equal_range(who.player);
  for (auto one = first; one != last; ++one)
    if (Live* made = find(one->second); made && made->room.create_id() == command.id) {  // a resend
      enter(who, one->second);
      send(who.conn, ack_message(command.id, 1, {.room = one->second, .token = {}}));
      return presence_changed(*made, who.conn);
    }
  Setting setting;
  std::string why;
  setting.edition = cache.library().editions().front().name;
  setting.chat = !command.flag("listed", false);
  if (!read_setting(command.fields(), setting, why)) return refuse(who, command, {"bad_setting", why, {}});
  setting = cache.spelled_out(setting);
  if (const Refused wrong = may_create(who, setting)) return refuse(who, command, wrong);
  Entry entry{.act = Act::Create, .id = command.id, .player = who.player, .setting = setting};
  do entry.text = random_text(kCodeLength, kCodeLetters);
  while (rooms.contains(entry.text) || asleep.contains(entry.text) || unreadable.contains(entry.text));
  entry.set_bytes(random32());
  if (const Refused wrong = may_write(who, nullptr, entry)) return refuse(who, command, wrong);

  Live& live = *rooms.emplace(entry.text, std::make_unique<Live>(cache)).first->second;
  live.idle_since = world.now();
  if (Live* left = detach(who)) presence_changed(*left);
  enter(who, entry.text);
  const Reply answer{who.conn, command.id, {.room = entry.text, .token = {}}};
  if (const Refused wrong = happen(live, entry, answer)) {  // may_create has looked
    rooms.erase(entry.text);
    who.room.clear();
    return refuse(who, command, wrong);
  }
  made_by.emplace(who.player, entry.text);
  ++stats.rooms_created;
  world.note("room_created", entry.text);
}

// ---- at a seat --------------------------------------------------------------------------------------

void Hub::Inside::at_seat(Session& who, const Command& command) {
  Live* live = find(who.room);
  if (!live) return refuse(who, command, not_in_room());
  if (const Text answer = answered_before(who, *live, command)) return send(who.conn, answer);
  if (who.seat == kNoSeat) return refuse(who, command, {kNotSeated, "take a seat first", {}});

  Entry entry = entry_of(command);
  entry.seat = who.seat;
  std::string why;
  entry.setting = live->room.lobby().setting;
  if (command.verb == Do::Set && !read_setting(command.fields(), entry.setting, why))
    return refuse(who, command, {"bad_setting", why, {}});
  if (command.verb == Do::Set) entry.setting = cache.spelled_out(entry.setting);
  if (command.verb == Do::Start) entry.text = random_text(32, kHexDigits);
  if (command.verb == Do::Remove) return remove(who, *live, command, entry);
  if (needs_host(command.verb))
    if (const Refused wrong = take_over_hosting(*live, who.seat)) return refuse(who, command, wrong);
  if (const Refused wrong = may_write(who, live, entry)) return refuse(who, command, wrong);
  if (const Refused wrong = happen(*live, entry, {who.conn, command.id, {}}))
    return refuse(who, command, wrong);
  if (command.verb == Do::Stand) enter(who, live->room.lobby().code), presence_changed(*live);
}

// What is over is written down once, however often it is asked for.
void Hub::Inside::record(Session& who, const Command& command) {
  Live* live = find(who.room);
  if (!live) return refuse(who, command, not_in_room());
  if (!live->room.table()) return refuse(who, command, {"not_now", "there is no game yet", {}});
  const Lobby& lobby = live->room.lobby();
  if (!lobby.setting.open && lobby.stage != Stage::Over)
    return refuse(who, command, {"not_open", "this room shows its hands only when the game is over", {}});
  const std::string of = lobby.game + std::to_string(lobby.hands - (lobby.stage == Stage::Playing));
  const bool known = live->record_of == of;
  if (!who.known->commands.take(world.now(), rates.commands, known ? kRecordCost : again_cost(*live)))
    return refuse(who, command, {"slow_down", "too many commands", {}});
  if (!known) {
    const std::string name = lobby.code + " " + lobby.game.substr(0, 8);
    live->record = live->room.table()->record(name, lobby.setting.edition, live->room.names());
    live->record_of = of;
  }
  if (live->record.size() > kRecordMax)
    return refuse(who, command, {"too_long", "this record is too long: fetch it when the game is over", {}});
  send(who.conn, record_message(command.id, lobby.game, live->record));
}

// Playing a long game again is paid for by its length.
int Hub::Inside::again_cost(const Live& live) const {
  const int moves = static_cast<int>(live.room.n()) / kMovesForOne;
  return std::min(kRecordCost + moves, limits.commands_burst / 2);
}

// Chat is not kept: who is not there does not hear it.
void Hub::Inside::chat(Session& who, const Command& command) {
  Live* live = find(who.room);
  if (!live || who.seat == kNoSeat) return refuse(who, command, {kNotSeated, "take a seat first", {}});
  const std::string phrase = command.text("phrase"), text = clean(command.text("text"), kChatMax);
  if (!phrase.empty() && std::ranges::find(phrases(), phrase) == phrases().end())
    return refuse(who, command, {"no_phrase", "there is no such phrase", {}});
  if (!text.empty() && !live->room.lobby().setting.chat)
    return refuse(who, command, {"chat_off", "this room has phrases only", {}});
  if (phrase.empty() == text.empty()) return refuse(who, command, {"bad_command", "a phrase or a text", {}});
  if (!who.known->chats.take(world.now(), rates.chats) || !live->chats.take(world.now(), rates.room_chats))
    return refuse(who, command, {"slow_down", "too much chat", {}});
  send(who.conn, ack_message(command.id, live->room.n()));
  to_all(*live, std::make_shared<const std::string>(
                    chat_message(who.seat, live->room.lobby().seats[who.seat].name, phrase, text)));
}

}  // namespace comodin::server
