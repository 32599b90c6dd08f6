// A hub for tests of the network alone: it answers each frame with itself. Some words make it do more:
//   bye          closes the connection
//   kick         closes all others
//   pour N       sends N messages of a KiB
//   think LEVEL  asks a bot of that level for a move, and says who moves
//   who          says for whom the connection counts
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "server/net/net.hpp"

namespace comodin::server {

// A server in a thread of its own, with such a hub behind it.
class EchoServer {
 public:
  explicit EchoServer(NetSettings settings, NodeIdentity node = {});
  ~EchoServer();
  int port() const;
  int metrics_port() const;
  void begin_stop();
  void stop();  // and waits until it has

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Settings for tests: any port, generous to one address, no log.
NetSettings test_settings();

// A position in which seat 1 is asked, with bots of this level at all seats.
ThinkJob some_job(const std::string& level);

// What echo hubs have been told since the program began.
struct Told {
  std::atomic<int> opened{0}, closed{0}, stopped{0}, twice{0};
  std::atomic<bool> drains{false};  // hubs have rooms to hand over
  std::string b;                    // where node `b` is, for hubs that are asked
};
Told& told();

}  // namespace comodin::server
