#include "arena/shard_file.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace comodin {
namespace {

using namespace std::chrono_literals;

constexpr auto kFlushEvery = 1s;
constexpr int kFlushesEarly = 4;  // a part of the time since the start
constexpr auto kLookEvery = 3s;

}  // namespace

void ShardFile::count(const Block& block) {
  ++blocks_;
  for (const auto& [entrant, lapses] : block.played.lapses) lapses_[entrant].add(lapses);
}

bool ShardFile::open(const std::string& path, const Shard& shard, const Schedule& schedule,
                     std::string& why) {
  Block block;
  const auto restore = [&](const std::string& body, std::string& wrong) {
    if (blocks_ < shard.share.blocks() && read_block(body, shard, schedule, block) &&
        block.index == shard.share.block_at(blocks_)) {
      count(block);
      return true;
    }
    wrong =
        "its block " + std::to_string(blocks_ + 1) + " is not as expected; remove it to play this part again";
    return false;
  };
  if (!file_.open(path, shard_text(shard), restore, why)) return false;
  restored_ = blocks_;
  stored_ = blocks_;
  return true;
}

void ShardFile::keep(const Block& block) {
  const std::string text = block_text(block);
  const std::lock_guard lock(mutex_);
  file_.add(text);
  count(block);
}

bool ShardFile::flush(std::string& why) {
  const std::lock_guard lock(mutex_);
  flushed_ = Clock::now();
  if (!file_.flush(why)) return false;
  stored_ = blocks_;
  return true;
}

bool ShardFile::flush_now_and_then(std::string& why) {
  const auto now = Clock::now();
  const auto every = std::min<Clock::duration>(kFlushEvery, (now - start_) / kFlushesEarly);
  return now - flushed_ < every || flush(why);
}

std::string shard_path(const std::string& folder, const Share& share) {
  char name[64];
  std::snprintf(name, sizeof name, "part-%05llu-of-%05llu.arena",
                static_cast<unsigned long long>(share.number), static_cast<unsigned long long>(share.of));
  return folder + name;
}

std::vector<std::string> VerdictWatch::present() const {
  std::vector<std::string> out;
  std::error_code none;
  Share share = shard_.share;
  for (share.number = 1; share.number <= share.of; ++share.number)
    if (std::string path = shard_path(folder_, share); std::filesystem::exists(path, none))
      out.push_back(path);
  return out;
}

// Files that cannot be read now are looked at again later: a shard that plays on for nothing does no harm.
bool VerdictWatch::decided() {
  looked_ = Clock::now();
  std::string why;
  if (std::vector<std::string> files = present(); files != merged_ || !merge_) {
    std::vector<ShardText> texts;
    for (const std::string& path : files) texts.push_back({path, file_source(path)});
    merge_ = std::make_unique<Merge>();
    merged_ = std::move(files);
    if (texts.empty() || !merge_->open(texts, why) ||
        experiment_text(merge_->of()) != experiment_text(shard_)) {
      merge_.reset();
      return false;
    }
  }
  if (merge_->read(why)) return merge_->played().sprt && merge_->played().sprt->decided();
  merge_.reset();
  return false;
}

bool VerdictWatch::decided_now_and_then() { return Clock::now() - looked_ >= kLookEvery && decided(); }

}  // namespace comodin
