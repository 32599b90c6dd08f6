#include "fair/chance.hpp"

#include <algorithm>
#include <string>

#include "notation/moves.hpp"

namespace comodin {
namespace {

constexpr std::string_view kVersion = "comodin fair 1\n";  // begins every message that makes a seed
constexpr char kShuffles = 'S', kPutBacks = 'P';

void append_be32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
}

std::uint32_t be32(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

// The random numbers for one shuffle or one put-back.
class Stream {
 public:
  Stream(const Bytes32& seed, char purpose, std::uint32_t index) : head_(raw(seed)) {
    append_be32(head_ += purpose, index);
  }

  // Skips the words at the upper end, where not every remainder occurs equally often.
  std::uint32_t below(std::uint32_t bound) {
    const std::uint64_t words = std::uint64_t{1} << 32;
    const std::uint64_t even = words - words % bound;
    for (;;)
      if (const std::uint32_t drawn = word(); drawn < even) return drawn % bound;
  }

 private:
  std::uint32_t word() {
    if (at_ == block_.size()) {
      std::string message = head_;
      append_be32(message, blocks_++);
      block_ = sha256(message);
      at_ = 0;
    }
    at_ += 4;
    return be32(block_.data() + at_ - 4);
  }

  std::string head_;
  Bytes32 block_{};
  std::size_t at_ = 32;  // the whole block has been used
  std::uint32_t blocks_ = 0;
};

}  // namespace

Fault wrong_with(const FairHand& hand, int seats) {
  int last = -1;
  for (const Contribution& given : hand.contributions) {
    if (given.seat >= seats) return {"fair.seat"_fault, {seat_text(given.seat)}};
    if (given.seat <= last) return {"fair.seats"_fault};
    last = given.seat;
    if (!given.withheld && !same(sha256(given.nonce), given.commit))
      return {"fair.number"_fault, {seat_text(given.seat)}};
  }
  return {};
}

Bytes32 seed_of(const FairHand& hand, std::string_view game) {
  std::string message(kVersion);
  ((message += game) += '\n') += std::to_string(hand.hand) + "\n";
  for (const Contribution& given : hand.contributions)
    if (!given.withheld) message += seat_text(given.seat) + " " + hex(given.nonce) + "\n";
  return hmac_sha256(hand.secret, message);
}

Key key_of(const Bytes32& seed) {
  const Bytes32 hashed = sha256(std::string(raw(seed)) + "key");
  return Key{be32(hashed.data())} << 32 | be32(hashed.data() + 4);
}

// A shuffle starts from the order of the kinds: it must not depend on how the cards lay.
void FairChance::shuffle(std::span<Card> cards) {
  Stream stream(seed_, kShuffles, shuffles_++);
  std::sort(cards.begin(), cards.end());
  for (std::size_t left = cards.size(); left > 1; --left)
    std::swap(cards[stream.below(static_cast<std::uint32_t>(left))], cards[left - 1]);
  if (also_) also_->shuffle(cards);
}

// SETUP-5: below at least one card, unless the pile is empty.
int FairChance::put_back(int pile, int) {
  Stream stream(seed_, kPutBacks, put_backs_++);
  const int under = pile == 0 ? 0 : 1 + static_cast<int>(stream.below(static_cast<std::uint32_t>(pile)));
  return also_ ? also_->put_back(pile, under) : under;
}

}  // namespace comodin
