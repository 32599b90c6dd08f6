// Lines for the log of operations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace comodin::server {

enum class Log : std::uint8_t { None, Words, Json };

// One line, with its end. `seconds` since 1970. What is not printable is escaped in both kinds.
std::string log_line(Log log, std::int64_t seconds, std::string_view event, std::string_view detail);

// Writes as much as it can without waiting, and returns how much that was: all, if nobody can ever read it.
std::size_t write_some(int file, std::string_view text);

// Lines on their way to a file whose reader may be slow or gone: the server never waits for it. Lines that no
// longer fit are dropped; a line says how many, once there is room again.
class LogQueue {
 public:
  static constexpr std::size_t kMost = 256 * 1024;  // bytes

  LogQueue(int file, Log log) : file_(file), log_(log) {}
  void put(std::int64_t seconds, std::string_view event, std::string_view detail);
  // Writes the waiting lines. Called now and then.
  void flush(std::int64_t seconds);
  std::uint64_t dropped() const { return dropped_; }

 private:
  void write();

  int file_;
  Log log_;
  std::string waiting_;
  std::uint64_t dropped_ = 0, told_ = 0;
};

// For events that may come often: reports the first, then at most once a minute how many there were.
class Seldom {
 public:
  // Is it time to report? Then `times` is the number of events since the last report.
  bool now(std::int64_t seconds, std::uint64_t& times);

 private:
  static constexpr std::int64_t kEvery = 60;
  std::int64_t last_ = INT64_MIN / 2;
  std::uint64_t times_ = 0;
};

}  // namespace comodin::server
