// Opening a store: what becomes of an old, a newer, a damaged and a foreign one.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/store/check_store.hpp"
#include "tests/server/store_rig.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {
namespace {

std::string refusal(const std::string& path) {
  Caller caller;
  std::string why = "opened";
  const auto store = SqliteStore::open(caller.setup(path), why);
  EXPECT_FALSE(store);
  return why;
}

TEST(SqliteStoreOpen, MakesItsFolderAndKeepsItsFilesToItself) {
  TempFolder folder;
  Caller caller;
  std::string why;
  const std::string path = folder.file("a/b/store.db");
  const auto store = SqliteStore::open(caller.setup(path), why);
  ASSERT_TRUE(store) << why;
  store->write({LogWrite{"mesa", 1, "x"}}, [](Outcome) {});
  ASSERT_TRUE(caller.run_one());
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
    struct stat about{};
    ASSERT_EQ(::stat((path + suffix).c_str(), &about), 0) << suffix;
    EXPECT_EQ(about.st_mode & 0777U, 0600U) << suffix;
  }
}

TEST(SqliteStoreOpen, RefusesANameThatIsNoFileAndLeavesNothingBehind) {
  for (const char* name : {"", ":memory:"}) {
    EXPECT_NE(refusal(name).find("needs the name of a file"), std::string::npos) << refusal(name);
    EXPECT_FALSE(std::filesystem::exists(std::string(name) + ".lock"));
  }
}

TEST(SqliteStoreOpen, RefusesASecondServer) {
  SqliteRig rig;
  EXPECT_NE(refusal(rig.folder.file("store.db")).find("another server has the store"), std::string::npos);
  rig.sqlite.reset();
  rig.reopen();
}

TEST(SqliteStoreOpen, RefusesANewerStoreAndLeavesItAlone) {
  SqliteRig rig;
  rig.sqlite.reset();
  const std::string path = rig.folder.file("store.db");
  run_sql(path, "PRAGMA user_version = 5");
  EXPECT_NE(refusal(path).find("newer comodin (schema 5, this one knows 4)"), std::string::npos)
      << refusal(path);
}

std::string old_store() {
  std::ostringstream sql;
  sql << std::ifstream(COMODIN_STORE_V1).rdbuf();
  return sql.str();
}

// Everything that a server of schema 1 left is still there, and can be continued.
TEST(SqliteStoreOpen, BringsAnOldStoreUpToDate) {
  TempFolder folder;
  const std::string path = folder.file("store.db");
  run_sql(path, old_store().c_str());
  std::string report, why;
  EXPECT_FALSE(check_store(path, accept, report));
  EXPECT_NE(report.find("as an earlier comodin left it (schema 1)"), std::string::npos) << report;
  Caller caller;
  auto store = SqliteStore::open(caller.setup(path), why);
  ASSERT_TRUE(store) << why;
  const std::vector<StoredRoom> rooms = stored_rooms(*store, turn_of(caller));
  ASSERT_EQ(rooms.size(), 2U);
  EXPECT_EQ(rooms[0].room, "KMDQFF");
  EXPECT_EQ(rooms[0].log.size(), 24U);
  EXPECT_EQ(rooms[0].log[8], R"({"act":"deal","at":65})");
  EXPECT_EQ(rooms[1].room, "T979WG");
  EXPECT_EQ(rooms[1].log.size(), 9U);
  EXPECT_EQ(games_of(*store, turn_of(caller), "298b77b3cf5ce5cf", 9).size(), 1U);
  EXPECT_EQ(record_of(*store, turn_of(caller), "0123456789abcdef0123456789abcdef"), "[Edition \"classic\"]");
  store->write({LogWrite{"T979WG", 10, "x"}, RoomClose{"KMDQFF"}, LogWrite{"7KQ2ZD", 1, "y"}},
               [](Outcome) {});
  ASSERT_TRUE(caller.run_one()) << caller.fault();
  store.reset();
  EXPECT_TRUE(check_store(path, accept, report)) << report;
  EXPECT_EQ(report.find("open rooms: 2\nentries: 11\ngames: 1\nplayers: 4\n"), 0U) << report;
}

