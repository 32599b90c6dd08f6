// What the load generator's people do, without sockets or a clock.
#include <gtest/gtest.h>

#include "load/address.hpp"
#include "load/script.hpp"

namespace comodin {
namespace {

// Two people, one room, and everything that they say.
class LoadScript : public ::testing::Test {
 protected:
  // The last command, with its id taken out of the text.
  std::string said(int person) {
    std::string text = frames_[person];
    id_ = std::string(value_of(text, "id"));
    if (const std::size_t at = text.find(",\"id\":\"" + id_ + "\""); at != text.npos)
      text.erase(at, id_.size() + 8);
    frames_[person].clear();
    return text;
  }
  void ack(int person, long n, const std::string& more = "") {
    script_.heard(person, R"({"type":"ack","id":")" + id_ + R"(","n":)" + std::to_string(n) + more + "}");
  }
  void room(long n, const std::string& stage, const std::string& seats) {
    for (int person : {0, 1})
      script_.heard(person, R"({"type":"room","room":"ABCDE","n":)" + std::to_string(n) + R"(,"stage":")" +
                                stage + R"(","host":1,"seats":[)" + seats + R"(],"commit":"c"})");
  }
  void table(int person, long n, int seat) {
    const std::string moves = person + 1 == seat ? R"(,"moves":["draw"])" : "";
    script_.heard(person, R"({"type":"events","n":)" + std::to_string(n) + R"(,"view":{"awaits":{"seat":)" +
                              std::to_string(seat) + "}}" + moves + "}");
  }
  void sit_both_down() {
    for (int person : {0, 1}) script_.opened(person);
    EXPECT_EQ(said(0), R"({"do":"hello","version":2})");
    for (int person : {0, 1}) script_.heard(person, R"({"type":"welcome","token":"t"})");
    script_.open_room(0);
    EXPECT_EQ(said(0), R"({"do":"create","edition":"powers","seats":2,"clock":45})");
    ack(0, 1, R"(,"room":"ABCDE")");
    EXPECT_EQ(said(0), R"({"do":"sit","seat":1,"name":"Load 1"})");
    ack(0, 2, R"(,"token":"s1")");
    EXPECT_EQ(said(1), R"({"do":"join","room":"ABCDE"})");
    ack(1, 2);
    EXPECT_EQ(said(1), R"({"do":"sit","seat":2,"name":"Load 2"})");
    ack(1, 3, R"(,"token":"s2")");
  }
  // After a lost connection, up to what the server says after `resume`.
  void come_back(int person, long n, int seat) {
    script_.opened(person);
    script_.heard(person, R"({"type":"welcome"})");
    said(person);
    ack(person, n);
    table(person, n, seat);
  }
  void play() {
    room(6, "playing", "");
    table(0, 7, 1);
    table(1, 7, 1);
  }

  const LoadPlan plan_ = {.rooms = 1, .seats = 2, .edition = "powers"};
  LoadReport report_;
  Micros now_ = 1000;
  std::string frames_[2], id_;
  std::vector<std::string> acks_;
  std::vector<int> closed_, entered_;
  std::string sent_to_;  // somebody, by the server
  Script script_{plan_,
                 report_,
                 {.send = [this](int person, std::string frame) { frames_[person] = std::move(frame); },
                  .close = [this](int person) { closed_.push_back(person); },
                  .now = [this] { return now_; },
                  .note_ack = [this](const std::string& line) { acks_.push_back(line); },
                  .moved = [this](int, std::string_view to) { sent_to_ = to; },
                  .entered = [this](int person) { entered_.push_back(person); }}};
};

constexpr const char* kUnready = R"({"seat":1,"who":"person"},{"seat":2,"who":"person"})";
constexpr const char* kReady =
    R"({"seat":1,"who":"person","ready":true},{"seat":2,"who":"person","ready":true})";

TEST_F(LoadScript, SitsDownGetsReadyAndStarts) {
  sit_both_down();
  room(4, "lobby", kUnready);
  EXPECT_EQ(said(1), R"({"do":"ready"})");
  ack(1, 5);
  EXPECT_EQ(said(0), R"({"do":"ready"})");
  ack(0, 5);
  room(5, "lobby", kReady);
  EXPECT_EQ(said(0), R"({"do":"start"})");
  EXPECT_EQ(said(1), "") << "only the host starts";
}

