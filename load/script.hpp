// What the people of a run do: they say hello, sit down, agree, make moves when they are due, and come back
// to their seats. No socket and no clock: messages come in as texts, commands go out through a Link.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chance.hpp"
#include "load/load.hpp"
#include "load/message.hpp"

namespace comodin {

using Micros = std::int64_t;

// How the script reaches the world. People are numbered from 0, room by room.
struct Link {
  std::function<void(int person, std::string frame)> send;
  std::function<void(int person)> close;
  std::function<Micros()> now;
  std::function<void(const std::string& line)> note_ack;       // a line for LoadPlan::acks
  std::function<void(int person, std::string_view to)> moved;  // the server has sent this person elsewhere
  std::function<void(int person)> entered;                     // a room
};

class Script {
 public:
  Script(const LoadPlan& plan, LoadReport& report, Link link);

  int people() const { return static_cast<int>(people_.size()); }
  int welcomed() const { return welcomed_; }  // people whom the server knows, on their present connections
  int rooms_playing() const;
  std::uint64_t unanswered() const;
  int missing() const;  // people who have lost their seats in a game and are not back

  void opened(int person);
  void closed(int person);
  void heard(int person, std::string_view message);

  void open_room(int room);                 // its people may go there
  void move_is_due(int room, Micros when);  // now or as soon as somebody can make one
  void measure(bool on);                    // whether what happens counts in the report
  void resend_overdue();                    // commands that nobody has answered for long
  void probe(int person);                   // asks something, if this person sits in a game
  void finish();                            // nothing more will happen

 private:
  // A command that has not been answered.
  struct Pending {
    std::string id, frame, verb;
    Micros sent = 0;
    bool again = false;  // it has been sent more than once
  };
  struct Person {
    int index = 0, room = 0, seat = 1;
    std::string player_token, seat_token;
    std::string resume_id, join_id;
    bool welcome = false, seated = false;  // on the present connection
    long acked_n = 0;                      // of the last acknowledged command that was not a move
    long table_n = 0;                      // the last that this person saw of the table
    Micros lost = 0;                       // when the seat was, in a game that is measured; 0: it is not
    std::string move;                      // to be made next; empty: somebody else's turn
    Pending pending;
    SeenRoom seen;  // its `next` is what this person should do
  };
  struct Room {
    std::string code, stage;
    bool open = false;
    int games = 0;
    Micros due = 0;    // when the move under way was due; 0: there is none
    Micros owed = 0;   // when a move was due that waits for somebody to come back; 0: there is none
    Micros still = 0;  // since when a move has been due, or could have followed the last one; 0: none is due
    Micros longest = 0;  // that it stood still
    long table_n = 0;    // the last that anybody saw of the table
    long move_n = 0;     // the number it was acknowledged with; 0: not yet
    std::string relay_id;
    int heard = 0, turn = 0;     // relay: how many have heard of the move; whose turn it is
    std::deque<Micros> waiting;  // due times of moves that cannot be made yet
  };

  std::string fresh_id() { return "c" + std::to_string(++ids_); }
  Room& room_of(const Person& person) { return rooms_[static_cast<std::size_t>(person.room)]; }
  Person* people_of(int room) { return &people_[static_cast<std::size_t>(room * in_room_)]; }
  bool plays(const Room& room) const { return plan_.relay || room.stage == "playing"; }

  void welcome(Person& person, std::string_view message);
  void arrive(Person& person);
  void leave(int room);

  void send(Person& person, std::string frame) { link_.send(person.index, std::move(frame)); }
  void command(Person& person, const std::string& verb, const std::string& fields = "");
  void sit_down(Person& person);
  void resend(Person& person);
  void follow(Person& person);
  void acked(Person& person, std::string_view message);
  void after_ack(Person& person, const Pending& done, long n);
  void refused(Person& person, std::string_view message);

  void bye(Person& person, std::string_view message);
  void about_room(Person& person, std::string_view message);
  void about_table(Person& person, std::string_view message);
  void relay_heard(Person& person, std::string_view message);
  void new_stage(int room, std::string_view stage);

  Person* mover_of(int room);
  bool anybody_away(int room);
  bool make_move(int room, Micros due);
  void count_event(std::string_view message);
  void count_ack(Room& room);
  void went_on(Room& room);
  void end_move(int room);
  void end_move_if_seen(int room);

  const LoadPlan& plan_;
  LoadReport& report_;
  Link link_;
  int in_room_;  // people
  Random random_;
  std::vector<Person> people_;
  std::vector<Room> rooms_;
  std::uint64_t ids_ = 0;
  int welcomed_ = 0;
  bool measuring_ = false;
};

}  // namespace comodin
