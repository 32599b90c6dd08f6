// The fair deal: the server commits to a secret before anybody contributes, seats contribute numbers that
// they have committed to, and everything random in a hand follows from all of them (docs/FAIR.md). When the
// hand is over, the secret is published, and anybody can compute the deal again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chance.hpp"
#include "engine/fault.hpp"
#include "fair/sha256.hpp"

namespace comodin {

// What one seat has added to a hand.
struct Contribution {
  Seat seat = 0;
  Bytes32 commit{};
  Bytes32 nonce{};
  bool withheld = false;  // it committed but did not reveal its number in time: it does not count
  friend bool operator==(const Contribution&, const Contribution&) = default;
};

// Everything that determines the chance of one hand.
struct FairHand {
  int hand = 1;  // in its game, from 1
  Bytes32 secret{};
  std::vector<Contribution> contributions;  // by seat
  Bytes32 commit() const { return sha256(secret); }
  friend bool operator==(const FairHand&, const FairHand&) = default;
};

// What is wrong with the contributions to a hand of this many seats; empty if nothing is. They must be in the
// order of the seats, no seat may occur twice, and every number must be the one committed to.
Fault wrong_with(const FairHand& hand, int seats);

// The hand's seed: HMAC-SHA-256 under the secret, of the game's id, the hand's number and the numbers
// revealed.
Bytes32 seed_of(const FairHand& hand, std::string_view game);

// The engine's key for a game, which also determines the dealer (SETUP-1): from the first hand's seed.
Key key_of(const Bytes32& seed);

// Decides every shuffle and put-back of a hand from its seed; `also` hears the results.
class FairChance : public Chance {
 public:
  explicit FairChance(const Bytes32& seed, Chance* also = nullptr) : seed_(seed), also_(also) {}
  void shuffle(std::span<Card> cards) override;
  int put_back(int pile, int under) override;

 private:
  Bytes32 seed_;
  Chance* also_;
  std::uint32_t shuffles_ = 0, put_backs_ = 0;
};

}  // namespace comodin
