// One WebSocket, with a queue of what waits to be sent. Only net.cpp and dial.cpp include this.
#pragma once

#include <array>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>

#include "server/net/machine.hpp"
#include "server/net/metered_socket.hpp"
#include "server/net/net.hpp"

namespace comodin::server {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

constexpr std::size_t kChunk = 512;        // bytes of a message read at once
constexpr std::size_t kWriteBuffer = 512;  // used by clients only: they have to mask
constexpr std::size_t kClientMessageMax = 1 << 20;
constexpr std::size_t kFarewellMost = 64 * 1024;  // bytes that the other side may still send

// Beast calls this when it has closed a WebSocket. Its own version reads on for as long as the other side
// sends; ours leaves that to class WebSocket, which does not.
template <class Handler>
void async_teardown(beast::role_type, MeteredSocket& socket, Handler&& handler) {
  Error ec;
  socket.next_layer().shutdown(Socket::shutdown_send, ec);
  asio::post(socket.get_executor(), beast::bind_front_handler(std::forward<Handler>(handler), Error()));
}

class WebSocket;

// Callbacks shared by all connections.
struct WebSocketCallbacks {
  std::function<void(WebSocket&)> opened;  // by us
  std::function<void(WebSocket&, std::string_view text)> heard;
  std::function<void(WebSocket&, std::string_view reason)> over;  // nothing more will be heard
  std::function<void(WebSocket&)> gone;                           // after over: its socket is closed
};

// One WebSocket: a reader that is always reading, and a pump that writes one message after the other. It
// lives as long as either has something under way.
class WebSocket : public std::enable_shared_from_this<WebSocket> {
 public:
  WebSocket(Conn conn, Socket socket, const NetSettings& rules, bool client, WebSocketCallbacks& callbacks,
            Traffic& traffic)
      : id(conn),
        rules_(rules),
        client_(client),
        callbacks_(callbacks),
        traffic_(traffic),
        ws_(std::move(socket), client ? nullptr : &rules.frames, traffic) {
    ws_.read_message_max(client ? kClientMessageMax : kFrameMax);
    ws_.write_buffer_bytes(kWriteBuffer);
    ws_.auto_fragment(false);
    websocket::stream_base::timeout times{};
    times.handshake_timeout = std::chrono::milliseconds(rules.request_ms);
    times.idle_timeout = std::chrono::milliseconds(rules.idle_ms);
    times.keep_alive_pings = true;
    ws_.set_option(times);
  }

  const Conn id;
  std::shared_ptr<void> kept;  // for the owner: goes when this goes

  auto& ws() { return ws_; }

  // Begins to read once it has been opened. It may have been closed since.
  void start() { said_ ? end({}) : read(); }
  void call(const Tcp::endpoint& where, const std::string& host, const std::string& path,
            const std::string& origin);

  void send(Text text, Sort sort = Sort::Message) {
    if (closing_) return;
    if (sort == Sort::Room) {
      if (room_ > head_) {  // an older one waits: only the last counts
        queued_ -= queue_[room_]->size();
        queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(room_));
      }
      room_ = queue_.size();
    }
    queued_ += text->size();
    queue_.push_back(std::move(text));
    if (queued_ > rules_.queue_bytes || queue_.size() - head_ > rules_.queue_messages) cut("slow");
    else if (!writing_) write();
  }

  // Closes: what is queued still goes out, then the reason.
  void close(std::uint16_t code, std::string_view why, std::string_view reason) {
    if (closing_) return;
    closing_ = true;
    code_ = code;
    why_ = why;
    reason_ = reason;
    deadline_ = now_ms() + rules_.farewell_ms;
    if (!writing_) farewell();
  }

  // Closes at once, without a close frame.
  void cut(std::string_view reason) {
    closing_ = true;
    if (reason_.empty()) reason_ = reason;
    Error ec;
    socket().set_option(asio::socket_base::linger(true, 0), ec);
    socket().close(ec);
  }

  // Has it run out of time? Called now and then.
  void check(Millis now) {
    if (deadline_ && now > deadline_) cut("farewell");
    else if (writing_ && now - write_began_ > rules_.stuck_ms) cut("stuck");
  }

  int heard_code() const { return static_cast<int>(ws_.reason().code); }

 private:
  Socket& socket() { return ws_.next_layer().next_layer(); }
  void read() {
    ws_.async_read_some(asio::buffer(chunk_),
                        [self = shared_from_this()](Error ec, std::size_t n) { self->on_read(ec, n); });
  }
  void on_read(Error ec, std::size_t n);
  void write();
  void on_written(Error ec);
  void farewell();
  void end(Error ec);
  void drain();
  void finish();
  std::string_view reason_of(Error ec) const;

