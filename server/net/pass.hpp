// Pass: a client's connection that another node serves. Its bytes are passed on both ways, as they are. Only
// net.cpp includes this.
#pragma once

#include <netinet/tcp.h>

#include <array>
#include <boost/asio.hpp>
#include <chrono>
#include <memory>
#include <utility>

#include "server/net/metered_socket.hpp"
#include "server/net/metrics.hpp"

namespace comodin::server {

class Pass : public std::enable_shared_from_this<Pass> {
 public:
  // `kept` goes when this goes.
  Pass(Socket client, Socket node, std::shared_ptr<void> kept, Traffic& traffic,
       std::chrono::milliseconds farewell)
      : ways_{Way{std::move(client)}, Way{std::move(node)}},
        kept_(std::move(kept)),
        traffic_(traffic),
        farewell_(farewell),
        timer_(ways_[0].from.get_executor()) {
    ++traffic_.passed_on;
  }
  ~Pass() { --traffic_.passed_on; }
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  void end() { end(ways_[1]); }

  void start() {
    for (Way& way : ways_) {
      notice_the_dead(way.from);
      carry(way);
    }
  }

 private:
  static constexpr std::size_t kBlock = 4096;
  struct Way {
    Socket from;
    bool over = false;
    std::array<char, kBlock> block = {};
  };

  Way& other(Way& way) { return &way == &ways_[0] ? ways_[1] : ways_[0]; }

  // Both ends ask each other whether they are there. If both machines are gone, only the system can tell.
  static void notice_the_dead(Socket& socket) {
    Error ec;
    socket.set_option(asio::socket_base::keep_alive(true), ec);
    const std::pair<int, int> options[] = {{TCP_KEEPIDLE, 60}, {TCP_KEEPINTVL, 10}, {TCP_KEEPCNT, 3}};
    for (const auto& [name, seconds] : options)
      ::setsockopt(socket.native_handle(), IPPROTO_TCP, name, &seconds, sizeof seconds);
  }

  // Whoever reads slowly is waited for: what the node may owe them is the node's to say.
  void carry(Way& way) {
    way.from.async_read_some(
        asio::buffer(way.block), [self = shared_from_this(), &way](Error ec, std::size_t n) {
          if (ec) return self->end(way);
          asio::async_write(
              self->other(way).from, asio::buffer(way.block, n),
              [self, &way](Error wrong, std::size_t) { wrong ? self->end(way) : self->carry(way); });
        });
  }

  // What has been read is still sent; the other way has a moment to come to its end, too.
  void end(Way& way) {
    if (std::exchange(way.over, true)) return;
    Error ec;
    other(way).from.shutdown(Socket::shutdown_send, ec);
    if (other(way).over) return close();
    timer_.expires_after(farewell_);
    timer_.async_wait([self = shared_from_this()](Error cancelled) {
      if (!cancelled) self->close();
    });
  }

  void close() {
    Error ec;
    timer_.cancel();
    for (Way& way : ways_) way.from.close(ec);
  }

  std::array<Way, 2> ways_;
  std::shared_ptr<void> kept_;
  Traffic& traffic_;
  std::chrono::milliseconds farewell_;
  asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>,
                             Executor>
      timer_;
};

}  // namespace comodin::server
