#include "server/bytes.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <cstdlib>

namespace comodin::server {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

// Hashing fails only if the library is broken or there is no memory: going on would deal wrong cards.
Bytes32 sha256(std::string_view bytes) {
  Bytes32 out;
  if (EVP_Digest(bytes.data(), bytes.size(), out.data(), nullptr, EVP_sha256(), nullptr) != 1) std::abort();
  return out;
}

Bytes32 sha256(const Bytes32& bytes) { return sha256(raw(bytes)); }

Bytes32 hmac_sha256(const Bytes32& key, std::string_view message) {
  Bytes32 out;
  const auto* text = reinterpret_cast<const unsigned char*>(message.data());
  if (!HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), text, message.size(), out.data(),
            nullptr))
    std::abort();
  return out;
}

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

bool same(const Bytes32& a, const Bytes32& b) { return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0; }

}  // namespace comodin::server
