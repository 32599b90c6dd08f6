// A hub without sockets, for tests: its clock, chance, connections and store are here, and move when the test
// says so.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "notation/library.hpp"
#include "server/hub/hub.hpp"
#include "server/store/memory_store.hpp"

namespace comodin::server {

// A field of a message: "seat" of {"type":"ack","seat":2} is `2`; texts come without quotes. Empty: not
// there.
std::string field(const std::string& message, const std::string& key);
// Where the text occurs, as std::string::find says; many times faster in long messages full of quotes.
std::size_t place_of(std::string_view what, std::string_view message, std::size_t from = 0);
// The texts of a list: "moves" of an events or view message.
std::vector<std::string> list(const std::string& message, const std::string& key);
inline std::string type_of(const std::string& message) { return field(message, "type"); }
inline std::uint32_t number(const std::string& message, const std::string& key) {
  return static_cast<std::uint32_t>(std::atol(field(message, key).c_str()));
}
inline std::string why(const std::string& answer) { return field(answer, "why"); }

// `"key":"value"`: a field of a command.
inline std::string text(const std::string& key, const std::string& value) {
  return "\"" + key + "\":\"" + value + "\"";
}

// Generous: tests of limits set their own.
Limits easy_limits();

class BenchWorld : public World {
 public:
  explicit BenchWorld(Key seed = 1, Limits some = easy_limits());

  // ---- World
  Millis now() override { return clock; }
  std::int64_t today() override { return 1800000000 + clock / 1000; }
  void random(std::span<std::uint8_t> out) override;
  void send(Conn conn, Text text, Sort sort) override;
  void close(Conn conn, CloseCode code, std::string_view why) override;
  void think(ThinkJob job, std::function<void(Thought)> done) override;
  void log_operation(std::string_view event, std::string_view detail) override;

  // ---- what tests do
  Conn connect(const std::string& address = "10.0.0.1");
  void hang_up(Conn conn);                          // the client's side
  void say(Conn conn, const std::string& command);  // and everything that follows from it at once
  void settle();                                    // commits, thoughts, what is due now
  void pass(Millis ms);                             // time, with everything due in it
  void restart();                                   // kill -9: what was not durable is gone

  std::string record(const std::string& game);  // empty: there is none

  // What a connection has been sent since the last call.
  std::vector<std::string> take(Conn conn);
  // The last message of a type, kept until another comes; empty: none yet.
  const std::string& last(Conn conn, const std::string& type);
  bool open(Conn conn) const { return inbox_.contains(conn) && !closed_.contains(conn); }
  CloseCode closed_with(Conn conn) const { return closed_.at(conn); }

  Millis clock = 1000;
  Limits limits;
  MemoryStore store;
  std::unique_ptr<Hub> hub;
  std::vector<std::string> operations;
  bool auto_commit = true;
  bool slow_thoughts = false;  // bots do not come to an end
  std::size_t thoughts() const { return thoughts_.size(); }
  std::vector<std::string>* said = nullptr;  // if set: everything that is said …
  std::vector<std::string>* sent = nullptr;  // … and everything that is sent

 private:
  Random random_;
  Conn next_ = 1;
  std::map<Conn, std::vector<std::string>> inbox_;
  std::map<Conn, std::map<std::string, std::string>> last_;
  std::map<Conn, CloseCode> closed_;
  std::deque<std::pair<ThinkJob, std::function<void(Thought)>>> thoughts_;
};

// A client of that hub.
class BenchClient {
 public:
  explicit BenchClient(BenchWorld& world, const std::string& address = "10.0.0.1")
      : world_(world), address_(address) {}

  void connect();
  // {"do":verb,"id":…,fields}: the answer, ack or refused or whatever names the id. `id`: to send one again.
  std::string ask(const std::string& verb, const std::string& fields = "", const std::string& id = "");
  // The same without waiting for an answer.
  std::string send(const std::string& verb, const std::string& fields = "", const std::string& id = "");
  std::string create(const std::string& fields);  // and joins: the room's code
  void sit(const std::string& code, const std::string& name, int wanted = 0);
  std::string resume();  // a new connection, the same seat
  std::string move(const std::string& text);
  std::vector<std::string> moves();
  const std::string& last(const std::string& type) { return world_.last(conn, type); }
  long n();  // the last number seen

  Conn conn = 0;
  std::string player, player_token, room, token, last_id;
  int seat = 0;

 private:
  BenchWorld& world_;
  std::string address_;
  int ids_ = 0;
};

}  // namespace comodin::server
