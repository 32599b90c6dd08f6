// Lines for the log of operations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace comodin::server {

enum class Log : std::uint8_t { None, Words, Json };

// One line, with its end. `seconds` since 1970. What is not printable is escaped in both kinds.
std::string note_line(Log log, std::int64_t seconds, std::string_view event, std::string_view detail);

}  // namespace comodin::server
