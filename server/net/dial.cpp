#include "server/net/dial.hpp"

#include <unordered_map>

#include "server/net/web_socket.hpp"

namespace comodin::server {

struct Dialer::Impl {
  Callbacks callbacks;
  Traffic traffic;
  NetSettings rules;
  WebSocketCallbacks socket_callbacks;
  asio::io_context io{1};
  std::unordered_map<Id, std::shared_ptr<WebSocket>> web_sockets;
  Id last = 0;
};

Dialer::Dialer(Callbacks callbacks) : impl_(std::make_unique<Impl>()) {
  Impl& in = *impl_;
  in.callbacks = std::move(callbacks);
  in.rules.queue_bytes = in.rules.queue_messages = kClientMessageMax;
  in.socket_callbacks.opened = [&in](WebSocket& web_socket) { in.callbacks.opened(web_socket.id); };
  in.socket_callbacks.heard = [&in](WebSocket& web_socket, std::string_view text) {
    in.callbacks.text(web_socket.id, text);
  };
  in.socket_callbacks.over = [&in](WebSocket& web_socket, std::string_view) {
    in.callbacks.closed(web_socket.id, web_socket.heard_code());
  };
  in.socket_callbacks.gone = [&in](WebSocket& web_socket) { in.web_sockets.erase(web_socket.id); };
}
Dialer::~Dialer() = default;

Dialer::Id Dialer::connect(const std::string& host, int port, const std::string& path,
                           const std::string& origin) {
  Error ec;
  Tcp::resolver resolver(impl_->io);
  const auto found = resolver.resolve(host, std::to_string(port), ec);
  if (ec || found.empty()) return 0;
  const Tcp::endpoint where = found.begin()->endpoint();
  Socket socket(impl_->io);
  socket.open(where.protocol(), ec);  // if it cannot be, call() says so
  if (where.address().is_loopback()) spread_sources(socket.native_handle(), impl_->last);
  const auto web_socket = std::make_shared<WebSocket>(++impl_->last, std::move(socket), impl_->rules, true,
                                                      impl_->socket_callbacks, impl_->traffic);
  impl_->web_sockets.emplace(web_socket->id, web_socket);
  web_socket->call(where, host + ":" + std::to_string(port), path, origin);
  return web_socket->id;
}

void Dialer::send(Id id, std::string text) {
  const auto it = impl_->web_sockets.find(id);
  if (it != impl_->web_sockets.end() &&
      it->second->send(std::make_shared<const std::string>(std::move(text))))
    it->second->flush();
}

void Dialer::close(Id id) {
  if (const auto it = impl_->web_sockets.find(id); it != impl_->web_sockets.end())
    it->second->close(1000, "", "us");
}

void Dialer::after(Millis ms, std::function<void()> what) {
  using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                           asio::wait_traits<std::chrono::steady_clock>, Executor>;
  const auto timer = std::make_shared<Timer>(impl_->io, std::chrono::milliseconds(ms));
  timer->async_wait([timer, what = std::move(what)](Error ec) {
    if (!ec) what();
  });
}

void Dialer::run() { run_for(Millis{1} << 40); }  // 35 years

void Dialer::run_for(Millis ms) {
  const auto until_stopped = asio::make_work_guard(impl_->io);
  impl_->io.restart();
  impl_->io.run_for(std::chrono::milliseconds(ms));
}

void Dialer::stop() { impl_->io.stop(); }

std::int64_t Dialer::now_us() { return comodin::server::now_us(); }

}  // namespace comodin::server
