// `comodin serve --check-store` names every fault.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "server/store/check_store.hpp"
#include "tests/server/store_rig.hpp"

namespace comodin::server {
namespace {

void fill(SqliteRig& rig) {
  rig.sqlite->write(
      {PlayerWrite{"ana", hash_of(1), 7}, LogWrite{"mesa", 1, "a"}, LogWrite{"mesa", 2, "b"},
       LogWrite{"otra", 1, "c"}, LogWrite{"gone", 1, "d"}, RoomClose{"gone"}, game("g1", 5, {"ana"})},
      [](Outcome) {});
  rig.settle();
}

TEST(CheckStore, CountsWhatIsThereWhileAServerRuns) {
  SqliteRig rig;
  fill(rig);
  const std::string path = rig.folder.file("store.db");
  std::string report;
  EXPECT_TRUE(check_store(path, accept, report)) << report;
  EXPECT_EQ(report.find("open rooms: 2\nentries: 3\ngames: 1\nplayers: 1\nbytes: "), 0U) << report;
  rig.sqlite.reset();
  EXPECT_TRUE(check_store(path, accept, report)) << report;
  rig.reopen();
}

TEST(CheckStore, ReadsWhatAKilledServerLeft) {
  SqliteRig rig;
  fill(rig);
  const std::string copy = rig.folder.file("copy.db");
  for (const char* suffix : {"", "-wal"})
    std::filesystem::copy_file(rig.folder.file("store.db") + suffix, copy + suffix);
  std::string report;
  EXPECT_TRUE(check_store(copy, accept, report)) << report;
  EXPECT_NE(report.find("entries: 3\n"), std::string::npos) << report;
}

TEST(CheckStore, HandsEveryOpenRoomToTheJudge) {
  SqliteRig rig;
  fill(rig);
  std::string seen, report;
  const auto judge = [&](const std::string& room, const std::vector<std::string>& log, std::string& why) {
    seen += room + std::to_string(log.size()) + log.front() + " ";
    why = "makes no sense";
    return room != "otra";
  };
  EXPECT_FALSE(check_store(rig.folder.file("store.db"), judge, report));
  EXPECT_EQ(seen, "mesa2a otra1c ");
  EXPECT_NE(report.find("fault: room otra: makes no sense\n"), std::string::npos) << report;
}

TEST(CheckStore, NamesEveryFault) {
  const std::pair<const char*, const char*> faults[] = {
      {"DELETE FROM entries WHERE key = (SELECT MIN(key) FROM entries)",
       "room mesa: the numbers of its log have gaps"},
      {"DELETE FROM entries WHERE body IN ('a', 'b')", "room mesa: is open, but has no log"},
      {"DELETE FROM rooms WHERE room = 'mesa'", "2 entries are of no room"},
      {"UPDATE games SET record = ''", "game g1: its record is empty"},
      {"DELETE FROM players", "game g1: unknown player ana"},
      {"DELETE FROM games", "player ana: no such game g1"},
      {"UPDATE players SET token_hash = x'00'", "player ana: no hash of a token"},
      {"PRAGMA user_version = 9", "newer comodin"},
      {"DROP TABLE players", "no such table: players"},
  };
  for (const auto& [sql, fault] : faults) {
    SqliteRig rig;
    fill(rig);
    rig.sqlite.reset();
    std::string report;
    run_sql(rig.folder.file("store.db"), sql);
    EXPECT_FALSE(check_store(rig.folder.file("store.db"), accept, report));
    EXPECT_NE(report.find(fault), std::string::npos) << sql << "\n" << report;
  }
}

TEST(CheckStore, FindsDamagedPagesAndMissingFiles) {
  SqliteRig rig;
  for (std::uint32_t n = 1; n <= 50; ++n)
    rig.sqlite->write({LogWrite{"mesa", n, std::string(3000, 'x')}}, [](Outcome) {});
  rig.settle();
  rig.sqlite.reset();
  const std::string path = rig.folder.file("store.db");
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(path) / 4096 / 2 * 4096));
  file << std::string(4096, '\x5a');
  file.close();
  std::string report;
  EXPECT_FALSE(check_store(path, accept, report));
  EXPECT_NE(report.find("fault: "), std::string::npos);
  EXPECT_FALSE(check_store(rig.folder.file("none"), accept, report));
  EXPECT_NE(report.find("fault: cannot open"), std::string::npos) << report;
  EXPECT_FALSE(std::filesystem::exists(rig.folder.file("none")));
}

}  // namespace
}  // namespace comodin::server
