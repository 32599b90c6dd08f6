// The simulation's laws: what the disk holds is folded here entry by entry, and everything that leaves the
// server or reaches a client is checked against it. The first broken law ends the run.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "server/hub/messages.hpp"
#include "server/hub/world.hpp"
#include "server/room/room.hpp"
#include "server/store/store.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {

class Laws {
 public:
  Laws();

  // A server has given a write to its store. `up` is how long servers have run in all.
  void given(const Write& write, Millis up);
  // A write has become durable; and with it all of its transaction.
  struct Owner {  // of the room, when that was written
    std::int64_t node = 0, epoch = 0;
  };
  void durable(const Write& write, Owner owner);
  void transaction_ended();
  // A server hands a message to the network.
  struct Sender {
    std::int64_t node = 0;
    Millis up = 0;  // how long servers have run in all
    int era = 0;    // of what this one remembers (simulation_ground.hpp)
  };
  void sending(Conn conn, const std::string& message, Sender from);
  // A client reads an answer. `key` names whose command it is: an id may be used by several people.
  struct Answered {
    std::string key, id, verb, room;
    int era = 0;
  };
  void answered(const Answered& command, const std::string& message);
  // A client that sits at a table reads the events of an entry, or a view; `seen` is the last before it, 0 if
  // it has just come.
  void heard(const std::string& code, std::uint32_t seen, const std::string& message);

  // Everything that can be checked only at the end.
  void at_the_end(const std::vector<StoredRoom>& stored);
  // What a client sees must be what the log says.
  void same_table(const std::string& code, const std::string& message);
  void same_lobby(const std::string& code, const std::string& message, std::uint32_t n = UINT32_MAX);

  void fail(const std::string& law, const std::string& what);
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }

  const Room* room(const std::string& code) const;
  std::uint32_t entries(const std::string& code) const;
  // The entry that last gave the seat to somebody, of the first so many entries; 0: none.
  std::uint32_t sat(const std::string& code, Seat seat, std::uint32_t until = UINT32_MAX) const;
  int finished(const std::string& code) const;

  struct Figures {
    long entries = 0, moves = 0, games = 0, sent = 0, answers = 0, resent = 0, refused = 0, compared = 0;
    long clocks = 0;
  } figures;

 private:
  struct Log {
    explicit Log(RuleCache& cache) : room(cache) {}
    Room room;
    std::vector<Entry> entries;
    std::vector<std::string> bodies;
    std::vector<std::shared_ptr<const std::string>> lobbies;  // what everybody may know after each entry …
    std::uint32_t outward = 0;                                // … as far as moves change that
    Owner owner;                                              // who wrote the last one
    std::set<std::pair<std::string, std::string>> done;       // player, command
    int finished = 0;
    bool closed = false;
    struct Clock {
      std::uint32_t n = 0;  // the last entry that can have wound it
      Seat seat = kNoSeat;
      Millis left = 0, up = 0;
      int era = 0;
    } clock;
  };
  struct Line {
    std::string room;
    std::uint32_t n = 0, events = 0;
    Seat seat = kNoSeat;    // that the server has said it has …
    std::uint32_t sat = 0;  // … and the entry that gave it away
  };
  struct First {
    std::string message;
    int era = 0;
  };

  void entry(const LogWrite& write, Owner owner);
  void one_owner_at_a_time(Log& log, const std::string& where, Owner owner);
  void keep_lobby(Log& log);
  void game(const GameWrite& write);
  void numbers_are_durable(Line& line, Log& log, const std::string& type, const std::string& message);
  void cards_are_conserved(const Log& log, const std::string& message);
  void clock_is_fair(Log& log, const std::string& code, const std::string& message, Sender from);
  void same_view(const Log& log, const std::string& message, const Line* line);
  void hand_is_its_owners(const Log& log, const std::string& message);
  void entry_is_there(const Answered& command, const std::string& message);
  Log* find(const std::string& code);

  RuleCache cache_;
  std::map<std::string, std::unique_ptr<Log>> logs_;
  std::map<std::pair<std::string, std::uint32_t>, Millis> given_;  // when each entry was written
  std::map<std::string, GameWrite> games_;
  std::map<Conn, Line> lines_;
  std::map<std::string, First> answers_;
  std::string over_;  // a game whose record must come with its last move
  std::string failure_;
};

// A message without what no log knows: who is there, how many watch, clocks; and without its number.
std::string without_presence(std::string message);

// The part of a room message about one seat, from 1; empty: none.
std::string seat_part(const std::string& room_message, int seat);

}  // namespace comodin::server
