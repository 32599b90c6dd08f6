// What the process asks of the machine it runs on.
#pragma once

#include <cstdint>
#include <span>

#include "server/common/time.hpp"

namespace comodin::server {

std::int64_t now_us();  // monotonic
inline Millis now_ms() { return now_us() / 1000; }
std::int64_t today();  // seconds since 1970

// Bytes that nobody can guess. There is no second source: without them the process ends.
void fill_random(std::span<std::uint8_t> out);

// As many open files as the system lets us have.
void raise_file_limit();

// Makes the nth connection to this machine leave from one of its many addresses: each has only 28,000 ports,
// and the system takes long to find a free one when half of them are taken. Does nothing for IPv6.
void spread_sources(int socket, std::uint64_t n);

}  // namespace comodin::server
