#include "tests/fuzz/room_laws.hpp"

#include "server/hub/messages.hpp"
#include "tests/fuzz/common.hpp"

namespace comodin::fuzz {

using namespace server;

RuleCache& rule_cache() {
  static RuleCache cache(library());
  return cache;
}

std::string looks(const Room& room) {
  std::string out = room_message(room.n(), room.lobby(), {});
  const RoomTable* table = room.table();
  if (!table || room.lobby().hands == 0) return out;
  for (Seat seat = 0; seat <= room.seats(); ++seat) {
    const Seat viewer = seat == room.seats() ? kSpectator : seat;
    MoveList moves;
    if (viewer != kSpectator) legal(table->rules(), table->state(), viewer, moves);
    const View view = table->view_of(viewer);
    out +=
        view_message(table->rules(), {.n = room.n(), .by = {}, .events = {}, .view = view, .moves = moves});
  }
  return out;
}

void prints_and_reads_back(const Entry& entry) {
  Entry again;
  LAW(!parse_entry(print_entry(entry), again) && again == entry);
}

bool apply_or_not(Room& room, const Entry& entry, bool compare) {
  const std::uint32_t before = room.n();
  const std::string looked = compare ? looks(room) : "";
  if (const Refused wrong = room.apply(entry)) {
    LAW(!wrong.code.empty() && !english(wrong).empty() && room.n() == before);
    LAW(!compare || looks(room) == looked);
    return false;
  }
  LAW(room.n() == before + 1);
  return true;
}

void makes_the_same_room(const Room& room, const std::vector<Entry>& accepted) {
  Room again(rule_cache());
  for (const Entry& entry : accepted) LAW(!again.apply(entry));
  LAW(looks(again) == looks(room));
  LAW(again.due() == room.due() && again.time() == room.time());
}

void due_can_happen(Room& room) {
  if (room.wants_secret()) {  // the server sees to that before anything else
    LAW(!room.apply({.at = room.time(), .act = act::Secret{}}));
  }
  if (room.n() == 0 || room.due() == kNever) return;
  if (const Refused wrong = room.apply(room.when_due())) broken(english(wrong).c_str(), __FILE__, __LINE__);
}

}  // namespace comodin::fuzz
