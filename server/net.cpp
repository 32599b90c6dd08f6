#include "server/net.hpp"

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cstdio>
#include <unordered_map>

#include "server/dial.hpp"
#include "server/outside.hpp"
#include "server/tap.hpp"
#include "server/thinkers.hpp"

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

namespace comodin::server {

// Beast calls this when it has closed a WebSocket. Its own version reads on for as long as the other side
// sends; ours leaves that to Wire, which does not.
template <class Handler>
void async_teardown(beast::role_type, Tap& tap, Handler&& handler) {
  Error ec;
  tap.next_layer().shutdown(Socket::shutdown_send, ec);
  asio::post(tap.get_executor(), beast::bind_front_handler(std::forward<Handler>(handler), Error()));
}

namespace {

using Clock = std::chrono::steady_clock;
using Acceptor = asio::basic_socket_acceptor<Tcp, Executor>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;
using Stream = beast::basic_stream<Tcp, Executor>;
using Request = http::request<http::empty_body>;
using Flow = asio::awaitable<void, Executor>;
// In coroutines g++ 12 destroys temporaries twice: everything handed to a co_await has a name.
constexpr asio::use_awaitable_t<Executor> kAwait;

constexpr std::size_t kHeaderMax = 4096;   // of a request
constexpr int kRequestsPerSocket = 64;     // then it is closed
constexpr std::size_t kChunk = 512;        // of a message, read at once
constexpr std::size_t kWriteBuffer = 512;  // used by clients only: they have to mask
constexpr std::size_t kClientMessageMax = 1 << 20;
constexpr int kKernelBuffer = 32 * 1024;          // each way, for those who do not read or do not stop
constexpr std::size_t kFarewellMost = 64 * 1024;  // bytes that it may still send
constexpr Millis kAcceptPauseMs = 100;            // when there are no descriptors left
constexpr Millis kSweepMs = 100;
constexpr std::size_t kSweepSlices = 10;  // every connection is looked at once a second
constexpr Millis kStopStepMs = 10;

Clock::time_point at_ms(Millis ms) { return Clock::time_point(std::chrono::milliseconds(ms)); }

class Wire;

// Who is told about wires. One for many of them.
struct Ears {
  std::function<void(Wire&)> opened;  // by us
  std::function<void(Wire&, std::string_view text)> heard;
  std::function<void(Wire&, std::string_view reason)> over;  // nothing more will be heard
  std::function<void(Wire&)> gone;                           // after over: its socket is closed
};

// One WebSocket: a reader that is always reading, and a pump that writes one message after the other. It
// lives as long as either has something under way.
class Wire : public std::enable_shared_from_this<Wire> {
 public:
  Wire(Conn conn, Socket socket, const NetSettings& rules, bool client, Ears& ears, Traffic& traffic)
      : id(conn),
        rules_(rules),
        client_(client),
        ears_(ears),
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
  std::shared_ptr<void> kept;  // for the owner: goes when the wire goes

  auto& ws() { return ws_; }

  // Begins to read, when it has been opened. It may have been closed since.
  void start() { said_ ? end({}) : read(); }
  void call(const Tcp::endpoint& where, std::string host, std::string path, std::string origin);

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

  // What is queued still goes out, then the reason.
  void close(std::uint16_t code, std::string_view why, std::string_view reason) {
    if (closing_) return;
    closing_ = true, code_ = code, why_ = why, reason_ = reason, deadline_ = now_ms() + rules_.farewell_ms;
    if (!writing_) farewell();
  }

  // At once, and without a word.
  void cut(std::string_view reason) {
    closing_ = true;
    if (reason_.empty()) reason_ = reason;
    Error ec;
    socket().set_option(asio::socket_base::linger(true, 0), ec);
    socket().close(ec);
  }

