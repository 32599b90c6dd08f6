// Journal: a text that only grows, in entries, each of which ends in a checksum. Whoever writes one may be
// killed at any moment: what is whole counts, and a torn last entry is dropped.
//
// The first entry is the head and says whose journal it is. Each checksum goes on from the one before, so no
// entry can be left out, moved, or come from another journal.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/chance.hpp"

namespace comodin {

inline constexpr std::size_t kEntryMax = 64u << 20;  // bytes of one entry

// An entry of whole lines, none of which begins with "end ", and the line that ends it. `chain` is 0 before
// the head.
std::string journal_entry(std::string_view body, Key& chain);

// Appends what the text holds from an offset on, as much as it likes; nothing at its end. False: it cannot be
// read.
using Source = std::function<bool(std::uint64_t from, std::string& out)>;

class JournalReader {
 public:
  enum class Got {
    Entry,
    End,      // no more so far
    Torn,     // … than the beginning of an entry, or a last one whose checksum is wrong
    Damaged,  // an entry that is not the last one has a wrong checksum
    Failed,   // it cannot be read
  };

  explicit JournalReader(Source source) : source_(std::move(source)) {}

  // After End and Torn it may be asked again: somebody may be writing.
  Got next(std::string& body);

  std::uint64_t offset() const { return offset_; }  // behind the last whole entry
  Key chain() const { return chain_; }

 private:
  Got look(std::string& body);
  bool more(bool& any);

  Source source_;
  std::string ahead_;  // read, from `offset_` on
  std::uint64_t offset_ = 0;
  Key chain_ = 0;
};

}  // namespace comodin
