// Metrics: figures for operators, in the text form that Prometheus reads.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "server/hub/hub.hpp"

namespace comodin::server {

std::string gauge_text(std::string_view name, std::string_view help, std::uint64_t value);

// A histogram of durations in microseconds, printed in seconds: how many there were up to each bound, and
// beyond the last.
std::string histogram_text(std::string_view name, std::string_view help, std::span<const std::int64_t> bounds,
                           std::span<const std::uint64_t> counts, std::int64_t sum);

// How long things took. The bounds are fixed, to suit one turn of the loop, one commit or one thought.
class Histogram {
 public:
  static constexpr std::array<std::int64_t, 12> kBounds = {
      100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 50'000, 100'000, 250'000, 1'000'000};
  void add(std::int64_t micros);
  std::uint64_t count() const;
  std::string text(std::string_view name, std::string_view help) const;  // in seconds

 private:
  std::array<std::uint64_t, kBounds.size() + 1> counts_{};
  std::int64_t sum_ = 0;
};

// What the network layer counts.
struct Traffic {
  // Now: all connections; those that speak WebSocket; those that are passed on to other nodes.
  std::uint64_t sockets = 0, web_sockets = 0, passed_on = 0;
  std::uint64_t accepted = 0, requests = 0, upgrades = 0;
  std::uint64_t bytes_in = 0, frames_in = 0, bytes_out = 0, frames_out = 0;
  std::uint64_t thoughts = 0, long_thoughts = 0;
  std::uint64_t unnamed = 0;  // requests for which a proxy did not say for whom they are
  std::uint64_t log_lines_dropped = 0;
  std::map<std::string_view, std::uint64_t> closes;    // by reason
  std::map<std::string_view, std::uint64_t> refusals;  // of connections and requests, by reason
  Histogram lag;                                       // of the event loop
};

std::uint64_t resident_bytes();

std::string metrics_text(const Stats& hub, const Traffic& traffic);

}  // namespace comodin::server
