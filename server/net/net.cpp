#include "server/net/net.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <unordered_map>

#include "server/net/machine.hpp"
#include "server/net/pass.hpp"
#include "server/net/thinkers.hpp"
#include "server/net/web_socket.hpp"

namespace comodin::server {

namespace {

using Clock = std::chrono::steady_clock;
using Acceptor = asio::basic_socket_acceptor<Tcp, Executor>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;
using Stream = beast::basic_stream<Tcp, Executor>;
using Request = http::request<http::empty_body>;
using Flow = asio::awaitable<void, Executor>;
// In coroutines g++ 12 destroys temporaries twice: everything handed to a co_await has a name.
constexpr asio::use_awaitable_t<Executor> kAwait;

constexpr std::size_t kHeaderMax = 4096;  // of a request
constexpr int kRequestsPerSocket = 64;    // then it is closed
constexpr int kKernelBuffer = 32 * 1024;  // each way, for clients that do not read or do not stop
constexpr Millis kAcceptPauseMs = 100;    // when there are no descriptors left
constexpr Millis kSweepMs = 100;
constexpr Millis kRoomsKeptMs = 1000;  // how old the list of rooms may be
constexpr Millis kSweepSlices = 10;  // every connection is looked at once a second, or four times in idle_ms
constexpr Millis kStopStepMs = 10;
constexpr Millis kNodeMs = 1000;                            // for another node to be reached
constexpr std::size_t kPassesAStep = 2, kPassSteps = 2000;  // that a server ends before it goes: 200 a second
constexpr const char* kNodeSecret = "Comodin-Node";

// Takes as long wherever they differ.
bool is_secret(std::string_view said, std::string_view secret) {
  int differs = said.size() != secret.size();
  for (std::size_t k = 0; k < secret.size() && k < said.size(); ++k) differs |= said[k] ^ secret[k];
  return differs == 0;
}

Clock::time_point at_ms(Millis ms) { return Clock::time_point(std::chrono::milliseconds(ms)); }

// A field that may be on several lines: as one list.
std::string joined(const Request& request, std::string_view field) {
  std::string list;
  const auto [from, to] = request.equal_range(field);
  for (auto it = from; it != to; ++it) (list += list.empty() ? "" : ",") += it->value();
  return list;
}

}  // namespace

// ---- the server ---------------------------------------------------------------------------------

struct Network::Impl final : World {
  explicit Impl(NetSettings given)
      : settings(std::move(given)), entrance(settings.door, traffic), thinkers(settings.workers) {}

  // What handlers use while the loop is destroyed is declared before it.
  NetSettings settings;
  Traffic traffic;
  WebSocketCallbacks callbacks;
  Door entrance;
  asio::io_context io{1};
  Acceptor door{io}, metrics_door{io};
  asio::basic_signal_set<Executor> signals{io};
  Timer hub_timer{io}, sweep_timer{io}, stop_timer{io};
  std::unordered_map<Conn, std::shared_ptr<WebSocket>> web_sockets;
  std::vector<std::shared_ptr<WebSocket>> to_flush;  // those that the hub has said something to
  Conn last = 0;
  Hub* hub = nullptr;
  Sources sources;
  std::function<std::string()> more_metrics;
  LogQueue log_queue{STDERR_FILENO, settings.log};
  Seldom shortages;
  Millis armed = kNever, stop_by = kNever;
  std::size_t swept = 0;
  NodeIdentity node;
  bool ending = false;
  std::deque<std::weak_ptr<Pass>> passes;  // some may have ended
  std::size_t passes_to_end = 0;           // at each step
  Thinkers thinkers;                       // declared last: destroyed before what its threads may still call

  Millis now() override { return now_ms(); }
  std::int64_t today() override { return comodin::server::today(); }
  void random(std::span<std::uint8_t> out) override { fill_random(out); }
  void send(Conn conn, Text text, Sort sort) override {
    if (const auto it = web_sockets.find(conn); it != web_sockets.end())
      if (it->second->send(std::move(text), sort)) to_flush.push_back(it->second);
  }
  void close(Conn conn, CloseCode code, std::string_view why) override {
    const auto it = web_sockets.find(conn);
    if (it != web_sockets.end()) it->second->close(static_cast<std::uint16_t>(code), why, "hub");
  }
  void think(ThinkJob job, std::function<void(Thought)> done) override;
  void log_operation(std::string_view event, std::string_view detail) override {
    log_queue.put(today(), event, detail);
    traffic.log_lines_dropped = log_queue.dropped();
  }

