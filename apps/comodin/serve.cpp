// `comodin serve`: tables for people who are not in one room.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "server/net.hpp"
#include "server/pages.hpp"
#include "server/sqlite_store.hpp"

namespace comodin {

namespace fs = std::filesystem;
using server::Limits;
using server::Log;
using server::NetSettings;
using server::SqliteStore;

namespace {

struct ServeOptions {
  NetSettings net;
  Limits limits;
  std::string store;
  std::string log = "json";
  bool check_store = false;
};

std::string usual_store() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const fs::path root =
      data && *data == '/' ? fs::path(data) : fs::path(home && *home ? home : "/tmp") / ".local" / "share";
  return (root / "comodin" / "server.db").string();
}

void add_network_options(CLI::App& app, ServeOptions& wish) {
  NetSettings& net = wish.net;
  app.add_option("--listen", net.listen, "address to listen at; 0.0.0.0 or :: for all")
      ->capture_default_str();
  app.add_option("--port", net.port, "0: any")->check(CLI::Range(0, 65535))->capture_default_str();
  app.add_option("--metrics-port", net.metrics_port, "Prometheus metrics on 127.0.0.1; 0: none")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--origin", net.door.origins,
                 "pages that may connect, as https://play.example; may be repeated. None: those that this "
                 "server itself served");
  app.add_option("--proxy", net.door.proxies,
                 "address of a reverse proxy that is believed about X-Forwarded-For; may be repeated");
  app.add_option("--workers", net.workers, "threads for bots that think long")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--handshakes-burst", net.door.handshakes.burst, "connections made by one address at once")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--handshakes-per-second", net.door.handshakes.per_second, "and from then on")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--log", wish.log, "json, words or none, on standard error")
      ->check(CLI::IsMember({"json", "words", "none"}))
      ->capture_default_str();
}

void add_limit_options(CLI::App& app, Limits& limits) {
  const struct {
    const char* name;
    int& value;
    const char* about;
  } rows[] = {
      {"--rooms", limits.rooms, "open at once"},
      {"--connections", limits.connections, "at once"},
      {"--connections-per-address", limits.connections_per_address, "at once"},
      {"--rooms-per-address", limits.rooms_per_address, "created in an hour"},
      {"--rooms-per-player", limits.rooms_per_player, "open at once, of one host"},
      {"--watchers-per-room", limits.watchers_per_room, "at once"},
      {"--commands-burst", limits.commands_burst, "of one connection at once"},
      {"--commands-per-second", limits.commands_per_second, "and from then on"},
      {"--chats-per-minute", limits.chats_per_minute, "of one connection"},
      {"--lobby-minutes", limits.lobby_minutes, "until a room without a game and without people is closed"},
      {"--game-minutes", limits.game_minutes, "until a game that everybody has left is closed"},
  };
  for (const auto& row : rows)
    app.add_option(row.name, row.value, row.about)
        ->check(CLI::Range(1, 100'000'000))
        ->capture_default_str()
        ->group("Limits");
}

std::string commit_metrics(const server::CommitStats& stats) {
  std::vector<std::int64_t> bounds(server::kCommitBounds.begin(), server::kCommitBounds.end());
  std::vector<std::uint64_t> counts(stats.durations.begin(), stats.durations.end());
  return server::histogram_text("comodin_commit_seconds", "how long commits to the store take", bounds,
                                counts, static_cast<std::int64_t>(stats.micros.load()));
}

// Every room of the store must be what its log says.
int check_store(SqliteStore& store) {
  int rooms = 0, wrong = 0;
  for (const server::StoredRoom& room : store.open_rooms()) {
    std::string why;
    ++rooms;
    if (server::check_log(room.log, library(), why)) continue;
    ++wrong;
    std::cout << room.room << ": " << why << '\n';
  }
  std::cout << rooms << " rooms, " << wrong << " wrong\n";
  return wrong ? 1 : 0;
}

int serve(ServeOptions wish) {
  wish.net.log = wish.log == "json" ? Log::Json : wish.log == "words" ? Log::Words : Log::None;
  wish.net.door.connections = wish.limits.connections;
  wish.net.door.connections_per_address = wish.limits.connections_per_address;
  std::string why;
  std::unique_ptr<server::Network> net;
  if (!wish.check_store && !(net = server::Network::open(wish.net, why))) return usage_error(why);
  server::StoreSetup setup;
  setup.path = wish.store;
  setup.post = [&net](std::function<void()> work) {
    if (net) net->post(std::move(work));
  };
  const std::unique_ptr<SqliteStore> store = SqliteStore::open(setup, why);
  if (!store) return usage_error(why);
  if (wish.check_store) return check_store(*store);
  server::Hub hub(wish.limits, net->world(), *store, library());
  if (!hub.load(why)) return usage_error(wish.store + ": " + why);
  net->run(hub, server::first_pages(), [&store] { return commit_metrics(store->stats()); });
  return 0;
}

}  // namespace

Command add_serve(CLI::App& app) {
  app.description("Serves tables to people elsewhere: rooms, bots, records; WebSocket at /ws.");
  app.footer(
      "Example: comodin serve --port 8080 --origin https://play.example --proxy 127.0.0.1\n"
      "A file for --config has one `name = value` on each line, named as the options are.\n"
      "SIGTERM stops it in peace: what was accepted is on disk, and everybody can go on later.");
  const auto wish = std::make_shared<ServeOptions>();
  wish->store = usual_store();
  app.set_config("--config", "", "file with options");
  app.add_option("--store", wish->store, "file that keeps rooms, records and players")->capture_default_str();
  app.add_flag("--check-store", wish->check_store, "only reads the store, and says whether it makes sense");
  add_network_options(app, *wish);
  add_limit_options(app, wish->limits);
  return [wish] { return serve(*wish); };
}

}  // namespace comodin
