// comodin load: drives a server with many tables, and says how it did.
#include "apps/comodin/load.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "notation/json.hpp"
#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kFilesBeside = 32;  // that are open besides the sockets
constexpr double kParts[] = {0.5, 0.9, 0.99, 0.999, 1};
constexpr const char* kPartNames[] = {"p50", "p90", "p99", "p99.9", "max"};

// "ws://host:port/path". False if it is none.
bool read_url(std::string_view url, LoadPlan& plan) {
  if (!url.starts_with("ws://")) return false;
  url.remove_prefix(5);
  const std::size_t slash = std::min(url.find('/'), url.size());
  plan.path = slash < url.size() ? std::string(url.substr(slash)) : "/";
  const std::string where(url.substr(0, slash));
  const std::size_t colon = where.rfind(':');
  plan.host = where.substr(0, colon);
  plan.port = 80;
  return !plan.host.empty() &&
         (colon == std::string::npos || read_number(where.substr(colon + 1), plan.port, 1, 65535));
}

struct Sums {
  double cores = 0, micros_per_move = 0, micros_per_event = 0, kib_per_room = 0, kib_per_socket = 0;
};

Sums sums_of(const LoadPlan& plan, const LoadReport& report) {
  Sums out;
  const double cpu = report.end.cpu_seconds - report.begin.cpu_seconds;
  if (report.seconds > 0) out.cores = cpu / report.seconds;
  if (report.sent > 0) out.micros_per_move = cpu * 1e6 / static_cast<double>(report.sent);
  if (report.events > 0) out.micros_per_event = cpu * 1e6 / static_cast<double>(report.events);
  out.kib_per_room = (report.end.resident_kib - report.idle.resident_kib) / plan.rooms;
  if (report.sockets > 0) out.kib_per_socket = report.idle.resident_kib / report.sockets;
  return out;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

void print_words(const LoadPlan& plan, const LoadReport& report) {
  const auto whole = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  std::printf("rooms %d playing at first, %d at the end; sockets %d; %.1f s\n", report.rooms_set_up,
              report.rooms_playing, report.sockets, report.seconds);
  std::printf(
      "moves sent %llu (%.1f/s), acknowledged %llu in all, refused %llu, skipped %llu, unanswered %llu\n",
      whole(report.sent), static_cast<double>(report.sent) / std::max(0.001, report.seconds),
      whole(report.acked), whole(report.refused), whole(report.skipped), whole(report.unanswered));
  std::printf("bytes of a move %.0f, of an event %.0f; events heard %llu\n",
              mean(report.move_bytes, report.sent), mean(report.event_bytes, report.events),
              whole(report.events));
  std::printf(
      "hands %llu, games over %llu, rooms left %llu; connections lost %llu, resumed %llu, resent %llu, byes "
      "%llu\n",
      whole(report.hands), whole(report.games), whole(report.rooms_left), whole(report.closed),
      whole(report.reconnected), whole(report.resent), whole(report.byes));
  for (const auto& [name, what] : {std::pair("acknowledged", &report.ack), {"seen by all", &report.event}}) {
    std::printf("%-12s ms:", name);
    for (std::size_t k = 0; k < std::size(kParts); ++k)
      std::printf("  %s %.2f", kPartNames[k], what->millis(kParts[k]));
    std::printf("  (%llu)\n", whole(what->count()));
  }
  if (report.has_use) {
    const Sums sums = sums_of(plan, report);
    std::printf("server: %.3f cores, %.0f us a move, %.1f us an event\n", sums.cores, sums.micros_per_move,
                sums.micros_per_event);
    std::printf(
        "server memory: %.1f MiB with the sockets only (%.1f KiB each), %.1f MiB at the end: %.1f KiB a "
        "room\n",
        report.idle.resident_kib / 1024, sums.kib_per_socket, report.end.resident_kib / 1024,
        sums.kib_per_room);
  }
  for (const auto& [what, count] : report.errors)
    std::printf("error: %s: %llu\n", what.c_str(), whole(count));
}

// Numbers with three decimals: JsonPen writes whole ones only.
std::string decimal(double number) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", number);
  return text;
}

