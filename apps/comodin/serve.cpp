// comodin serve: tables for people elsewhere.
#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <utility>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/stop.hpp"
#include "notation/number.hpp"
#include "server/net/net.hpp"
#include "server/net/pages.hpp"
#include "server/room/entry.hpp"
#include "server/store/check_store.hpp"
#include "server/store/sqlite_store.hpp"
#ifdef COMODIN_POSTGRES
#include "server/store/postgres_check.hpp"
#include "server/store/postgres_drain.hpp"
#include "server/store/postgres_store.hpp"
#endif

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
  std::string config;
  std::string node, address;
  bool check_store = false, drain = false;
};

std::string usual_store() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const fs::path root =
      data && *data == '/' ? fs::path(data) : fs::path(home && *home ? home : "/tmp") / ".local" / "share";
  return (root / "comodin" / "server.db").string();
}

void add_network_options(CLI::App& app, ServeOptions& options) {
  NetSettings& net = options.net;
  app.add_option("--listen", net.listen, "address to listen on; 0.0.0.0 or :: for all")
      ->capture_default_str();
  app.add_option("--port", net.port, "port to listen on; 0 takes any free one")
      ->check(whole(0, 65535))
      ->capture_default_str();
  app.add_option("--metrics-port", net.metrics_port, "port for Prometheus metrics on 127.0.0.1; 0 for none")
      ->check(whole(0, 65535))
      ->capture_default_str();
  app.add_option(
      "--origin", net.door.origins,
      "page that may connect, such as https://play.example; may be repeated. If left out, only pages that "
      "this server itself served may connect");
  app.add_option("--proxy", net.door.proxies,
                 "address or network (10.1.0.0/16) of reverse proxies whose X-Forwarded-For is trusted; may "
                 "be repeated");
  app.add_option("--workers", net.workers, "threads for bots that think for a long time")
      ->check(whole(1, 64))
      ->capture_default_str();
  const struct {
    const char* name;
    std::int64_t& value;
    const char* about;
  } rates[] = {
      {"--handshakes-burst", net.door.handshakes.burst, "new connections from one address at once"},
      {"--handshakes-per-second", net.door.handshakes.amount, "the same, per second after that"},
      {"--requests-burst", net.door.requests.burst, "requests from one address at once"},
      {"--requests-per-second", net.door.requests.amount, "the same, per second after that"},
  };
  for (const auto& rate : rates)
    app.add_option(rate.name, rate.value, rate.about)->check(whole(1, 1'000'000'000))->capture_default_str();
  app.add_option("--log", options.log, "format of the log on standard error")
      ->check(CLI::IsMember({"json", "words", "none"}))
      ->capture_default_str();
}

void add_limit_options(CLI::App& app, Limits& limits) {
  const struct {
    const char* name;
    int& value;
    const char* about;
  } rows[] = {
      {"--rooms", limits.rooms, "rooms open at once"},
      {"--connections", limits.connections, "connections at once"},
      {"--connections-per-address", limits.connections_per_address, "connections from one address at once"},
      {"--players-per-address", limits.players_per_address, "new players from one address in an hour"},
      {"--rooms-per-address", limits.rooms_per_address, "rooms created by one address in an hour"},
      {"--rooms-per-player", limits.rooms_per_player, "rooms created by one player and open at once"},
      {"--watchers-per-room", limits.watchers_per_room, "watchers of one room at once"},
      {"--commands-burst", limits.commands_burst, "commands of one player at once, over all connections"},
      {"--commands-per-second", limits.commands_per_second, "the same, per second after that"},
      {"--write-burst", limits.write_burst,
       "bytes to be kept, from one player at once; from one address 16 times as many"},
      {"--writes-per-second", limits.writes_per_second, "the same, per second after that"},
      {"--chats-per-minute", limits.chats_per_minute, "chat messages of one player in a minute"},
      {"--bot-pace", limits.bot_pace, "how long bots take over a move, in hundredths of what people would"},
      {"--lobby-minutes", limits.lobby_minutes, "minutes until an empty room without a game is closed"},
      {"--game-minutes", limits.game_minutes, "minutes until a game that everybody has left is closed"},
  };
  for (const auto& row : rows)
    app.add_option(row.name, row.value, row.about)
        ->check(whole(1, 100'000'000))
        ->capture_default_str()
        ->group("Limits");
}

// "4G" is 4 times 2^30 bytes; likewise K, M and T. Without a letter it is bytes. False: it is not a size.
bool read_size(std::string_view text, std::uint64_t& out) {
  constexpr std::string_view kLetters = "KMGT";
  const std::size_t letter = text.empty() ? kLetters.npos : kLetters.find(text.back());
  const std::size_t shift = letter == kLetters.npos ? 0 : 10 * (letter + 1);
  if (shift) text.remove_suffix(1);
  std::uint64_t number = 0;
  if (!read_number(text, number, 0, UINT64_MAX >> shift)) return false;
  out = number << shift;
  return true;
}

void add_store_options(CLI::App& app, ServeOptions& options) {
  app.add_option("--store", options.store,
                 "file for rooms, records and players; or postgresql://ROLE@HOST/DATABASE")
      ->default_str("comodin/server.db in $XDG_DATA_HOME or ~/.local/share");
  const struct {
    const char *name, *usual, *about;
    std::uint64_t& value;
  } sizes[] = {
      {"--store-max", "4G", "largest size of the store; beyond it, nothing new can be started",
       options.limits.store_bytes},
      {"--store-reserve", "256M", "free space to keep on its disk; below it, nothing new can be started",
       options.limits.store_reserve},
  };
  for (const auto& size : sizes) {
    const auto take = [name = size.name, &value = size.value](const std::string& text) {
      if (!read_size(text, value)) throw CLI::ValidationError(name, text + " is not a size like 512M or 4G");
    };
    app.add_option_function<std::string>(size.name, take, size.about)
        ->type_name("SIZE")
        ->default_str(size.usual);
  }
}

// Of several servers on one store.
void add_node_options(CLI::App& app, ServeOptions& options) {
  const auto is_name = [](const std::string& name) {
    return server::is_node_name(name) ? std::string() : name + " is no name: up to 32 of a-z, 0-9 and -";
  };
  app.add_option("--node", options.node, "name of this server among those on one store (letters, digits, -)")
      ->check(CLI::Validator(is_name, "NAME"))
      ->default_str("a number that the store gives")
      ->group("Several servers on one PostgreSQL");
  app.add_option("--address", options.address, "where the other servers reach this one")
      ->type_name("HOST:PORT")
      ->default_str("--listen, or this machine as the database sees it, and --port")
      ->group("Several servers on one PostgreSQL");
  app.add_flag("--drain", options.drain,
               "only ask the running server --node of --store to hand its rooms over to the others and end; "
               "wait for it")
      ->group("Several servers on one PostgreSQL");
}

// A store of either kind.
struct OpenStore {
  std::unique_ptr<server::Store> store;
  const server::CommitStats* stats = nullptr;
  server::NodeIdentity node = {};
};

bool in_database(const std::string& store) {
  return store.starts_with("postgresql://") || store.starts_with("postgres://");
}

std::string store_metrics(const OpenStore& open) {
  const server::CommitStats& stats = *open.stats;
  const server::StoreSize size = open.store->size();
  std::string out =
      server::gauge_text("comodin_store_bytes", "what the store takes on the disk", size.bytes) +
      server::gauge_text("comodin_store_free_bytes", "what it could still take", size.free);
  const struct {
    const char *name, *help;
    const server::Durations& durations;
  } rows[] = {
      {"comodin_commit_seconds", "how long commits to the store take", stats.commit},
      {"comodin_checkpoint_seconds", "how long its write-ahead log takes to be copied", stats.checkpoint},
      {"comodin_durable_seconds", "until what was accepted is on the disk, waiting included", stats.durable},
  };
  for (const auto& [name, help, durations] : rows) {
    const std::vector<std::uint64_t> counts(durations.counts.begin(), durations.counts.end());
    out += server::histogram_text(name, help, server::kCommitBounds, counts,
                                  static_cast<std::int64_t>(durations.micros.load()));
  }
  return out;
}

// Reads the options that the command line does not give. (CLI11 reads files for a whole program only.)
bool read_config(CLI::App& app, const std::string& path, std::string& why) {
  try {
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_file(path)) {
      CLI::Option* option = item.parents.empty() ? app.get_option_no_throw("--" + item.name) : nullptr;
      if (!option || item.name == "config" || item.name == "help") {
        why = path + ": there is no option " + item.fullname();
        return false;
      }
      if (!option->empty()) continue;
      option->add_result(item.inputs);
      option->run_callback();
    }
  } catch (const CLI::Error& wrong) {
    why = path + ": " + wrong.what();
    return false;
  }
  return true;
}

// Checks that every room of the store is what its log says.
int check_store(const std::string& path) {
  const auto judge = [](const std::string&, const std::vector<std::string>& log, std::string& why) {
    return server::check_log(log, library(), why);
  };
  std::string report;
#ifdef COMODIN_POSTGRES
  const bool fine = in_database(path) ? server::check_postgres(path, judge, report)
                                      : server::check_store(path, judge, report);
#else
  const bool fine = server::check_store(path, judge, report);
#endif
  std::cout << report;
  return fine ? 0 : 1;
}

// Asks a running node to go, and says how far it is.
int drain(const ServeOptions& options) {
  std::string why =
      "only a server with a store in PostgreSQL can be asked to drain; send SIGTERM to this one";
#ifdef COMODIN_POSTGRES
  const std::atomic<bool>& stop = listen_for_stop();
  std::int64_t said = -1;
  const auto still = [&](std::int64_t rooms) {
    if (std::exchange(said, rooms) != rooms) std::cerr << rooms << " rooms left\n";
    return !stop;
  };
  if (in_database(options.store) && server::drain_node(options.store, options.node, still, why)) {
    std::cout << "the server has handed its rooms over, and has ended\n";
    return 0;
  }
  if (stop) return stopped_status();
#endif
  return usage_error(why);
}

// Where other nodes reach this one: what is said, or what is listened at. Empty host: the database sees it.
std::string node_address(const ServeOptions& options, int port) {
  if (!options.address.empty()) return options.address;
  const std::string& listen = options.net.listen;
  const bool everywhere = listen == "0.0.0.0" || listen == "::";
  const std::string host = listen.find(':') == std::string::npos ? listen : "[" + listen + "]";
  return (everywhere ? "" : host) + ":" + std::to_string(port);
}

bool is_host_and_port(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  int port = 0;
  return colon != std::string::npos && colon > 0 && read_number(address.substr(colon + 1), port, 1, 65535);
}

// Nothing, and why not.
OpenStore open_store(const ServeOptions& options, server::Network& net, std::string& why) {
  const std::string& where = options.store;
  const auto post = [&net](std::function<void()> work) { net.post(std::move(work)); };
  const auto log_operation = [&net](const std::string& event, const std::string& detail) {
    net.post([&net, event, detail] { net.world().log_operation(event, detail); });
  };
  if (!in_database(where)) {
    server::StoreSetup setup;
    setup.path = where;
    setup.post = post;
    setup.log_operation = log_operation;
    auto store = SqliteStore::open(setup, why);
    const server::CommitStats* stats = store ? &store->stats() : nullptr;
    return {std::move(store), stats};
  }
#ifdef COMODIN_POSTGRES
  auto store = server::PostgresStore::open({.url = where,
                                            .name = options.node,
                                            .address = node_address(options, net.port()),
                                            .format = server::kLogFormat,
                                            .post = post,
                                            .fatal = {},
                                            .log_operation = log_operation,
                                            .drain = [&net] { net.stop(); }},
                                           why);
  if (!store) return {};
  const server::CommitStats* stats = &store->stats();
  server::NodeIdentity node{store->name(), store->secret()};
  net.world().log_operation("node", node.name + ", where others reach it: " + store->address());
  return {std::move(store), stats, std::move(node)};
#else
  why = "this comodin was built without libpq: a store can only be a file";
  return {};
#endif
}

int serve(ServeOptions options) {
  options.net.log = options.log == "json" ? Log::Json : options.log == "words" ? Log::Words : Log::None;
  options.net.door.connections = options.limits.connections;
  options.net.door.connections_per_address = options.limits.connections_per_address;
  if (options.check_store) return check_store(options.store);
  if (options.drain) return drain(options);
  std::string why;
  if (!options.address.empty() && !is_host_and_port(options.address))
    return usage_error("--address is HOST:PORT, not " + options.address);
  if (!in_database(options.store) && (!options.node.empty() || !options.address.empty()))
    return usage_error("--node and --address are for servers that share a store in PostgreSQL");
  const std::unique_ptr<server::Network> net = server::Network::open(options.net, why);
  if (!net) return usage_error(why);
  const OpenStore store = open_store(options, *net, why);
  if (!store.store) return usage_error(why);
  server::Hub hub(options.limits, net->world(), *store.store, library());
  hub.load();
  net->run(hub, server::pages_of(server::web_files()), [&store] { return store_metrics(store); }, store.node);
  return 0;
}

}  // namespace

Command add_serve(CLI::App& app) {
  app.description(
      "Serves tables to people elsewhere: the page, rooms, bots and records, with a WebSocket at /ws.");
  app.footer(
      "Example:\n  comodin serve --port 8080 --origin https://play.example --proxy 127.0.0.1\n\n"
      "A file for --config has one `name = value` per line; the names are those of the options. SIGTERM "
      "shuts the\n"
      "server down cleanly: what it accepted is on disk, and everybody can continue after a restart. SIGHUP "
      "is\n"
      "ignored, so closing the terminal does not stop the server.");
  const auto options = std::make_shared<ServeOptions>();
  options->store = usual_store();
  app.add_option("--config", options->config,
                 "file with options; options on the command line take precedence");
  add_store_options(app, *options);
  app.add_flag("--check-store", options->check_store,
               "only read the store, and say whether it is consistent");
  add_node_options(app, *options);
  add_network_options(app, *options);
  add_limit_options(app, options->limits);
  return [options, &app] {
    std::string why;
    if (!options->config.empty() && !read_config(app, options->config, why)) return usage_error(why);
    return serve(*options);
  };
}

}  // namespace comodin
