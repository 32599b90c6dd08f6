#include "tests/server/echo_hub.hpp"

#include <set>
#include <thread>

#include "editions/editions.hpp"
#include "engine/ruleset.hpp"
#include "server/net/pages.hpp"

namespace comodin::server {

namespace {

constexpr std::size_t kPoured = 1024;
constexpr WebFile kEchoFiles[] = {{"assets/app-1.js", "11", "not packed", "packed"}};

class NoStore : public Store {
 public:
  void write(std::vector<Write>, Then<Outcome>) override {}
  void claim(const std::string&, Then<Claim>) override {}
  void unowned(Then<std::vector<RoomHead>>) override {}
  void made_by(const PlayerId&, Then<std::vector<RoomHead>>) override {}
  void player(const Bytes32&, Then<std::optional<PlayerId>>) override {}
  void games_of(const PlayerId&, int, Then<std::vector<StoredGame>>) override {}
  void record(const std::string&, Then<std::optional<std::string>>) override {}
  void exchange(std::string, Then<std::vector<Peer>>) override {}
  bool is_shared() const override { return false; }
  std::uint64_t doubts() const override { return 0; }
  StoreSize size() const override { return {}; }
};

Library& library() {
  static Library standard = standard_library([](const std::string&, std::string&) { return false; });
  return standard;
}

}  // namespace

Told& told() {
  static Told all;
  return all;
}

struct Hub::Impl {
  World& world;
  Stats stats;
  std::map<Conn, std::string> open;
  std::set<Conn> seen;
  bool inside = false;  // a call of the hub is under way: another one is a mistake
  struct Busy {
    bool& flag;
    explicit Busy(bool& f) : flag(f) {
      if (flag) ++told().twice;
      flag = true;
    }
    ~Busy() { flag = false; }
  };
  void say(Conn conn, std::string text) {
    ++stats.sent;
    world.send(conn, std::make_shared<const std::string>(std::move(text)), Sort::Message);
  }
};

Hub::Hub(const Limits&, World& world, Store&, Library&) : impl_(new Impl{world, {}, {}, {}, false}) {}
Hub::~Hub() = default;
void Hub::load() {}

void Hub::opened(Conn conn, const std::string& address) {
  const Impl::Busy busy(impl_->inside);
  if (!impl_->seen.insert(conn).second) ++told().twice;
  impl_->open[conn] = address;
  ++told().opened;
}

void Hub::received(Conn conn, std::string_view frame) {
  const Impl::Busy busy(impl_->inside);
  ++impl_->stats.commands;
  if (frame == "bye") return impl_->world.close(conn, CloseCode::Policy, "as you wish");
  if (frame == "kick") {
    for (const auto& [other, address] : impl_->open)
      if (other != conn) impl_->world.close(other, CloseCode::Full, "kicked");
    return;
  }
  if (frame == "who") return impl_->say(conn, impl_->open[conn]);
  if (frame.starts_with("pour ")) {
    const auto text = std::make_shared<const std::string>(kPoured, 'x');
    for (int k = std::stoi(std::string(frame.substr(5))); k > 0; --k)
      impl_->world.send(conn, text, Sort::Message);
    return;
  }
  if (frame.starts_with("rooms ")) {  // each sent before the one before it can have gone out
    for (int k = 1; k <= std::stoi(std::string(frame.substr(6))); ++k)
      impl_->world.send(conn, std::make_shared<const std::string>("room " + std::to_string(k)), Sort::Room);
    return impl_->say(conn, "end");
  }
  if (frame.starts_with("think ")) {
    impl_->world.think(some_job(std::string(frame.substr(6))), [this, conn](const Thought& thought) {
      const Impl::Busy thinking(impl_->inside);
      impl_->say(conn, thought.moves ? "seat " + std::to_string(thought.reaction.move.seat + 1) : "nobody");
    });
    return;
  }
  impl_->say(conn, std::string(frame));
}

void Hub::closed(Conn conn) {
  const Impl::Busy busy(impl_->inside);
  if (!impl_->open.erase(conn)) ++told().twice;
  ++told().closed;
}

void Hub::tick() {}
Millis Hub::due() const { return kNever; }
void Hub::drain() {}
bool Hub::cut_off() const { return false; }
bool Hub::drained() const { return !told().drains; }
// Whoever is there as NAME is said by the test.
std::string Hub::node_address(const std::string& name) const {
  return name == "b" ? told().b : std::string();
}
void Hub::stop() { ++told().stopped; }
bool Hub::settled() const { return true; }
std::string Hub::listed_rooms() const { return "[]"; }
// There are two games; the record of one comes later, that of the other never.
void Hub::record(const std::string& game, std::function<void(std::optional<std::string>)> then) const {
  if (game == std::string(32, 'c')) return;
  if (game != std::string(32, 'a')) return then(std::nullopt);
  impl_->world.think(some_job("novato"), [then = std::move(then)](const Thought&) { then("# a record\n"); });
}
const Stats& Hub::stats() const { return impl_->stats; }

NetSettings test_settings() {
  NetSettings settings;
  settings.port = 0;
  settings.log = Log::None;
  settings.farewell_ms = 100;
  settings.door.handshakes = settings.door.requests = {10000, 10000};
  return settings;
}

ThinkJob some_job(const std::string& level) {
  Fault why;
  const Edition* edition = library().edition("classic", "", why);
  auto rules = std::make_shared<RuleSet>();
  why = freeze(*edition, edition->options, 4, {}, *rules);
  State state = new_game(*rules, 7);
  deal(*rules, state);
  Knowledge knowledge(*rules);
  knowledge.reset(state);
  static const auto kWanted = std::make_shared<const int>(0);
  return {rules, state, knowledge, Memory(*rules), std::vector<std::string>(4, level), 5, "", kWanted};
}

struct EchoServer::Impl {
  NoStore store;
  int metrics_port = 0;
  std::unique_ptr<Network> net;
  std::unique_ptr<Hub> hub;
  std::thread thread;
};

EchoServer::EchoServer(NetSettings settings, NodeIdentity node) : impl_(new Impl) {
  std::string why;
  impl_->metrics_port = settings.metrics_port;
  impl_->net = Network::open(std::move(settings), why);
  if (!impl_->net) throw std::runtime_error(why);
  impl_->hub = std::make_unique<Hub>(Limits{}, impl_->net->world(), impl_->store, library());
  impl_->thread = std::thread([this, node = std::move(node)] {
    impl_->net->run(*impl_->hub, pages_of(kEchoFiles), [] { return "more 1\n"; }, node);
  });
}
EchoServer::~EchoServer() { stop(); }
int EchoServer::port() const { return impl_->net->port(); }
int EchoServer::metrics_port() const { return impl_->metrics_port; }
void EchoServer::begin_stop() { impl_->net->stop(); }
void EchoServer::stop() {
  if (!impl_->thread.joinable()) return;
  impl_->net->stop();
  impl_->thread.join();
}

}  // namespace comodin::server
