// Dialer: many WebSocket connections to servers, in one thread: for `comodin load` and for tests.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/common/time.hpp"

namespace comodin::server {

class Dialer {
 public:
  using Id = std::uint64_t;  // of one connection, from 1; never used again

  struct Callbacks {
    std::function<void(Id)> opened;
    std::function<void(Id, std::string_view text)> text;
    // Also if it could not be opened. `code` is what the server closed with; 0: it did not say.
    std::function<void(Id, int code)> closed;
  };
  explicit Dialer(Callbacks callbacks);
  ~Dialer();

  // `host`: an address, or a name that is looked up at once. 0: there is no such host.
  Id connect(const std::string& host, int port, const std::string& path, const std::string& origin = "");
  void send(Id id, std::string text);
  void close(Id id);

  void after(Millis ms, std::function<void()> what);
  void run();  // until stop()
  void run_for(Millis ms);
  void stop();

  static std::int64_t now_us();  // monotonic

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace comodin::server
