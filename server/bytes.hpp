// Thirty-two bytes: secrets, tokens, and what they are hashed to; and their text, 64 hexadecimal digits.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace comodin::server {

using Bytes32 = std::array<std::uint8_t, 32>;

Bytes32 sha256(std::string_view bytes);
Bytes32 sha256(const Bytes32& bytes);
Bytes32 hmac_sha256(const Bytes32& key, std::string_view message);

// The bytes themselves, for hashing more than them.
inline std::string_view raw(const Bytes32& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string hex(const Bytes32& bytes);
bool parse_hex(std::string_view text, Bytes32& out);  // exactly 64 digits, small letters

// Takes as long for equal bytes as for others.
bool same(const Bytes32& a, const Bytes32& b);

}  // namespace comodin::server