TEST_F(LoadScript, LatencyCountsFromWhenAMoveWasDue) {
  sit_both_down();
  play();
  script_.measure(true);
  now_ = 10'000;
  script_.move_is_due(0, 5'000);
  EXPECT_EQ(said(0), R"({"do":"move","move":"draw","at":7})");
  ack(0, 8);
  now_ = 15'000;
  table(0, 8, 2);
  EXPECT_EQ(report_.event.count(), 0U) << "the other has not seen it";
  table(1, 8, 2);
  EXPECT_DOUBLE_EQ(report_.ack.millis(1), 5);
  EXPECT_DOUBLE_EQ(report_.event.millis(1), 10);
}

TEST_F(LoadScript, AMoveThatIsDueTooEarlyWaitsForTheOneUnderWay) {
  sit_both_down();
  play();
  script_.measure(true);
  script_.move_is_due(0, 1);
  said(0);
  script_.move_is_due(0, 2);
  ack(0, 8);
  table(1, 8, 2);
  table(0, 8, 2);
  EXPECT_EQ(said(1), R"({"do":"move","move":"draw","at":8})");
  EXPECT_EQ(report_.sent, 2U);
  EXPECT_EQ(report_.skipped, 0U);
}

TEST_F(LoadScript, ComesBackToItsSeatAndSaysAgainWhatNobodyAnswered) {
  sit_both_down();
  play();
  script_.move_is_due(0, 1);
  const std::string move = frames_[0];
  script_.closed(0);
  EXPECT_EQ(script_.welcomed(), 1);
  script_.opened(0);
  EXPECT_EQ(said(0), R"({"do":"hello","version":2,"token":"t"})");
  script_.heard(0, R"({"type":"welcome"})");
  EXPECT_EQ(said(0), R"({"do":"resume","room":"ABCDE","token":"s1","seen":7})");
  ack(0, 7);
  EXPECT_EQ(frames_[0], move);
  EXPECT_EQ(report_.resent, 1U);
}

TEST_F(LoadScript, GoesWhereTheServerSendsIt) {
  sit_both_down();
  EXPECT_EQ(entered_, (std::vector{0, 1}));
  play();
  script_.measure(true);
  now_ = 10'000;
  script_.heard(1, R"({"type":"bye","why":"moved","to":"/node/b/ws"})");
  EXPECT_EQ(sent_to_, "/node/b/ws");
  EXPECT_EQ(report_.moved, 1U);
  EXPECT_EQ(report_.byes, 0U);
  script_.closed(1);
  EXPECT_EQ(script_.missing(), 1);
  script_.opened(1);
  script_.closed(1);  // once more: it still counts from the first time
  now_ = 260'000;
  come_back(1, 7, 1);
  EXPECT_EQ(entered_, (std::vector{0, 1, 1}));
  EXPECT_EQ(script_.missing(), 0);
  EXPECT_EQ(report_.back.count(), 1U);
  EXPECT_DOUBLE_EQ(report_.back.millis(1), 250);
}

TEST_F(LoadScript, SaysForHowLongATableStoodStill) {
  sit_both_down();
  play();
  script_.measure(true);
  now_ = 100'000;
  script_.move_is_due(0, 100'000);
  said(0);
  now_ = 110'000;
  ack(0, 8);
  now_ = 900'000;  // nothing was due until now
  table(0, 8, 2);
  table(1, 8, 2);
  script_.closed(1);
  script_.move_is_due(0, 900'000);
  script_.move_is_due(0, 1'000'000);
  EXPECT_EQ(said(1), "") << "whose turn it is has no connection";
  EXPECT_EQ(report_.skipped, 1U);
  now_ = 1'300'000;
  come_back(1, 8, 2);
  EXPECT_EQ(said(1), R"({"do":"move","move":"draw","at":8})") << "what was due is made at once";
  now_ = 1'400'000;
  ack(1, 9);
  script_.finish();
  EXPECT_DOUBLE_EQ(report_.still.millis(1), 500);
  EXPECT_DOUBLE_EQ(report_.ack.millis(1), 500);
}

TEST_F(LoadScript, CountsWhatNeverWentOn) {
  sit_both_down();
  play();
  script_.measure(true);
  script_.closed(0);
  script_.move_is_due(0, 1'000);
  now_ = 4'001'000;
  script_.measure(false);
  script_.finish();
  EXPECT_DOUBLE_EQ(report_.still.millis(1), 4000);
  EXPECT_DOUBLE_EQ(report_.back.millis(1), 4000);
  EXPECT_EQ(report_.errors["not back at the end"], 1U);
}

TEST(LoadAddresses, AreReadAndFollowed) {
  LoadAddress from, to;
  EXPECT_TRUE(read_address("ws://a.example:99/ws", from));
  EXPECT_EQ(from, (LoadAddress{"a.example", 99, "/ws"}));
  EXPECT_TRUE(follow_address(from, "/node/b/ws", to));
  EXPECT_EQ(address_text(to), "ws://a.example:99/node/b/ws");
  EXPECT_TRUE(follow_address(from, "ws://b.example/ws", to));
  EXPECT_EQ(to, (LoadAddress{"b.example", 80, "/ws"}));
  EXPECT_TRUE(follow_address(from, "//b.example:7/x", to));
  EXPECT_EQ(to, (LoadAddress{"b.example", 7, "/x"}));
  for (const char* wrong : {"", "b", "wss://b.example/ws", "ws://", "ws://b:0/ws", "ws://b:x/ws"})
    EXPECT_FALSE(follow_address(from, wrong, to)) << wrong;
}

TEST_F(LoadScript, NotesWhatWasAcknowledged) {
  sit_both_down();
  ASSERT_EQ(acks_.size(), 3U);
  EXPECT_EQ(acks_[0].substr(0, 8), "ABCDE 1 ");
  script_.heard(0, R"({"type":"refused","id":"","why":"busy"})");
  EXPECT_EQ(report_.errors["refused: busy"], 1U);
  EXPECT_TRUE(closed_.empty());
}

}  // namespace
}  // namespace comodin
