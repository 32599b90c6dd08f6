// Tap: the socket under a WebSocket, with an eye on what comes in. Only web_socket.hpp includes this.
#pragma once

#include <algorithm>
#include <boost/asio.hpp>

#include "server/frames.hpp"
#include "server/metrics.hpp"
#include "server/outside.hpp"

namespace comodin::server {

namespace asio = boost::asio;
using Error = boost::system::error_code;
using Tcp = asio::ip::tcp;
// The executor is named, not erased: it is cheaper, and everything runs on one loop.
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<Tcp, Executor>;

class Tap;

// Passes on what a read brings, when its frames have been counted.
template <class Handler, class Buffers>
struct Counting {
  Tap* tap;
  Handler handler;
  Buffers buffers;
  void operator()(Error ec, std::size_t n);
};

class Tap {
 public:
  using executor_type = Executor;
  Tap(Socket socket, const FrameLimits* limits, Traffic& traffic)
      : socket_(std::move(socket)), limits_(limits), traffic_(traffic) {}

  executor_type get_executor() { return socket_.get_executor(); }
  Socket& next_layer() { return socket_; }
  const Socket& next_layer() const { return socket_; }
  Verdict verdict() const { return verdict_; }

  template <class Buffers>
  void count(const Buffers& buffers, std::size_t n, Error& ec) {
    traffic_.bytes_in += n;
    if (!limits_) return;
    const Millis now = now_ms();
    for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers) && n;
         ++at) {
      const asio::const_buffer part(*at);
      const std::size_t size = std::min(n, part.size());
      verdict_ = counter_.feed({static_cast<const std::uint8_t*>(part.data()), size}, now, *limits_);
      if (verdict_ != Verdict::Fine) return void(ec = asio::error::no_permission);
      n -= size;
    }
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    const auto begin = [this](auto handler, const Buffers& into) {
      socket_.async_read_some(into, Counting<decltype(handler), Buffers>{this, std::move(handler), into});
    };
    return asio::async_initiate<Token, void(Error, std::size_t)>(begin, token, buffers);
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return socket_.async_write_some(buffers, std::forward<Token>(token));
  }

 private:
  Socket socket_;
  const FrameLimits* limits_;  // null: nobody is counted
  Traffic& traffic_;
  FrameCounter counter_;
  Verdict verdict_ = Verdict::Fine;
};

template <class Handler, class Buffers>
void Counting<Handler, Buffers>::operator()(Error ec, std::size_t n) {
  tap->count(buffers, n, ec);
  handler(ec, n);
}

}  // namespace comodin::server

// A Counting handler runs where the handler in it does.
template <template <class, class> class Associator, class Handler, class Buffers, class Default>
struct boost::asio::associator<Associator, comodin::server::Counting<Handler, Buffers>, Default>
    : Associator<Handler, Default> {
  static auto get(const comodin::server::Counting<Handler, Buffers>& it) noexcept {
    return Associator<Handler, Default>::get(it.handler);
  }
  static auto get(const comodin::server::Counting<Handler, Buffers>& it, const Default& other) noexcept {
    return Associator<Handler, Default>::get(it.handler, other);
  }
};
