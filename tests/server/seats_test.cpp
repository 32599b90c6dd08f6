// A seat is its player's: nobody else sees its hand, whatever becomes of connections, hosts and seats; and
// nobody gains time, rights or other people's attention by coming and going.
#include <gtest/gtest.h>

#include "server/common/distinct_name.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

constexpr Millis kGrace = 60000;  // as docs/PROTOCOL.md says

std::string seat_of(const std::string& room, int seat) {
  const std::size_t at = room.find("{\"seat\":" + std::to_string(seat) + ",\"who\"");
  return at == std::string::npos ? "" : room.substr(at, room.find('}', at) - at);
}

// Ana hosts, Luis and Mia play, Eve is a stranger.
struct SeatsScene {
  explicit SeatsScene(const std::string& setting = R"("edition":"powers","seats":3,"clock":0)",
                      Limits limits = easy_limits())
      : world(1, limits),
        ana(world, "10.0.0.1"),
        luis(world, "10.0.0.2"),
        mia(world, "10.0.0.3"),
        eve(world, "10.6.6.6") {
    for (BenchClient* one : {&ana, &luis, &mia, &eve}) one->connect();
    code = ana.create(setting);
    ana.sit(code, "Ana");
    luis.sit(code, "Luis");
    mia.sit(code, "Mia");
  }
  void start() {
    for (BenchClient* one : {&ana, &luis, &mia}) one->ask("ready");
    ASSERT_EQ(type_of(ana.ask("start")), "ack");
    world.settle();
    ASSERT_EQ(field(ana.last("room"), "stage"), "playing");
  }
  int awaited() {
    const std::string &told = ana.last("events"), &view = ana.last("view");
    const bool later = std::atol(field(told, "n").c_str()) > std::atol(field(view, "n").c_str());
    const std::string& events = later ? told : view;
    return std::atoi(field(events.substr(events.rfind("\"awaits\":")), "seat").c_str());
  }
  BenchClient& client(int seat) { return seat == 1 ? ana : seat == 2 ? luis : mia; }
  std::string join(BenchClient& who) { return who.ask("join", text("room", code)); }
  // Makes the first move of whoever is awaited until the hand is over.
  void play_out() {
    for (int k = 0; k < 3000 && field(ana.last("room"), "stage") == "playing"; ++k) {
      BenchClient& who = client(awaited());
      if (who.moves().empty() || type_of(who.move(who.moves().at(0))) != "ack") world.pass(3000);
    }
    ASSERT_NE(field(ana.last("room"), "stage"), "playing");
  }
  BenchWorld world;
  BenchClient ana, luis, mia, eve;
  std::string code;
};

bool shows_cards(const std::string& message) { return message.find("\"cards\":[") != std::string::npos; }

// ---- hosts ----------------------------------------------------------------------------------------

TEST(Seats, AHostWhoLosesTheConnectionStaysHostForAMinute) {
  SeatsScene scene;
  scene.start();
  scene.world.hang_up(scene.ana.conn);
  EXPECT_EQ(why(scene.luis.ask("remove", "\"seat\":1")), "grace");
  scene.world.pass(kGrace - 1000);
  EXPECT_EQ(why(scene.luis.ask("remove", "\"seat\":3")), "grace");
  EXPECT_EQ(type_of(scene.ana.resume()), "ack");
  EXPECT_EQ(field(scene.ana.last("room"), "host"), "1");
  scene.world.hang_up(scene.ana.conn);
  scene.world.pass(kGrace);
  EXPECT_EQ(type_of(scene.luis.ask("remove", "\"seat\":1")), "ack") << "and then it passes on";
  EXPECT_EQ(field(scene.luis.last("room"), "host"), "2");
}

TEST(Seats, NobodyWhoWasJustThereIsRemoved) {
  SeatsScene scene;
  scene.world.hang_up(scene.mia.conn);
  EXPECT_EQ(why(scene.ana.ask("remove", "\"seat\":3")), "grace");
  EXPECT_EQ(type_of(scene.mia.resume()), "ack");
  EXPECT_EQ(type_of(scene.ana.ask("remove", "\"seat\":3")), "ack") << "whoever is there can be";
}

// ---- hands ----------------------------------------------------------------------------------------

