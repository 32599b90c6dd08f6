// Logs of older servers load as they were written, and mean what they meant.
//
// version-1.log was written by the first server: somebody who was removed sits down again, a rule of two
// lines is accepted, and a newcomer plays a removed player's hand on. The settings of options-1-*.log state
// no version, so their options are those of the first: an `accept` closes the window for calls while somebody
// owes one, and in `powers` whoever comes down to one card with the first of two owes none. *.told is what
// that server told a watcher of the table after each deal and move; its records of these games are in
// tests/records.
//
// version-2.log has every act, with the fields that the second server had: `text`, `card`, `flag` and
// `bytes`, each with several meanings. version-2.told is what that server made of it.
//
// version-3.log has every act, with the names of today; a server that was played on wrote it. When a name
// changes, a log of the new names is stored, too.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "notation/edition.hpp"
#include "notation/scenario.hpp"
#include "server/room/room.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin::server {
namespace {

std::vector<std::string> file_lines(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) out.push_back(line);
  EXPECT_FALSE(out.empty()) << path;
  return out;
}

std::vector<std::string> stored(const std::string& name) { return file_lines(COMODIN_LOGS + name); }

Entry read(const std::string& body) {
  Entry entry;
  const Fault wrong = parse_entry(body, entry);
  EXPECT_FALSE(wrong) << fault_text(Language::English, wrong) << "\n" << body;
  return entry;
}

TEST(Logs, OfTheFirstVersionLoad) {
  const std::vector<std::string> log = stored("version-1.log");
  ASSERT_EQ(log.size(), 219u);
  RuleCache cache(battery::library());
  Room room(cache);
  const Fault wrong = room.replay(log);
  ASSERT_FALSE(wrong) << fault_text(Language::English, wrong);
  EXPECT_EQ(room.n(), 219u);
  EXPECT_EQ(room.names(), (std::vector<std::string>{"Ana", "Eva", "Mia"}));
  EXPECT_EQ(room.lobby().hands, 2);
  EXPECT_FALSE(room.bot_plays(1)) << "Eva has played on";
}

constexpr const char* kLogs[] = {"version-1.log", "version-2.log", "version-3.log", "options-1-classic.log",
                                 "options-1-powers.log"};

// What is written has today's form, and means the same.
TEST(Logs, PrintWithTheNamesOfToday) {
  for (const char* name : kLogs)
    for (const std::string& body : stored(name)) {
      const Entry entry = read(body);
      const std::string printed = print_entry(entry);
      EXPECT_EQ(read(printed), entry) << body;
      for (const char* old : {"\"bytes\":", "\"flag\":"})
        EXPECT_EQ(printed.find(old), std::string::npos) << printed;
      EXPECT_EQ(printed.find("\"card\":") != std::string::npos, is<act::Rule>(entry)) << printed;
      EXPECT_EQ(printed.find("\"text\":") != std::string::npos, is<act::Rule>(entry)) << printed;
    }
}

TEST(Logs, OfTheSecondAndThirdVersionHaveEveryAct) {
  for (const char* name : {"version-2.log", "version-3.log"}) {
    std::set<std::size_t> acts;
    for (const std::string& body : stored(name)) acts.insert(read(body).act.index());
    EXPECT_EQ(acts.size(), std::variant_size_v<act::Any>) << name;
  }
}

TEST(Logs, OfTheThirdVersionHaveTheNamesOfToday) {
  for (const std::string& body : stored("version-3.log")) EXPECT_EQ(print_entry(read(body)), body);
}