void print_json(const LoadPlan& plan, const LoadReport& report) {
  std::string out;
  JsonPen pen(out);
  pen.open('{');
  const auto whole = [&pen](const char* key, std::uint64_t value) {
    pen.key(key).raw(std::to_string(value));
  };
  const auto real = [&pen](const char* key, double value) { pen.key(key).raw(decimal(value)); };
  pen.key("relay").flag(plan.relay);
  whole("rooms", static_cast<std::uint64_t>(report.rooms_playing));
  whole("sockets", static_cast<std::uint64_t>(report.sockets));
  real("seconds", report.seconds);
  whole("sent", report.sent), whole("acked", report.acked), whole("refused", report.refused);
  whole("skipped", report.skipped), whole("unanswered", report.unanswered), whole("events", report.events);
  whole("hands", report.hands), whole("games", report.games), whole("rooms_left", report.rooms_left);
  whole("closed", report.closed), whole("resumed", report.reconnected), whole("resent", report.resent);
  whole("byes", report.byes);
  real("move_bytes", mean(report.move_bytes, report.sent));
  real("event_bytes", mean(report.event_bytes, report.events));
  for (const auto& [name, what] : {std::pair("ack_ms", &report.ack), {"event_ms", &report.event}}) {
    pen.key(name).open('{');
    for (std::size_t k = 0; k < std::size(kParts); ++k) real(kPartNames[k], what->millis(kParts[k]));
    pen.close('}');
  }
  if (report.has_use) {
    const Sums sums = sums_of(plan, report);
    real("cores", sums.cores), real("us_per_move", sums.micros_per_move);
    real("us_per_event", sums.micros_per_event), real("kib_per_room", sums.kib_per_room);
    real("kib_per_socket", sums.kib_per_socket);
    real("rss_kib_idle", report.idle.resident_kib), real("rss_kib_end", report.end.resident_kib);
  }
  pen.key("errors").open('{');
  for (const auto& [what, count] : report.errors) whole(what.c_str(), count);
  pen.close('}').close('}');
  std::cout << out << std::endl;
}

int run(const std::string& url, LoadPlan plan, bool json) {
  if (!read_url(url, plan)) return usage_error("--url is like ws://127.0.0.1:8080/ws");
  if (plan.bots >= plan.seats) return usage_error("--bots leaves at least one seat to people");
  const std::uint64_t files = raise_files();
  const auto sockets =
      static_cast<std::uint64_t>(plan.rooms) * static_cast<std::uint64_t>(plan.seats - plan.bots);
  if (sockets + kFilesBeside > files)
    return usage_error(
        std::to_string(sockets) + " sockets are more than the " + std::to_string(files) +
        " files that this process may open: raise the limit (ulimit -Hn), or take fewer rooms");
  LoadReport report;
  std::string why;
  if (!run_load(plan, report, why)) {
    for (const auto& [what, count] : report.errors) std::cerr << what << ": " << count << '\n';
    return usage_error(why);
  }
  json ? print_json(plan, report) : print_words(plan, report);
  return report.rooms_playing < plan.rooms || report.unanswered > 0 ? 1 : 0;
}

}  // namespace

Command add_load(CLI::App& app) {
  auto plan = std::make_shared<LoadPlan>();
  auto url = std::make_shared<std::string>("ws://127.0.0.1:8080/ws");
  auto json = std::make_shared<bool>(false);
  app.description(
      "Plays many tables against a server, and says how long moves took and what the server used. Moves are\n"
      "made at times set beforehand, and latency counts from these: a server that is late does not slow\n"
      "down those who wait for it.");
  app.add_option("--url", *url, "the server")->capture_default_str();
  app.add_option("--rooms", plan->rooms)->check(whole(1, 1'000'000))->capture_default_str();
  app.add_option("--seats", plan->seats, "of each room; one socket each")
      ->check(whole(kSeatsMin, kSeatsMax))
      ->capture_default_str();
  app.add_option("--bots", plan->bots, "seats of each room that the server's bots take")
      ->check(whole(0, kSeatsMax - 1))
      ->capture_default_str();
  app.add_option("--rate", plan->rate, "moves in a second, of each room")
      ->check(decimal(0.001, 1000))
      ->capture_default_str();
  app.add_option("--seconds", plan->seconds, "to play")->check(decimal(0.001, 864000))->capture_default_str();
  app.add_option("--ramp", plan->ramp, "seconds to connect in, and again to set the rooms up in")
      ->check(decimal(0, 3600))
      ->capture_default_str();
  app.add_option("-e,--edition", plan->edition)->capture_default_str();
  app.add_option("-o,--options", plan->options, "rule options, as in a room: format=hand,cards=5");
  app.add_option("--clock", plan->clock, "seconds for each decision; 0: none")
      ->check(whole(0, 3600))
      ->capture_default_str();
  app.add_option("--games", plan->games, "leave a room after so many games and make another; 0: never")
      ->check(whole(0, 1'000'000))
      ->capture_default_str();
  app.add_flag("--reconnect", plan->reconnect, "connect again when a connection is lost, and go on");
  app.add_flag("--relay", plan->relay, "the server is tools/relay: the same schedule, no game");
  app.add_option("--server-pid", plan->server_pid, "the server's process, to see what it uses")
      ->check(whole(1, 1 << 22));
  app.add_option("--acks", plan->acks, "file to append each acknowledged command to: ROOM N ID");
  app.add_option("--seed", plan->seed)->check(whole(0))->capture_default_str();
  app.add_flag("--json", *json, "for machines");
  app.footer(
      "Example:\n  comodin load --rooms 100 --rate 0.25 --seconds 30 --server-pid $(pgrep -f 'comodin "
      "serve')\n\n"
      "Exit status: 0 all rooms played and every command was answered, 1 not so, 2 it could not be done.");
  return [plan, url, json] { return run(*url, *plan, *json); };
}

}  // namespace comodin
