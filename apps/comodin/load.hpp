// `comodin load`: many tables of people, played by one process, to measure and to try a server. Moves are
// made at times that are set beforehand, whether or not the server keeps up; latency counts from these times.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace comodin {

// ---- what a process uses (load_figures.cpp)
// ------------------------------------------------------------------

// How long things took, in microseconds.
class Latencies {
 public:
  void add(std::int64_t micros);
  std::uint64_t count() const { return all_.size(); }
  // `part` of them took no longer: 0.99. Zero if there are none.
  double millis(double part) const;

 private:
  mutable std::vector<std::uint32_t> all_;
  mutable bool sorted_ = true;
};

struct ProcessUse {
  double cpu_seconds = 0;  // user and system
  double resident_kib = 0;
};
// False: there is no such process, or it is not ours to see.
bool read_use(int pid, ProcessUse& out);

// Raises the number of files that this process may open as far as it goes, and says how far that is.
std::uint64_t raise_files();

// ---- a run
// ---------------------------------------------------------------------------------------------------

struct LoadPlan {
  std::string host = "127.0.0.1", path = "/ws";
  int port = 8080;
  int rooms = 100, seats = 4;
  double rate = 0.25;  // moves in a second, of each room
  double seconds = 60, ramp = 5;
  std::string edition = "powers", options;
  int clock = 45;
  int bots = 0;        // seats of each room that bots take
  int games = 0;       // a room is left after so many games, and a new one made; 0: never
  bool relay = false;  // the server is tools/relay
  bool reconnect = false;
  int server_pid = 0;  // 0: not known
  std::string acks;    // file; empty: none
  std::uint64_t seed = 1;
};

struct LoadReport {
  int sockets = 0, rooms_set_up = 0, rooms_playing = 0;
  std::uint64_t sent = 0, acked = 0, refused = 0, skipped = 0, unanswered = 0;
  std::uint64_t events = 0, event_bytes = 0, move_bytes = 0;
  std::uint64_t closed = 0, reconnected = 0, resent = 0, byes = 0, games = 0, hands = 0, rooms_left = 0;
  Latencies ack, event;
  double seconds = 0;
  bool has_use = false;
  ProcessUse idle, begin, end;  // of the server: with the sockets only, and around the measured time
  std::map<std::string, std::uint64_t> errors;
};

// False: it could not be done at all, and why.
bool run_load(const LoadPlan& plan, LoadReport& report, std::string& why);

}  // namespace comodin
