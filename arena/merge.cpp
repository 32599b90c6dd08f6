#include "arena/merge.hpp"

#include "arena/number_text.hpp"
#include "parts/journal_file.hpp"

namespace comodin {
namespace {

constexpr std::size_t kNamedMax = 8;  // shards that a message names

std::string shard_name(std::uint64_t number, std::uint64_t of) {
  return "shard " + std::to_string(number) + " of " + std::to_string(of);
}

std::string damaged(const ShardReader& reader) {
  return reader.name() + ": damaged behind its first " + grouped(reader.blocks()) +
         " blocks: a checksum does not fit; play this shard again, which drops what is damaged";
}

}  // namespace

bool ShardReader::open(std::string& why) {
  std::string head;
  const Got got = journal_.next(head);
  if (got == Got::Entry && read_shard(head, shard_, why)) return true;
  if (got == Got::Failed) why = "cannot be read";
  else if (got == Got::End) why = "expected a shard file, but it is empty";
  else if (got != Got::Entry) why = "expected a shard file; its head is cut off or changed";
  why = name_ + ": " + why;
  return false;
}

ShardReader::Got ShardReader::next(const Schedule& schedule, Block& out) {
  std::string body;
  const Got got = journal_.next(body);
  if (got != Got::Entry) return got;
  if (whole() || !read_block(body, shard_, schedule, out) || out.index != shard_.share.block_at(blocks_))
    return Got::Damaged;
  ++blocks_;
  return got;
}

bool ShardReader::ended() {
  std::string body;
  return journal_.next(body) == Got::End;
}

bool Merge::fits(const ShardReader& reader, std::string& why) {
  const Shard &first = readers_.front().shard(), &shard = reader.shard();
  ShardReader*& place = by_number_[shard.share.number - 1];
  if (experiment_text(shard) != experiment_text(first))
    why = reader.name() + ": of another experiment than " + readers_.front().name() + ": " +
          difference(experiment_text(first), experiment_text(shard));
  else if (shard.share.of != first.share.of)
    why = reader.name() + ": one of " + std::to_string(shard.share.of) + " shards, " +
          readers_.front().name() + " is one of " + std::to_string(first.share.of);
  else if (place)
    why = reader.name() + ": shard " + std::to_string(shard.share.number) + " again, after " + place->name();
  return why.empty();
}

bool Merge::open(const std::vector<ShardText>& texts, std::string& why) {
  readers_ = std::vector<ShardReader>(texts.begin(), texts.end());
  by_number_.clear();
  why.clear();
  for (ShardReader& reader : readers_) {
    if (!reader.open(why)) return false;
    by_number_.resize(readers_.front().shard().share.of);
    if (reader.shard().share.number > by_number_.size()) by_number_.resize(reader.shard().share.number);
    if (!fits(reader, why)) return false;
    by_number_[reader.shard().share.number - 1] = &reader;
  }
  of_ = readers_.front().shard();
  if (!make_schedule(of_.plan, schedule_, why)) return false;
  played_ = {.tally = Tally(schedule_.width), .sprt = sprt_for(of_.plan, schedule_)};
  return true;
}

// Deal by deal where a test wants to see each: every deal of such a block has a box of its own.
void Merge::add(const Block& block) {
  if (!played_.sprt) return played_.add(block.played);
  const std::uint64_t first = block.index * of_.share.block;
  for (std::uint64_t deal = first; deal < first + of_.share.deals_in(block.index); ++deal) {
    const std::vector<std::int64_t>& row = block.played.tally.boxes()[deal % kBoxes].row;
    played_.tally.add(deal, row);
    played_.sprt->add(sprt_value(of_.plan, schedule_, row));
    if (played_.sprt->decided()) break;
  }
  played_.add(
      {.tally = Tally(schedule_.width), .timings = block.played.timings, .lapses = block.played.lapses});
}

bool Merge::read(std::string& why) {
  Block block;
  while (!played_.complete) {
    ShardReader* reader = by_number_[of_.share.owner(next_) - 1];
    if (!reader) return true;
    const ShardReader::Got got = reader->next(schedule_, block);
    if (got == ShardReader::Got::End || got == ShardReader::Got::Torn) return true;
    if (got != ShardReader::Got::Entry) {
      why = got == ShardReader::Got::Failed ? reader->name() + ": cannot be read" : damaged(*reader);
      return false;
    }
    add(block);
    played_.complete = ++next_ == of_.share.all_blocks() || (played_.sprt && played_.sprt->decided());
  }
  if (next_ < of_.share.all_blocks()) return true;
  for (ShardReader& reader : readers_)
    if (!reader.ended()) {
      played_.complete = false;
      why = damaged(reader);
      return false;
    }
  return true;
}

std::string Merge::missing() {
  std::vector<std::string> all;
  Block block;
  for (std::size_t k = 0; k < by_number_.size(); ++k) {
    const std::string name = shard_name(k + 1, by_number_.size());
    ShardReader* reader = by_number_[k];
    if (!reader) {
      all.push_back(name + " is missing");
      continue;
    }
    ShardReader::Got got = ShardReader::Got::Entry;
    while (!reader->whole() && got == ShardReader::Got::Entry) got = reader->next(schedule_, block);
    const bool torn = got == ShardReader::Got::Torn;
    if (got == ShardReader::Got::Damaged) all.push_back(damaged(*reader));
    else if (!reader->whole())
      all.push_back(name + (torn ? " is cut off" : " stops") + " after " + grouped(reader->blocks()) +
                    " of " + grouped(reader->shard().share.blocks()) + " blocks (" + reader->name() + ")");
  }
  std::string out;
  for (std::size_t k = 0; k < std::min(all.size(), kNamedMax); ++k) out += (k ? "; " : "") + all[k];
  if (all.size() > kNamedMax) out += "; and " + std::to_string(all.size() - kNamedMax) + " more";
  return out;
}

}  // namespace comodin
