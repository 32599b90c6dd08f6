// The hub's inside. hub.cpp holds connections and what leaves the hub, hub_rooms.cpp what rooms do by
// themselves, hub_commands.cpp what clients ask for.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <unordered_map>

#include "server/buckets.hpp"
#include "server/command.hpp"
#include "server/hub.hpp"
#include "server/room.hpp"
#include "server/wire.hpp"

namespace comodin::server {

// One connection.
struct Session {
  Conn conn;
  std::string address;
  PlayerId player;   // empty: has not said hello
  std::string room;  // empty: in none
  Seat seat = kNoSeat;
  Bucket commands, chats;
  int offences = 0;
  bool leaving = false;  // it is being closed: what still comes from it is not heard
};

// One address that connections come from.
struct Origin {
  int connections = 0;
  Bucket players, rooms, wrong;
};

// How fast things may come: the limits as rates.
struct Rates {
  static constexpr Millis kMinute = 60000, kHour = 3600000;
  explicit Rates(const Limits& limits)
      : commands{limits.commands_burst, limits.commands_per_second},
        chats{limits.chats_per_minute, limits.chats_per_minute, kMinute},
        players{limits.players_per_address, limits.players_per_address, kHour},
        rooms{limits.rooms_per_address, limits.rooms_per_address, kHour} {}
  Rate commands, chats;         // of a connection
  Rate players, rooms;          // of an address, new ones
  Rate wrong{20, 20, kMinute};  // rooms and tokens that do not exist, of an address
};

// A room, and what matters only while the process runs.
struct Live {
  explicit Live(RuleCache& cache) : room(cache) {}
  Room room;
  std::array<Conn, kSeatsMax> at{};  // who is connected at each seat; 0: nobody
  std::vector<Conn> watchers;
  struct RefusedOnce {
    PlayerId player;
    std::string id;
    Text answer;
  };
  std::deque<RefusedOnce> refusals;  // the last few

  bool runs = false;  // somebody who plays is there
  Millis world_base = 0, room_base = 0;
  Millis idle_since = 0;            // nobody who plays has been there since then
  std::uint32_t asked = 0;          // bots were asked in the position after this entry …
  std::optional<Reaction> thought;  // … and this is what they do …
  Millis thought_due = kNever;      // … and when
  Millis warned = 0;                // the deadline that has been warned of
  Millis due = kNever;              // as it stands in the hub's queue
  bool stuck = false;  // something impossible has happened: it is left alone until the next start

  Presence presence() const;
};

// Whom an entry answers.
struct Reply {
  Conn conn = 0;
  std::string id;
  AckExtras extras;
};

struct Hub::Inside {
  Inside(const Limits& some, World& outside, Store& log, Library& library)
      : limits(some), rates(some), world(outside), store(log), cache(library) {}

  // ---- hub.cpp: connections, and what leaves
  void send(Conn conn, Text text) { leave({issued, conn, std::move(text), std::nullopt}); }
  void send(Conn conn, std::string text) { send(conn, std::make_shared<const std::string>(std::move(text))); }
  void hang_up(Conn conn, CloseCode code, std::string_view why);
  void persist(std::vector<Write> writes);
  Session* session(Conn conn);
  Origin& origin(const std::string& address);
  void received(Session& who, std::string_view frame);
  void offend(Session& who);
  void closed(Conn conn);
  Bytes32 random32();
  std::string random_text(std::size_t length, std::string_view letters);

  // ---- hub_rooms.cpp: rooms
  Refused happen(Live& live, Entry entry, const Reply& answer = {});
  void publish(const Live& live, const Entry& entry, const std::vector<Event>& events);
  void tell_room(const Live& live);
  void to_all(const Live& live, const Text& text);
  Text seen_by(const Live& live, Seat viewer, std::uint32_t n, By by, const std::vector<Event>* events);
  void send_table(const Live& live, const Session& who, std::uint32_t seen);
  GameWrite game_write(const Live& live) const;
  void ask_bots(Live& live);
  void thought(const std::string& code, std::uint32_t n, Millis asked_at, const Thought& what);
  void serve(Live& live);
  void serve_clocks(Live& live);
  void schedule(Live& live);
  void update_running(Live& live);
  void get_stuck(Live& live, std::string_view what);
  Millis closes_at(const Live& live) const;
  void close_room(const std::string& code);
  Millis room_now(const Live& live) const;
  Millis to_world(const Live& live, Millis room_time) const;
  ClockFace clock_of(const Live& live) const;
  Live* find(const std::string& code);
  std::string listed_rooms() const;

  // ---- hub_commands.cpp: what clients ask for
  void obey(Session& who, const Command& command);
  void refuse(Session& who, const Command& command, const Refused& why);
  // The answer that a resent command has had already; null: none.
  Text answered_before(const Session& who, const Live& live, const Command& command);
  // Rooms and tokens that do not exist count for the address; after too many of them nothing is looked up.
  bool may_guess(Session& who, const Command& command);
  void wrong_guess(Session& who, const Command& command, const Refused& why);
  void hello(Session& who, const Command& command);
  void rooms_list(Session& who, const Command& command);
  void games_list(Session& who, const Command& command);
  void create(Session& who, const Command& command);
  void join(Session& who, const Command& command);
  void resume(Session& who, const Command& command);
  void leave_room(Session& who, const Command& command);
  void sit(Session& who, const Command& command);
  void record(Session& who, const Command& command);
  void chat(Session& who, const Command& command);
  void at_seat(Session& who, const Command& command);
  Refused may_create(const Session& who, const Setting& setting);
  void enter(Session& who, const std::string& code);
  void attach(Session& who, Live& live, Seat seat);
  Live* detach(Session& who);  // the room that was left
  void take_over_hosting(Live& live, Seat seat);

  // What leaves waits until everything written before it is durable.
  struct Output {
    std::uint64_t after;
    Conn conn;
    Text text;
    std::optional<std::pair<CloseCode, std::string>> close;
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
  std::unordered_map<Conn, Session> sessions;
  std::map<std::string, Origin> origins;
  std::map<std::string, std::unique_ptr<Live>> rooms;
  std::set<std::string> unreadable;                // rooms whose logs make no sense: their codes are taken
  std::multimap<PlayerId, std::string> made_by;    // rooms by their creators
  std::set<std::pair<Millis, std::string>> queue;  // when each room has something to do
  Millis next_sweep = 0;
  std::shared_ptr<int> alive = std::make_shared<int>(0);  // callbacks look whether the hub is still there
};

}  // namespace comodin::server