  // Is it over its time? Called now and then.
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
  Ears& ears_;
  Traffic& traffic_;
  websocket::stream<Tap, false> ws_;
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

void Wire::call(const Tcp::endpoint& where, std::string host, std::string path, std::string origin) {
  const auto failed = [](const std::shared_ptr<Wire>& self) {
    self->closing_ = self->ended_ = true;
    self->ears_.over(*self, "unreachable");
    self->ears_.gone(*self);
  };
  ws_.secure_prng(false);  // masks are no secret
  if (!origin.empty()) {
    const auto with_origin = [origin](websocket::request_type& it) { it.set(http::field::origin, origin); };
    ws_.set_option(websocket::stream_base::decorator(with_origin));
  }
  socket().async_connect(where, [self = shared_from_this(), host, path, failed](Error ec) {
    if (ec) return failed(self);
    self->socket().set_option(Tcp::no_delay(true), ec);
    self->ws_.async_handshake(host, path, [self, failed](Error problem) {
      if (problem) return failed(self);
      self->ears_.opened(*self);
      self->start();
    });
  });
}

void Wire::on_read(Error ec, std::size_t n) {
  if (ec) return end(ec);
  const bool whole = ws_.is_message_done();
  if (!whole || !message_.empty()) message_.append(chunk_.data(), n);
  if (whole) {
    ++traffic_.frames_in;
    const std::string parts = std::exchange(message_, {});
    if (!closing_) ears_.heard(*this, parts.empty() ? std::string_view(chunk_.data(), n) : parts);
  }
  if (said_) return end({});
  read();
}

void Wire::write() {
  writing_ = true;
  write_began_ = now_ms();
  ws_.async_write(asio::buffer(*queue_[head_]),
                  [self = shared_from_this()](Error ec, std::size_t) { self->on_written(ec); });
}

void Wire::on_written(Error ec) {
  writing_ = false;
  if (ec && !ended_) cut("lost");
  if (!ec) traffic_.bytes_out += queue_[head_]->size(), ++traffic_.frames_out;
  queued_ -= queue_[head_]->size();
  queue_[head_++] = nullptr;
  if (head_ < queue_.size() && !ec && !ended_) return write();
  queue_ = {}, head_ = queued_ = room_ = 0;  // an idle wire keeps nothing
  if (!ec && code_ && !said_) farewell();
}

// Past Beast, which would wait for the answer for as long as it likes.
void Wire::farewell() {
  said_ = true;
  const std::string frame = close_frame(code_, why_, client_);
  [[maybe_unused]] const ssize_t sent =
      ::send(socket().native_handle(), frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  Error ec;
  socket().shutdown(Socket::shutdown_send, ec);
  if (!ended_) socket().cancel(ec);  // ends the reader
}

std::string_view Wire::reason_of(Error ec) const {
  if (ws_.next_layer().verdict() == Verdict::NotText) return "binary";
  if (ws_.next_layer().verdict() != Verdict::Fine) return "flood";
  if (ec == websocket::error::closed) return "peer";
  if (ec == websocket::error::message_too_big) return "too_big";
  if (ec == websocket::condition::protocol_violation || ec == websocket::error::bad_frame_payload)
    return "protocol";
  return ec == beast::error::timeout ? "idle" : "lost";
}

void Wire::end(Error ec) {
  ended_ = closing_ = true;
  if (reason_.empty()) reason_ = reason_of(ec);
  if (const Verdict verdict = ws_.next_layer().verdict(); verdict != Verdict::Fine && !code_) {
    const Closing closing = closing_of(verdict);
    code_ = closing.code, why_ = closing.why;
    if (!writing_) farewell();
  }
  deadline_ = now_ms() + rules_.farewell_ms;
  ears_.over(*this, reason_);
  const bool hung_up = ec == websocket::error::closed || ec == asio::error::eof ||
                       ec == asio::error::connection_reset || !socket().is_open();
  hung_up ? finish() : drain();  // after its end a socket has nothing more to say, not even that
}

// A socket that is closed with bytes unread makes the other side forget ours: so they are read, a few.
void Wire::drain() {
  socket().async_read_some(asio::buffer(chunk_), [self = shared_from_this()](Error ec, std::size_t n) {
    self->drained_ += n;
    if (!ec && self->drained_ < kFarewellMost) return self->drain();
    self->finish();
  });
}

void Wire::finish() {
  Error ec;
  socket().close(ec);
  ears_.gone(*this);
}

}  // namespace

// ---- the server ---------------------------------------------------------------------------------

struct Network::Inside final : World {
  explicit Inside(NetSettings given)
      : settings(std::move(given)),
        entrance(settings.door, traffic),
        thinkers(settings.workers) {}

