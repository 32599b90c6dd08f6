// A room's log: every entry that is read prints and reads back to the same; what a room refuses changes
// nothing; what it accepts makes the same room again, and anybody can look at it.
#include <string>
#include <vector>

#include "server/hub.hpp"
#include "server/room.hpp"
#include "server/wire.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;
using namespace comodin::server;

namespace {

constexpr std::size_t kLinesMost = 300;

std::string looks(const Room& room) {
  std::string out = room_message(room.n(), room.lobby(), {});
  const Table* table = room.table();
  if (!table || room.lobby().hands == 0) return out;
  for (Seat seat = 0; seat <= room.seats(); ++seat) {
    const Seat viewer = seat == room.seats() ? kSpectator : seat;
    MoveList moves;
    if (viewer != kSpectator) legal(table->rules(), table->state(), viewer, moves);
    const View view = table->view_of(viewer);
    out += view_message(
        table->rules(),
        {.n = room.n(), .by = By::Person, .events = {}, .view = view, .moves = moves, .clock = {}});
  }
  return out;
}

// What is due is never refused.
void due_can_happen(const Room& room, const std::vector<std::string>& log) {
  if (room.n() == 0 || room.due() == kNever) return;
  std::vector<std::string> longer = log;
  longer.push_back(print_entry(room.when_due()));
  std::string why;
  if (!check_log(longer, fuzz::library(), why)) fuzz::broken(why.c_str(), __FILE__, __LINE__);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  RuleCache cache(fuzz::library());
  Room room(cache);
  std::vector<std::string> log;
  for (std::size_t lines = 0; !text.empty() && lines < kLinesMost; ++lines) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    Entry entry, again;
    std::string why;
    if (!parse_entry(line, entry, why)) {
      LAW(!why.empty());
      continue;
    }
    LAW(parse_entry(print_entry(entry), again, why) && again == entry);
    const std::uint32_t before = room.n();
    const std::string looked = lines % 16 == 0 ? looks(room) : "";
    if (const Refused wrong = room.apply(entry)) {
      LAW(!wrong.code.empty() && !wrong.text.empty() && room.n() == before);
      LAW(looked.empty() || looks(room) == looked);
      continue;
    }
    LAW(room.n() == before + 1);
    log.push_back(print_entry(entry));
  }
  std::string why;
  LAW(check_log(log, fuzz::library(), why) == !log.empty());
  looks(room);
  due_can_happen(room, log);
  return 0;
}