  const NetSettings& rules_;
  const bool client_;
  WebSocketCallbacks& callbacks_;
  Traffic& traffic_;
  websocket::stream<MeteredSocket, false> ws_;
  std::array<char, kChunk> chunk_;
  std::string message_;      // that has come in parts
  std::vector<Text> queue_;  // from head_
  std::size_t room_ = 0;     // where the last message about the room is, if behind head_
  std::size_t head_ = 0, queued_ = 0, drained_ = 0;
  Millis write_began_ = 0, deadline_ = 0;
  std::string why_;
  std::string_view reason_;  // for the metrics
  std::uint16_t code_ = 0;   // to close with; 0: nothing to say
  bool writing_ = false;
  bool closing_ = false;  // nothing is taken any more
  bool said_ = false;     // the reason is out
  bool ended_ = false;    // the reader has stopped
};

inline void WebSocket::call(const Tcp::endpoint& where, const std::string& host, const std::string& path,
                            const std::string& origin) {
  const auto failed = [](const std::shared_ptr<WebSocket>& self) {
    self->closing_ = self->ended_ = true;
    self->callbacks_.over(*self, "unreachable");
    self->callbacks_.gone(*self);
  };
  ws_.secure_prng(false);  // masks need not be secret
  if (!origin.empty()) {
    const auto with_origin = [origin](websocket::request_type& it) { it.set(http::field::origin, origin); };
    ws_.set_option(websocket::stream_base::decorator(with_origin));
  }
  socket().async_connect(where, [self = shared_from_this(), host, path, failed](Error ec) {
    if (ec) return failed(self);
    self->socket().set_option(Tcp::no_delay(true), ec);
    self->ws_.async_handshake(host, path, [self, failed](Error problem) {
      if (problem) return failed(self);
      self->callbacks_.opened(*self);
      self->start();
    });
  });
}

inline void WebSocket::on_read(Error ec, std::size_t n) {
  if (ec) return end(ec);
  const bool whole = ws_.is_message_done();
  if (!whole || !message_.empty()) message_.append(chunk_.data(), n);
  if (whole) {
    ++traffic_.frames_in;
    const std::string parts = std::exchange(message_, {});
    if (!closing_) callbacks_.heard(*this, parts.empty() ? std::string_view(chunk_.data(), n) : parts);
  }
  if (said_) return end({});
  read();
}

inline void WebSocket::write() {
  writing_ = true;
  write_began_ = now_ms();
  ws_.async_write(asio::buffer(*queue_[head_]),
                  [self = shared_from_this()](Error ec, std::size_t) { self->on_written(ec); });
}

inline void WebSocket::on_written(Error ec) {
  writing_ = false;
  if (ec && !ended_) cut("lost");
  if (!ec) {
    traffic_.bytes_out += queue_[head_]->size();
    ++traffic_.frames_out;
  }
  queued_ -= queue_[head_]->size();
  queue_[head_++] = nullptr;
  if (head_ < queue_.size() && !ec && !ended_) return write();
  queue_ = {};  // an idle WebSocket keeps nothing
  head_ = queued_ = room_ = 0;
  if (!ec && code_ && !said_) farewell();
}

// Bypasses Beast, which would wait without limit for the answer.
inline void WebSocket::farewell() {
  said_ = true;
  const std::string frame = close_frame(code_, why_, client_);
  [[maybe_unused]] const ssize_t sent =
      ::send(socket().native_handle(), frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  Error ec;
  socket().shutdown(Socket::shutdown_send, ec);
  if (!ended_) socket().cancel(ec);  // ends the reader
}

inline std::string_view WebSocket::reason_of(Error ec) const {
  if (ws_.next_layer().frame_check() == FrameCheck::NotText) return "binary";
  if (ws_.next_layer().frame_check() != FrameCheck::Fine) return "flood";
  if (ec == websocket::error::closed) return "peer";
  if (ec == websocket::error::message_too_big) return "too_big";
  if (ec == websocket::condition::protocol_violation || ec == websocket::error::bad_frame_payload)
    return "protocol";
  return ec == beast::error::timeout ? "idle" : "lost";
}

inline void WebSocket::end(Error ec) {
  ended_ = closing_ = true;
  if (reason_.empty()) reason_ = reason_of(ec);
  if (const FrameCheck check = ws_.next_layer().frame_check(); check != FrameCheck::Fine && !code_) {
    const Closing closing = closing_of(check);
    code_ = closing.code;
    why_ = closing.why;
    if (!writing_) farewell();
  }
  deadline_ = now_ms() + rules_.farewell_ms;
  callbacks_.over(*this, reason_);
  const bool hung_up = ec == websocket::error::closed || ec == asio::error::eof ||
                       ec == asio::error::connection_reset || !socket().is_open();
  hung_up ? finish() : drain();  // a socket that has ended gives nothing more to drain
}

// Closing with unread data sends a reset and drops our close frame, so drain a little first.
inline void WebSocket::drain() {
  socket().async_read_some(asio::buffer(chunk_), [self = shared_from_this()](Error ec, std::size_t n) {
    self->drained_ += n;
    if (!ec && self->drained_ < kFarewellMost) return self->drain();
    self->finish();
  });
}

inline void WebSocket::finish() {
  Error ec;
  socket().close(ec);
  callbacks_.gone(*this);
}

}  // namespace comodin::server
