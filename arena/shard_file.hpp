// ShardFile: the journal of the shard that this process plays, and a look at those of the others.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "arena/merge.hpp"
#include "parts/journal_file.hpp"

namespace comodin {

class ShardFile {
 public:
  // Goes on where the file ends, or begins it. False, and why.
  bool open(const std::string& path, const Shard& shard, const Schedule& schedule, std::string& why);

  // From any thread, in order.
  void keep(const Block& block);
  // Brings blocks onto the disk if it is time to: soon after the start, later every second. False, and why.
  bool flush_now_and_then(std::string& why);
  bool flush(std::string& why);

  std::uint64_t blocks() const { return stored_; }  // on disk
  std::uint64_t restored() const { return restored_; }
  const JournalFile& file() const { return file_; }
  const std::map<std::size_t, Lapses>& lapses() const { return lapses_; }  // of all blocks

 private:
  using Clock = std::chrono::steady_clock;

  void count(const Block& block);

  JournalFile file_;
  std::mutex mutex_;
  std::uint64_t blocks_ = 0, stored_ = 0, restored_ = 0;
  std::map<std::size_t, Lapses> lapses_;
  Clock::time_point start_ = Clock::now(), flushed_ = start_;
};

// In a folder, the file of each shard.
std::string shard_path(const std::string& folder, const Share& share);

// Looks now and then whether the shards in a folder, taken together, have decided a sequential test.
class VerdictWatch {
 public:
  VerdictWatch(std::string folder, const Shard& shard) : folder_(std::move(folder)), shard_(shard) {}

  bool decided_now_and_then();
  bool decided();
  std::uint64_t deals() const { return merge_ ? merge_->played().tally.deals() : 0; }

 private:
  using Clock = std::chrono::steady_clock;

  std::vector<std::string> present() const;

  std::string folder_;
  const Shard& shard_;
  std::unique_ptr<Merge> merge_;
  std::vector<std::string> merged_;  // the files that it reads
  Clock::time_point looked_ = Clock::now();
};

}  // namespace comodin