// One of each act, with all its fields.
TEST(Logs, EveryActReadsBackAsItWasPrinted) {
  const Bytes32 bytes = sha256("bytes");
  const std::string player = "0123456789abcdef";
  const Setting setting{.edition = "classic",
                        .options = "cards=3",
                        .seats = 3,
                        .clock = 0,
                        .listed = true,
                        .chat = false,
                        .open = false};
  const act::Any all[] = {
      act::Create{player, "BCDFGH", bytes, setting},
      act::Set{setting},
      act::Sit{player, "Ana \"ñ\"", bytes, true},
      act::Stand{},
      act::Bot{2, "novato"},
      act::Remove{1, true},
      act::Ready{true, bytes},
      act::Rule{2, "next draws 1\nskip"},
      act::Accept{bytes},
      act::Start{std::string(32, 'a')},
      act::Go{},
      act::Reveal{bytes},
      act::Deal{},
      act::Move{"play r7 uno", 7, By::Clock},
      act::Back{},
      act::Rematch{true},
      act::Token{bytes},
      act::Kept{},
      act::Secret{bytes},
      act::Host{},
  };
  EXPECT_EQ(std::size(all), std::variant_size_v<act::Any>);
  for (const act::Any& one : all) {
    const Entry entry{.at = 12, .seat = 0, .id = "c3", .act = one};
    EXPECT_EQ(read(print_entry(entry)), entry) << print_entry(entry);
  }
  EXPECT_EQ(print_entry({.at = 5, .seat = 1, .id = "c3", .act = act::Move{"draw", 7}}),
            R"({"act":"move","at":5,"seat":2,"id":"c3","move":"draw","seen":7})");
  EXPECT_EQ(print_entry({.at = 5, .act = act::Deal{}}), R"({"act":"deal","at":5})");
}

TEST(Logs, EntriesThatMakeNoSenseAreRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"act":"dance","at":1})", "act: there is no such act"},
      {R"({"act":"deal"})", "deal needs at"},
      {R"({"act":"deal","at":-1})", "at: a number from 0 to 1125899906842624"},
      {R"({"act":"deal","at":1,"card":2})", "deal has no field `card`"},
      {R"({"act":"bot","at":1,"seat":1,"target":11,"level":"novato"})", "target: a number from 1 to 10"},
      {R"({"act":"reveal","at":1,"seat":1})", "reveal needs nonce"},
      {R"({"act":"reveal","at":1,"seat":1,"nonce":"00"})", "nonce: 64 hexadecimal digits"},
      {R"({"act":"move","at":1,"seat":1,"move":"draw","by":"nobody"})", "by: person, bot or clock"},
      {R"({"act":"remove","at":1,"seat":1,"target":2,"stays_out":1})", "stays_out: true or false"},
  };
  for (const auto& [body, why] : cases) {
    Entry entry;
    EXPECT_EQ(fault_text(Language::English, parse_entry(body, entry)), why) << body;
  }
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

// What the table looked like after each of its entries; the record of the first game that ends, if `record`
// is given.
std::vector<std::string> looks_of(Room& room, const std::vector<Entry>& log, std::string* record = nullptr) {
  std::vector<std::string> out;
  for (const Entry& entry : log) {
    const Refused wrong = room.apply(entry);
    EXPECT_FALSE(wrong) << "entry " << room.n() + 1 << ": " << english(wrong);
    if (is_table(entry)) out.push_back(told(room));
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
  EXPECT_FALSE(wrong) << english(wrong.fault);
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
  const char* options;  // as guests are told today
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

// The version matters: these are the same entries as they would be written today.
TEST_P(OfTheFirstOptions, TheSameOfTodayMeansSomethingElse) {
  std::vector<Entry> log = entries_of(file(".log"));
  for (Entry& entry : log) {
    if (auto* create = std::get_if<act::Create>(&entry.act)) create->setting.version = kOptionsVersion;
    if (auto* set = std::get_if<act::Set>(&entry.act)) set->setting.version = kOptionsVersion;
  }
  Room room(cache);
  EXPECT_NE(looks_of(room, log), stored(file(".told")));
}

// ---- the second version -------------------------------------------------------------------------------

TEST(Logs, OfTheSecondVersionMeanWhatTheyMeant) {
  RuleCache cache(battery::library());
  Room room(cache);
  EXPECT_EQ(looks_of(room, entries_of("version-2.log")), stored("version-2.told"));
  EXPECT_EQ(room.lobby().stage, Stage::Lobby);
  EXPECT_EQ(room.names(), (std::vector<std::string>{"Ana ñ", "Mia", "casual"}));
  EXPECT_FALSE(room.lobby().setting.open);
}

TEST(Logs, OfTheThirdVersionMeanWhatTheyMeant) {
  RuleCache cache(battery::library());
  Room room(cache);
  EXPECT_EQ(looks_of(room, entries_of("version-3.log")), stored("version-3.told"));
  EXPECT_EQ(room.lobby().stage, Stage::Lobby);
  EXPECT_EQ(room.names(), (std::vector<std::string>{"Ana ñ", "Mia", "casual"}));
  EXPECT_FALSE(room.lobby().setting.open);
}

}  // namespace
}  // namespace comodin::server
