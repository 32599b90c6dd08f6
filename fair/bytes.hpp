// Thirty-two bytes, for secrets, tokens and their hashes, and their text: 64 hexadecimal digits.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace comodin {

using Bytes32 = std::array<std::uint8_t, 32>;

// The bytes themselves, to be hashed together with others.
inline std::string_view raw(const Bytes32& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string hex(const Bytes32& bytes);
bool parse_hex(std::string_view text, Bytes32& out);  // exactly 64 digits, lower case

// Constant time: takes as long for equal bytes as for different ones.
bool same(const Bytes32& a, const Bytes32& b);

}  // namespace comodin
