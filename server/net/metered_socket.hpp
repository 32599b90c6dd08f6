// MeteredSocket: the socket under a WebSocket; it counts the frames that come in, and passes on those that
// Beast writes by itself. Only web_socket.hpp includes this.
#pragma once

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <string>

#include "server/net/frames.hpp"
#include "server/net/machine.hpp"
#include "server/net/metrics.hpp"

namespace comodin::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Error = boost::system::error_code;
using Tcp = asio::ip::tcp;
// The executor's type is named, not erased: that is cheaper, and everything runs on one loop.
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<Tcp, Executor>;

class MeteredSocket;

// Takes whole frames that have to be written.
class FrameSink {
 public:
  virtual void write_frame(std::string frame) = 0;

 protected:
  ~FrameSink() = default;
};

// Passes on what a read brings, when its frames have been counted.
template <class Handler, class Buffers>
struct Counting {
  MeteredSocket* socket;
  Handler handler;
  Buffers buffers;
  void operator()(Error ec, std::size_t n);
};

class MeteredSocket {
 public:
  using executor_type = Executor;
  MeteredSocket(Socket socket, const FrameLimits* limits, Traffic& traffic)
      : socket_(std::move(socket)), limits_(limits), traffic_(traffic) {}

  executor_type get_executor() { return socket_.get_executor(); }
  Socket& next_layer() { return socket_; }
  const Socket& next_layer() const { return socket_; }
  FrameCheck frame_check() const { return frame_check_; }
  Millis heard_at() const { return heard_at_; }
  // From now on: what Beast writes must not come between the pieces of a message.
  void write_to(FrameSink* sink) { sink_ = sink; }

  template <class Buffers>
  void count(const Buffers& buffers, std::size_t n, Error& ec) {
    traffic_.bytes_in += n;
    const Millis now = heard_at_ = now_ms();
    if (!limits_) return;
    for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers) && n;
         ++at) {
      const asio::const_buffer part(*at);
      const std::size_t size = std::min(n, part.size());
      frame_check_ = counter_.feed({static_cast<const std::uint8_t*>(part.data()), size}, now, *limits_);
      if (frame_check_ != FrameCheck::Fine) {
        ec = asio::error::no_permission;
        return;
      }
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
    const auto begin = [this](auto handler, const Buffers& from) {
      if (!sink_) return socket_.async_write_some(from, std::move(handler));
      std::string frame(asio::buffer_size(from), '\0');
      asio::buffer_copy(asio::buffer(frame), from);
      const std::size_t size = frame.size();
      sink_->write_frame(std::move(frame));
      asio::post(socket_.get_executor(), beast::bind_front_handler(std::move(handler), Error(), size));
    };
    return asio::async_initiate<Token, void(Error, std::size_t)>(begin, token, buffers);
  }

 private:
  Socket socket_;
  const FrameLimits* limits_;  // null: nobody is counted
  Traffic& traffic_;
  FrameCounter counter_;
  FrameCheck frame_check_ = FrameCheck::Fine;
  FrameSink* sink_ = nullptr;
  Millis heard_at_ = now_ms();
};

template <class Handler, class Buffers>
void Counting<Handler, Buffers>::operator()(Error ec, std::size_t n) {
  socket->count(buffers, n, ec);
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
