// `comodin serve`: tables for people who are not in one room.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "notation/number.hpp"
#include "server/check_store.hpp"
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
  std::string config;
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
  app.add_option("--port", net.port, "0: any")->check(whole(0, 65535))->capture_default_str();
  app.add_option("--metrics-port", net.metrics_port, "Prometheus metrics on 127.0.0.1; 0: none")
      ->check(whole(0, 65535))
      ->capture_default_str();
  app.add_option("--origin", net.door.origins,
                 "pages that may connect, as https://play.example; may be repeated. None: those that this "
                 "server itself served");
  app.add_option("--proxy", net.door.proxies,
                 "address of a reverse proxy that is believed about X-Forwarded-For; may be repeated");
  app.add_option("--workers", net.workers, "threads for bots that think long")
      ->check(whole(1, 64))
      ->capture_default_str();
  const struct {
    const char* name;
    std::int64_t& value;
    const char* about;
  } rates[] = {
      {"--handshakes-burst", net.door.handshakes.burst, "connections made by one address at once"},
      {"--handshakes-per-second", net.door.handshakes.amount, "and from then on"},
      {"--requests-burst", net.door.requests.burst, "requests of one address at once"},
      {"--requests-per-second", net.door.requests.amount, "and from then on"},
  };
  for (const auto& rate : rates)
    app.add_option(rate.name, rate.value, rate.about)->check(whole(1, 1'000'000'000))->capture_default_str();
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
      {"--players-per-address", limits.players_per_address, "new ones in an hour"},
      {"--rooms-per-address", limits.rooms_per_address, "created in an hour"},
      {"--rooms-per-player", limits.rooms_per_player, "open at once, of one host"},
      {"--watchers-per-room", limits.watchers_per_room, "at once"},
      {"--commands-burst", limits.commands_burst, "of one connection at once"},
      {"--commands-per-second", limits.commands_per_second, "and from then on"},
      {"--chats-per-minute", limits.chats_per_minute, "of one connection"},
      {"--bot-pace", limits.bot_pace, "how long bots take, in hundredths of what people would"},
      {"--lobby-minutes", limits.lobby_minutes, "until a room without a game and without people is closed"},
      {"--game-minutes", limits.game_minutes, "until a game that everybody has left is closed"},
  };
  for (const auto& row : rows)
    app.add_option(row.name, row.value, row.about)
        ->check(whole(1, 100'000'000))
        ->capture_default_str()
        ->group("Limits");
}

// "4G" is 4 times 2^30 bytes; K, M and T likewise; without a letter: bytes. False: it is none.
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

void add_store_options(CLI::App& app, ServeOptions& wish) {
  app.add_option("--store", wish.store, "file that keeps rooms, records and players")->capture_default_str();
  const struct {
    const char *name, *usual, *about;
    std::uint64_t& value;
  } sizes[] = {
      {"--store-max", "4G", "what it may take; then nothing new is begun in it", wish.limits.store_bytes},
      {"--store-reserve", "256M", "the same when so little is left on its disk", wish.limits.store_reserve},
  };
  for (const auto& size : sizes) {
    const auto take = [name = size.name, &value = size.value](const std::string& text) {
      if (!read_size(text, value)) throw CLI::ValidationError(name, text + " is no size, like 512M or 4G");
    };
    app.add_option_function<std::string>(size.name, take, size.about)
        ->type_name("SIZE")
        ->default_str(size.usual);
  }
}

std::string store_metrics(const SqliteStore& store) {
  const server::CommitStats& stats = store.stats();
  const server::StoreSize size = store.size();
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

// Options of the file that the command line does not give. (CLI11 reads files for a whole program only.)
bool read_config(CLI::App& app, const std::string& path, std::string& why) {
  try {
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_file(path)) {
      CLI::Option* option = item.parents.empty() ? app.get_option_no_throw("--" + item.name) : nullptr;
      if (!option || item.name == "config" || item.name == "help")
        return why = path + ": there is no option " + item.fullname(), false;
      if (!option->empty()) continue;
      option->add_result(item.inputs);
      option->run_callback();
    }
  } catch (const CLI::Error& wrong) {
    return why = path + ": " + wrong.what(), false;
  }
  return true;
}

// Every room of the store must be what its log says.
int check_store(const std::string& path) {
  const auto judge = [](const std::string&, const std::vector<std::string>& log, std::string& why) {
    return server::check_log(log, library(), why);
  };
  std::string report;
  const bool fine = server::check_store(path, judge, report);
  std::cout << report;
  return fine ? 0 : 1;
}

int serve(ServeOptions wish) {
  wish.net.log = wish.log == "json" ? Log::Json : wish.log == "words" ? Log::Words : Log::None;
  wish.net.door.connections = wish.limits.connections;
  wish.net.door.connections_per_address = wish.limits.connections_per_address;
  if (wish.check_store) return check_store(wish.store);
  std::string why;
  const std::unique_ptr<server::Network> net = server::Network::open(wish.net, why);
  if (!net) return usage_error(why);
  server::StoreSetup setup;
  setup.path = wish.store;
  setup.post = [&net](std::function<void()> work) { net->post(std::move(work)); };
  setup.note = [&net](const std::string& event, const std::string& detail) {
    net->post([&net, event, detail] { net->world().note(event, detail); });
  };
  const std::unique_ptr<SqliteStore> store = SqliteStore::open(setup, why);
  if (!store) return usage_error(why);
  server::Hub hub(wish.limits, net->world(), *store, library());
  if (!hub.load(why)) net->world().note("unreadable_rooms", why + " (try --check-store)");
  net->run(hub, server::pages_of(server::web_files()), [&store] { return store_metrics(*store); });
  return 0;
}

}  // namespace

Command add_serve(CLI::App& app) {
  app.description("Serves tables to people elsewhere: rooms, bots, records; WebSocket at /ws.");
  app.footer(
      "Example: comodin serve --port 8080 --origin https://play.example --proxy 127.0.0.1\n"
      "A file for --config has one `name = value` on each line, named as the options are.\n"
      "SIGTERM stops it in peace: what was accepted is on disk, and everybody can go on later. SIGHUP does "
      "nothing: a terminal that is closed does not stop it.");
  const auto wish = std::make_shared<ServeOptions>();
  wish->store = usual_store();
  app.add_option("--config", wish->config, "file with options; those given here win");
  add_store_options(app, *wish);
  app.add_flag("--check-store", wish->check_store, "only reads the store, and says whether it makes sense");
  add_network_options(app, *wish);
  add_limit_options(app, wish->limits);
  return [wish, &app] {
    std::string why;
    if (!wish->config.empty() && !read_config(app, wish->config, why)) return usage_error(why);
    return serve(*wish);
  };
}

}  // namespace comodin
