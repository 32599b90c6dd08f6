// Lines for the log of operations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace comodin::server {

enum class Log : std::uint8_t { None, Words, Json };

// One line, with its end. `seconds` since 1970. What is not printable is escaped in both kinds.
std::string note_line(Log log, std::int64_t seconds, std::string_view event, std::string_view detail);

// Writes what goes without waiting, and says how much that was: all, if nobody will ever read it.
std::size_t write_some(int file, std::string_view text);

// Lines on their way to a file that may be read slowly, or not at all: the server never waits for it. Lines that
// do not fit any more are dropped, and said to be when there is room again.
class NoteQueue {
 public:
  static constexpr std::size_t kMost = 256 * 1024;  // bytes

  NoteQueue(int file, Log log) : file_(file), log_(log) {}
  void put(std::int64_t seconds, std::string_view event, std::string_view detail);
  // Writes what waits. Called now and then.
  void flush(std::int64_t seconds);
  std::uint64_t dropped() const { return dropped_; }

 private:
  void write();

  int file_;
  Log log_;
  std::string waiting_;
  std::uint64_t dropped_ = 0, told_ = 0;
};

// For what may happen often: the first time, and then at most once a minute, with how often it was.
class Seldom {
 public:
  // Is it time to say so? Then `times` is how often it was since the last time.
  bool now(std::int64_t seconds, std::uint64_t& times);

 private:
  static constexpr std::int64_t kEvery = 60;
  std::int64_t last_ = INT64_MIN / 2;
  std::uint64_t times_ = 0;
};

}  // namespace comodin::server
