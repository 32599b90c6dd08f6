// Logs of older servers load as they were written, and mean what they meant.
//
// version-1.log was written by the first server: somebody who was removed sits down again, a rule of two
// lines is accepted, and a newcomer plays a removed player's hand on. The settings of options-1-*.log say no
// version, so their options are those of the first: an `accept` closes the window for calls while somebody
// owes one, and in `powers` who comes down to one card with the first of two owes none. *.told is what that
// server told a watcher of the table after each deal and move; its records of these games are in
// tests/records.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "notation/edition.hpp"
#include "notation/scenario.hpp"
#include "server/room.hpp"
#include "tests/battery/tables.hpp"

namespace comodin::server {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) out.push_back(line);
  EXPECT_FALSE(out.empty()) << path;
  return out;
}

std::vector<std::string> stored(const std::string& name) { return lines_of(COMODIN_LOGS + name); }

Entry read(const std::string& body) {
  Entry entry;
  std::string why;
  EXPECT_TRUE(parse_entry(body, entry, why)) << why << "\n" << body;
  return entry;
}

TEST(Logs, OfTheFirstVersionLoad) {
  const std::vector<std::string> log = stored("version-1.log");
  ASSERT_EQ(log.size(), 219u);
  RuleCache cache(battery::library());
  Room room(cache);
  std::string why;
  ASSERT_TRUE(room.replay(log, why)) << why;
  EXPECT_EQ(room.n(), 219u);
  EXPECT_EQ(room.names(), (std::vector<std::string>{"Ana", "Eva", "Mia"}));
  EXPECT_EQ(room.lobby().hands, 2);
  EXPECT_FALSE(room.bot_plays(1)) << "Eva has played on";
}

TEST(Logs, PrintAsTheyWereWritten) {
  for (const char* name : {"version-1.log", "options-1-classic.log", "options-1-powers.log"})
    for (const std::string& body : stored(name)) EXPECT_EQ(print_entry(read(body)), body);
}

// ---- the options of the first version -----------------------------------------------------------------

template <class Value>
std::string per_seat(int seats, Value value) {
  std::string out;
  for (Seat k = 0; k < seats; ++k) (out += k ? "," : "") += std::to_string(value(k));
  return out;
}

// As a line of *.told.
std::string told(const Room& room) {
  const RuleSet& rules = room.table()->rules();
  const View view = room.table()->view_of(kSpectator);
  std::ostringstream out;
  out << room.n() << " awaits ";
  if (view.await.seat == kNoSeat) out << "none";
  else out << view.await.seat + 1;
  std::string owes;
  for (Seat k = 0; k < rules.seats; ++k)
    if (view.owes >> k & 1) (owes += owes.empty() ? "" : ",") += std::to_string(k + 1);
  out << " owes " << (owes.empty() ? "none" : owes);
  out << " cards " << per_seat(rules.seats, [&](Seat k) { return static_cast<int>(view.count[k]); });
  out << " top " << rules.names[view.top] << " color ";
  if (view.color == Color::None) out << "none";
  else out << "rygb"[static_cast<std::size_t>(view.color)];
  out << " scores " << per_seat(rules.seats, [&](Seat k) { return view.scores[k]; });
  return out.str();
}

bool changes_table(const Entry& entry) { return entry.act == Act::Deal || entry.act == Act::Move; }

// What the table looked like after each of its entries; the record of the first game that ends, if `record`
// is given.
std::vector<std::string> looks_of(Room& room, const std::vector<Entry>& log, std::string* record = nullptr) {
  std::vector<std::string> out;
  for (const Entry& entry : log) {
    const Refused wrong = room.apply(entry);
    EXPECT_FALSE(wrong) << "entry " << room.n() + 1 << ": " << wrong.text;
    if (changes_table(entry)) out.push_back(told(room));
    if (record && record->empty() && room.lobby().stage == Stage::Over) {
      const Lobby& lobby = room.lobby();
      *record = room.table()->record(lobby.code + " " + lobby.game.substr(0, 8), lobby.setting.edition,
                                     room.names());
    }
  }
  return out;
}

std::vector<Entry> entries_of(const std::string& name) {
  std::vector<Entry> out;
  for (const std::string& body : stored(name)) out.push_back(read(body));
  return out;
}

// A record in the form of the first version, with all its options; who deals is told by who is awaited.
std::string game_of(const std::string& record) {
  std::vector<Scenario> read;
  const TextError wrong = parse_scenarios(record, "", battery::library(), read);
  EXPECT_FALSE(wrong) << wrong.what;
  if (read.size() != 1) return "not one scenario";
  Scenario& game = read.front();
  game.setup.version = 1;
  game.setup.start = Start::Begin;
  game.setup.dealer = 0;
  std::erase_if(game.lines, [](const ScenarioLine& line) { return line.kind == LineKind::ChanceDealer; });
  std::string out = print_scenario(game);
  for (int i = 0; i < kOptions; ++i)
    out += option_value(game.setup.rules->options, static_cast<Option>(i)) + "\n";
  return out;
}

std::string whole(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

struct OldRoom {
  const char* name;
  const char* options;  // as guests are told them now
};
class OfTheFirstOptions : public testing::TestWithParam<OldRoom> {
 protected:
  std::string file(const std::string& ending) const {
    return "options-1-" + std::string(GetParam().name) + ending;
  }
  RuleCache cache{battery::library()};
};
INSTANTIATE_TEST_SUITE_P(
    Logs, OfTheFirstOptions,
    testing::Values(OldRoom{"classic", "uno_window=answer,cards=3,target=40,custom_wilds=1,stacking=same"},
                    OldRoom{"powers", "uno_window=answer,double_uno=end,cards=3,format=hand"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST_P(OfTheFirstOptions, EveryEntryMeansWhatItMeant) {
  Room room(cache);
  std::string record;
  EXPECT_EQ(looks_of(room, entries_of(file(".log")), &record), stored(file(".told")));
  EXPECT_EQ(room.lobby().setting.options, GetParam().options) << "guests are told what is played";
  EXPECT_EQ(room.lobby().setting.version, kOptionsVersion) << "what is set from now on is of today";
  EXPECT_EQ(game_of(record),
            game_of(whole(COMODIN_OLD_RECORDS "fair-" + std::string(GetParam().name) + ".scn")));
}

// That the version matters: the same entries as they would be written today.
TEST_P(OfTheFirstOptions, TheSameOfTodayMeansSomethingElse) {
  std::vector<Entry> log = entries_of(file(".log"));
  for (Entry& entry : log) entry.setting.version = kOptionsVersion;
  Room room(cache);
  EXPECT_NE(looks_of(room, log), stored(file(".told")));
}

}  // namespace
}  // namespace comodin::server
