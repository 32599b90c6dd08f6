// Logs that are nearly right: those of real games (games.hpp), with up to four entries dropped, doubled,
// moved, exchanged, or with a field of another value or of another entry's; as entries and as their texts.
// What is refused changes nothing; what is accepted makes the same room again; what is due can happen.
#include <algorithm>
#include <string>
#include <vector>

#include "server/room/room.hpp"
#include "tests/fuzz/common.hpp"
#include "tests/fuzz/games.hpp"
#include "tests/fuzz/room_laws.hpp"
#include "tests/server/forms.hpp"
#include "words/fault.hpp"

using namespace comodin;
using namespace comodin::server;

namespace {

constexpr int kChangesMost = 4;
constexpr int kLooksMost = 2;  // entries of an input: checking everything takes long

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
      for (const std::string& text : texts) LAW(!parse_entry(text, out.back().emplace_back().entry));
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

  // Something of another entry's: where both have a field of that type, the field.
  void borrow(Entry& entry, const Entry& other) {
    switch (bytes_.below(5)) {
      case 0: entry.act = other.act; break;
      case 1: entry.at = other.at; break;
      case 2: entry.seat = other.seat; break;
      case 3: entry.id = other.id; break;
      default:
        std::visit([&](auto& act) { each_member(act, [&](auto& to) { take_from(other, to); }); }, entry.act);
    }
  }

  // Each member of an act that a table names, one in two at random.
  template <class Act, class Change>
  void each_member(Act& act, Change change_member) {
    for_each_field(act, [&](auto& object, const auto& field) {
      if (bytes_.below(2)) change_member(object.*(field.member));
      return true;
    });
  }

  template <class Member>
  static void take_from(const Entry& other, Member& to) {
    std::visit(
        [&](const auto& act) {
          for_each_field(act, [&](const auto& object, const auto& field) {
            if constexpr (std::same_as<std::remove_cvref_t<decltype(object.*(field.member))>, Member>)
              to = object.*(field.member);
            return true;
          });
        },
        other.act);
  }

  void change_field(Entry& entry) {
    switch (bytes_.below(6)) {
      case 0: choose(any_act(), entry.act); break;
      case 1: entry.at += bytes_.below(3) == 0 ? -bytes_.next() * 100 : bytes_.next() * 1000; break;
      case 2: entry.seat = static_cast<Seat>(bytes_.below(kSeatsMax)); break;
      case 3: entry.seat = kNoSeat; break;
      default:
        if (auto* set = std::get_if<act::Set>(&entry.act)) change_setting(set->setting);
        else if (auto* create = std::get_if<act::Create>(&entry.act)) change_setting(create->setting);
        else std::visit([&](auto& act) { each_member(act, [&](auto& to) { change_value(to); }); }, entry.act);
    }
    entry.at = std::max<Millis>(entry.at, 0);
  }

  std::string_view any_act() {
    const auto& forms = act_forms();
    return forms[static_cast<std::size_t>(bytes_.next()) % forms.size()].word;
  }

  void change_value(std::string& to) { to = kTexts[bytes_.below(std::size(kTexts))]; }
  void change_value(bool& to) { to = !to; }
  void change_value(Bytes32& to) { to[0] ^= 1; }
  void change_value(Seat& to) { to = static_cast<Seat>(bytes_.below(kSeatsMax)); }
  void change_value(By& to) { to = static_cast<By>(bytes_.below(3)); }
  void change_value(std::integral auto& to) {
    to = static_cast<std::remove_cvref_t<decltype(to)>>(kNumbers[bytes_.below(std::size(kNumbers))]);
  }
  void change_value(std::optional<Bytes32>& to) {
    if (to) to.reset();
    else to.emplace();
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
      default:
        setting.edition =
            std::get<act::Create>(logs()[bytes_.next() % logs().size()].front().entry.act).setting.edition;
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
      std::string text = print_entry(line.entry);
      if (bytes.below(8) == 7)  // a byte of its text
        text[static_cast<std::size_t>(bytes.next()) % text.size()] = static_cast<char>(bytes.next());
      if (const Fault wrong = parse_entry(text, line.entry)) {
        LAW(!fault_text(Language::English, wrong).empty());
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
