// Door: who may come in. Counts sockets and requests by address, and looks at origins; without sockets.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/common/buckets.hpp"
#include "server/net/http.hpp"
#include "server/net/metrics.hpp"

namespace comodin::server {

struct DoorSettings {
  std::vector<std::string> origins;  // of pages that may connect (server/net/page_origin.hpp)
  std::vector<std::string> proxies;  // networks whose X-Forwarded-For is believed
  int connections = 40000;           // at once, HTTP too
  int connections_per_address = 64;  // at once
  Rate handshakes{30, 2};            // of one address
  Rate requests{2000, 200};          // of one address; a first visit makes fifty
};

class Door;

// One socket, counted for an address as long as it lives.
class Guest {
 public:
  Guest(Door& door, const std::string& peer);
  ~Guest();
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;
  const std::string& counted() const { return counted_; }
  const std::string& client() const { return client_; }  // its address, as far as we believe what is said

 private:
  friend class Door;
  bool hold();  // counts the socket for its address; false: the address has too many
  void release();
  void set_address(const std::string& address);

  Door& door_;
  std::string address_, client_, counted_;
  bool by_proxy_, holds_ = false;
};

class Door {
 public:
  Door(const DoorSettings& settings, Traffic& traffic);
  // Makes the settings plain. False, and why.
  static bool check(DoorSettings& settings, std::string& why);

  // For a new socket: 200, or what it is told before it is closed.
  HttpReply admit(Guest& guest);
  // For each request: 200, or why not. A proxy says for whom it speaks, and so does another node.
  HttpReply request(Guest& guest, std::string_view forwarded_for, bool by_node, Millis now);
  // For a request to become a WebSocket: 101, or why not. Refusing in HTTP costs less.
  HttpReply upgrade(Guest& guest, const std::vector<std::string_view>& origins, std::string_view host,
                    Millis now);
  void shut() { shut_ = true; }
  bool is_shut() const { return shut_; }

 private:
  friend class Guest;
  HttpReply refused(int status, std::string_view reason, std::string text);
  bool is_proxy(const std::string& address) const;

  DoorSettings settings_;
  Traffic& traffic_;
  std::unordered_map<std::string, int> per_address_;
  Buckets handshakes_, requests_;
  bool shut_ = false;
};

}  // namespace comodin::server
