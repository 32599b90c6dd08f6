// Logs of older servers load as they were written. version-1.log was written by the first server: somebody who was
// removed sits down again, a rule of two lines is accepted, and a newcomer plays a removed player's hand on.
#include <gtest/gtest.h>

#include <fstream>

#include "server/room.hpp"
#include "tests/battery/tables.hpp"

namespace comodin::server {
namespace {

std::vector<std::string> stored(const std::string& name) {
  std::ifstream file(COMODIN_LOGS + name);
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) out.push_back(line);
  return out;
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
  for (const std::string& body : stored("version-1.log")) {
    Entry entry;
    std::string why;
    ASSERT_TRUE(parse_entry(body, entry, why)) << why;
    EXPECT_EQ(print_entry(entry), body);
  }
}

}  // namespace
}  // namespace comodin::server
