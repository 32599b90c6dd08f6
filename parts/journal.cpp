#include "parts/journal.hpp"

#include <algorithm>
#include <cstdio>

namespace comodin {
namespace {

constexpr std::string_view kEndWord = "end ";
constexpr std::size_t kEndLength = 4 + 16 + 1;  // the whole line

std::string end_line(Key sum) {
  char text[kEndLength + 1];
  std::snprintf(text, sizeof text, "end %016llx\n", static_cast<unsigned long long>(sum));
  return text;
}

Key checksum(std::string_view text, Key sum) {
  for (char c : text) sum = mix(sum + static_cast<unsigned char>(c) + 1);
  return sum;
}

}  // namespace

std::string journal_entry(std::string_view body, Key& chain) {
  chain = checksum(body, chain);
  return std::string(body) + end_line(chain);
}

bool JournalReader::more(bool& any) {
  const std::size_t before = ahead_.size();
  if (!source_(offset_ + before, ahead_)) return false;
  any = ahead_.size() > before;
  return true;
}

JournalReader::Got JournalReader::look(std::string& body) {
  std::size_t from = 0, end = 0;
  bool any = true;
  while (true) {
    end = ahead_.find("\nend ", from);
    if (end != std::string::npos && ahead_.size() >= end + 1 + kEndLength) break;
    from = end != std::string::npos ? end : ahead_.size() - std::min(ahead_.size(), kEndWord.size());
    if (ahead_.size() > kEntryMax) return Got::Damaged;
    if (!more(any)) return Got::Failed;
    if (!any) return ahead_.empty() ? Got::End : Got::Torn;
  }
  const std::size_t length = end + 1 + kEndLength;
  const Key sum = checksum(std::string_view(ahead_).substr(0, end + 1), chain_);
  if (std::string_view(ahead_).substr(end + 1, kEndLength) == end_line(sum)) {
    body = ahead_.substr(0, end + 1);
    chain_ = sum;
    offset_ += length;
    ahead_.erase(0, length);
    return Got::Entry;
  }
  if (ahead_.size() == length && !more(any)) return Got::Failed;
  return ahead_.size() > length ? Got::Damaged : Got::Torn;
}

// What does not fit is read once more before it is judged: its writer may have begun a torn entry anew.
JournalReader::Got JournalReader::next(std::string& body) {
  const Got got = look(body);
  if (got == Got::Entry || got == Got::Failed) return got;
  ahead_.clear();
  if (got != Got::Damaged) return got;
  const Got again = look(body);
  if (again != Got::Entry) ahead_.clear();
  return again;
}

}  // namespace comodin
