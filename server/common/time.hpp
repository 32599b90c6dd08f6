// Milliseconds: of the machine (monotonic), or of a room, whose time stands still while nobody is there.
#pragma once

#include <cstdint>

namespace comodin::server {

using Millis = std::int64_t;
inline constexpr Millis kNever = INT64_MAX;

}  // namespace comodin::server