  // What handlers use while the loop is taken down comes before it.
  NetSettings settings;
  Traffic traffic;
  Ears ears;
  Door entrance;
  asio::io_context io{1};
  Acceptor door{io}, metrics_door{io};
  asio::basic_signal_set<Executor> signals{io};
  Timer hub_timer{io}, sweep_timer{io}, stop_timer{io};
  std::unordered_map<Conn, std::shared_ptr<Wire>> wires;
  Conn last = 0;
  Hub* hub = nullptr;
  Sources sources;
  std::function<std::string()> more_metrics;
  Millis armed = kNever, stop_by = kNever;
  std::size_t swept = 0;
  Thinkers thinkers;  // the last here: gone before what its threads may still call

  Millis now() override { return now_ms(); }
  std::int64_t today() override { return comodin::server::today(); }
  void random(std::span<std::uint8_t> out) override { fill_random(out); }
  void send(Conn conn, Text text, Sort sort) override {
    if (const auto it = wires.find(conn); it != wires.end()) it->second->send(std::move(text), sort);
  }
  void close(Conn conn, CloseCode code, std::string_view why) override {
    const auto it = wires.find(conn);
    if (it != wires.end()) it->second->close(static_cast<std::uint16_t>(code), why, "hub");
  }
  void think(ThinkJob job, std::function<void(Thought)> done) override;
  void note(std::string_view event, std::string_view detail) override {
    const std::string line = note_line(settings.log, today(), event, detail);
    std::fwrite(line.data(), 1, line.size(), stderr);
  }

  bool listen(Acceptor& at, const std::string& address, int port, std::string& why);
  bool stopping() const { return entrance.is_shut(); }

  // After every call into the hub.
  void settle() {
    hub->tick();
    const Millis due = hub->due();
    if (due < armed) arm(due);
  }
  void arm(Millis due);
  void sweep(Millis due);
  void begin_stop();
  void stop_step();
  void hear_wires();

