#include "server/common/log_line.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <ctime>
#include <utility>

namespace comodin::server {

namespace {

// Only ASCII is left as it is: a log may be read in any terminal.
std::string escaped(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') (out += '\\') += c;
    else if (byte >= 0x20 && byte < 0x7F) out += c;
    else ((out += "\\u00") += kDigits[byte >> 4]) += kDigits[byte & 15];
  }
  return out;
}

std::string stamp(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  std::array<char, 32> text{};
  gmtime_r(&time, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

std::string log_line(Log log, std::int64_t seconds, std::string_view event, std::string_view detail) {
  if (log == Log::None) return "";
  if (log == Log::Words) return stamp(seconds) + " " + escaped(event) + ": " + escaped(detail) + "\n";
  return "{\"time\":\"" + stamp(seconds) + "\",\"event\":\"" + escaped(event) + "\",\"detail\":\"" +
         escaped(detail) + "\"}\n";
}

// A pipe that is ready takes a page without waiting. Making it non-blocking would do so for every process
// that shares it.
std::size_t write_some(int file, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    pollfd ready{file, POLLOUT, 0};
    if (::poll(&ready, 1, 0) == 0) return done;
    const ssize_t written =
        ::write(file, text.data() + done, std::min<std::size_t>(text.size() - done, PIPE_BUF));
    if (written < 0 && errno == EAGAIN) return done;
    if (written < 0 && errno != EINTR) return text.size();
    done += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
  return done;
}

void LogQueue::put(std::int64_t seconds, std::string_view event, std::string_view detail) {
  flush(seconds);
  const std::string line = log_line(log_, seconds, event, detail);
  if (waiting_.size() + line.size() > kMost) return void(++dropped_);
  waiting_ += line;
  write();
}

void LogQueue::flush(std::int64_t seconds) {
  write();
  if (!waiting_.empty() || told_ == dropped_) return;
  waiting_ = log_line(log_, seconds, "log_dropped", std::to_string(dropped_ - told_) + " lines");
  told_ = dropped_;
  write();
}

void LogQueue::write() { waiting_.erase(0, write_some(file_, waiting_)); }

bool Seldom::now(std::int64_t seconds, std::uint64_t& times) {
  ++times_;
  if (seconds - last_ < kEvery) return false;
  last_ = seconds;
  times = std::exchange(times_, 0);
  return true;
}

}  // namespace comodin::server
