// A room's log, line by line: every entry that is read prints and reads back to the same; what a room refuses
// changes nothing; what it accepts makes the same room again, and anybody can look at it.
#include <string>
#include <vector>

#include "tests/fuzz/common.hpp"
#include "tests/fuzz/room_laws.hpp"
#include "words/fault.hpp"

using namespace comodin;
using namespace comodin::server;

namespace {

constexpr std::size_t kLinesMost = 300;
constexpr std::size_t kLooksEvery = 16;  // lines: it takes long

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  Room room(fuzz::rule_cache());
  std::vector<Entry> accepted;
  for (std::size_t lines = 0; !text.empty() && lines < kLinesMost; ++lines) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    Entry entry;
    if (const Fault wrong = parse_entry(line, entry)) {
      LAW(!fault_text(Language::English, wrong).empty());
      continue;
    }
    fuzz::prints_and_reads_back(entry);
    if (fuzz::apply_or_not(room, entry, lines % kLooksEvery == 0)) accepted.push_back(entry);
  }
  fuzz::makes_the_same_room(room, accepted);
  fuzz::due_can_happen(room);
  return 0;
}
