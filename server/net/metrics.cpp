#include "server/net/metrics.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace comodin::server {

namespace {

std::string seconds(std::int64_t micros) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%lld.%06lld", static_cast<long long>(micros / 1'000'000),
                static_cast<long long>(micros % 1'000'000));
  return text.data();
}

std::string head(std::string_view name, std::string_view kind, std::string_view help) {
  const std::string whole(name);
  return "# HELP " + whole + " " + std::string(help) + "\n# TYPE " + whole + " " + std::string(kind) + "\n";
}

struct Figure {
  const char *name, *kind, *help;
  std::uint64_t value;
};

std::string by_reason(std::string_view name, std::string_view help,
                      const std::map<std::string_view, std::uint64_t>& counts) {
  std::string out = head(name, "counter", help);
  for (const auto& [reason, count] : counts)
    out += std::string(name) + "{reason=\"" + std::string(reason) + "\"} " + std::to_string(count) + "\n";
  return out;
}

}  // namespace

void Histogram::add(std::int64_t micros) {
  const auto at = std::lower_bound(kBounds.begin(), kBounds.end(), micros);
  ++counts_[static_cast<std::size_t>(at - kBounds.begin())];
  sum_ += std::max<std::int64_t>(micros, 0);
}

std::uint64_t Histogram::count() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{});
}

std::string Histogram::text(std::string_view name, std::string_view help) const {
  return histogram_text(name, help, kBounds, counts_, sum_);
}

std::string histogram_text(std::string_view name, std::string_view help, std::span<const std::int64_t> bounds,
                           std::span<const std::uint64_t> counts, std::int64_t sum) {
  const std::string whole(name);
  std::string out = head(name, "histogram", help);
  std::uint64_t up_to = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    up_to += counts[k];
    out += whole + "_bucket{le=\"" + (k < bounds.size() ? seconds(bounds[k]) : "+Inf") + "\"} " +
           std::to_string(up_to) + "\n";
  }
  return out + whole + "_sum " + seconds(sum) + "\n" + whole + "_count " + std::to_string(up_to) + "\n";
}

std::string gauge_text(std::string_view name, std::string_view help, std::uint64_t value) {
  return head(name, "gauge", help) + std::string(name) + " " + std::to_string(value) + "\n";
}

std::uint64_t resident_bytes() {
  unsigned long long all = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%llu %llu", &all, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string metrics_text(const Stats& hub, const Traffic& traffic) {
  const Figure figures[] = {
      {"comodin_resident_bytes", "gauge", "memory of the process", resident_bytes()},
      {"comodin_sockets", "gauge", "open connections", traffic.sockets},
      {"comodin_websockets", "gauge", "open connections that speak WebSocket", traffic.web_sockets},
      {"comodin_passed_on", "gauge", "connections that are passed on to other nodes", traffic.passed_on},
      {"comodin_peers", "gauge", "other nodes of the store that live", hub.peers},
      {"comodin_connections", "gauge", "connections that the hub knows", hub.connections},
      {"comodin_rooms", "gauge", "open rooms", hub.rooms},
      {"comodin_games_running", "gauge", "games being played", hub.games_running},
      {"comodin_accepted_total", "counter", "connections accepted", traffic.accepted},
      {"comodin_requests_total", "counter", "HTTP requests", traffic.requests},
      {"comodin_upgrades_total", "counter", "connections that became WebSockets", traffic.upgrades},
      {"comodin_bytes_in_total", "counter", "bytes read from WebSockets", traffic.bytes_in},
      {"comodin_messages_in_total", "counter", "messages read from WebSockets", traffic.frames_in},
      {"comodin_bytes_out_total", "counter", "bytes of messages written", traffic.bytes_out},
      {"comodin_messages_out_total", "counter", "messages written", traffic.frames_out},
      {"comodin_thoughts_total", "counter", "questions put to bots", traffic.thoughts},
      {"comodin_long_thoughts_total", "counter", "of these, thought over by workers", traffic.long_thoughts},
      {"comodin_unnamed_total", "counter", "requests whose proxy did not say for whom", traffic.unnamed},
      {"comodin_log_dropped_total", "counter", "lines of the log that nobody read",
       traffic.log_lines_dropped},
      {"comodin_commands_total", "counter", "commands from clients", hub.commands},
      {"comodin_refused_total", "counter", "commands refused", hub.refused},
      {"comodin_limited_total", "counter", "commands over a limit", hub.limited},
      {"comodin_entries_total", "counter", "entries written to logs", hub.entries},
      {"comodin_moves_total", "counter", "moves made", hub.moves},
      {"comodin_sent_total", "counter", "messages handed to connections", hub.sent},
      {"comodin_rooms_created_total", "counter", "rooms created", hub.rooms_created},
      {"comodin_games_finished_total", "counter", "games finished", hub.games_finished},
      {"comodin_moved_total", "counter", "connections told to go on at another node", hub.moved},
      {"comodin_handed_over_total", "counter", "rooms handed over to other nodes", hub.handed_over},
      {"comodin_fenced_total", "counter", "writes refused because another node owns the room", hub.fenced},
  };
  std::string out;
  for (const Figure& figure : figures)
    out +=
        head(figure.name, figure.kind, figure.help) + figure.name + " " + std::to_string(figure.value) + "\n";
  out += by_reason("comodin_closes_total", "WebSockets closed", traffic.closes);
  out += by_reason("comodin_refusals_total", "connections and requests refused", traffic.refusals);
  return out + traffic.lag.text("comodin_loop_lag_seconds", "how late the event loop comes to a timer");
}

}  // namespace comodin::server
