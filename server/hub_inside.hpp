// The hub's inside. hub.cpp holds connections and what leaves the hub, hub_rooms.cpp what rooms do by
// themselves, hub_commands.cpp what clients ask for, hub_seats.cpp who sits where.
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

// Somebody, over all their connections: limits count for a player before they count for an address, so that
// people behind one address do not pay for each other.
struct Known {
  int connections = 0;
  Bucket commands, chats, writes, wrong;
};

// One connection.
struct Session {
  Conn conn;
  std::string address;
  PlayerId player;         // empty: has not said hello
  Known* known = nullptr;  // the same player's limits
  std::string room;        // empty: in none
  Seat seat = kNoSeat;
  Bucket commands;  // before hello
  Bucket offences;
  bool leaving = false;  // it is being closed: what still comes from it is not heard
};

// One address that connections come from.
struct Origin {
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
  Rate commands, chats;              // of a player …
  Rate writes;                       // … bytes that have to be kept …
  Rate wrong{5, 5, kMinute};         // … and codes of rooms that do not exist
  Rate players, rooms;               // of an address: new ones …
  Rate address_writes;               // … bytes that have to be kept, moves not counted …
  Rate guesses{20, 20, kMinute};     // … and wrong codes
  Rate offences{20, 20, kMinute};    // of a connection: frames that make no sense, or come too fast
  Rate resumes;                      // of a seat
  Rate room_chats;                   // of a room
};

// A room, and what matters only while the process runs.
struct Live {
  explicit Live(RuleCache& cache) : room(cache) {}
  Room room;
  std::array<Conn, kSeatsMax> at{};      // who is connected at each seat; 0: nobody …
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
  std::string record, record_of;     // as last asked for, and the game and hands that it tells of

  bool runs = false;  // somebody who plays is there
  Millis world_base = 0, room_base = 0;
  Millis idle_since = 0;   // nobody who plays has been there since then
  Millis told = 0;         // when everybody was last told of the room …
  bool untold = false;     // … and somebody has come or gone since

  std::uint32_t asked = 0;            // bots were asked in this position; 0: they were not …
  Millis asked_at = 0;                // … which arose then …
  std::vector<std::string> levels;    // … when these sat there …
  bool thinking = false;              // … a question is under way …
  std::shared_ptr<const int> wanted;  // … and matters as long as this is there …
  std::optional<Reaction> thought;    // … and this is what they do …
  Millis thought_due = kNever;        // … and when
  Millis warned = 0;                  // the deadline that has been warned of
  Millis due = kNever;                // as it stands in the hub's queue
  bool stuck = false;  // something impossible has happened: it is left alone until the next start

  Presence presence() const;
  void forget_thought();
};

// A room that is still only in the store.
struct Asleep {
  PlayerId creator;
  std::string create_id;
  Millis since = 0;  // nobody has been there since then
  Millis due = kNever;
};

