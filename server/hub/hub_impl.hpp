// The hub's implementation, in six files: hub.cpp holds connections and what leaves the hub, hub_owned.cpp
// which rooms are here, hub_nodes.cpp where the others are, hub_rooms.cpp what rooms do by themselves,
// hub_commands.cpp what clients ask for, hub_seats.cpp who sits where.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <unordered_map>

#include "server/common/buckets.hpp"
#include "server/hub/command.hpp"
#include "server/hub/entry_of.hpp"
#include "server/hub/hub.hpp"
#include "server/hub/messages.hpp"
#include "server/hub/notice.hpp"
#include "server/room/room.hpp"

namespace comodin::server {

// Somebody, over all their connections: limits count for a player before they count for an address, so that
// people behind one address do not pay for each other.
struct PerPlayer {
  int connections = 0;
  Bucket commands, chats, writes, wrong;
};

// One connection.
struct Connection {
  Conn conn;
  std::string address;
  PlayerId player;             // empty: has not said hello
  PerPlayer* known = nullptr;  // the same player's limits
  std::string room;            // empty: in none
  std::string about;           // the room that its command is about, while that is obeyed
  Seat seat = kNoSeat;
  Bucket commands;  // before hello
  Bucket offences;
  bool leaving = false;  // it is being closed: what still comes from it is ignored
  bool waits = false;    // for the store; what comes meanwhile is read then, in order
  std::deque<std::string> unread;
  std::size_t unread_bytes = 0;
};

// One address that connections come from.
struct PerAddress {
  int connections = 0;
  Bucket players, rooms, wrong, writes;
};

// How fast things may come: the limits as rates.
struct Rates {
  static constexpr Millis kMinute = 60000, kHour = 3600000;
  explicit Rates(const Limits& limits)
      : commands{limits.commands_burst, limits.commands_per_second},
        chats{limits.chats_per_minute, limits.chats_per_minute, kMinute},
        writes{limits.write_burst, limits.writes_per_second},
        players{limits.players_per_address, limits.players_per_address, kHour},
        rooms{limits.rooms_per_address, limits.rooms_per_address, kHour},
        address_writes{16 * limits.write_burst, 16 * limits.writes_per_second},
        resumes{limits.resumes_per_minute, limits.resumes_per_minute, kMinute},
        room_chats{4 * limits.chats_per_minute, 4 * limits.chats_per_minute, kMinute} {}
  Rate commands, chats;            // of a player …
  Rate writes;                     // … bytes that have to be kept …
  Rate wrong{5, 5, kMinute};       // … and codes of rooms that do not exist
  Rate players, rooms;             // of an address: new ones …
  Rate address_writes;             // … bytes that have to be kept, moves not counted …
  Rate guesses{20, 20, kMinute};   // … and wrong codes
  Rate offences{20, 20, kMinute};  // of a connection: frames that make no sense, or come too fast
  Rate resumes;                    // of a seat
  Rate room_chats;                 // of a room
};

// A room, and what matters only while the process runs.
struct LiveRoom {
  LiveRoom(RuleCache& cache, std::uint64_t which) : room(cache), serial(which) {}
  Room room;
  std::uint64_t serial;                  // of no other room here, before or after
  std::array<Conn, kSeatsMax> conns{};   // who is connected at each seat; 0: nobody …
  std::array<Millis, kSeatsMax> gone{};  // … since then
  std::array<Bucket, kSeatsMax> resumes;
  std::vector<Conn> watchers;
  Bucket chats;
  std::map<std::string, Millis> shut;  // addresses of those who were removed, until then
  struct RefusedOnce {
    PlayerId player;
    std::string id;
    Text answer;
  };
  std::deque<RefusedOnce> refusals;  // the last few
  std::string record, record_of;     // as last asked for, and the game and hands that it covers

  bool runs = false;  // a player is there
  Millis world_base = 0, room_base = 0;
  Millis idle_since = 0;  // no player has been there since then
  Millis told = 0;        // when everybody was last told of the room …
  bool untold = false;    // … and somebody has come or gone since

