#include "apps/comodin/stop.hpp"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace comodin {
namespace {

constexpr std::int64_t kPatience = 1000;  // milliseconds

std::atomic<bool> stop_asked = false;
std::atomic<int> stop_signal = 0;
std::atomic<std::int64_t> stop_time = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

// A second signal that comes at the same time changes nothing, because some programs signal both a process
// and its group.
void on_signal(int number) {
  if (!stop_asked) {
    stop_time = milliseconds();
    stop_signal = number;
    stop_asked = true;
  } else if (milliseconds() - stop_time > kPatience) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

}  // namespace

const std::atomic<bool>& listen_for_stop() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_asked;
}

int stopped_status() { return 128 + stop_signal; }

}  // namespace comodin
