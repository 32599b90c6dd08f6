// Logs that are nearly right: those of real games (games.hpp), with up to four entries dropped, doubled,
// moved, exchanged, or with a field of another value or of another entry's; as entries and as their texts.
// What is refused changes nothing; what is accepted makes the same room again; what is due can happen.
#include <algorithm>
#include <string>
#include <vector>

#include "server/room.hpp"
#include "tests/fuzz/common.hpp"
#include "tests/fuzz/games.hpp"
#include "tests/fuzz/room_laws.hpp"

using namespace comodin;
using namespace comodin::server;

namespace {

constexpr int kChangesMost = 4;
constexpr int kLooksMost = 2;  // of an input: looking at everything takes long

struct Line {
  Entry entry;
  bool touched = false;  // by the input: these are read again, and looked at closely
};
using Log = std::vector<Line>;

const std::vector<Log>& logs() {
  static const std::vector<Log> all = [] {
    std::vector<Log> out;
    for (const auto& texts : fuzz::begun_logs()) {
      out.emplace_back();
      std::string why;
      for (const std::string& text : texts) LAW(parse_entry(text, out.back().emplace_back().entry, why));
    }
    return out;
  }();
  return all;
}

constexpr std::string_view kTexts[] = {"",       "draw",           "uno",    "play W r",  "catch 1",
                                       "novato", "next draws 2",   "Ana",    "BBBBBB",    "keep",
                                       "\n",     "all swap; skip", "jump W", "contadora", "no such thing"};
constexpr int kNumbers[] = {0, 1, 2, 3, 4, 10, 11, 255, 256, 99999, INT32_MAX};

class Editor {
 public:
  Editor(Log& log, fuzz::Bytes& bytes) : log_(log), bytes_(bytes) {}

  void change() {
    if (log_.empty()) return;
    const std::size_t at = any_place(), to = any_place();
    const auto where = log_.begin() + static_cast<std::ptrdiff_t>(at);
    switch (bytes_.below(8)) {
      case 0: log_.erase(where); break;
      case 1: log_.insert(where, Line(log_[at])); break;
      case 2: std::swap(log_[at], log_[to]); break;
      case 3: log_.insert(where, Line(log_[to])); break;
      case 4: borrow(log_[at].entry, log_[to].entry); break;
      default: change_field(log_[at].entry);
    }
    for (const std::size_t place : {at, to})
      if (place < log_.size()) log_[place].touched = true;
  }

 private:
  std::size_t any_place() {
    const int high = bytes_.next();
    return static_cast<std::size_t>(high << 8 | bytes_.next()) % log_.size();
  }

  // Another entry's field.
  void borrow(Entry& entry, const Entry& other) {
    switch (bytes_.below(9)) {
      case 0: entry.act = other.act; break;
      case 1: entry.at = other.at; break;
      case 2: entry.seat = other.seat; break;
      case 3: entry.id = other.id; break;
      case 4: entry.text = other.text; break;
      case 5: entry.player = other.player; break;
      case 6: entry.card = other.card; break;
      case 7: entry.has_bytes = other.has_bytes, entry.bytes = other.bytes; break;
      default: entry.setting = other.setting;
    }
  }

  void change_field(Entry& entry) {
    switch (bytes_.below(10)) {
      case 0: entry.act = static_cast<Act>(bytes_.below(static_cast<int>(Act::Host) + 1)); break;
      case 1: entry.at += bytes_.below(3) == 0 ? -bytes_.next() * 100 : bytes_.next() * 1000; break;
      case 2: entry.seat = static_cast<Seat>(bytes_.below(kSeatsMax)); break;
      case 3: entry.seat = kNoSeat; break;
      case 4: entry.text = kTexts[bytes_.below(std::size(kTexts))]; break;
      case 5: entry.card = kNumbers[bytes_.below(std::size(kNumbers))]; break;
      case 6: entry.flag = !entry.flag; break;
      case 7: entry.has_bytes = !entry.has_bytes; break;
      case 8: entry.by = static_cast<By>(bytes_.below(3)); break;
      default: change_setting(entry.setting);
    }
    entry.at = std::max<Millis>(entry.at, 0);
    if (!entry.has_bytes) entry.bytes = {};
  }

  void change_setting(Setting& setting) {
    static constexpr std::string_view kOptions[] = {"",
                                                    "cards=1",
                                                    "cards=7,stacking=any",
                                                    "teams=on",
                                                    "format=hand",
                                                    "no=such",
                                                    "literal",
                                                    "uno_window=answer,literal,stuck_draw=any"};
    switch (bytes_.below(5)) {
      case 0: setting.seats = kSeatsMin + bytes_.below(kSeatsMax - kSeatsMin + 1); break;
      case 1: setting.clock = bytes_.next(); break;
      case 2: setting.options = kOptions[bytes_.below(std::size(kOptions))]; break;
      case 3: setting.version = bytes_.below(kOptionsVersion + 2); break;
      default: setting.edition = logs()[bytes_.next() % logs().size()].front().entry.setting.edition;
    }
  }

  Log& log_;
  fuzz::Bytes& bytes_;
};

std::vector<Room> untouched_rooms() {
  std::vector<Room> out;
  for (const Log& log : logs()) {
    out.emplace_back(fuzz::rule_cache());
    for (const Line& line : log) LAW(!out.back().apply(line.entry));
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  Log log = logs()[bytes.next() % logs().size()];
  for (int changes = 1 + bytes.below(kChangesMost); changes > 0; --changes) Editor(log, bytes).change();

  static const std::vector<Room> kept = untouched_rooms();  // and so their rule sets, which take long to make
  Room room(fuzz::rule_cache());
  std::vector<Entry> accepted;
  int looks = 0;
  for (Line& line : log) {
    if (line.touched) {
      std::string text = print_entry(line.entry), why;
      if (bytes.below(8) == 7)  // a byte of its text
        text[static_cast<std::size_t>(bytes.next()) % text.size()] = static_cast<char>(bytes.next());
      if (!parse_entry(text, line.entry, why)) {
        LAW(!why.empty());
        continue;
      }
      fuzz::prints_and_reads_back(line.entry);
    }
    if (fuzz::apply_or_not(room, line.entry, line.touched && looks++ < kLooksMost))
      accepted.push_back(line.entry);
  }
  fuzz::makes_the_same_room(room, accepted);
  fuzz::due_can_happen(room);
  return 0;
}
