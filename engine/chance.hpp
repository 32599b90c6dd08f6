// Everything random, by address: a number is a pure function of (key, purpose, index), so no draw
// shifts another, an unfinished shuffle can be finished later, and all machines agree.
#pragma once

#include <cstdint>
#include <span>

#include "engine/types.hpp"

namespace comodin {

using Key = std::uint64_t;

inline constexpr Key mix(Key x) {
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Makes one word of two: their full product, its halves joined by exclusive or. It takes one multiplication,
// so the hot paths use it; `mix` is for keys.
inline constexpr Key mul_join(Key a, Key b) {
#ifdef __wasm__  // a wide multiplication is a call there, and four narrow ones are faster
  const Key a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const Key low = a0 * b0, cross = a1 * b0 + (low >> 32), other = a0 * b1 + (cross & 0xFFFFFFFFu);
  return (a * b) ^ (a1 * b1 + (cross >> 32) + (other >> 32));
#else
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<Key>(product) ^ static_cast<Key>(product >> 64);
#endif
}

// What the engine uses a game's key for.
enum Purpose : std::uint64_t { kDealer, kDeck, kPutBack };

// A key of its own for the index-th use of a purpose.
inline constexpr Key split(Key key, std::uint64_t purpose, std::uint64_t index = 0) {
  return mix(mix(key + 0x9E3779B97F4A7C15u * (purpose + 1)) + 0xD1B54A32D192ED03u * (index + 1));
}

// A key that reveals nothing about the one it is made from: SipHash-2-4 of an empty text, under that key.
// Players get such keys: `mix` can be undone, so from any other key they could compute the deal.
inline constexpr Key one_way(Key key) {
  Key a = key ^ 0x736F6D6570736575u, b = 0x646F72616E646F6Du;
  Key c = key ^ 0x6C7967656E657261u, d = 0x7465646279746573u;
  const auto turn = [](Key x, int by) { return x << by | x >> (64 - by); };
  for (int round = 0; round < 6; ++round) {
    if (round == 2) c ^= 0xFF;
    a += b;
    b = turn(b, 13) ^ a;
    a = turn(a, 32);
    c += d;
    d = turn(d, 16) ^ c;
    a += d;
    d = turn(d, 21) ^ a;
    c += b;
    b = turn(b, 17) ^ c;
    c = turn(c, 32);
  }
  return a ^ b ^ c ^ d;
}

// A number below `bound` (> 0) without bias: multiply, and reject the uneven rest.
[[gnu::always_inline]] inline std::uint32_t below(Key random, std::uint32_t bound) {
  std::uint64_t word = random & 0xFFFFFFFFu;
  std::uint64_t product = word * bound;
  if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
    const std::uint32_t uneven = (0u - bound) % bound;
    while (static_cast<std::uint32_t>(product) < uneven) {
      random = mix(random + 0x9E3779B97F4A7C15u);
      product = (random & 0xFFFFFFFFu) * bound;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

// One step of the Fisher–Yates shuffle named by `stream`: which of the `left` cards that are not
// in order yet comes to lie on top of them.
inline std::uint32_t shuffle_step(Key stream, std::uint32_t left) {
  const Key x = stream + 0x9E3779B97F4A7C15u * left;
  return below(mul_join(x, x ^ 0xD1B54A32D192ED03u), left);
}

// A plain sequence for callers that want one (bots, tests); the engine itself never needs it.
class Random {
 public:
  explicit Random(Key key) : state_(key) {}
  Key next() {
    state_ += 0x9E3779B97F4A7C15u;
    return mul_join(state_, state_ ^ 0xD1B54A32D192ED03u);
  }
  std::uint32_t below(std::uint32_t bound) { return comodin::below(next() >> 32, bound); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  Key state_;
};

// Hears what chance has decided, and may decide otherwise (scenarios, records).
class Chance {
 public:
  virtual ~Chance() = default;
  // A new draw pile, top last, in the order that the key gave it.
  virtual void shuffle(std::span<Card>) {}
  // A first card goes back (SETUP-5) under `under` of the `pile` cards; returns under how many it is put.
  virtual int put_back([[maybe_unused]] int pile, int under) { return under; }
};

}  // namespace comodin
