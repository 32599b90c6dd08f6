// One WebSocket, with a queue of what waits to be sent. Only net.cpp and dial.cpp include this.
#pragma once

#include <sys/socket.h>

#include <array>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cerrno>
#include <chrono>

#include "server/net/machine.hpp"
#include "server/net/metered_socket.hpp"
#include "server/net/net.hpp"

namespace comodin::server {

namespace http = beast::http;
namespace websocket = beast::websocket;

constexpr std::size_t kChunk = 512;   // bytes of a message read at once
constexpr std::size_t kGathered = 8;  // frames that are handed to the system at once
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

// One WebSocket: Beast reads it, always; what goes out waits in a queue until flush(). It lives as long as
// it reads, or waits for the system to take more.
class WebSocket final : public std::enable_shared_from_this<WebSocket>, private FrameSink {
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
    websocket::stream_base::timeout times{};
    times.handshake_timeout = std::chrono::milliseconds(rules.request_ms);
    times.idle_timeout = websocket::stream_base::none();  // Beast would set a timer for each message
    ws_.set_option(times);
  }

  const Conn id;
  std::shared_ptr<void> kept;  // for the owner: goes when this goes

  auto& ws() { return ws_; }

  // Begins to read once it has been opened. It may have been closed since.
  void start() {
    ws_.next_layer().write_to(this);
    said_ ? end({}) : read();
  }
  void call(const Tcp::endpoint& where, const std::string& host, const std::string& path,
            const std::string& origin);

  // Puts a message into the queue. True: nothing was there, and flush() has to be called.
  bool send(Text text, Sort sort = Sort::Message) {
    if (closing_) return false;
    const bool first = queue_.empty();
    if (sort == Sort::Room) {
      if (room_ > head_) {  // an older one waits: only the last counts
        queued_ -= queue_[room_].text->size();
        queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(room_));
      }
      room_ = queue_.size();
    }
    put({std::move(text), false});
    return first;
  }

  // Hands what is queued to the system, in as few calls as possible.
  void flush();

  // Closes: what is queued still goes out, then the reason.
  void close(std::uint16_t code, std::string_view why, std::string_view reason) {
    if (closing_) return;
    closing_ = true;
    code_ = code;
    why_ = why;
    reason_ = reason;
    deadline_ = now_ms() + rules_.farewell_ms;
    flush();
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
    else if (blocked_ && now - write_began_ > rules_.stuck_ms) cut("stuck");
    else if (!closing_) check_idle(now);
  }

  int heard_code() const { return static_cast<int>(ws_.reason().code); }

 private:
  Socket& socket() { return ws_.next_layer().next_layer(); }
  void read() {
    ws_.async_read_some(asio::buffer(chunk_),
                        [self = shared_from_this()](Error ec, std::size_t n) { self->on_read(ec, n); });
  }
  struct Outgoing {
    Text text;
    bool is_frame;  // it is sent as it is
  };

  void on_read(Error ec, std::size_t n);
  void put(Outgoing message);
  void write_frame(std::string frame) override;  // of Beast: pongs, answers to a close
  ssize_t write_some();
  void written(std::size_t bytes);
  void wait_to_write();
  void check_idle(Millis now);
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
  std::string message_;          // that has come in parts
  std::vector<Outgoing> queue_;  // from head_
  std::size_t room_ = 0;         // where the last message about the room is, if behind head_
  std::size_t head_ = 0, queued_ = 0, drained_ = 0;
  std::size_t sent_ = 0;  // bytes of the frame at head_
  Millis write_began_ = 0, deadline_ = 0;
  Millis pinged_ = 0;  // 0: not since something was heard
  std::string why_;
  std::string_view reason_;  // for the metrics
  std::uint16_t code_ = 0;   // to close with; 0: nothing to say
  bool blocked_ = false;     // the system takes no more for now
  bool closing_ = false;     // nothing is taken any more
  bool said_ = false;        // the reason is out
  bool ended_ = false;       // the reader has stopped
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

inline void WebSocket::put(Outgoing message) {
  if (queue_.empty()) queue_.reserve(4);
  queued_ += message.text->size();
  queue_.push_back(std::move(message));
  if (queued_ > rules_.queue_bytes || queue_.size() - head_ > rules_.queue_messages) cut("slow");
}

inline void WebSocket::write_frame(std::string frame) {
  if (said_) return;
  put({std::make_shared<const std::string>(std::move(frame)), true});
  flush();
}

// Beast could write one message at a time, and would need a call of the system for each.
inline ssize_t WebSocket::write_some() {
  std::array<std::array<char, kFrameHeaderMax>, kGathered> headers;
  std::array<iovec, 2 * kGathered> parts;
  std::size_t count = 0, skip = sent_;
  const auto add = [&](const char* bytes, std::size_t size) {
    const std::size_t skipped = std::min(skip, size);
    skip -= skipped;
    if (size > skipped) parts[count++] = {const_cast<char*>(bytes) + skipped, size - skipped};
  };
  const std::size_t end = std::min(queue_.size(), head_ + (ended_ ? 1 : kGathered));
  for (std::size_t k = head_; k < end; ++k) {
    const auto& [text, is_frame] = queue_[k];
    auto& header = headers[k - head_];
    if (!is_frame) add(header.data(), write_text_header(text->size(), client_, header));
    add(text->data(), text->size());
  }
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = count;
  return ::sendmsg(socket().native_handle(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

inline void WebSocket::written(std::size_t bytes) {
  std::array<char, kFrameHeaderMax> header;
  for (sent_ += bytes; head_ < queue_.size(); ++head_) {
    const auto& [text, is_frame] = queue_[head_];
    const std::size_t size = text->size() + (is_frame ? 0 : write_text_header(text->size(), client_, header));
    if (sent_ < size) return;
    sent_ -= size;
    queued_ -= text->size();
    write_began_ = 0;
    if (!is_frame) {
      traffic_.bytes_out += text->size();
      ++traffic_.frames_out;
    }
    queue_[head_].text = nullptr;
  }
}

// Once the reader has stopped, only what has been begun is sent.
inline void WebSocket::flush() {
  if (blocked_) return;
  bool lost = false;
  while (head_ < queue_.size() && (!ended_ || sent_ > 0) && !lost) {
    const ssize_t n = write_some();
    if (n >= 0) written(static_cast<std::size_t>(n));
    else if (errno == EAGAIN || errno == EWOULDBLOCK) return wait_to_write();
    else lost = errno != EINTR;
  }
  if (lost && !ended_) cut("lost");
  queue_ = {};  // an idle WebSocket keeps nothing
  head_ = queued_ = room_ = sent_ = 0;
  write_began_ = 0;
  if (!lost && code_ && !said_) farewell();
}

inline void WebSocket::wait_to_write() {
  blocked_ = true;
  if (!write_began_) write_began_ = now_ms();
  socket().async_wait(Socket::wait_write, [self = shared_from_this()](Error) {
    self->blocked_ = false;
    self->flush();
  });
}

// Whoever has not been heard of for half the time is asked for a pong.
inline void WebSocket::check_idle(Millis now) {
  const Millis heard = ws_.next_layer().heard_at(), half = rules_.idle_ms / 2;
  if (heard >= pinged_) pinged_ = 0;
  if (pinged_ && now - pinged_ >= half) return cut("idle");
  if (pinged_ || now - heard < half) return;
  pinged_ = now;
  write_frame(ping_frame(client_));
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
    if (!blocked_) farewell();
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
