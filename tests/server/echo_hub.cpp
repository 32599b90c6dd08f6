#include "tests/server/echo_hub.hpp"

#include <set>
#include <thread>

#include "editions/editions.hpp"
#include "engine/ruleset.hpp"
#include "server/pages.hpp"

namespace comodin::server {

namespace {

constexpr std::size_t kPoured = 1024;
constexpr WebFile kFiles[] = {{"assets/app-1.js", "11", "not packed", "packed"}};

class NoStore : public Store {
 public:
  void write(std::vector<Write>, std::function<void()>) override {}
  std::vector<RoomHead> open_rooms() override { return {}; }
  bool log_of(const std::string&, std::vector<std::string>&, std::string&) override { return false; }
  StoreSize size() const override { return {}; }
  std::optional<PlayerId> player(const Bytes32&) override { return {}; }
  std::vector<StoredGame> games_of(const PlayerId&, int) override { return {}; }
  std::optional<std::string> record(const std::string&) override { return {}; }
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

struct Hub::Inside {
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

Hub::Hub(const Limits&, World& world, Store&, Library&) : in_(new Inside{world, {}, {}, {}, false}) {}
Hub::~Hub() = default;
bool Hub::load(std::string&) { return true; }

void Hub::opened(Conn conn, const std::string& address) {
  const Inside::Busy busy(in_->inside);
  if (!in_->seen.insert(conn).second) ++told().twice;
  in_->open[conn] = address;
  ++told().opened;
}

void Hub::received(Conn conn, std::string_view frame) {
  const Inside::Busy busy(in_->inside);
  ++in_->stats.commands;
  if (frame == "bye") return in_->world.close(conn, CloseCode::Policy, "as you wish");
  if (frame == "kick") {
    for (const auto& [other, address] : in_->open)
      if (other != conn) in_->world.close(other, CloseCode::Full, "kicked");
    return;
  }
  if (frame == "who") return in_->say(conn, in_->open[conn]);
  if (frame.starts_with("pour ")) {
    const auto text = std::make_shared<const std::string>(kPoured, 'x');
    for (int k = std::stoi(std::string(frame.substr(5))); k > 0; --k)
      in_->world.send(conn, text, Sort::Message);
    return;
  }
  if (frame.starts_with("rooms ")) {  // each said before the one before it can have gone out
    for (int k = 1; k <= std::stoi(std::string(frame.substr(6))); ++k)
      in_->world.send(conn, std::make_shared<const std::string>("room " + std::to_string(k)), Sort::Room);
    return in_->say(conn, "end");
  }
  if (frame.starts_with("think ")) {
    in_->world.think(some_job(std::string(frame.substr(6))), [this, conn](const Thought& thought) {
      const Inside::Busy thinking(in_->inside);
      in_->say(conn, thought.moves ? "seat " + std::to_string(thought.reaction.move.seat + 1) : "nobody");
    });
    return;
  }
  in_->say(conn, std::string(frame));
}

void Hub::closed(Conn conn) {
  const Inside::Busy busy(in_->inside);
  if (!in_->open.erase(conn)) ++told().twice;
  ++told().closed;
}

void Hub::tick() {}
Millis Hub::due() const { return kNever; }
void Hub::stop() { ++told().stopped; }
bool Hub::settled() const { return true; }
std::string Hub::listed_rooms() const { return "[]"; }
bool Hub::record(const std::string& game, std::string& out) const {
  out = "# a record\n";
  return game == std::string(32, 'a');
}
const Stats& Hub::stats() const { return in_->stats; }

NetSettings test_settings() {
  NetSettings settings;
  settings.port = 0;
  settings.log = Log::None;
  settings.farewell_ms = 100;
  settings.door.handshakes = settings.door.requests = {10000, 10000};
  return settings;
}

ThinkJob some_job(const std::string& level) {
  std::string why;
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

struct EchoServer::Inside {
  NoStore store;
  int metrics_port = 0;
  std::unique_ptr<Network> net;
  std::unique_ptr<Hub> hub;
  std::thread thread;
};

EchoServer::EchoServer(NetSettings settings) : in_(new Inside) {
  std::string why;
  in_->metrics_port = settings.metrics_port;
  in_->net = Network::open(std::move(settings), why);
  if (!in_->net) throw std::runtime_error(why);
  in_->hub = std::make_unique<Hub>(Limits{}, in_->net->world(), in_->store, library());
  in_->thread =
      std::thread([this] { in_->net->run(*in_->hub, pages_of(kFiles), [] { return "more 1\n"; }); });
}
EchoServer::~EchoServer() { stop(); }
int EchoServer::port() const { return in_->net->port(); }
int EchoServer::metrics_port() const { return in_->metrics_port; }
void EchoServer::stop() {
  if (!in_->thread.joinable()) return;
  in_->net->stop();
  in_->thread.join();
}

}  // namespace comodin::server
