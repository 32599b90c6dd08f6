// Network: sockets, HTTP and WebSocket around a hub. One thread runs everything that touches the hub; bots
// that think long have threads of their own. Boost.Beast is known only to net.cpp, dial.cpp and the two
// headers that they share (web_socket.hpp, metered_socket.hpp).
//
// What the hub can count on: opened() comes before anything else of a connection, closed() exactly once after
// it, even when the hub closed it; frames are whole texts of at most kFrameMax bytes, valid UTF-8; nothing of
// World calls back into the hub before it returns; tick() follows every call.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/common/log_line.hpp"
#include "server/hub/hub.hpp"
#include "server/net/door.hpp"
#include "server/net/frames.hpp"
#include "server/net/http.hpp"
#include "server/net/metrics.hpp"

namespace comodin::server {

struct NetSettings {
  std::string listen = "127.0.0.1";
  int port = 8080;       // 0: any; port() says which
  int metrics_port = 0;  // 0: none; always on 127.0.0.1
  Log log = Log::Json;
  int workers = 1;  // threads for bots that think long

  DoorSettings door;                     // who may come in
  FrameLimits frames;                    // of one connection
  std::size_t queue_bytes = 512 * 1024;  // waiting to be sent to one connection; then it is cut
  std::size_t queue_messages = 1024;

  Millis request_ms = 10'000;  // for sending a request, or a handshake
  Millis idle_ms = 60'000;     // a connection that does not even answer pings
  Millis stuck_ms = 20'000;    // a message that does not get out
  Millis farewell_ms = 2'000;  // for the other side to hear why, and to hang up
  Millis stop_ms = 5'000;      // for a graceful stop …
  Millis drain_ms = 30'000;    // … and for handing rooms over before it
};

// This server, as a node of a store that others use, too. They believe each other's X-Forwarded-For.
struct NodeIdentity {
  std::string name, secret;  // empty: it is alone
};

class Network {
 public:
  // Listens, but accepts nobody before run(). Null, and why.
  static std::unique_ptr<Network> open(NetSettings settings, std::string& why);
  ~Network();

  int port() const;
  World& world();

  // From any thread: runs it on the loop, where the hub is.
  void post(std::function<void()> work);

  // Until SIGTERM, SIGINT or stop(); then has the hub hand its rooms over, tells everybody, waits for the hub
  // to settle, and closes. Asked again, it leaves out what it is at.
  void run(Hub& hub, Pages pages, std::function<std::string()> more_metrics, NodeIdentity node = {});
  void stop();  // from any thread

 private:
  struct Impl;
  explicit Network(std::unique_ptr<Impl> in);
  std::unique_ptr<Impl> impl_;
};

}  // namespace comodin::server