TEST(Seats, WhoeverTakesAVacantSeatJoinsWithTheNextHandAndNeverSeesTheOldOne) {
  SeatsScene scene(R"("edition":"powers","seats":3,"clock":0,"options":"cards=2,target=5000")");
  scene.start();
  ASSERT_EQ(type_of(scene.ana.ask("remove", "\"seat\":2")), "ack");
  scene.join(scene.eve);
  scene.eve.sit(scene.code, "Eve", 2);
  ASSERT_EQ(scene.eve.seat, 2);
  EXPECT_EQ(field(seat_of(scene.ana.last("room"), 2), "joins"), "true");
  EXPECT_EQ(field(scene.eve.last("view"), "viewer"), "spectator");
  EXPECT_EQ(why(scene.eve.move("draw")), "next_hand");
  EXPECT_EQ(type_of(scene.eve.resume()), "ack");
  EXPECT_EQ(field(scene.eve.last("view"), "viewer"), "spectator") << "and coming back does not help";
  scene.world.restart();
  for (BenchClient* one : {&scene.ana, &scene.mia, &scene.eve}) ASSERT_EQ(type_of(one->resume()), "ack");
  EXPECT_EQ(field(scene.eve.last("view"), "viewer"), "spectator") << "nor does a new server";
  scene.play_out();
  for (const std::string& message : scene.world.take(scene.eve.conn))
    if (message.find(R"("event":"ended")") == std::string::npos) {  // then all hands lie open (KNOW-1)
      EXPECT_FALSE(shows_cards(message));
    }
  for (BenchClient* one : {&scene.ana, &scene.mia, &scene.eve}) one->ask("ready");
  scene.world.pass(30000);
  ASSERT_EQ(field(scene.eve.last("room"), "stage"), "playing");
  EXPECT_EQ(field(scene.eve.last("events"), "viewer"), "2");
  EXPECT_TRUE(shows_cards(scene.eve.last("events"))) << "this hand is Eve's";
  // What was missed is told from the first hand that is Eve's.
  const long dealt = std::atol(field(scene.eve.last("events"), "n").c_str());
  ASSERT_LT(scene.eve.n(), 140) << "or nothing would be told again";
  scene.eve.connect();
  scene.eve.send("resume", text("room", scene.code) + "," + text("token", scene.eve.token) + ",\"seen\":0");
  EXPECT_EQ(field(scene.eve.last("view"), "viewer"), "2");
  int told = 0;
  for (const std::string& message : scene.world.take(scene.eve.conn))
    if (type_of(message) == "events") {
      ++told;
      EXPECT_GE(std::atol(field(message, "n").c_str()), dealt);
    }
  EXPECT_GT(told, 0);
}

TEST(Seats, BetweenTwoHandsANewcomerDoesNotSeeWhatWasLeft) {
  SeatsScene scene(R"("edition":"powers","seats":3,"clock":0,"options":"target=5000")");
  scene.start();
  scene.play_out();
  ASSERT_EQ(field(scene.ana.last("room"), "stage"), "between");
  ASSERT_EQ(type_of(scene.ana.ask("remove", "\"seat\":3")), "ack");
  scene.join(scene.eve);
  scene.eve.sit(scene.code, "Eve", 3);
  EXPECT_EQ(scene.eve.seat, 3);
  for (const std::string& message : scene.world.take(scene.eve.conn)) EXPECT_FALSE(shows_cards(message));
}

// One address with thirty sockets that join as fast as they may, while a seated friend of theirs waits.
TEST(Seats, AFloodOfJoinsTellsNobodyAnythingAndTakesNoSeat) {
  SeatsScene scene(R"("edition":"powers","seats":3,"clock":0)", Limits{});
  scene.start();
  std::vector<std::unique_ptr<BenchClient>> flood;
  for (int k = 0; k < 30; ++k) {
    flood.push_back(std::make_unique<BenchClient>(scene.world, "10.6.6.6"));
    flood.back()->connect();
  }
  scene.world.take(scene.ana.conn);
  for (int round = 0; round < 38; ++round)
    for (auto& one : flood) one->send("join", text("room", scene.code));
  EXPECT_LT(scene.world.take(scene.ana.conn).size(), 10u);
  EXPECT_TRUE(scene.world.open(scene.ana.conn));
  EXPECT_EQ(why(scene.luis.ask("remove", "\"seat\":1")), "not_host");
}

