// The network between the simulation's clients and servers. Messages are slow; connections are cut with what
// is under way; between some clients and a node nothing arrives for a while.
#pragma once

#include <map>
#include <string>

#include "server/hub/world.hpp"
#include "tests/server/simulation_ground.hpp"

namespace comodin::server {

class SimNode;
class Tab;

class Network {
 public:
  explicit Network(Ground& ground) : ground_(ground) {}

  // ---- for clients
  // `to`: null if there is no such node.
  Conn open(Tab& tab, const std::string& address, SimNode* to);
  void say(Conn conn, const std::string& frame);
  void hang_up(Conn conn);  // what was said before still arrives
  bool is_up(Conn conn) const;

  // ---- for nodes
  void send(Conn conn, const Text& text, int era);
  void close(Conn conn);
  bool talks_to(const SimNode& node) const;  // does anybody?
  // Its process has ended.
  void forget(const SimNode& node);

  // ---- what goes wrong
  void cut(Conn conn);
  // From now on nothing arrives between the two, for so long.
  void part(Tab& tab, SimNode& node, Millis ms);
  void heal() { parted_.clear(); }

 private:
  struct Link {
    Tab* tab = nullptr;
    SimNode* node = nullptr;
    int process = 0;    // of the node
    bool up = true;     // what is under way arrives
    bool deaf = false;  // the client has closed it
    Millis to_server = 0, to_client = 0;
  };
  bool is_parted(Tab* tab, SimNode* node) const;
  Millis next(Millis& last);  // when a message arrives that is sent now

  Ground& ground_;
  Conn next_conn_ = 1;
  std::map<Conn, Link> links_;
  std::map<std::pair<Tab*, SimNode*>, Millis> parted_;  // until then
};

}  // namespace comodin::server
