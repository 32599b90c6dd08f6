// The simulation: clients, network, servers, their clocks and stores in one thread, from one seed.
// Connections are cut with what is under way, commands come twice, disks and databases are slow, servers die
// between any two steps and come back, clocks leap. Where several nodes share a database, they also are
// paused, parted from it or from clients, upgraded, come and go, and it crashes and fails over. After a while
// all that ends, and everything must come to rest as the laws say.
//
// Its parts: ground (time, chance), network, node (a process, its hub), store and database, client, laws.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/room/entry.hpp"
#include "tests/server/simulation_client.hpp"
#include "tests/server/simulation_database.hpp"
#include "tests/server/simulation_ground.hpp"
#include "tests/server/simulation_network.hpp"
#include "tests/server/simulation_node.hpp"

namespace comodin::server {

class Simulation : public Ground {
 public:
  static constexpr Millis kLongMs = 1'800'000;  // by then games have long ended, if nobody is stuck
  explicit Simulation(Key seed);
  // Runs to the end, or to the first broken law. What is wrong, with the last steps; empty: nothing.
  std::string run();

  // ---- for clients
  // `to`: where a node has sent this client on to; empty: any node.
  Conn open(Tab& tab, const std::string& address, const std::string& to);
  void say(Conn conn, const std::string& frame) { network_.say(conn, frame); }
  void hang_up(Conn conn) { network_.hang_up(conn); }
  bool quiet() const { return quiet_; }  // nothing new is begun any more
  bool long_after_faults() const { return time() > faults_ms_ + kLongMs; }
  // This tab was in a room until then, and is again.
  void came_back(const Tab& tab, Millis since);
  // Has nothing been wrong since then, but that nodes are upgraded?
  bool calm_since(Millis when) const { return when > faults_ms_ + kCalmMs; }

 private:
  static constexpr Millis kCalmMs = 20'000;  // in which what was wrong is noticed

  void make_people();
  void add_node();
  bool at_rest() const;
  bool waits_for_a_stranger(const Room& room) const;
  bool given_up(const Plan& plan) const;
  bool settled() const;
  void compare_all();
  void lists_agree();
  std::vector<StoredRoom> stored() const;

  // ---- simulation_faults.cpp: what goes wrong
  void leap();
  void mishap();
  void to_a_node(std::uint32_t kind);
  void to_the_database(std::uint32_t kind);
  void part_clients(SimNode& node);
  void end_faults();
  void upgrade(std::size_t which);
  void finish_upgrade(std::size_t which, int process);
  SimNode& some_node();
  bool may_leave(const SimNode& node) const;
  Millis some_time();

  Limits limits_;
  Network network_{*this};
  std::unique_ptr<SimDatabase> database_;  // null: the one node has a disk of its own
  std::vector<std::unique_ptr<SimNode>> nodes_;
  std::uint32_t kinds_ = 0;  // of mishaps, a bit each
  Millis pace_ = 0;          // between two
  int newest_ = kLogFormat;  // of logs
  bool upgrading_ = false;
  bool quiet_ = false;
  Millis faults_ms_ = 0;
  std::vector<std::unique_ptr<Plan>> plans_;
  std::vector<std::unique_ptr<Person>> persons_;
  std::vector<std::unique_ptr<Tab>> tabs_;
};

}  // namespace comodin::server
