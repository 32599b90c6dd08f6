#include "server/dial.hpp"

#include <unordered_map>

#include "server/web_socket.hpp"

namespace comodin::server {

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
  using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                           asio::wait_traits<std::chrono::steady_clock>, Executor>;
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
