// Shards: parts of an experiment that are played by themselves, each in a journal of its own
// (parts/journal.hpp). Its head holds the plan and which shard this is; each entry is a block of deals and
// the sums that they brought, in whole numbers.
#pragma once

#include <string>

#include "arena/experiment.hpp"

namespace comodin {

struct Shard {
  Plan plan;
  Share share;
  bool timing = false;
};

// Which deals a shard plays.
Share share_for(const Plan& plan, const Schedule& schedule, std::uint64_t number, std::uint64_t of);

// The head: a line for the kind of text, the plan, and the shard.
std::string shard_text(const Shard& shard);
// What all shards of an experiment have in common: the same without the shard's number.
std::string experiment_text(const Shard& shard);
// False, and why ("line 3: …"), if it is no shard's head.
bool read_shard(const std::string& text, Shard& out, std::string& why);

std::string block_text(const Block& block);
// False if no block of this experiment is written like this.
bool read_block(const std::string& text, const Shard& of, const Schedule& schedule, Block& out);

}  // namespace comodin