TEST(Seats, WhoWasRemovedStaysOut) {
  SeatsScene scene(R"("edition":"powers","seats":4,"clock":0)");
  ASSERT_EQ(type_of(scene.ana.ask("remove", "\"seat\":3")), "ack");
  EXPECT_EQ(field(scene.mia.last("bye"), "why"), "removed");
  EXPECT_EQ(why(scene.join(scene.mia)), "banned");
  scene.mia.connect();
  EXPECT_EQ(why(scene.join(scene.mia)), "banned") << "on another connection";
  BenchClient again(scene.world, "10.0.0.3");
  again.connect();
  EXPECT_EQ(type_of(scene.join(again)), "ack") << "somebody else behind that address may watch";
  EXPECT_EQ(why(again.ask("sit", R"("name":"Mia")")), "banned");
  scene.world.pass(600000);
  EXPECT_EQ(type_of(again.ask("sit", R"("name":"Other")")), "ack") << "after a while also sit down";
  scene.world.restart();
  scene.mia.connect();
  EXPECT_EQ(why(scene.join(scene.mia)), "banned") << "a restart forgets nobody";
}

TEST(Seats, AnAddressThatOthersAtTheTableShareStaysOpen) {
  SeatsScene scene(R"("edition":"powers","seats":4,"clock":0)");
  BenchClient child(scene.world, "10.0.0.1"), aunt(scene.world, "10.0.0.1");  // Ana's house
  child.connect();
  aunt.connect();
  child.sit(scene.code, "Child");
  ASSERT_EQ(type_of(scene.ana.ask("remove", "\"seat\":4")), "ack");
  EXPECT_EQ(why(scene.join(child)), "banned");
  scene.join(aunt);
  EXPECT_EQ(type_of(aunt.ask("sit", R"("name":"Aunt")")), "ack");
}

TEST(Seats, WhoStoodUpHasNoSeatInTheNextGame) {
  SeatsScene scene(R"("edition":"powers","seats":3,"clock":0,"options":"format=hand")");
  scene.start();
  ASSERT_EQ(type_of(scene.mia.ask("stand")), "ack");
  scene.play_out();
  ASSERT_EQ(field(scene.ana.last("room"), "stage"), "over");
  ASSERT_EQ(type_of(scene.ana.ask("rematch")), "ack");
  EXPECT_EQ(field(seat_of(scene.ana.last("room"), 3), "who"), "nobody");
  EXPECT_EQ(field(seat_of(scene.ana.last("room"), 2), "who"), "person");
}

// ---- clocks and bots --------------------------------------------------------------------------------

TEST(Seats, StandingUpAndComingBackWindsNoClock) {
  SeatsScene scene(R"("edition":"powers","seats":3,"clock":20)");
  scene.start();
  const int seat = scene.awaited();
  BenchClient& slow = scene.client(seat);
  scene.world.pass(15000);
  ASSERT_EQ(type_of(slow.ask("stand")), "ack");
  ASSERT_EQ(type_of(slow.resume()), "ack");
  EXPECT_LE(std::atol(field(slow.last("view"), "left").c_str()), 5000);
  scene.world.pass(5001);
  EXPECT_NE(scene.awaited() == seat && field(scene.ana.last("events"), "by") != "clock", true)
      << "the time was up";
}

// Somebody who comes back five times a second, or stands up and sits down, does not hold up the bots.
TEST(Seats, NobodyFreezesTheBots) {
  SeatsScene scene(R"("edition":"powers","seats":4,"clock":0)");
  scene.ana.ask("bot", R"("seat":4,"level":"casual")");
  scene.start();
  for (int k = 0; k < 2000 && scene.awaited() != 4; ++k) {
    BenchClient& who = scene.client(scene.awaited());
    ASSERT_EQ(type_of(who.move(who.moves().at(0))), "ack");
  }
  ASSERT_EQ(scene.awaited(), 4);
  const std::string before = scene.ana.last("events");
  for (int k = 0; k < 40 && scene.ana.last("events") == before; ++k) {
    if (k % 2) scene.mia.ask("stand");
    else scene.mia.resume();
    scene.world.pass(200);
  }
  EXPECT_NE(scene.ana.last("events"), before);
}

TEST(Seats, OneThoughtOfARoomIsUnderWayAtATime) {
  SeatsScene scene(R"("edition":"powers","seats":4,"clock":0)");
  scene.ana.ask("bot", R"("seat":4,"level":"contadora")");
  scene.world.slow_thoughts = true;
  scene.start();
  std::size_t most = 0;
  for (int k = 0; k < 20; ++k) {
    BenchClient& who = scene.client(scene.awaited() == 4 ? 1 : scene.awaited());
    if (!who.moves().empty()) who.move(who.moves().at(0));
    scene.mia.resume();
    most = std::max(most, scene.world.thoughts());
  }
  EXPECT_EQ(most, 1u);
}

