// Share: the deals that one shard plays. Deals come in blocks. A shard has blocks that follow each other, so
// that the first shards together tell what the first deals brought. For a sequential test they are dealt out
// in turn instead, so that shards that play at the same time get on towards its verdict together.
#pragma once

#include <algorithm>
#include <cstdint>

namespace comodin {

inline constexpr std::uint64_t kBlocksMax = 32768;  // of one experiment, unless blocks have to be small

struct Share {
  std::uint64_t deals = 0;  // of the whole experiment, counted from 0
  std::uint64_t block = 1;  // deals in a block; the last one may be shorter
  std::uint64_t number = 1, of = 1;
  bool in_turn = false;

  std::uint64_t all_blocks() const { return (deals + block - 1) / block; }
  std::uint64_t deals_in(std::uint64_t of_all) const { return std::min(block, deals - of_all * block); }
  // Of the experiment: the shard's k-th block, and the k-th of its deals.
  std::uint64_t block_at(std::uint64_t k) const {
    return in_turn ? number - 1 + k * of : before(number - 1) + k;
  }
  std::uint64_t deal_at(std::uint64_t k) const { return block_at(k / block) * block + k % block; }
  // Which shard plays a block.
  std::uint64_t owner(std::uint64_t of_all) const {
    return in_turn ? of_all % of + 1 : ((of_all + 1) * of + all_blocks() - 1) / all_blocks();
  }
  // The shard's own.
  std::uint64_t blocks() const {
    return in_turn ? (all_blocks() + of - number) / of : before(number) - before(number - 1);
  }
  std::uint64_t size() const {  // in deals
    const std::uint64_t count = blocks();
    return count ? (count - 1) * block + deals_in(block_at(count - 1)) : 0;
  }

 private:
  std::uint64_t before(std::uint64_t shards) const { return all_blocks() * shards / of; }
};

// A size for blocks, at most `most`. It follows from the experiment alone: small where deals are few, so that
// all shards have something to do.
inline std::uint64_t block_for(std::uint64_t deals, std::uint64_t most) {
  std::uint64_t block = 1;
  while (block * kBlocksMax < deals && block < most) block *= 2;
  return block;
}

}  // namespace comodin