// Servers of schema 2 know nothing of a setting's version, those of schema 3 nothing of the names of an
// entry's fields: what they left is read, but they cannot open it any more.
class AStoreOf : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(SqliteStoreOpen, AStoreOf, testing::Values(2, 3));
TEST_P(AStoreOf, AnOlderSchemaIsNotHandedBack) {
  SqliteRig rig;
  const std::string path = rig.folder.file("store.db");
  rig.sqlite->write({LogWrite{"T979WG", 1, "x"}}, [](Outcome) {});
  ASSERT_TRUE(rig.caller.run_one()) << rig.caller.fault();
  rig.sqlite.reset();
  run_sql(path, ("PRAGMA user_version = " + std::to_string(GetParam())).c_str());
  std::string report;
  EXPECT_FALSE(check_store(path, accept, report));
  rig.reopen();
  const std::vector<StoredRoom> rooms = stored_rooms(*rig.sqlite, turn_of(rig.caller));
  ASSERT_EQ(rooms.size(), 1U);
  EXPECT_EQ(rooms[0].log, std::vector<std::string>{"x"});
  rig.sqlite.reset();
  EXPECT_TRUE(check_store(path, accept, report)) << report;
}

TEST(SqliteStoreOpen, RefusesWhatIsNoStore) {
  TempFolder folder;
  std::ofstream(folder.file("text")) << std::string(5000, 'x');
  EXPECT_NE(refusal(folder.file("text")).find("damaged or no store"), std::string::npos);
  run_sql(folder.file("other"), "CREATE TABLE t(x)");
  EXPECT_NE(refusal(folder.file("other")).find("database of another program"), std::string::npos);
  std::filesystem::create_directory(folder.file("folder"));
  EXPECT_NE(refusal(folder.file("folder")).find("cannot open the store"), std::string::npos);
  EXPECT_NE(refusal(folder.file("text/store")).find("cannot make the folder"), std::string::npos);
}

TEST(SqliteStoreOpen, RefusesAMissingTable) {
  SqliteRig rig;
  rig.sqlite.reset();
  const std::string path = rig.folder.file("store.db");
  run_sql(path, "DROP TABLE players");
  EXPECT_NE(refusal(path).find("lacks a table"), std::string::npos);
}

// One damaged room keeps nobody else out.
TEST(SqliteStoreOpen, StartsBesideRoomsWhoseLogsAreDamaged) {
  SqliteRig rig;
  for (const char* room : {"alfa", "beta", "gama", "zeta"})
    for (std::uint32_t n = 1; n <= 3; ++n) rig.sqlite->write({LogWrite{room, n, "x"}}, [](Outcome) {});
  rig.settle();
  rig.sqlite.reset();
  run_sql(rig.folder.file("store.db"),
          "DELETE FROM entries WHERE key IN (SELECT (id << 32) + 2 FROM rooms WHERE room = 'alfa');"
          "DELETE FROM entries WHERE key IN (SELECT (id << 32) + 1 FROM rooms WHERE room = 'beta');"
          "DELETE FROM entries WHERE key >> 32 IN (SELECT id FROM rooms WHERE room = 'gama')");
  rig.reopen();
  const Turn turn = turn_of(rig.caller);
  EXPECT_EQ(unowned(*rig.sqlite, turn), "alfa=x beta= gama= zeta=x");
  for (const char* room : {"alfa", "beta"}) {
    const Claim claim = claim_of(*rig.sqlite, turn, room);
    EXPECT_EQ(claim.is, Claim::Is::Unreadable) << room;
    EXPECT_EQ(claim.text, "the numbers of its log have gaps");
  }
  const Claim empty = claim_of(*rig.sqlite, turn, "gama");
  EXPECT_EQ(empty.is, Claim::Is::Unreadable);
  EXPECT_EQ(empty.text, "it has no log");
  rig.sqlite->write({LogWrite{"zeta", 4, "y"}, LogWrite{"new", 1, "z"}, RoomClose{"beta"}}, [](Outcome) {});
  rig.settle();
  const Claim sound = claim_of(*rig.sqlite, turn, "zeta");
  EXPECT_EQ(sound.is, Claim::Is::Ours);
  EXPECT_EQ(sound.log, (std::vector<std::string>{"x", "x", "x", "y"}));
}

}  // namespace
}  // namespace comodin::server
