// The load generator: one process plays many tables of people against a server, to measure it and to try it
// out. Moves are made at times that are set beforehand, whether or not the server keeps up; latency counts
// from these times.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "load/address.hpp"
#include "load/figures.hpp"

namespace comodin {

struct LoadPlan {
  std::vector<LoadAddress> servers = {{}};  // of one cluster: the people of a room begin at different ones
  int rooms = 100, seats = 4;
  double rate = 0.25;  // moves in a second, of each room
  double seconds = 60, ramp = 5;
  std::string edition, options;
  int clock = 45;
  int bots = 0;        // seats of each room that the server's bots take
  int games = 0;       // a room is left after this many games, and another one made; 0: never
  bool relay = false;  // the server is tools/relay
  bool reconnect = false;
  double patience = 3;  // reconnect: a server that answers nothing for so many seconds is taken for dead
  int server_pid = 0;   // 0: not known
  const std::atomic<bool>* stop = nullptr;  // set: the moves end now, before their time
  std::string acks;                         // file to append acknowledged commands to; empty: none
  std::uint64_t seed = 1;
};

struct LoadReport {
  int sockets = 0, rooms_set_up = 0, rooms_playing = 0;
  std::uint64_t sent = 0, acked = 0, refused = 0, skipped = 0, unanswered = 0;
  std::uint64_t events = 0, event_bytes = 0, move_bytes = 0;
  std::uint64_t closed = 0, reconnected = 0, resent = 0, byes = 0, games = 0, hands = 0, rooms_left = 0;
  std::uint64_t moved = 0;  // the server has sent somebody to another one
  Latencies ack, event;
  Latencies back;   // from losing one's seat in a game, however it was lost, to sitting there again
  Latencies still;  // of each room: the longest time for which a move was due and none was made
  double seconds = 0;
  bool has_use = false;
  ProcessUse idle, begin, end;  // of the server: with sockets only; before and after the measured time
  std::map<std::string, std::uint64_t> errors;
};

// False: nothing could be measured, and why.
bool run_load(const LoadPlan& plan, LoadReport& report, std::string& why);

std::string report_text(const LoadPlan& plan, const LoadReport& report);
std::string report_json(const LoadPlan& plan, const LoadReport& report);

}  // namespace comodin