  Flow accept(Acceptor& at, bool metrics);
  void admit(Socket socket, bool metrics);
  Flow serve(Socket socket, std::shared_ptr<Guest> guest, bool metrics);
  Flow reply(Stream& stream, const Answer& answer, const Request& request, bool& keep);
  Answer answer_to(const Ask& ask, const Request& request, Guest& guest, bool metrics);
  Flow upgrade_to_wire(Stream& stream, Request& request, std::shared_ptr<Guest>& guest);
};

void Network::Inside::think(ThinkJob job, std::function<void(Thought)> done) {
  ++traffic.thoughts;
  const bool is_long = takes_long(job);
  const auto tell = [this](const std::function<void(Thought)>& whom, const Thought& thought) {
    whom(thought);
    settle();
  };
  if (!is_long)
    return asio::post(io, [tell, job = std::move(job), done = std::move(done)] {
      tell(done, comodin::server::think(job));
    });
  ++traffic.long_thoughts;
  thinkers.ask(std::move(job), [this, tell, done = std::move(done)](const Thought& thought) {
    asio::post(io, [tell, thought, done] { tell(done, thought); });
  });
}

// The timer is only ever moved forwards; if it comes too early it is set again.
void Network::Inside::arm(Millis due) {
  armed = due;
  hub_timer.expires_at(at_ms(due));
  hub_timer.async_wait([this](Error ec) {
    if (ec) return;
    armed = kNever;
    settle();
  });
}

void Network::Inside::sweep(Millis due) {
  sweep_timer.expires_at(at_ms(due));
  sweep_timer.async_wait([this, due](Error ec) {
    if (ec) return;
    traffic.lag.add(now_us() - due * 1000);
    const Millis now = now_ms();
    for (std::size_t k = wires.bucket_count() / kSweepSlices + 1; k > 0; --k) {
      swept = (swept + 1) % wires.bucket_count();
      for (auto it = wires.begin(swept); it != wires.end(swept); ++it) it->second->check(now);
    }
    sweep(now + kSweepMs);
  });
}

void Network::Inside::hear_wires() {
  ears.heard = [this](Wire& wire, std::string_view text) {
    hub->received(wire.id, text);
    settle();
  };
  ears.over = [this](Wire& wire, std::string_view reason) {
    ++traffic.closes[reason];
    hub->closed(wire.id);
    settle();
  };
  ears.gone = [this](Wire& wire) {
    --traffic.wires;
    wires.erase(wire.id);
  };
}

void Network::Inside::begin_stop() {
  if (stopping()) return io.stop();  // asked twice
  note("stopping", std::to_string(wires.size()) + " connections");
  entrance.shut();
  stop_by = now_ms() + settings.stop_ms;
  Error ec;
  door.close(ec);
  hub->stop();
  settle();
  stop_step();
}

void Network::Inside::stop_step() {
  const bool late = now_ms() > stop_by;
  if (hub->settled() || late)
    for (const auto& [id, wire] : wires) wire->close(1001, "the server is going away", "stop");
  if ((wires.empty() && hub->settled()) || late) return io.stop();
  stop_timer.expires_after(std::chrono::milliseconds(kStopStepMs));
  stop_timer.async_wait([this](Error ec) {
    if (!ec) stop_step();
  });
}

bool Network::Inside::listen(Acceptor& at, const std::string& address, int port, std::string& why) {
  Error ec;
  const auto ip = asio::ip::make_address(address, ec);
  if (ec || port < 0 || port > 65535) return why = "no address to listen at: " + address, false;
  const Tcp::endpoint where(ip, static_cast<unsigned short>(port));
  at.open(where.protocol(), ec);
  if (!ec) at.set_option(Acceptor::reuse_address(true), ec);
  if (!ec) at.bind(where, ec);
  if (!ec) at.listen(asio::socket_base::max_listen_connections, ec);
  if (ec) why = "cannot listen at " + address + ", port " + std::to_string(port) + ": " + ec.message();
  return !ec;
}

Flow Network::Inside::accept(Acceptor& at, bool metrics) {
  for (;;) {
    Error ec;
    Socket socket(io);
    auto token = asio::redirect_error(kAwait, ec);
    co_await at.async_accept(socket, token);
    if (!at.is_open()) co_return;
    if (!ec) {
      admit(std::move(socket), metrics);
      continue;
    }
    note("accept", ec.message());
    Timer pause(io, std::chrono::milliseconds(kAcceptPauseMs));
    co_await pause.async_wait(token);
  }
}

void Network::Inside::admit(Socket socket, bool metrics) {
  Error ec;
  const auto peer = socket.remote_endpoint(ec);
  if (ec) return;
  ++traffic.accepted;
  socket.set_option(Tcp::no_delay(true), ec);
  const auto guest = std::make_shared<Guest>(entrance, peer.address().to_string());
  if (const Answer answer = metrics ? plain(200, "") : entrance.admit(*guest); answer.status != 200) {
    socket.non_blocking(true, ec);
    socket.write_some(asio::buffer(whole_text(answer)), ec);
    socket.shutdown(Socket::shutdown_send, ec);
    return;
  }
  auto flow = serve(std::move(socket), guest, metrics);
  asio::co_spawn(io, std::move(flow), asio::detached);
}

Answer Network::Inside::answer_to(const Ask& ask, const Request& request, Guest& guest, bool metrics) {
  if (metrics) {
    if (Answer wrong = look_at(ask); wrong.status != 200) return wrong;
    if (ask.target != "/metrics") return plain(404, "/metrics\n");
    return plain(200, metrics_text(hub->stats(), traffic) + (more_metrics ? more_metrics() : ""));
  }
  const Millis now = now_ms();
  if (Answer wrong = entrance.request(guest, request["X-Forwarded-For"], now); wrong.status != 200)
    return wrong;
  if (ask.target != "/ws") return respond(ask, sources);
  if (Answer wrong = look_at(ask); wrong.status != 200) return wrong;
  if (!websocket::is_upgrade(request)) return plain(426, "WebSocket only\n");
  std::vector<std::string_view> origins;
  const auto [from, to] = request.equal_range(http::field::origin);
  for (auto it = from; it != to; ++it) origins.push_back(it->value());
  return entrance.upgrade(guest, origins, request[http::field::host], now);
}

Flow Network::Inside::reply(Stream& stream, const Answer& answer, const Request& request, bool& keep) {
  http::response<http::span_body<const char>> response;
  response.result(static_cast<unsigned>(answer.status));
  response.version(request.version() == 10 ? 10 : 11);
  for (const auto& [name, value] : headers_of(answer)) response.set(name, value);
  response.body() = {answer.body->data(), answer.body->size()};
  if (answer.status != 304) response.content_length(answer.body->size());
  keep = keep && (answer.status == 200 || answer.status == 304);
  response.keep_alive(keep);
  http::response_serializer<http::span_body<const char>> serializer(response);
  Error ec;
  auto token = asio::redirect_error(kAwait, ec);
  stream.expires_after(std::chrono::milliseconds(settings.stuck_ms));
  if (request.method() == http::verb::head) co_await http::async_write_header(stream, serializer, token);
  else co_await http::async_write(stream, serializer, token);
  keep = keep && !ec;
}

Flow Network::Inside::upgrade_to_wire(Stream& stream, Request& request, std::shared_ptr<Guest>& guest) {
  Error ec;
  stream.socket().set_option(asio::socket_base::send_buffer_size(kKernelBuffer), ec);
  stream.socket().set_option(asio::socket_base::receive_buffer_size(kKernelBuffer), ec);
  auto wire = std::make_shared<Wire>(++last, stream.release_socket(), settings, false, ears, traffic);
  const auto guards = [](websocket::response_type& response) {
    Answer answer;
    answer.status = 101;
    for (const auto& [name, value] : headers_of(answer)) response.set(name, value);
    response.set(http::field::server, "comodin");  // or Beast tells its version
  };
  wire->ws().set_option(websocket::stream_base::decorator(guards));
  auto token = asio::redirect_error(kAwait, ec);
  co_await wire->ws().async_accept(request, token);
  if (ec || !hub || stopping()) co_return;
  const std::string address = guest->counted();
  wire->kept = std::move(guest);
  wires.emplace(wire->id, wire);
  ++traffic.wires, ++traffic.upgrades;
  hub->opened(wire->id, address);
  settle();
  wire->start();
}

Flow Network::Inside::serve(Socket socket, std::shared_ptr<Guest> guest, bool metrics) {
  Stream stream(std::move(socket));
  beast::flat_buffer buffer(2 * kHeaderMax);
  Error ec;
  auto token = asio::redirect_error(kAwait, ec);
  bool keep = true;
  for (int k = 1; keep && k <= kRequestsPerSocket; ++k) {
    http::request_parser<http::empty_body> parser;
    parser.header_limit(kHeaderMax);
    stream.expires_after(std::chrono::milliseconds(settings.request_ms));
    co_await http::async_read_header(stream, buffer, parser, token);
    const bool nobody =
        ec == http::error::end_of_stream || ec.category() != http::make_error_code({}).category();
    if (ec && nobody) co_return;
    ++traffic.requests;
    Request& request = parser.get();
    keep = !ec && k < kRequestsPerSocket && request.keep_alive();
    Answer answer;
    if (ec == http::error::header_limit || ec == http::error::buffer_overflow) {
      answer = plain(431, "a shorter request, please\n");
    } else if (ec) {
      answer = plain(400, "not HTTP\n");
    } else {
      const auto length = parser.content_length();
      const bool body = parser.chunked() || (length && *length > 0);
      Ask ask{request.method_string(), request.target(), request.count(http::field::host), body};
      ask.accept_encoding = request[http::field::accept_encoding];
      ask.if_none_match = request[http::field::if_none_match];
      answer = answer_to(ask, request, *guest, metrics);
    }
    // Frames sent before our answer cannot come from a browser.
    if (answer.status == 101 && buffer.size() > 0) answer = plain(400, "wait for the answer\n");
    if (answer.status == 101) {
      co_await upgrade_to_wire(stream, request, guest);
      co_return;
    }
    co_await reply(stream, answer, request, keep);
  }
  stream.socket().shutdown(Socket::shutdown_send, ec);
  stream.expires_after(std::chrono::milliseconds(settings.farewell_ms));
  for (std::size_t left = kFarewellMost, n = 1; !ec && n <= left; left -= n) {
    buffer.clear();
    const auto room = buffer.prepare(kHeaderMax);
    n = co_await stream.async_read_some(room, token);
  }
}

Network::Network(std::unique_ptr<Inside> in) : in_(std::move(in)) {}
Network::~Network() = default;

std::unique_ptr<Network> Network::open(NetSettings settings, std::string& why) {
  raise_file_limit();
  if (!Door::check(settings.door, why)) return nullptr;
  auto in = std::make_unique<Inside>(std::move(settings));
  const NetSettings& wish = in->settings;
  if (!in->listen(in->door, wish.listen, wish.port, why)) return nullptr;
  if (wish.metrics_port && !in->listen(in->metrics_door, "127.0.0.1", wish.metrics_port, why)) return nullptr;
  return std::unique_ptr<Network>(new Network(std::move(in)));
}

int Network::port() const {
  Error ec;
  return in_->door.local_endpoint(ec).port();
}

World& Network::world() { return *in_; }

void Network::post(std::function<void()> work) {
  asio::post(in_->io, [in = in_.get(), work = std::move(work)] {
    work();
    if (in->hub) in->settle();
  });
}

void Network::run(Hub& hub, Pages pages, std::function<std::string()> more_metrics) {
  Inside& in = *in_;
  in.hub = &hub;
  in.more_metrics = std::move(more_metrics);
  in.sources.pages = std::move(pages);
  in.sources.rooms = [&hub] { return hub.listed_rooms(); };
  in.sources.record = [&hub](const std::string& game, std::string& out) { return hub.record(game, out); };
  in.hear_wires();
  Error ec;
  in.signals.add(SIGTERM, ec);
  in.signals.add(SIGINT, ec);
  std::function<void()> wait = [&in, &wait] {
    in.signals.async_wait([&in, &wait](Error problem, int) {
      if (problem) return;
      in.begin_stop();
      wait();
    });
  };
  wait();
  asio::co_spawn(in.io, in.accept(in.door, false), asio::detached);
  if (in.metrics_door.is_open()) asio::co_spawn(in.io, in.accept(in.metrics_door, true), asio::detached);
  in.settle();
  in.sweep(now_ms() + kSweepMs);
  in.note("listening", in.settings.listen + ", port " + std::to_string(port()));
  in.io.run();
  in.signals.cancel(ec);
  in.note("stopped", std::to_string(in.wires.size()) + " connections cut");
}

void Network::stop() {
  asio::post(in_->io, [in = in_.get()] { in->begin_stop(); });
}

// ---- the client ---------------------------------------------------------------------------------

struct Dialer::Inside {
  Heard heard;
  Traffic traffic;
  NetSettings rules;
  Ears ears;
  asio::io_context io{1};
  std::unordered_map<Id, std::shared_ptr<Wire>> wires;
  Id last = 0;
};

Dialer::Dialer(Heard heard) : in_(std::make_unique<Inside>()) {
  Inside& in = *in_;
  in.heard = std::move(heard);
  in.rules.queue_bytes = in.rules.queue_messages = kClientMessageMax;
  in.ears.opened = [&in](Wire& wire) { in.heard.opened(wire.id); };
  in.ears.heard = [&in](Wire& wire, std::string_view text) { in.heard.text(wire.id, text); };
  in.ears.over = [&in](Wire& wire, std::string_view) { in.heard.closed(wire.id, wire.heard_code()); };
  in.ears.gone = [&in](Wire& wire) { in.wires.erase(wire.id); };
}
Dialer::~Dialer() = default;

Dialer::Id Dialer::connect(const std::string& host, int port, const std::string& path,
                           const std::string& origin) {
  Error ec;
  Tcp::resolver resolver(in_->io);
  const auto found = resolver.resolve(host, std::to_string(port), ec);
  if (ec || found.empty()) return 0;
  const Tcp::endpoint where = found.begin()->endpoint();
  Socket socket(in_->io);
  socket.open(where.protocol(), ec);  // if it cannot be, call() says so
  if (where.address().is_loopback()) spread_sources(socket.native_handle(), in_->last);
  const auto wire =
      std::make_shared<Wire>(++in_->last, std::move(socket), in_->rules, true, in_->ears, in_->traffic);
  in_->wires.emplace(wire->id, wire);
  wire->call(where, host + ":" + std::to_string(port), path, origin);
  return wire->id;
}

void Dialer::send(Id id, std::string text) {
  const auto it = in_->wires.find(id);
  if (it != in_->wires.end()) it->second->send(std::make_shared<const std::string>(std::move(text)));
}

void Dialer::close(Id id) {
  if (const auto it = in_->wires.find(id); it != in_->wires.end()) it->second->close(1000, "", "us");
}

void Dialer::after(Millis ms, std::function<void()> what) {
  const auto timer = std::make_shared<Timer>(in_->io, std::chrono::milliseconds(ms));
  timer->async_wait([timer, what = std::move(what)](Error ec) {
    if (!ec) what();
  });
}

void Dialer::run() { run_for(Millis{1} << 40); }  // 35 years

void Dialer::run_for(Millis ms) {
  const auto until_stopped = asio::make_work_guard(in_->io);
  in_->io.restart();
  in_->io.run_for(std::chrono::milliseconds(ms));
}

void Dialer::stop() { in_->io.stop(); }

std::int64_t Dialer::now_us() { return comodin::server::now_us(); }

}  // namespace comodin::server
