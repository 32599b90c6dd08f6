#include "server/net/machine.hpp"

#include <netinet/in.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>

namespace comodin::server {

using namespace std::chrono;

std::int64_t now_us() { return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count(); }

std::int64_t today() { return duration_cast<seconds>(system_clock::now().time_since_epoch()).count(); }

void fill_random(std::span<std::uint8_t> out) {
  while (!out.empty()) {
    const ssize_t got = getrandom(out.data(), out.size(), 0);
    if (got < 0 && errno != EINTR) std::abort();
    if (got > 0) out = out.subspan(static_cast<std::size_t>(got));
  }
}

void raise_file_limit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= files.rlim_max) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

void spread_sources(int socket, std::uint64_t n) {
  constexpr std::uint64_t kPerAddress = 8192, kAddresses = 100;
  const auto more = static_cast<std::uint32_t>(n / kPerAddress % kAddresses);
  if (more == 0) return;
  const int late = 1;  // the port is chosen only when the target of the connection is known
  setsockopt(socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &late, sizeof late);
  sockaddr_in from{};
  from.sin_family = AF_INET;
  from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + more);
  bind(socket, reinterpret_cast<const sockaddr*>(&from), sizeof from);
}

}  // namespace comodin::server
