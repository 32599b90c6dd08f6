// Shards: parts of an experiment played on different machines, as text files, and how they are merged.
//
// A file holds the plan, which part this is, and the part's tally in whole numbers; a checksum ends it. The
// parts of one plan merge to exactly what one machine would have played.
#pragma once

#include <string>
#include <vector>

#include "arena/experiment.hpp"

namespace comodin {

inline constexpr std::uint64_t kShardsMax = 1000;

struct Shard {
  Plan plan;
  std::uint64_t number = 1, of = 1;
  Played played;
};

std::string shard_text(const Shard& shard);

// False, and why ("line 3: …"), if it is no shard file.
bool read_shard(const std::string& text, Shard& out, std::string& why);

// All parts of one plan, in any order; `names` are the files, for messages. False, and why.
bool merge_shards(const std::vector<Shard>& shards, const std::vector<std::string>& names, Shard& out,
                  std::string& why);

}  // namespace comodin
