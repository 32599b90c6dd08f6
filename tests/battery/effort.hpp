// How much the battery plays: about a minute by default, twenty times that with COMODIN_BATTERY=long.
#pragma once

#include <cstdlib>
#include <string_view>

namespace comodin::battery {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

// Sanitizers slow play down several times, so only every n-th table is played. This n has no factor in common
// with the length of the lists in tables.cpp, so every edition and option still has its tables.
inline constexpr std::size_t kTableStride = kSanitized ? 7 : 1;

inline bool is_long() {
  const char* wish = std::getenv("COMODIN_BATTERY");
  return wish && std::string_view(wish) == "long";
}

// Games, seeds, samples: whatever grows with the time available.
inline int scaled(int base) { return is_long() ? 20 * base : base; }

}  // namespace comodin::battery
