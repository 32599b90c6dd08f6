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
constexpr std::size_t kRefusalsKept = 64;  // of a room
constexpr std::string_view kNotSeated = "not_seated";
constexpr int kRecordCost = 8;  // commands that asking for a record counts for
constexpr int kGamesMost = 50;

Refused no_room() { return {"no_room", "there is no such room", {}}; }
Refused not_in_room() { return {"not_in_room", "join a room first", {}}; }

// A code as people type it.
std::string code_of(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// Whose commands a connection gives: those of the seat's owner, who may have said hello anew since.
const PlayerId& player_of(const Session& who, const Live& live) {
  return who.seat == kNoSeat ? who.player : live.room.player(who.seat);
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
  entry.flag = command.verb == Do::Ready && command.flag("ready", true);
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

Text Hub::Inside::answered_before(const Session& who, const Live& live, const Command& command) {
  const PlayerId& player = player_of(who, live);
  if (const auto n = live.room.answered(player, command.id))
    return std::make_shared<const std::string>(ack_message(command.id, *n));
  for (const auto& kept : live.refusals)
    if (kept.id == command.id && kept.player == player) return kept.answer;
  return nullptr;
}

bool Hub::Inside::may_guess(Session& who, const Command& command) {
  if (!origin(who.address).wrong.full(world.now(), rates.wrong)) return true;
  refuse(who, command, {"slow_down", "too many wrong codes or tokens from your address: wait a minute", {}});
  offend(who);
  return false;
}

void Hub::Inside::wrong_guess(Session& who, const Command& command, const Refused& why) {
  origin(who.address).wrong.take(world.now(), rates.wrong);
  refuse(who, command, why);
}

// ---- who somebody is --------------------------------------------------------------------------------

void Hub::Inside::hello(Session& who, const Command& command) {
  if (command.number("version", 0) != kWireVersion)
    return refuse(who, command, {"version", "this server speaks version 1", {}});
  if (!who.player.empty()) return refuse(who, command, {"not_now", "hello has been said", {}});
  std::string new_token;
  if (command.has("token")) {
    if (!may_guess(who, command)) return;
    const auto player = store.player(sha256(command.bytes("token")));
    if (!player)
      return wrong_guess(who, command, {"bad_token", "nobody has this token: say hello without one", {}});
    who.player = *player;
  } else {
    if (!origin(who.address).players.take(world.now(), rates.players))
      return refuse(who, command,
                    {"too_many_players", "too many new players from your address: try again later", {}});
    const Bytes32 fresh = random32();
    who.player = random_text(16, kHexDigits);
    new_token = hex(fresh);
    persist({PlayerWrite{who.player, sha256(fresh), world.today()}});
  }
  send(who.conn, welcome_message(command.id, who.player, new_token));
}

void Hub::Inside::games_list(Session& who, const Command& command) {
  send(who.conn, games_message(command.id, store.games_of(who.player, kGamesMost)));
}

void Hub::Inside::rooms_list(Session& who, const Command& command) {
  send(who.conn, rooms_message(command.id, listed_rooms()));
}

// ---- coming and going ---------------------------------------------------------------------------

Refused Hub::Inside::may_create(const Session& who, const Setting& setting) {
  if (rooms.size() >= static_cast<std::size_t>(limits.rooms))
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
    if (Live& made = *rooms.at(one->second); made.room.create_id() == command.id) {  // a resend
      enter(who, one->second);
      send(who.conn, ack_message(command.id, 1, {.room = one->second, .token = {}}));
      return tell_room(made);
    }
  Setting setting;
  std::string why;
  setting.edition = cache.library().editions().front().name;
  setting.chat = !command.flag("listed", false);
  if (!read_setting(command.fields(), setting, why)) return refuse(who, command, {"bad_setting", why, {}});
  if (const Refused wrong = may_create(who, setting)) return refuse(who, command, wrong);
  Entry entry{.act = Act::Create, .id = command.id, .player = who.player, .setting = setting};
  do entry.text = random_text(kCodeLength, kCodeLetters);
  while (rooms.contains(entry.text) || unreadable.contains(entry.text));
  entry.set_bytes(random32());

  Live& live = *rooms.emplace(entry.text, std::make_unique<Live>(cache)).first->second;
  live.idle_since = world.now();
  if (const Live* left = detach(who)) tell_room(*left);
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

// In the room, with nothing but eyes.
void Hub::Inside::enter(Session& who, const std::string& code) {
  detach(who);
  rooms.at(code)->watchers.push_back(who.conn);
  who.room = code;
}

void Hub::Inside::attach(Session& who, Live& live, Seat seat) {
  const std::string code = live.room.lobby().code;
  if (Live* left = detach(who); left && left != &live) tell_room(*left);
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
  if (seat != kNoSeat && live->at[seat] == who.conn) live->at[seat] = 0;
  update_running(*live);
  schedule(*live);
  return live;
}

void Hub::Inside::join(Session& who, const Command& command) {
  if (!may_guess(who, command)) return;
  Live* live = find(code_of(command.text("room")));
  if (!live) return wrong_guess(who, command, no_room());
  if (live->watchers.size() >= static_cast<std::size_t>(limits.watchers_per_room))
    return refuse(who, command, {"full", "too many people are watching", {}});
  if (Live* left = find(who.room); left && left != live) detach(who), tell_room(*left);
  enter(who, live->room.lobby().code);
  send(who.conn, ack_message(command.id, live->room.n(), {.room = who.room, .token = {}}));
  tell_room(*live);
  send_table(*live, who, live->room.n());
}

void Hub::Inside::resume(Session& who, const Command& command) {
  if (!may_guess(who, command)) return;
  Live* live = find(code_of(command.text("room")));
  const Bytes32 shown = sha256(command.bytes("token"));
  const Seat seat = live ? live->room.seat_of(shown) : kNoSeat;
  if (seat == kNoSeat) return wrong_guess(who, command, {"bad_token", "this token opens no seat here", {}});
  // A connection that has been watching has been told everything: it must not hear of it again.
  const std::uint32_t told = who.room == live->room.lobby().code ? live->room.n() : 0;
  attach(who, *live, seat);
  if (live->room.is_next(seat, shown)) happen(*live, Entry{.act = Act::Kept, .seat = seat});
  const Bytes32 fresh = random32();
  Entry entry{.act = Act::Token, .seat = seat};
  entry.set_bytes(sha256(fresh));
  const Reply answer{who.conn, command.id, {.room = who.room, .token = hex(fresh), .seat = seat}};
  if (const Refused wrong = happen(*live, entry, answer)) return refuse(who, command, wrong);
  if (live->room.lobby().seats[seat].away) happen(*live, Entry{.act = Act::Back, .seat = seat});
  else ask_bots(*live);
  tell_room(*live);
  const std::int64_t seen = std::clamp<std::int64_t>(command.number("seen", 0), 0, UINT32_MAX);
  send_table(*live, who, std::max(told, static_cast<std::uint32_t>(seen)));
  schedule(*live);
}

void Hub::Inside::leave_room(Session& who, const Command& command) {
  if (who.room.empty()) return refuse(who, command, not_in_room());
  Live* left = detach(who);
  send(who.conn, ack_message(command.id, 0));
  if (left) tell_room(*left);
}

void Hub::Inside::sit(Session& who, const Command& command) {
  Live* live = find(who.room);
  if (!live) return refuse(who, command, not_in_room());
  const auto first = live->room.answered(who.player, command.id);  // a resend: the token may have been lost
  if (const Text answer = answered_before(who, *live, command); answer && (who.seat != kNoSeat || !first))
    return send(who.conn, answer);
  if (who.seat != kNoSeat) return refuse(who, command, {"not_now", "you are sitting already", {}});
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
  if (command.verb == Do::Start) entry.text = random_text(32, kHexDigits);
  const Seat removed = command.verb == Do::Remove ? static_cast<Seat>(entry.card - 1) : kNoSeat;
  if (needs_host(command.verb)) take_over_hosting(*live, who.seat);
  if (const Refused wrong = happen(*live, entry, {who.conn, command.id, {}}))
    return refuse(who, command, wrong);
  if (command.verb == Do::Stand) enter(who, live->room.lobby().code), tell_room(*live);
  if (removed >= kSeatsMax || !live->at[removed]) return;
  if (Session* gone = session(live->at[removed])) enter(*gone, live->room.lobby().code), tell_room(*live);
}

// While the host is not there, whoever does what only hosts may becomes the host.
void Hub::Inside::take_over_hosting(Live& live, Seat seat) {
  const Seat host = live.room.lobby().host;
  if (host != seat && (host == kNoSeat || !live.at[host]))
    happen(live, Entry{.act = Act::Host, .seat = seat});
}

void Hub::Inside::record(Session& who, const Command& command) {
  const Live* live = find(who.room);
  if (!live) return refuse(who, command, not_in_room());
  if (!live->room.table()) return refuse(who, command, {"not_now", "there is no game yet", {}});
  const Lobby& lobby = live->room.lobby();
  if (!lobby.setting.open && lobby.stage != Stage::Over)
    return refuse(who, command, {"not_open", "this room shows its hands only when the game is over", {}});
  if (!who.commands.take(world.now(), rates.commands, kRecordCost))
    return refuse(who, command, {"slow_down", "too many commands", {}});
  const std::string name = lobby.code + " " + lobby.game.substr(0, 8);
  send(who.conn, record_message(command.id, lobby.game,
                                live->room.table()->record(name, lobby.setting.edition, live->room.names())));
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
  if (!who.chats.take(world.now(), rates.chats))
    return refuse(who, command, {"slow_down", "too much chat", {}});
  send(who.conn, ack_message(command.id, live->room.n()));
  to_all(*live, std::make_shared<const std::string>(
                    chat_message(who.seat, live->room.lobby().seats[who.seat].name, phrase, text)));
}

}  // namespace comodin::server
