// The simulation's clients. They behave as a page in a browser would: say hello, take a seat, accept, play
// from the moves they were sent, resend what was not answered, come back with their token.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "server/hub/world.hpp"
#include "tests/server/simulation_laws.hpp"

namespace comodin::server {

class Simulation;

// What a few people mean to do together.
struct Plan {
  int number = 0;  // of the plan
  std::string setting;
  std::vector<std::string> levels;  // of bots that the host may add
  int persons = 2;
  int games = 1;
  std::string room;  // its code, as friends tell each other; empty: not created yet
};

std::unique_ptr<Plan> some_plan(int number, Random& random);

// Somebody, with what a browser keeps for all its tabs.
class Tab;
struct Person {
  std::vector<const Tab*> tabs;
  std::string name, address;
  Plan* plan = nullptr;
  bool founds = false;   // creates the room
  bool watches = false;  // takes no seat
  bool hostile = false;  // a stranger who wants no game: sits, stands, kicks, floods, comes back
  bool out = false;      // was removed from the room, and goes home
  std::string player, player_token;
  std::map<std::uint32_t, std::string> tokens;  // of the seat, by the entry they came with
  std::uint32_t sat = 0;                        // the entry that gave the seat
  std::string room;                             // of that seat
  int seat = 0;
  char main = 'a';                             // the tab that has the seat, or takes one
  std::map<std::string, std::string> numbers;  // commitment to number
};

class Tab {
 public:
  Tab(Simulation& sim, Person& person, char letter) : sim_(sim), person_(person), letter_(letter) {
    person.tabs.push_back(this);
  }

  void wake();                                                // checks what there is to do
  void hear(Conn conn, const std::string& message, int era);  // as sent in that era
  void gone(Conn conn);                                       // the connection has turned out to be dead

  bool settled() const { return dormant_ || (conn_ && !room_.empty() && pending_.empty()); }
  Conn conn() const { return conn_; }
  bool dormant() const { return dormant_; }
  void sleep() { dormant_ = true; }
  bool hostile() const { return person_.hostile; }
  const std::string& room() const { return room_; }
  const std::string& lobby() const { return lobby_; }
  const std::string& table() const { return table_; }

 private:
  struct Pending {
    std::string id, verb, frame, room;
    Millis sent = 0;
    bool waits = false;  // to be sent again when the seat is back
  };

  void connect();
  void command(const std::string& verb, const std::string& fields = "");
  void transmit(Pending& one);
  void resend(const std::string& verb);
  void reset();
  void lose_seat();
  bool looks_again() const;
  void settle_in();
  void resume();
  void answered(const std::string& message, const std::string& type, int era);
  Laws::Answered named(const Pending& one, int era) const;
  void acknowledged(const Pending& one, const std::string& message);
  void refused(const Pending& one, const std::string& message);
  void act();
  void act_in_lobby(bool hosts);
  void make_ready();
  void make_move();
  bool something_else();
  void mischief();
  void go_home();
  void nonsense();
  bool host_is_here() const;
  std::string stage() const;

  Simulation& sim_;
  Person& person_;
  char letter_;  // its ids begin with it
  int ids_ = 0;
  Conn conn_ = 0;
  Millis away_ = 0;  // it was in a room until then; 0: it is, or it was in none
  std::string to_;   // the node that it was sent on to; empty: any will do
  bool welcomed_ = false, dormant_ = false;
  std::string room_;           // that the connection is in
  int seat_ = 0;               // and there
  std::string lobby_, table_;  // the last room message, and the last with a view
  std::uint32_t seen_ = 0;     // the last entry of the table that was told
  std::uint32_t seated_ = 0;   // the entry with which this tab came to its seat
  std::string trying_;         // the token that a resume shows
  std::vector<Pending> pending_;
  std::map<std::string, Pending> done_;  // that have been answered
};

}  // namespace comodin::server