std::string code_of(std::string text);  // a room's code as people type it
inline constexpr std::string_view kNotSeated = "not_seated";
inline Refused not_in_room() { return {"not_in_room", "join a room first", {}}; }

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
  void send(Conn conn, Text text, Sort sort = Sort::Message) {
    leave({issued, conn, std::move(text), sort, std::nullopt});
  }
  void send(Conn conn, std::string text) { send(conn, std::make_shared<const std::string>(std::move(text))); }
  void hang_up(Conn conn, CloseCode code, std::string_view why);
  void persist(std::vector<Write> writes);
  bool is_behind() const;  // is so much not durable yet that nothing more is begun?
  Session* session(Conn conn);
  Origin& origin(const std::string& address);
  void received(Session& who, std::string_view frame);
  void offend(Session& who);
  void closed(Conn conn);
  void sweep(Millis now);
  Bytes32 random32();
  std::string random_text(std::size_t length, std::string_view letters);

  // ---- hub_rooms.cpp: rooms
  Refused happen(Live& live, Entry entry, const Reply& answer = {});
  void publish(const Live& live, const Entry& entry, const std::vector<Event>& events);
  void tell_room(Live& live);
  void send_room(const Live& live, Conn conn);
  // Somebody has come or gone: everybody is told, but not too often. `newcomer` is told at once.
  void presence_changed(Live& live, Conn newcomer = 0);
  void to_all(const Live& live, const Text& text, Sort sort = Sort::Message);
  Text seen_by(const Live& live, Seat viewer, std::uint32_t n, By by, const std::vector<Event>* events);
  void send_table(const Live& live, const Session& who, std::uint32_t seen);
  GameWrite game_write(const Live& live) const;
  void ask_bots(Live& live);
  void thought(const std::string& code, std::uint32_t position, const Thought& what);
  void serve(Live& live);
  void serve_clocks(Live& live);
  void schedule(Live& live);
  void update_running(Live& live);
  void get_stuck(Live& live, std::string_view what);
  Millis closes_at(const Live& live) const;
  void close_room(std::string code);
  // A room that is only in the store is read. Null: there is none, or its log makes no sense.
  Live* find(const std::string& code);
  Live* wake(const std::string& code, std::string& why);
  void sleep(const std::string& code);  // back to the store alone
  void serve_asleep(const std::string& code);
  Millis room_now(const Live& live) const;
  Millis to_world(const Live& live, Millis room_time) const;
  ClockFace clock_of(const Live& live) const;
  std::string listed_rooms() const;

  // ---- hub_commands.cpp: what clients ask for
  void obey(Session& who, const Command& command);
  void refuse(Session& who, const Command& command, const Refused& why);
  // The answer that a resent command has had already; null: none.
  Text answered_before(const Session& who, const Live& live, const Command& command);
  // The room of a code. Wrong codes count for the player, then for the address; after too many of them nothing
  // is looked up. Null: it has been refused.
  Live* look_up(Session& who, const Command& command);
  bool is_full() const;  // has the store no space for anything new?
  int again_cost(const Live& live) const;
  const PlayerId& player_of(const Session& who, const Live& live) const;
  // Can it be kept? Everything that lasts is paid for by the player, and but for moves by the address.
  Refused may_write(Session& who, const Live* live, const Entry& entry);
  void hello(Session& who, const Command& command);
  void rooms_list(Session& who, const Command& command);
  void games_list(Session& who, const Command& command);
  void create(Session& who, const Command& command);
  void record(Session& who, const Command& command);
  void chat(Session& who, const Command& command);
  void at_seat(Session& who, const Command& command);
  Refused may_create(const Session& who, const Setting& setting);

  // ---- hub_seats.cpp: who comes and goes, and who sits where
  void join(Session& who, const Command& command);
  void resume(Session& who, const Command& command);
  void leave_room(Session& who, const Command& command);
  void sit(Session& who, const Command& command);
  void remove(Session& who, Live& live, const Command& command, Entry entry);
  void enter(Session& who, const std::string& code);
  void attach(Session& who, Live& live, Seat seat);
  Live* detach(Session& who);  // the room that was left
  // Whoever does what only hosts may becomes the host if there is none, or if it has been gone for a while.
  Refused take_over_hosting(Live& live, Seat seat);
  Refused just_gone(const Live& live, Seat seat, std::string_view who) const;
  void send_away(Live& live, Session& who);

  // What leaves waits until everything written before it is durable.
  struct Output {
    std::uint64_t after;
    Conn conn;
    Text text;
    Sort sort;
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
  std::map<PlayerId, Known> players;
  std::map<std::string, std::unique_ptr<Live>> rooms;
  std::map<std::string, Asleep> asleep;
  std::set<std::string> listed;  // rooms that anybody may find, and that somebody sits in
  std::set<std::string> unreadable;                // rooms whose logs make no sense: their codes are taken
  std::multimap<PlayerId, std::string> made_by;    // rooms by their creators
  std::set<std::pair<Millis, std::string>> queue;  // when each room has something to do
  Millis next_sweep = 0;
  std::shared_ptr<int> alive = std::make_shared<int>(0);  // callbacks look whether the hub is still there
};

}  // namespace comodin::server
