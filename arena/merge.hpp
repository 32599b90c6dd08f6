// Merge: reads the shards of an experiment side by side, in the order of its deals, as far as they go. It
// adds up exactly what one machine would have played, and lets a sequential test decide as it would there.
#pragma once

#include <string>
#include <vector>

#include "arena/shard.hpp"
#include "parts/journal.hpp"

namespace comodin {

// A shard's journal, and its name for messages.
struct ShardText {
  std::string name;
  Source source;
};

// Reads one shard, block by block.
class ShardReader {
 public:
  using Got = JournalReader::Got;

  explicit ShardReader(const ShardText& text) : name_(text.name), journal_(text.source) {}

  // Its head; false, and why.
  bool open(std::string& why);
  // Its next block. With End and Torn there is none so far.
  Got next(const Schedule& schedule, Block& out);

  const std::string& name() const { return name_; }
  const Shard& shard() const { return shard_; }
  std::uint64_t blocks() const { return blocks_; }  // read
  bool whole() const { return blocks_ == shard_.share.blocks(); }
  bool ended();  // nothing follows

 private:
  std::string name_;
  JournalReader journal_;
  Shard shard_;
  std::uint64_t blocks_ = 0;
};

class Merge {
 public:
  // All shards of one experiment, in any order, or as many as there are. False, and why.
  bool open(const std::vector<ShardText>& texts, std::string& why);

  // Reads on to the end, to the verdict or to the first block that is not there yet. It may be called again.
  // False, and why, if a shard is damaged.
  bool read(std::string& why);

  const Shard& of() const { return of_; }  // the experiment; its number says nothing
  const Schedule& schedule() const { return schedule_; }
  const Played& played() const { return played_; }  // complete if nothing more is needed
  // What is not there: shards, and blocks of shards. Reads all that is.
  std::string missing();

 private:
  bool fits(const ShardReader& reader, std::string& why);
  void add(const Block& block);

  Shard of_;
  Schedule schedule_;
  Played played_;
  std::vector<ShardReader> readers_;
  std::vector<ShardReader*> by_number_;
  std::uint64_t next_ = 0;  // block
};

}  // namespace comodin
