// What the process asks of the machine it runs on.
#pragma once

#include <cstdint>
#include <span>

#include "server/world.hpp"

namespace comodin::server {

std::int64_t now_us();  // monotonic
inline Millis now_ms() { return now_us() / 1000; }
std::int64_t today();  // seconds since 1970

// Bytes that nobody can guess. There is no second source: without them the process ends.
void fill_random(std::span<std::uint8_t> out);

// As many open files as the system lets us have.
void raise_file_limit();

}  // namespace comodin::server