  std::uint32_t asked = 0;            // bots were asked in this position; 0: they were not …
  Millis asked_at = 0;                // … which arose then …
  std::vector<std::string> levels;    // … when these bots sat there …
  bool thinking = false;              // … a question is under way …
  std::shared_ptr<const int> wanted;  // … and matters as long as this is there …
  std::optional<Reaction> thought;    // … and this is what they do …
  Millis thought_due = kNever;        // … and when
  Millis warned = 0;                  // the deadline that has been warned of
  Millis due = kNever;                // as it stands in the hub's queue
  std::uint64_t doubts = 0;           // of the store, when this room was last known to be ours …
  std::uint64_t asked_doubts = 0;     // … and when the store was last asked
  bool stuck = false;  // something impossible has happened: the room is left alone until the next start

  Presence presence() const;
  void forget_thought();
};

// A room that is only in the store, and that no node owns.
struct SleepingRoom {
  PlayerId creator;
  std::string create_id;
  Millis since = 0;  // nobody has been there since then
  Millis due = kNever;
};

// A room that is being claimed.
struct ClaimedRoom {
  std::vector<std::function<void(const Claim&)>> waiting;
  std::uint64_t doubts = 0;  // of the store, when it was asked
  bool only_looks = false;   // if nobody has come when it is here, it goes to sleep again
};

// Another node, and what it last told.
struct Node {
  Peer peer;
  Notice notice;
};

// The limits that count on all nodes together: a stranger who goes from one to the next finds no second one.
// Those on commands, chats and connections protect a process; each has its own.
enum class Common : std::uint8_t { NewPlayers, NewRooms, AddressGuesses, PlayerGuesses };

std::string code_of(std::string text);  // a room's code as people type it
inline Refused not_in_room() { return refuse("room.not_in_room"_fault); }
inline Refused not_seated() { return refuse("room.not_seated"_fault); }

// Whose command an entry answers.
struct AnswerTo {
  Conn conn = 0;
  std::string id;
  AckExtras extras;
};

struct Hub::Impl {
  Impl(const Limits& some, World& outside, Store& log, Library& library)
      : limits(some), rates(some), world(outside), store(log), cache(library) {}

  // ---- hub.cpp: connections, and what leaves
  void send(Conn conn, Text text, Sort sort = Sort::Message) {
    std::string room = room_of(conn);
    leave({issued, conn, std::move(text), sort, std::nullopt, std::move(room)});
  }
  void send(Conn conn, std::string text) { send(conn, std::make_shared<const std::string>(std::move(text))); }
  void hang_up(Conn conn, CloseCode code, std::string_view why);
  void persist(std::vector<Write> writes, const std::string& room = {});
  bool is_behind() const;  // is so much still not durable that nothing new is begun?
  Connection* connection(Conn conn);
  // The room that what is sent rests on, if rooms can be lost. If it may have been lost, the store is asked
  // first.
  std::string room_of(Conn conn);
  PerAddress& per_address(const std::string& address);
  void received(Connection& who, std::string_view frame);
  void read_later(Connection& who, std::string_view frame);
  // What the store is handed to call when it answers this connection: then(connection, answer), unless the
  // connection has gone. Until then the connection waits.
  template <class Then>
  auto waiting(Connection& who, Then then) {
    who.waits = true;
    return [this, conn = who.conn, then = std::move(then), watch = std::weak_ptr<int>(alive)](auto answer) {
      if (!watch.expired()) go_on(conn, [&](Connection& back) { then(back, std::move(answer)); });
    };
  }
  void go_on(Conn conn, const std::function<void(Connection&)>& what);
  void offend(Connection& who);
  void closed(Conn conn);
  void sweep(Millis now);

  // ---- hub_owned.cpp: which rooms are here
  using InRoom = std::function<void(Connection&, LiveRoom*)>;
  LiveRoom* find(const std::string& code);  // if it is here
  // Calls `then` with the room, which the store may have to be asked for. Null: there is no such room, or its
  // log makes no sense. If it is elsewhere, the connection is told to look again instead.
  void with_room(Connection& who, const std::string& code, InRoom then);
  ClaimedRoom& claim(const std::string& code);
  void claimed(const std::string& code, const Claim& claim);
  void wake(const std::string& code, const std::vector<std::string>& log, std::uint64_t doubts);
  void sleep(const std::string& code);  // back to the store alone
  void sleep_again(const std::string& code);
  void serve_asleep(const std::string& code);
  void ask_for_unowned();
  void hear_of(const std::vector<RoomHead>& heads);
  void unreadable_log(const std::string& code, const std::string& why);
  void forget(const std::string& code);  // it is not here, and not asleep
  void forget_maker(const PlayerId& creator, const std::string& code);
  LiveRoom& new_room(const std::string& code);
  // Asks the store about the room, unless it has been asked since it was last in doubt.
  void ask_whether_ours(LiveRoom& live);
  void look_after_doubts();  // of all rooms with people: those who only wait would not hear of a loss
  // A write to the room was fenced: it is not ours any more. Nothing leaves that might rest on it.
  void lose(const std::string& code);

