#include "fair/sha256.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace comodin {
namespace {

constexpr std::size_t kBlock = 64, kLength = 8;  // bytes of a block, and of the length that ends the message

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::uint32_t kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The same for the square roots of the first eight primes.
using Words8 = std::array<std::uint32_t, 8>;
constexpr Words8 kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

std::uint32_t turned(std::uint32_t word, int a, int b, int c) {
  return std::rotr(word, a) ^ std::rotr(word, b) ^ std::rotr(word, c);
}

std::uint32_t word_at(const char* at) {
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8 | static_cast<std::uint8_t>(at[i]);
  return word;
}

void add_block(Words8& hash, const char* block) {
  std::uint32_t w[64];
  for (std::size_t i = 0; i < 16; ++i) w[i] = word_at(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i)
    w[i] = w[i - 16] + (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one = h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const std::uint32_t two = turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + one;
    d = c;
    c = b;
    b = a;
    a = one + two;
  }
  const Words8 mixed = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) hash[i] += mixed[i];
}

// Pads an incomplete block with a one bit, zeros, and the message's length in bits.
std::string ending(std::string_view rest, std::uint64_t bytes) {
  std::string end(rest);
  end += '\x80';
  while (end.size() % kBlock != kBlock - kLength) end += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bytes * 8 >> shift & 0xFF);
  return end;
}

}  // namespace

Bytes32 sha256(std::string_view bytes) {
  Words8 hash = kStart;
  const std::size_t whole = bytes.size() / kBlock * kBlock;
  for (std::size_t at = 0; at < whole; at += kBlock) add_block(hash, bytes.data() + at);
  const std::string end = ending(bytes.substr(whole), bytes.size());
  for (std::size_t at = 0; at < end.size(); at += kBlock) add_block(hash, end.data() + at);
  Bytes32 out;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
  return out;
}

Bytes32 sha256(const Bytes32& bytes) { return sha256(raw(bytes)); }

Bytes32 hmac_sha256(const Bytes32& key, std::string_view message) {
  const auto padded = [&](std::uint8_t pad) {
    std::string out(kBlock, static_cast<char>(pad));
    for (std::size_t i = 0; i < key.size(); ++i) out[i] = static_cast<char>(key[i] ^ pad);
    return out;
  };
  const Bytes32 inner = sha256(padded(0x36).append(message));
  return sha256(padded(0x5c).append(raw(inner)));
}

}  // namespace comodin
