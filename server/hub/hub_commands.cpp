// What clients ask for.
#include <algorithm>

#include "notation/json.hpp"
#include "server/common/clean_text.hpp"
#include "server/common/version.hpp"
#include "server/hub/hub_impl.hpp"

namespace comodin::server {
namespace {

constexpr std::string_view kCodeLetters = "BCDFGHJKLMNPQRSTVWXZ23456789";  // none that look or sound alike
constexpr std::size_t kCodeLength = 6;
constexpr std::size_t kRefusalsKept = 64;       // of a room
constexpr int kRecordCost = 8;                  // how many commands a request for a record counts as
constexpr int kMovesForOne = 500;               // moves that are replayed for the price of one command
constexpr std::size_t kRecordMax = 256 * 1024;  // bytes that fit into a connection's queue
constexpr std::size_t kEntryBytes = 200;        // that an entry takes in the store besides its text
constexpr int kGamesMost = 50;

Refused store_full() { return refuse("room.store_full"_fault); }

}  // namespace

void Hub::Impl::obey(Connection& who, const Command& command) {
  if (who.player.empty() && !as<command::Hello>(command)) {
    send_refusal(who, command.id, refuse("room.hello_first"_fault));
    return offend(who);
  }
  std::visit(
      [&](const auto& what) {
        if constexpr (requires { on(who, command.id, what); }) on(who, command.id, what);
        else at_seat(who, command.id, what);
      },
      command.what);
}

// A refusal in a room is kept for a while, so that a resend gets the same answer. The one exception: somebody
// without a seat may have one when the resend comes.
void Hub::Impl::send_refusal(Connection& who, const std::string& id, const Refused& why, Keep keep) {
  ++stats.refused;
  const Text answer = std::make_shared<const std::string>(refused_message(id, why));
  LiveRoom* live = find(who.room);
  if (live && keep == Keep::Yes && why.code != not_seated().code) {
    if (live->refusals.size() == kRefusalsKept) live->refusals.pop_front();
    live->refusals.push_back({player_of(who, *live), id, answer});
  }
  send(who.conn, answer);
}

// The player for whom a connection speaks: the owner of its seat, even if the connection has said hello as
// another player.
const PlayerId& Hub::Impl::player_of(const Connection& who, const LiveRoom& live) const {
  return who.seat == kNoSeat ? who.player : live.room.player(who.seat);
}

Text Hub::Impl::answered_before(const Connection& who, const LiveRoom& live, const std::string& id) {
  const PlayerId& player = player_of(who, live);
  if (const auto n = live.room.answered(player, id))
    return std::make_shared<const std::string>(ack_message(id, *n));
  for (const auto& kept : live.refusals)
    if (kept.id == id && kept.player == player) return kept.answer;
  return nullptr;
}

bool Hub::Impl::may_look_up(Connection& who, const std::string& id) {
  const Millis now = world.now();
  const bool guesses =
      who.known->wrong.full(now, rates.wrong) && per_address(who.address).wrong.full(now, rates.guesses);
  if (!guesses) return true;
  send_refusal(who, id, refuse("room.slow_down.codes"_fault));
  offend(who);
  return false;
}

bool Hub::Impl::is_full() const {
  const StoreSize size = store.size();
  return size.bytes >= limits.store_bytes || size.free <= limits.store_reserve;
}

Refused Hub::Impl::may_write(Connection& who, const LiveRoom* live, const Entry& entry) {
  const bool begins = std::visit([](const auto& act) { return act::begins_something(act); }, entry.act);
  if (live && begins && live->room.n() >= kEntriesMax) return refuse("room.worn_out"_fault);
  const bool to_the_brim = store.size().free <= limits.store_reserve / 4;  // not even running games go on
  if ((begins && is_full()) || to_the_brim) return store_full();
  const std::size_t texts = std::visit([](const auto& act) { return text_bytes(act); }, entry.act);
  const auto bytes = static_cast<std::int64_t>(kEntryBytes + texts);
  const Millis now = world.now();
  if (!who.known->writes.take(now, rates.writes, bytes)) return refuse("room.slow_down.changes"_fault);
  if (!is<act::Move>(entry) && !per_address(who.address).writes.take(now, rates.address_writes, bytes))
    return refuse("room.slow_down.address"_fault);
  return {};
}

// ---- who somebody is --------------------------------------------------------------------------------

void Hub::Impl::on(Connection& who, const std::string& id, const command::Hello& hello) {
  if (hello.version != kMessagesVersion)
    return send_refusal(who, id, refuse("room.version"_fault, {std::to_string(kMessagesVersion)}));
  if (!who.player.empty()) return send_refusal(who, id, refuse("room.not_now.hello"_fault));
  if (hello.token)
    return store.player(sha256(*hello.token),
                        waiting(who, [this, id](Connection& back, const std::optional<PlayerId>& player) {
                          if (player) return welcome(back, id, *player, "");
                          send_refusal(back, id, refuse("room.bad_token.player"_fault));
                          offend(back);
                        }));
  if (is_full()) return send_refusal(who, id, store_full());
  if (!spend(Common::NewPlayers, who.address))
    return send_refusal(who, id, refuse("room.too_many_players"_fault));
  const Bytes32 fresh = random32(world);
  const PlayerId player = random_text(world, 16, kHexDigits);
  persist({PlayerWrite{player, sha256(fresh), world.today()}});
  welcome(who, id, player, hex(fresh));
}

void Hub::Impl::welcome(Connection& who, const std::string& id, const PlayerId& player,
                        const std::string& new_token) {
  who.player = player;
  who.known = &players[player];
  ++who.known->connections;
  send(who.conn, welcome_message(id, player, new_token));
}

void Hub::Impl::on(Connection& who, const std::string& id, const command::Games&) {
  store.games_of(who.player, kGamesMost,
                 waiting(who, [this, id](Connection& back, const std::vector<StoredGame>& games) {
                   send(back.conn, games_message(id, games));
                 }));
}

void Hub::Impl::on(Connection& who, const std::string& id, const command::Rooms&) {
  send(who.conn, rooms_message(id, listed_rooms()));
}

// ---- a new room ---------------------------------------------------------------------------------

Refused Hub::Impl::may_create(const Connection& who, const Setting& setting, std::size_t elsewhere) {
  if (rooms.size() + asleep.size() + rooms_elsewhere() >= static_cast<std::size_t>(limits.rooms))
    return refuse("room.full.server"_fault);
  Refused why;
  if (!cache.get(setting, {}, why)) return why;
  if (made_by.count(who.player) + elsewhere >= static_cast<std::size_t>(limits.rooms_per_player))
    return refuse("room.too_many_rooms.yours"_fault);
  if (!spend(Common::NewRooms, who.address)) return refuse("room.too_many_rooms.address"_fault);
  return {};
}

// One that no room has.
std::string Hub::Impl::new_code() {
  std::string code;
  do code = random_text(world, kCodeLength, kCodeLetters);
  while (rooms.contains(code) || asleep.contains(code) || claims.contains(code) || unreadable.contains(code));
  return code;
}

std::string Hub::Impl::made_with(const PlayerId& player, const std::string& id,
                                 const std::vector<RoomHead>& stored) {
  const auto [first, last] = made_by.equal_range(player);
  for (auto one = first; one != last; ++one) {
    const LiveRoom* live = find(one->second);
    const auto sleeper = asleep.find(one->second);
    if (live ? live->room.create_id() == id : sleeper != asleep.end() && sleeper->second.create_id == id)
      return one->second;
  }
  for (const RoomHead& head : stored)
    if (Entry made; !parse_entry(head.first, made) && made.id == id) return head.room;
  return {};
}

void Hub::Impl::on(Connection& who, const std::string& id, const command::Create& asked) {
  if (const Peer* next = draining ? successor(who.player) : nullptr) return send_on(who, next->name);
  const auto decide = [this, id, asked](Connection& back, const std::vector<RoomHead>& stored) {
    const std::string made = made_with(back.player, id, stored);
    const auto others = static_cast<std::size_t>(std::ranges::count_if(stored, [this](const RoomHead& head) {
      return !rooms.contains(head.room) && !asleep.contains(head.room);
    }));
    if (made.empty()) return create(back, id, asked, others);
    with_room(back, made, [this, id, asked, others](Connection& here, LiveRoom* live) {
      if (!live) return create(here, id, asked, others);
      const std::string code = live->room.lobby().code;  // a resend
      enter(here, code);
      send(here.conn, ack_message(id, 1, {.room = code, .token = {}}));
      presence_changed(*live, here.conn);
    });
  };
  store.made_by(who.player, waiting(who, decide));
}

void Hub::Impl::create(Connection& who, const std::string& id, const command::Create& asked,
                       std::size_t elsewhere) {
  Entry entry;
  const std::string code = new_code();
  const EntryContext context{cache, world, nullptr, kNoSeat, who.player, code};
  if (const Refused wrong = entry_of(id, asked, context, entry)) return send_refusal(who, id, wrong);
  if (const Refused wrong = may_create(who, std::get<act::Create>(entry.act).setting, elsewhere))
    return send_refusal(who, id, wrong);
  if (const Refused wrong = may_write(who, nullptr, entry)) return send_refusal(who, id, wrong);

  LiveRoom& live = new_room(code);
  live.idle_since = world.now();
  if (LiveRoom* left = detach(who)) presence_changed(*left);
  enter(who, code);
  const AnswerTo answer{who.conn, id, {.room = code, .token = {}}};
  if (const Refused wrong = happen(live, entry, answer)) {  // may_create has looked
    rooms.erase(code);
    who.room.clear();
    return send_refusal(who, id, wrong);
  }
  made_by.emplace(who.player, code);
  ++stats.rooms_created;
  world.log_operation("room_created", code);
}

// ---- at a seat --------------------------------------------------------------------------------------

LiveRoom* Hub::Impl::seated(Connection& who, const std::string& id) {
  LiveRoom* live = find(who.room);
  if (!live) {
    send_refusal(who, id, not_in_room());
    return nullptr;
  }
  if (const Text answer = answered_before(who, *live, id)) {
    send(who.conn, answer);
    return nullptr;
  }
  if (who.seat != kNoSeat) return live;
  send_refusal(who, id, not_seated());
  return nullptr;
}

template <class Asked>
void Hub::Impl::at_seat(Connection& who, const std::string& id, const Asked& asked) {
  LiveRoom* live = seated(who, id);
  if (!live) return;
  Entry entry;
  const EntryContext context{cache, world, &live->room, who.seat, who.player, {}};
  if (const Refused wrong = entry_of(id, asked, context, entry)) return send_refusal(who, id, wrong);
  if (std::visit([](const auto& act) { return act.doer == Doer::Host; }, entry.act))
    if (const Refused wrong = take_over_hosting(*live, who.seat)) return send_refusal(who, id, wrong);
  if (const Refused wrong = may_write(who, live, entry)) return send_refusal(who, id, wrong);
  if (const Refused wrong = happen(*live, entry, {who.conn, id, {}})) return send_refusal(who, id, wrong);
  if (!is<act::Stand>(entry)) return;
  enter(who, live->room.lobby().code);
  presence_changed(*live);
}

// A query: nothing happens, and nothing is kept, not even a refusal.
void Hub::Impl::on(Connection& who, const std::string& id, const command::Why& why) {
  const LiveRoom* live = find(who.room);
  if (!live) return send_refusal(who, id, not_in_room(), Keep::No);
  if (who.seat == kNoSeat) return send_refusal(who, id, not_seated(), Keep::No);
  Refusal refusal = Refusal::None;
  if (const Refused wrong = live->room.ask_why(who.seat, why.move, refusal))
    return send_refusal(who, id, wrong, Keep::No);
  send(who.conn, why_message(id, why.move, refusal));
}

// The record of what is over is made once, however often it is asked for.
void Hub::Impl::on(Connection& who, const std::string& id, const command::Record&) {
  LiveRoom* live = find(who.room);
  if (!live) return send_refusal(who, id, not_in_room());
  if (!live->room.table()) return send_refusal(who, id, refuse("room.not_now.no_game"_fault));
  const Lobby& lobby = live->room.lobby();
  if (!lobby.setting.open && lobby.stage != Stage::Over)
    return send_refusal(who, id, refuse("room.not_open"_fault));
  const std::string of = lobby.game + std::to_string(lobby.hands - (lobby.stage == Stage::Playing));
  const bool known = live->record_of == of;
  if (!who.known->commands.take(world.now(), rates.commands, known ? kRecordCost : again_cost(*live)))
    return send_refusal(who, id, refuse("room.slow_down.commands"_fault));
  if (!known) {
    const std::string name = lobby.code + " " + lobby.game.substr(0, 8);
    live->record = live->room.table()->record(name, lobby.setting.edition, live->room.names());
    live->record_of = of;
  }
  if (live->record.size() > kRecordMax) return send_refusal(who, id, refuse("room.too_long.record"_fault));
  send(who.conn, record_message(id, lobby.game, live->record));
}

// Replaying a game costs more commands the longer it is.
int Hub::Impl::again_cost(const LiveRoom& live) const {
  const int moves = static_cast<int>(live.room.n()) / kMovesForOne;
  return std::min(kRecordCost + moves, limits.commands_burst / 2);
}

// Chat is not kept: people who are not there never see it.
void Hub::Impl::on(Connection& who, const std::string& id, const command::Chat& chat) {
  LiveRoom* live = find(who.room);
  if (!live || who.seat == kNoSeat) return send_refusal(who, id, not_seated());
  const std::string text = clean_text(chat.text, kChatMax);
  if (!chat.phrase.empty() && std::ranges::find(phrases(), chat.phrase) == phrases().end())
    return send_refusal(who, id, refuse("room.no_phrase"_fault));
  if (!text.empty() && !live->room.lobby().setting.chat)
    return send_refusal(who, id, refuse("room.chat_off"_fault));
  if (chat.phrase.empty() == text.empty())
    return send_refusal(who, id, refuse("room.bad_command.chat"_fault));
  if (!who.known->chats.take(world.now(), rates.chats) || !live->chats.take(world.now(), rates.room_chats))
    return send_refusal(who, id, refuse("room.slow_down.chat"_fault));
  send(who.conn, ack_message(id, live->room.n()));
  to_all(*live, std::make_shared<const std::string>(
                    chat_message(who.seat, live->room.lobby().seats[who.seat].name, chat.phrase, text)));
}

}  // namespace comodin::server