  bool listen(Acceptor& at, const std::string& address, int port, std::string& why);

  // After every call into the hub.
  void settle() {
    hub->tick();
    for (const auto& web_socket : to_flush) web_socket->flush();
    to_flush.clear();
    const Millis due = hub->due();
    if (due < armed) arm(due);
  }
  void arm(Millis due);
  void sweep(Millis due);
  bool draining() const { return entrance.is_shut(); }
  void begin_stop();
  void drain_step();
  void end_passes(std::size_t most);
  void end_all();
  void stop_step();
  void after_step(void (Impl::*next)());
  void set_callbacks();

  Flow accept(Acceptor& at, bool metrics);
  void admit(Socket socket, bool metrics);
  Flow serve(Socket socket, std::shared_ptr<Guest> guest, bool metrics);
  Flow find_record(HttpReply& answer);
  Flow reply(Stream& stream, const HttpReply& answer, const Request& request, bool& keep);
  HttpReply answer_to(const RequestHead& head, const Request& request, Guest& guest, bool metrics);
  Flow upgrade_to_web_socket(Stream& stream, Request& request, std::shared_ptr<Guest>& guest);
  bool is_by_node(const Request& request) const;
  HttpReply find_node(std::string_view name, bool by_node) const;
  Flow pass_on(Stream& stream, Request& request, std::shared_ptr<Guest>& guest, HttpReply& answer);
};

void Network::Impl::think(ThinkJob job, std::function<void(Thought)> done) {
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

// The timer is only ever moved to an earlier time; if it fires too early, it is set again.
void Network::Impl::arm(Millis due) {
  armed = due;
  hub_timer.expires_at(at_ms(due));
  hub_timer.async_wait([this](Error ec) {
    if (ec) return;
    armed = kNever;
    settle();
  });
}

void Network::Impl::sweep(Millis due) {
  sweep_timer.expires_at(at_ms(due));
  sweep_timer.async_wait([this, due](Error ec) {
    if (ec) return;
    traffic.lag.add(now_us() - due * 1000);
    log_queue.flush(today());
    const Millis now = now_ms();
    const auto slices =
        static_cast<std::size_t>(std::clamp<Millis>(settings.idle_ms / (4 * kSweepMs), 1, kSweepSlices));
    for (std::size_t k = web_sockets.bucket_count() / slices + 1; k > 0; --k) {
      swept = (swept + 1) % web_sockets.bucket_count();
      for (auto it = web_sockets.begin(swept); it != web_sockets.end(swept); ++it) it->second->check(now);
    }
    sweep(now + kSweepMs);
  });
}

void Network::Impl::set_callbacks() {
  callbacks.heard = [this](WebSocket& web_socket, std::string_view text) {
    hub->received(web_socket.id, text);
    settle();
  };
  callbacks.over = [this](WebSocket& web_socket, std::string_view reason) {
    ++traffic.closes[reason];
    hub->closed(web_socket.id);
    settle();
  };
  callbacks.gone = [this](WebSocket& web_socket) {
    --traffic.web_sockets;
    web_sockets.erase(web_socket.id);
  };
}

void Network::Impl::begin_stop() {
  if (ending) return io.stop();
  if (draining()) return end_all();
  entrance.shut();
  log_operation("stopping", std::to_string(web_sockets.size()) + " connections");
  stop_by = now_ms() + settings.drain_ms;
  passes_to_end = passes.size() / kPassSteps + 1;
  hub->drain();
  settle();
  drain_step();
}

// Nobody new comes in meanwhile; pages and records are still to be had.
void Network::Impl::drain_step() {
  if (ending) return;
  end_passes(std::max(kPassesAStep, passes_to_end));
  if (now_ms() > stop_by || (hub->drained() && passes.empty())) return end_all();
  after_step(&Impl::drain_step);
}

// The oldest first. Their clients come back elsewhere, and not all at once.
void Network::Impl::end_passes(std::size_t most) {
  for (; most > 0 && !passes.empty(); passes.pop_front())
    if (const auto pass = passes.front().lock()) {
      pass->end();
      --most;
    }
}

void Network::Impl::end_all() {
  if (const std::uint64_t rooms = hub->stats().handed_over; rooms > 0)
    log_operation("handed_over", std::to_string(rooms) + " rooms to other nodes");
  ending = true;
  stop_by = now_ms() + settings.stop_ms;
  Error ec;
  door.close(ec);
  hub->stop();
  settle();
  stop_step();
}

void Network::Impl::stop_step() {
  const bool late = now_ms() > stop_by;
  if (hub->settled() || late)
    for (const auto& [id, web_socket] : web_sockets)
      web_socket->close(1001, "the server is going away", "stop");
  if ((web_sockets.empty() && hub->settled()) || late) return io.stop();
  after_step(&Impl::stop_step);
}

void Network::Impl::after_step(void (Impl::*next)()) {
  stop_timer.expires_after(std::chrono::milliseconds(kStopStepMs));
  stop_timer.async_wait([this, next](Error ec) {
    if (!ec) (this->*next)();
  });
}

bool Network::Impl::listen(Acceptor& at, const std::string& address, int port, std::string& why) {
  Error ec;
  const auto ip = asio::ip::make_address(address, ec);
  if (ec || port < 0 || port > 65535) {
    why = "no address to listen at: " + address;
    return false;
  }
  const Tcp::endpoint where(ip, static_cast<unsigned short>(port));
  at.open(where.protocol(), ec);
  if (!ec) at.set_option(Acceptor::reuse_address(true), ec);
  if (!ec) at.bind(where, ec);
  if (!ec) at.listen(asio::socket_base::max_listen_connections, ec);
  if (ec) why = "cannot listen at " + address + ", port " + std::to_string(port) + ": " + ec.message();
  return !ec;
}

Flow Network::Impl::accept(Acceptor& at, bool metrics) {
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
    if (std::uint64_t times = 0; shortages.now(today(), times))
      log_operation("accept", ec.message() + ", " + std::to_string(times) + " times");
    Timer pause(io, std::chrono::milliseconds(kAcceptPauseMs));
    co_await pause.async_wait(token);
  }
}

void Network::Impl::admit(Socket socket, bool metrics) {
  Error ec;
  const auto peer = socket.remote_endpoint(ec);
  if (ec) return;
  ++traffic.accepted;
  socket.set_option(Tcp::no_delay(true), ec);
  const auto guest = std::make_shared<Guest>(entrance, peer.address().to_string());
  if (const HttpReply answer = metrics ? plain(200, "") : entrance.admit(*guest); answer.status != 200) {
    socket.non_blocking(true, ec);
    socket.write_some(asio::buffer(whole_text(answer)), ec);
    socket.shutdown(Socket::shutdown_send, ec);
    return;
  }
  auto flow = serve(std::move(socket), guest, metrics);
  asio::co_spawn(io, std::move(flow), asio::detached);
}

HttpReply Network::Impl::answer_to(const RequestHead& head, const Request& request, Guest& guest,
                                   bool metrics) {
  if (metrics) {
    if (HttpReply wrong = look_at(head); wrong.status != 200) return wrong;
    if (head.target != "/metrics") return plain(404, "/metrics\n");
    return plain(200, metrics_text(hub->stats(), traffic) + (more_metrics ? more_metrics() : ""));
  }
  const Millis now = now_ms();
  const bool unnamed = traffic.unnamed > 0;
  const bool by_node = is_by_node(request);
  HttpReply wrong = entrance.request(guest, joined(request, "X-Forwarded-For"), by_node, now);
  if (!unnamed && traffic.unnamed > 0)
    log_operation("forwarded",
                  "a proxy does not say for whom it asks: all its visitors count as one (said once)");
  if (wrong.status != 200) return wrong;
  const std::string_view named = node_named(head.target);
  if (head.target != "/ws" && named.empty()) return respond(head, sources);
  const HttpReply where = named.empty() || named == node.name ? plain(200, "") : find_node(named, by_node);
  if (where.status != 200) return where;
  if (wrong = look_at(head); wrong.status != 200) return wrong;
  if (!websocket::is_upgrade(request)) return plain(426, "WebSocket only\n");
  std::vector<std::string_view> origins;
  const auto [from, to] = request.equal_range(http::field::origin);
  for (auto it = from; it != to; ++it) origins.push_back(it->value());
  HttpReply answer = entrance.upgrade(guest, origins, request[http::field::host], now);
  answer.node = where.node;
  return answer;
}

// ---- other nodes --------------------------------------------------------------------------------

bool Network::Impl::is_by_node(const Request& request) const {
  return !node.secret.empty() && is_secret(request[kNodeSecret], node.secret);
}

// A connection is passed on once: whoever was thought to be there is not, if it comes to a third.
HttpReply Network::Impl::find_node(std::string_view name, bool by_node) const {
  HttpReply answer = plain(200, "");
  if (!by_node) answer.node = hub->node_address(std::string(name));
  return answer.node.empty() ? plain(404, "no such node\n") : answer;
}

// `answer`: what to say if the node cannot be reached.
Flow Network::Impl::pass_on(Stream& stream, Request& request, std::shared_ptr<Guest>& guest,
                            HttpReply& answer) {
  const std::size_t colon = answer.node.rfind(':');
  std::string host = answer.node.substr(0, colon);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  const std::string port = answer.node.substr(colon + 1);
  answer = plain(503, "that node does not answer\n");
  Error ec;
  auto token = asio::redirect_error(kAwait, ec);
  asio::ip::basic_resolver<Tcp, Executor> resolver(io);
  const auto found = co_await resolver.async_resolve(host, port, token);
  if (ec || found.empty()) co_return;
  Stream to(io);
  to.expires_after(std::chrono::milliseconds(kNodeMs));
  const Tcp::endpoint where = found.begin()->endpoint();
  co_await to.async_connect(where, token);
  if (ec) co_return;
  to.socket().set_option(Tcp::no_delay(true), ec);
  request.set("X-Forwarded-For", guest->client());
  request.set(kNodeSecret, node.secret);
  co_await http::async_write(to, request, token);
  if (ec) co_return;
  answer.status = 101;
  ++traffic.upgrades;
  const auto pass = std::make_shared<Pass>(stream.release_socket(), to.release_socket(), std::move(guest),
                                           traffic, std::chrono::milliseconds(settings.farewell_ms));
  if (passes.size() > 2 * traffic.passed_on)
    std::erase_if(passes, [](const auto& one) { return one.expired(); });
  passes.push_back(pass);
  pass->start();
}

// Waits for the store, but not forever.
Flow Network::Impl::find_record(HttpReply& answer) {
  struct Asked {
    explicit Asked(asio::io_context& io) : timer(io) {}
    Timer timer;
    bool answered = false;
    std::optional<std::string> found;
  };
  const auto asked = std::make_shared<Asked>(io);
  const std::string game = answer.game;
  asked->timer.expires_after(std::chrono::milliseconds(settings.stuck_ms));
  hub->record(game, [asked](std::optional<std::string> found) {
    asked->answered = true;
    asked->found = std::move(found);
    asked->timer.cancel();
  });
  Error ec;
  auto token = asio::redirect_error(kAwait, ec);
  if (!asked->answered) co_await asked->timer.async_wait(token);
  if (asked->answered) answer = record_reply(game, std::move(asked->found));
  else answer = plain(503, "the store does not answer\n");
}

Flow Network::Impl::reply(Stream& stream, const HttpReply& answer, const Request& request, bool& keep) {
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

Flow Network::Impl::upgrade_to_web_socket(Stream& stream, Request& request, std::shared_ptr<Guest>& guest) {
  Error ec;
  stream.socket().set_option(asio::socket_base::send_buffer_size(kKernelBuffer), ec);
  stream.socket().set_option(asio::socket_base::receive_buffer_size(kKernelBuffer), ec);
  auto web_socket =
      std::make_shared<WebSocket>(++last, stream.release_socket(), settings, false, callbacks, traffic);
  const auto guards = [](websocket::response_type& response) {
    HttpReply answer;
    answer.status = 101;
    for (const auto& [name, value] : headers_of(answer)) response.set(name, value);
    response.set(http::field::server, "comodin");  // otherwise Beast announces its version
  };
  web_socket->ws().set_option(websocket::stream_base::decorator(guards));
  auto token = asio::redirect_error(kAwait, ec);
  co_await web_socket->ws().async_accept(request, token);
  if (ec || !hub || ending) co_return;
  const std::string address = guest->counted();
  web_socket->kept = std::move(guest);
  web_sockets.emplace(web_socket->id, web_socket);
  ++traffic.web_sockets;
  ++traffic.upgrades;
  hub->opened(web_socket->id, address);
  settle();
  web_socket->start();
}

Flow Network::Impl::serve(Socket socket, std::shared_ptr<Guest> guest, bool metrics) {
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
    HttpReply answer;
    if (ec == http::error::header_limit || ec == http::error::buffer_overflow) {
      answer = plain(431, "a shorter request, please\n");
    } else if (ec) {
      answer = plain(400, "not HTTP\n");
    } else {
      const auto length = parser.content_length();
      const bool body = parser.chunked() || (length && *length > 0);
      RequestHead head{request.method_string(), request.target(), request.count(http::field::host), body};
      head.accept_encoding = request[http::field::accept_encoding];
      head.if_none_match = request[http::field::if_none_match];
      answer = answer_to(head, request, *guest, metrics);
    }
    if (!answer.game.empty()) co_await find_record(answer);
    // Frames sent before our answer cannot come from a browser.
    if (answer.status == 101 && buffer.size() > 0) answer = plain(400, "wait for the answer\n");
    if (answer.status == 101 && !answer.node.empty()) {
      co_await pass_on(stream, request, guest, answer);
      if (answer.status == 101) co_return;
    } else if (answer.status == 101) {
      co_await upgrade_to_web_socket(stream, request, guest);
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

Network::Network(std::unique_ptr<Impl> in) : impl_(std::move(in)) {}
Network::~Network() = default;

std::unique_ptr<Network> Network::open(NetSettings settings, std::string& why) {
  raise_file_limit();
  std::signal(SIGPIPE, SIG_IGN);  // whoever reads our log may go away
  if (!Door::check(settings.door, why)) return nullptr;
  auto in = std::make_unique<Impl>(std::move(settings));
  const NetSettings& kept = in->settings;
  if (!in->listen(in->door, kept.listen, kept.port, why)) return nullptr;
  if (kept.metrics_port && !in->listen(in->metrics_door, "127.0.0.1", kept.metrics_port, why)) return nullptr;
  return std::unique_ptr<Network>(new Network(std::move(in)));
}

int Network::port() const {
  Error ec;
  return impl_->door.local_endpoint(ec).port();
}

World& Network::world() { return *impl_; }

void Network::post(std::function<void()> work) {
  asio::post(impl_->io, [in = impl_.get(), work = std::move(work)] {
    work();
    if (in->hub) in->settle();
  });
}

void Network::run(Hub& hub, Pages pages, std::function<std::string()> more_metrics, NodeIdentity node) {
  Impl& in = *impl_;
  in.node = std::move(node);
  in.hub = &hub;
  in.more_metrics = std::move(more_metrics);
  in.sources.pages = std::move(pages);
  in.sources.rooms = kept_for(kRoomsKeptMs, [&hub] { return hub.listed_rooms(); });
  in.sources.unwell = [&in]() -> std::string {
    if (in.draining()) return "draining";
    return in.hub->cut_off() ? "the store does not answer" : "";
  };
  in.set_callbacks();
  Error ec;
  in.signals.add(SIGTERM, ec);
  in.signals.add(SIGINT, ec);
  in.signals.add(SIGHUP, ec);
  std::function<void()> wait = [&in, &wait] {
    in.signals.async_wait([&in, &wait](Error problem, int signal) {
      if (problem) return;
      if (signal == SIGHUP) in.log_operation("hangup", "nothing is read anew; SIGTERM stops");
      else in.begin_stop();
      wait();
    });
  };
  wait();
  asio::co_spawn(in.io, in.accept(in.door, false), asio::detached);
  if (in.metrics_door.is_open()) asio::co_spawn(in.io, in.accept(in.metrics_door, true), asio::detached);
  in.settle();
  in.sweep(now_ms() + kSweepMs);
  in.log_operation("listening", in.settings.listen + ", port " + std::to_string(port()));
  in.io.run();
  in.signals.cancel(ec);
  in.log_operation("stopped", std::to_string(in.web_sockets.size()) + " connections cut");
}

void Network::stop() {
  asio::post(impl_->io, [in = impl_.get()] { in->begin_stop(); });
}

}  // namespace comodin::server