  // ---- hub_nodes.cpp: the other nodes
  // One more, if the limit allows it.
  bool spend(Common limit, const std::string& whose);
  Bucket& bucket_of(Common limit, const std::string& whose);
  void count_spending(const Node& node);
  Notice notice();
  void exchange();
  void met(const std::vector<Peer>& heard);
  std::uint64_t rooms_elsewhere() const;
  std::vector<std::string> listed_rows() const;
  std::string listed_rooms() const;
  // The node that is to have a room of this name; null: there is none. It takes rooms, and reads this format
  // if one does.
  const Peer* successor(std::string_view name, int format = kLogFormat) const;
  std::string newer_node(std::string_view name) const;  // empty: none
  // The room is at that node; or nobody's in a moment, and the node is not known yet (empty).
  void send_on(Connection& who, const std::string& node);
  void drain();
  bool hands_over() const;
  void hand_some_over();
  void hand_over(std::string code);

  // ---- hub_rooms.cpp: rooms
  Refused happen(LiveRoom& live, Entry entry, const AnswerTo& answer = {});
  void publish(const LiveRoom& live, const Entry& entry, const std::vector<Event>& events);
  void tell_room(LiveRoom& live);
  void send_room(const LiveRoom& live, Conn conn);
  // Somebody has come or gone: everybody is told, but not too often. `newcomer` is told at once.
  void presence_changed(LiveRoom& live, Conn newcomer = 0);
  void to_all(const LiveRoom& live, const Text& text, Sort sort = Sort::Message);
  Text seen_by(const LiveRoom& live, Seat viewer, std::uint32_t n, By by, const std::vector<Event>* events);
  void send_table(const LiveRoom& live, const Connection& who, std::uint32_t seen);
  GameWrite game_write(const LiveRoom& live) const;
  void ask_bots(LiveRoom& live);
  void thought(const std::string& code, std::uint64_t serial, std::uint32_t position, const Thought& what);
  void serve(LiveRoom& live);
  void serve_clocks(LiveRoom& live);
  void schedule(LiveRoom& live);
  void update_running(LiveRoom& live);
  void get_stuck(LiveRoom& live, std::string_view what);
  Millis closes_at(const LiveRoom& live) const;
  void close_room(std::string code);
  Millis room_now(const LiveRoom& live) const;
  Millis to_world(const LiveRoom& live, Millis room_time) const;
  ClockFace clock_of(const LiveRoom& live) const;

  // ---- hub_commands.cpp: what clients ask for
  void obey(Connection& who, const Command& command);
  enum class Keep : bool { No, Yes };  // a refusal, for a resend
  void send_refusal(Connection& who, const std::string& id, const Refused& why, Keep keep = Keep::Yes);
  // The answer that a resent command was given before; null: none.
  Text answered_before(const Connection& who, const LiveRoom& live, const std::string& id);
  // The room in which the sender sits. Null: there is none, or the command is a resend; it has been answered.
  LiveRoom* seated(Connection& who, const std::string& id);
  // Wrong codes count for the player, then for the address; after too many of them nothing is looked up, and
  // the command has been refused.
  bool may_look_up(Connection& who, const std::string& id);
  bool is_full() const;  // has the store no space for anything new?
  int again_cost(const LiveRoom& live) const;
  const PlayerId& player_of(const Connection& who, const LiveRoom& live) const;
  // Can it be kept? Everything that lasts counts against the player's limits and, except for moves, the
  // address's.
  Refused may_write(Connection& who, const LiveRoom* live, const Entry& entry);
  void on(Connection& who, const std::string& id, const command::Hello& hello);
  void welcome(Connection& who, const std::string& id, const PlayerId& player, const std::string& new_token);
  void on(Connection& who, const std::string& id, const command::Rooms&);
  void on(Connection& who, const std::string& id, const command::Games&);
  void on(Connection& who, const std::string& id, const command::Create& create);
  void on(Connection& who, const std::string& id, const command::Chat& chat);
  void on(Connection& who, const std::string& id, const command::Record&);
  void on(Connection& who, const std::string& id, const command::Why& why);
  // All others: they become an entry of the room in which the sender sits.
  template <class Asked>
  void at_seat(Connection& who, const std::string& id, const Asked& asked);
  // The room that this command of the same player has made, here or elsewhere; empty: none.
  std::string made_with(const PlayerId& player, const std::string& id, const std::vector<RoomHead>& stored);
  void create(Connection& who, const std::string& id, const command::Create& asked, std::size_t elsewhere);
  Refused may_create(const Connection& who, const Setting& setting, std::size_t elsewhere);
  std::string new_code();

