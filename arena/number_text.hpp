// Numbers as reports write them.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

namespace comodin {

inline std::string fixed(double value, int digits, bool plus = false) {
  char text[64];
  std::snprintf(text, sizeof text, plus ? "%+.*f" : "%.*f", digits, value);
  std::string out = text;
  if (out.find_first_of("123456789") == std::string::npos && (out[0] == '-' || out[0] == '+'))
    out.erase(0, 1);
  return out;
}

// As many digits as it takes to read the same number back.
inline std::string shortest(double value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

// 1234567 -> "1,234,567"
inline std::string grouped(std::uint64_t value) {
  std::string out = std::to_string(value);
  for (std::size_t at = out.size(); at > 3;) out.insert(at -= 3, ",");
  return out;
}

}  // namespace comodin
