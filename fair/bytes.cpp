#include "fair/bytes.hpp"

namespace comodin {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string hex(const Bytes32& bytes) {
  std::string out;
  for (const std::uint8_t byte : bytes) (out += kDigits[byte >> 4]) += kDigits[byte & 15];
  return out;
}

bool parse_hex(std::string_view text, Bytes32& out) {
  if (text.size() != 2 * out.size()) return false;
  Bytes32 read{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = kDigits.find(text[i]);
    if (digit == std::string_view::npos) return false;
    read[i / 2] = static_cast<std::uint8_t>(read[i / 2] * 16u + digit);
  }
  out = read;
  return true;
}

// `volatile`: no compiler may stop at the first byte that differs.
bool same(const Bytes32& a, const Bytes32& b) {
  volatile std::uint8_t differs = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differs = static_cast<std::uint8_t>(differs | (a[i] ^ b[i]));
  return differs == 0;
}

}  // namespace comodin