TEST(Seats, ASeatComesBackOnlySoOften) {
  SeatsScene scene(R"("edition":"powers","seats":3)", Limits{});
  int refused = 0;
  for (int k = 0; k < 60; ++k) {
    scene.world.pass(500);  // slower than commands are limited
    refused += why(scene.mia.resume()) == "slow_down";
  }
  EXPECT_GT(refused, 5);
  EXPECT_LT(refused, 30);
}

// ---- names --------------------------------------------------------------------------------------

TEST(Seats, TwoPeopleAtATableNeverHaveOneName) {
  SeatsScene scene(R"("edition":"powers","seats":6,"clock":0)");
  const auto sits = [&](BenchClient& who, const std::string& name) {
    scene.join(who);
    EXPECT_EQ(type_of(who.ask("sit", text("name", name))), "ack") << name;
    who.last("room");
    const std::string seat = seat_of(scene.ana.last("room"), 4);
    who.ask("stand");
    return field(seat, "name");
  };
  EXPECT_EQ(sits(scene.eve, "Ana"), "Ana 2");
  EXPECT_EQ(sits(scene.eve, " \u200bána "),
            "ána 2");  // capitals, accents and what cannot be seen count for nothing
  EXPECT_EQ(sits(scene.eve, "LUIS"), "LUIS 2");
  EXPECT_EQ(sits(scene.eve, "Anabel"), "Anabel");
  const std::string most(24, 'w');
  BenchClient bea(scene.world, "10.0.0.9");
  bea.connect();
  scene.join(bea);
  scene.join(scene.eve);
  EXPECT_EQ(type_of(bea.ask("sit", text("name", most) + ",\"seat\":5")), "ack");
  EXPECT_EQ(sits(scene.eve, most), std::string(22, 'w') + " 2");  // still no longer than names may be
}

TEST(Seats, ALetterThatLooksAlikeMakesNoOtherName) {
  SeatsScene scene(R"("edition":"powers","seats":6,"clock":0)");
  scene.join(scene.eve);
  EXPECT_EQ(type_of(scene.eve.ask("sit", text("name", "\\u0410na"))), "ack");  // Cyrillic A
  EXPECT_EQ(field(seat_of(scene.ana.last("room"), 4), "name"), "\u0410na 2");
}

TEST(Names, AreOneIfTheyReadOrLookAlike) {
  const std::pair<const char*, const char*> one[] = {
      {"Ana", "АnА"},   {"Bob", "Воb"},     {"INÉS", "ines"},   {"Ilia", "llia"},
      {"Ilia", "|1ia"}, {"ILIA", "1LIA"},   {"INES", "ІNЕЅ"},   {"ines", "ІNЕЅ"},
      {"Hugo", "Нug0"}, {"Noe", "Νοe"},     {"Ana", "Ａｎａ"},  {"Ana", "\U0001D400\U0001D427\U0001D41A"},
      {"Lin", "Lın"},   {"Ana 2", "ana 𝟐"}, {"Ηλίας", "ηλίας"}, {"Олег", "ОЛЕГ"}};
  for (const auto& [name, other] : one) {
    EXPECT_TRUE(same_name(name, other)) << name << ' ' << other;
    EXPECT_TRUE(same_name(other, name)) << name << ' ' << other;
  }
  const std::pair<const char*, const char*> two[] = {{"Ana", "Anna"},    {"Ilia", "Lila"}, {"Lia", "Ila"},
                                                     {"Ana 2", "Ana 3"}, {"Нина", "Нона"}, {"Елена", "Алена"},
                                                     {"ё", "е"},         {"日本", "日木"}, {"", "x"}};
  for (const auto& [name, other] : two) EXPECT_FALSE(same_name(name, other)) << name << ' ' << other;
}

// Only spaces, only what shows nothing, or only marks without a letter: no name.
TEST(Seats, ANameCanBeSeen) {
  SeatsScene scene(R"("edition":"powers","seats":6,"clock":0)");
  scene.join(scene.eve);
  for (const auto* name : {"", " ", "\\t\\n", "\u00a0", "\u2003\u3000", "\u200b\u2060", "\u3164", "\u2800",
                           "\u115f\u1160", "\u034f", "\ufe0f", "\u0301", "\u202e"})
    EXPECT_EQ(field(scene.eve.ask("sit", text("name", name)), "why"), "bad_name") << name;
}

}  // namespace
}  // namespace comodin::server