  // ---- hub_seats.cpp: who comes and goes, and who sits where
  void on(Connection& who, const std::string& id, const command::Join& join);
  void on(Connection& who, const std::string& id, const command::Resume& resume);
  void on(Connection& who, const std::string& id, const command::Leave&);
  void on(Connection& who, const std::string& id, const command::Sit& sit);
  void on(Connection& who, const std::string& id, const command::Remove& remove);
  void join_room(Connection& who, const std::string& id, LiveRoom* live);
  void resume_seat(Connection& who, const std::string& id, const command::Resume& resume, LiveRoom* live);
  // Another token for a seat that its player already has: whoever sends `sit` again may have lost the first.
  std::optional<Entry> token_again(const Connection& who, const LiveRoom& live, std::uint32_t first,
                                   const Bytes32& token);
  void enter(Connection& who, const std::string& code);
  void attach(Connection& who, LiveRoom& live, Seat seat);
  LiveRoom* detach(Connection& who);  // the room that was left
  // Whoever uses a host's command becomes the host if there is none, or if the host has been gone for a
  // while.
  Refused take_over_hosting(LiveRoom& live, Seat seat);
  Refused just_gone(const LiveRoom& live, Seat seat, FaultCode who) const;
  void send_away(LiveRoom& live, Connection& who);

  // What leaves waits until everything written before it is durable.
  struct Output {
    std::uint64_t after;
    Conn conn;
    Text text;
    Sort sort;
    std::optional<std::pair<CloseCode, std::string>> close;
    std::string room = {};  // that it rests on, if rooms can be lost
  };
  void leave(Output output);
  void flush();

  Limits limits;
  Rates rates;
  World& world;
  Store& store;
  RuleCache cache;
  Stats stats;
  bool stopping = false;
  std::uint64_t issued = 0, durable = 0;
  std::deque<Output> outputs;
  std::unordered_map<Conn, Connection> open_connections;
  std::map<std::string, PerAddress> addresses;
  std::map<PlayerId, PerPlayer> players;
  std::unordered_map<std::string, std::unique_ptr<LiveRoom>> rooms;
  std::map<std::string, SleepingRoom> asleep;
  std::map<std::string, ClaimedRoom> claims;
  std::uint64_t looked_doubts = 0;                 // of the store, when all rooms were last asked about
  std::uint64_t serials = 0;                       // of rooms that have been here
  std::set<std::string> listed;                    // rooms that anybody may find, and that somebody sits in
  std::set<std::string> unreadable;                // rooms whose logs make no sense: their codes are taken
  std::multimap<PlayerId, std::string> made_by;    // rooms by their creators
  std::set<std::pair<Millis, std::string>> queue;  // when each room has something to do
  Millis next_sweep = 0;

  std::vector<Node> nodes;  // the others, as of a moment ago
  Millis next_exchange = 0, exchange_asked = 0;
  bool exchanging = false;
  std::map<std::pair<Common, std::string>, std::int64_t> spending;  // since the last notice …
  std::vector<Spent> spent;                                         // … and told already, not long ago
  std::uint64_t batch = 0;                                          // the last one that was told …
  std::map<std::int64_t, std::uint64_t> heard_batch;                // … and heard, of each node
  bool draining = false;
  Millis next_hand = 0;                                   // when rooms are handed over next …
  std::size_t hands = 0;                                  // … and how many
  std::shared_ptr<int> alive = std::make_shared<int>(0);  // callbacks check whether the hub is still there
};

}  // namespace comodin::server
