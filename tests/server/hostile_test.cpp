// Clients that do what they should not: each gets a clear refusal or is cut, and nobody else notices.
#include <gtest/gtest.h>

#include "fair/sha256.hpp"
#include "server/hub/command.hpp"
#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {
namespace {

// What the server says to a frame as it stands.
std::string told(BenchWorld& world, Conn conn, const std::string& frame) {
  world.take(conn);
  world.say(conn, frame);
  const std::vector<std::string> said = world.take(conn);
  return said.empty() ? "" : said.front();
}

// Two at a table and one outside it.
struct HostileScene {
  explicit HostileScene(const std::string& setting = R"("edition":"powers","seats":2,"clock":0)",
                        Limits limits = easy_limits())
      : world(1, limits), ana(world, "10.0.0.1"), luis(world, "10.0.0.2"), eve(world, "10.6.6.6") {
    for (BenchClient* one : {&ana, &luis, &eve}) one->connect();
    code = ana.create(setting);
    ana.sit(code, "Ana");
    luis.sit(code, "Luis");
  }
  void start() {
    for (BenchClient* one : {&ana, &luis}) one->ask("ready");
    ASSERT_EQ(type_of(ana.ask("start")), "ack");
    world.settle();
    ASSERT_EQ(field(ana.last("room"), "stage"), "playing");
  }
  BenchClient& awaited() {
    const std::string& events = ana.last("events");
    return field(events.substr(events.rfind("\"awaits\":")), "seat") == "1" ? ana : luis;
  }
  BenchClient& other() { return &awaited() == &ana ? luis : ana; }
  std::size_t entries() { return stored_rooms(world.store).at(0).log.size(); }
  // A restart reads every log back.
  void loads_again() {
    world.restart();
    EXPECT_EQ(type_of(ana.resume()), "ack");
  }
  BenchWorld world;
  BenchClient ana, luis, eve;
  std::string code;
};

TEST(Hostile, FramesThatMakeNoSenseAreRefused) {
  BenchWorld world;
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  const std::string bad[] = {
      "",
      "{",
      "[]",
      "null",
      "7",
      "\xff\xfe",
      R"({"do":"hello"})",                                       // no id
      R"({"do":"hello","id":"","version":2})",                   // an empty one
      R"({"do":"hello","id":"12345678901234567","version":2})",  // too long
      R"({"do":"hello","id":"a\n","version":2})",                // not visible
      R"({"do":"hello","id":7,"version":2})",                    // not a text
      R"({"do":"hello","id":"a","version":"1"})",                // wrong type
      R"({"do":"hello","id":"a","version":1.0})",                // not a whole number
      R"({"do":"hello","id":"a","version":2,"version":2})",      // twice
      R"({"do":"hello","id":"a","version":2,"admin":true})",     // unknown
      R"({"do":"hello","id":"a","version":2,"token":"00"})",     // too short
      R"({"do":"hello","id":"a","version":[1]})",                // nested
      R"({"do":"hello","id":"a","version":)" + deep + "}",       // deeply
      R"({"do":"sudo","id":"a"})",                               // no such command
      R"({"do":"join","id":"a"})",                               // a field is missing
      R"({"do":"hello","id":"a","version":2} {"do":"rooms"})",   // two at once
      R"({"do":"rooms","id":"a","x":")" + std::string(kFrameMax, 'x') + "\"}",
      R"({"do":"move","id":"a","move":"draw","at":99999999999999999999})",
  };
  for (const std::string& frame : bad) {
    const Conn conn = world.connect();
    EXPECT_EQ(why(told(world, conn, frame)), "bad_command") << frame.substr(0, 100);
    EXPECT_TRUE(world.open(conn));
  }
}

TEST(Hostile, NothingBeforeHello) {
  BenchWorld world;
  const Conn conn = world.connect();
  for (const char* frame : {R"({"do":"rooms","id":"a"})", R"({"do":"create","id":"b"})",
                            R"({"do":"join","id":"c","room":"AAAAAA"})", R"({"do":"start","id":"d"})"})
    EXPECT_EQ(why(told(world, conn, frame)), "hello_first") << frame;
  EXPECT_EQ(why(told(world, conn, R"({"do":"hello","id":"e","version":1})")), "version");
  const std::string nobody = hex(sha256("nobody"));
  EXPECT_EQ(why(told(world, conn, R"({"do":"hello","id":"f","version":2,"token":")" + nobody + "\"}")),
            "bad_token");
  EXPECT_EQ(type_of(told(world, conn, R"({"do":"hello","id":"g","version":2})")), "welcome");
  EXPECT_EQ(why(told(world, conn, R"({"do":"hello","id":"h","version":2})")), "not_now");
}

TEST(Hostile, AFloodIsRefusedThenCutAndOthersPlayOn) {
  HostileScene scene(R"("edition":"powers","seats":2,"clock":0)", Limits{});
  scene.start();
  for (int k = 0; k < 200; ++k) scene.eve.send("rooms");
  EXPECT_FALSE(scene.world.open(scene.eve.conn));
  EXPECT_EQ(why(scene.world.last(scene.eve.conn, "refused")), "slow_down");
  EXPECT_GT(scene.world.hub->stats().limited, 0u);
  BenchClient& who = scene.awaited();
  EXPECT_EQ(type_of(who.move(who.moves().at(0))), "ack");
  BenchWorld& world = scene.world;
  const Conn junk = world.connect("10.6.6.6");
  for (int k = 0; k < 30; ++k) world.say(junk, "junk");
  EXPECT_FALSE(world.open(junk));
}

TEST(Hostile, ConnectionsAndRoomsOfAnAddressAreLimited) {
  Limits limits = easy_limits();
  limits.connections_per_address = 3;
  limits.rooms_per_player = 2;
  limits.rooms_per_address = 3;
  BenchWorld world(1, limits);
  BenchClient eve(world, "10.6.6.6"), second(world, "10.6.6.6");
  eve.connect();
  second.connect();
  EXPECT_TRUE(world.open(world.connect("10.6.6.6")));
  EXPECT_FALSE(world.open(world.connect("10.6.6.6")));
  EXPECT_TRUE(world.open(world.connect("10.0.0.1")));
  const std::string setting = R"("edition":"powers","seats":2)";
  EXPECT_NE(eve.create(setting), "");
  EXPECT_NE(eve.create(setting), "");
  EXPECT_EQ(why(eve.ask("create", setting)), "too_many_rooms");
  EXPECT_NE(second.create(setting), "");
  EXPECT_EQ(why(second.ask("create", setting)), "too_many_rooms") << "of the address";
  BenchClient ana(world, "10.0.0.2");
  ana.connect();
  EXPECT_NE(ana.create(setting), "");
}

TEST(Hostile, GuessingRoomsIsLimitedForAPlayerAndThenForTheAddress) {
  HostileScene scene;
  int guesses = 0, looked_up = 0;
  for (int life = 0; life < 4; ++life) {  // new connections do not help
    BenchClient eve(scene.world, "10.6.6.6");
    eve.connect();
    for (; scene.world.open(eve.conn) && guesses < 1000; ++guesses)
      looked_up +=
          why(eve.ask("join", text("room", "BBBB" + std::to_string(10 + guesses % 90)))) == "no_room";
  }
  EXPECT_EQ(looked_up, 20 + 3 * 5) << "twenty of the address, and five of each player that comes after them";
  EXPECT_LT(guesses, 150);
  BenchClient eve(scene.world, "10.6.6.6");
  eve.connect();
  for (int k = 0; k < 5; ++k) eve.ask("join", text("room", "BBBBBB"));
  EXPECT_EQ(why(eve.ask("join", text("room", scene.code))), "slow_down") << "not even a right one";
  const std::string nobody = "," + text("token", hex(sha256("nobody")));
  EXPECT_EQ(eve.ask("resume", text("room", scene.code) + nobody, "x").size(),
            eve.ask("resume", text("room", "BBBBBB") + nobody, "x").size())
      << "nor by another door";
  scene.world.pass(60000);
  EXPECT_EQ(type_of(eve.ask("join", text("room", scene.code))), "ack");
}

TEST(Hostile, OneWhoGuessesLocksNobodyOutBehindTheSameAddress) {
  HostileScene scene;
  BenchClient eve(scene.world, "10.0.0.1"), child(scene.world, "10.0.0.1");
  eve.connect();
  for (int k = 0; k < 60 && scene.world.open(eve.conn); ++k) eve.ask("join", text("room", "BBBBBB"));
  EXPECT_EQ(type_of(scene.ana.resume()), "ack") << "with a right seat token";
  child.connect();
  EXPECT_NE(child.player, "") << "somebody new";
  EXPECT_EQ(type_of(child.ask("join", text("room", scene.code))), "ack");
  child.connect();  // with the player's token
  EXPECT_EQ(type_of(child.ask("join", text("room", scene.code))), "ack");
}

TEST(Hostile, TokensDieWithTheSeat) {
  HostileScene scene;
  const std::string first = scene.luis.token;
  scene.luis.resume();
  scene.luis.resume();
  BenchClient thief = scene.luis;
  thief.token = first;
  EXPECT_EQ(why(thief.resume()), "bad_token") << "replayed after two further ones";
  EXPECT_EQ(type_of(scene.ana.ask("remove", "\"seat\":2")), "ack");
  EXPECT_EQ(why(scene.luis.resume()), "bad_token");
  EXPECT_EQ(why(scene.luis.ask("ready")), "not_in_room");
  // The token of one room opens nothing in another.
  BenchClient other(scene.world, "10.0.0.9");
  other.connect();
  const std::string code = other.create(R"("edition":"powers","seats":2)");
  EXPECT_EQ(why(scene.ana.ask("resume", text("room", code) + "," + text("token", scene.ana.token))),
            "bad_token");
}

TEST(Hostile, AConnectionThatWasTakenOverIsNotHeardAnyMore) {
  HostileScene scene;
  const Conn old = scene.luis.conn;
  const std::string resume = R"({"do":"resume","id":"z","room":")" + scene.code + R"(","token":")";
  scene.luis.resume();
  scene.world.say(old, resume + scene.luis.token + "\"}");
  EXPECT_TRUE(scene.world.open(scene.luis.conn));
  EXPECT_EQ(type_of(scene.luis.ask("ready")), "ack");
}

TEST(Hostile, ARemovedPlayerCanDoNothingAtTheTable) {
  HostileScene scene;
  scene.start();
  EXPECT_EQ(type_of(scene.ana.ask("remove", "\"seat\":2")), "ack");
  EXPECT_EQ(field(scene.luis.last("bye"), "why"), "removed");
  EXPECT_EQ(why(scene.luis.ask("move", R"("move":"draw","at":99)")), "not_in_room");
  EXPECT_EQ(why(scene.luis.ask("back")), "not_in_room");
  EXPECT_EQ(why(scene.luis.resume()), "bad_token");
}

TEST(Hostile, SeatsAreTakenOnce) {
  HostileScene scene(R"("edition":"powers","seats":3)");
  scene.eve.ask("join", text("room", scene.code));
  EXPECT_EQ(why(scene.eve.ask("sit", R"("name":"Eve","seat":1)")), "seat_taken");
  EXPECT_EQ(why(scene.eve.ask("sit", R"("name":"Eve","seat":0)")), "no_seat");
  EXPECT_EQ(why(scene.eve.ask("sit", R"("name":"Eve","seat":11)")), "no_seat");
  EXPECT_EQ(why(scene.eve.ask("sit", R"("name":"Eve","seat":-5)")), "no_seat");
  EXPECT_EQ(why(scene.eve.ask("sit", R"("name":"Eve","seat":9000000000000)")), "no_seat");
  EXPECT_EQ(type_of(scene.eve.ask("sit", R"("name":"Eve","seat":3)")), "ack");
  EXPECT_EQ(why(scene.eve.ask("sit", R"("name":"Eve","seat":3)")), "not_now");
  EXPECT_EQ(why(scene.luis.ask("remove", "\"seat\":3")), "not_host");
}

TEST(Hostile, WatchersOnlyWatch) {
  HostileScene scene;
  scene.eve.ask("join", text("room", scene.code));
  scene.start();
  const std::size_t before = scene.entries();
  for (const char* verb : {"stand", "start", "back", "rematch", "kept", "ready", "set"})
    EXPECT_EQ(why(scene.eve.ask(verb)), "not_seated") << verb;
  EXPECT_EQ(why(scene.eve.ask("move", R"("move":"draw","at":0)")), "not_seated");
  EXPECT_EQ(why(scene.eve.ask("chat", text("phrase", "hello"))), "not_seated");
  EXPECT_EQ(scene.entries(), before);
}

TEST(Hostile, NobodyMovesForAnotherSeat) {
  HostileScene scene;
  scene.start();
  BenchClient &turn = scene.awaited(), &waits = scene.other();
  const std::size_t before = scene.entries();
  const std::string other = std::to_string(turn.seat), own = std::to_string(waits.seat);
  const std::string moves[] = {other + " draw",
                               other + " " + turn.moves().at(0),
                               "draw\\n" + other + " draw",
                               "\\n" + other + " draw",
                               own + " draw",
                               "draw",
                               "draw draw",
                               "deal",
                               "begin",
                               "play r7 \\u0000",
                               "",
                               " ",
                               "# draw",
                               "\\\"draw\\\"",
                               "draw \\u202e"};
  for (const std::string& move : moves)
    EXPECT_EQ(type_of(waits.ask("move", text("move", move) + ",\"at\":99")), "refused") << move;
  EXPECT_EQ(scene.entries(), before);
  EXPECT_EQ(type_of(turn.move(turn.moves().at(0))), "ack");
}

TEST(Hostile, AMoveOfManyBytesCannotSpoilTheLog) {
  HostileScene scene;
  scene.start();
  BenchClient& turn = scene.awaited();
  const std::string move = turn.moves().at(0);
  for (const std::string& tail : {std::string(3000, ' '), " # " + std::string(3000, 'x')})
    EXPECT_EQ(why(turn.move(move + tail)), "no_move");
  EXPECT_EQ(type_of(turn.move(move)), "ack");
  scene.loads_again();
}

TEST(Hostile, TextsAreMadeHarmless) {
  HostileScene scene(R"("edition":"classic","seats":3)");
  scene.eve.ask("join", text("room", scene.code));
  EXPECT_EQ(why(scene.eve.ask("sit", text("name", ""))), "bad_name");
  EXPECT_EQ(why(scene.eve.ask("sit", text("name", "\\u202e\\u200b \\u0007"))), "bad_name");
  EXPECT_EQ(
      type_of(scene.eve.ask("sit", text("name", "E\\u202ev\\u0000\\u001b[31me " + std::string(60, 'w')))),
      "ack");
  const std::string name =
      field(scene.ana.last("room").substr(scene.ana.last("room").find("\"seat\":3")), "name");
  EXPECT_EQ(name, "Ev[31me " + std::string(16, 'w'));
  EXPECT_EQ(type_of(scene.eve.ask("chat", text("text", "a\\u2066b\\nc " + std::string(500, 'z')))), "ack");
  EXPECT_EQ(field(scene.ana.last("chat"), "text"), "ab c " + std::string(195, 'z'));
  EXPECT_EQ(why(scene.eve.ask("chat", text("text", "\\u200b"))), "bad_command");
  EXPECT_EQ(why(scene.eve.ask("chat", text("phrase", "<script>"))), "no_phrase");
  const std::string longest = "next draws 2" + std::string(1000, ' ');
  EXPECT_EQ(why(scene.eve.ask("rule", "\"card\":1," + text("text", longest))), "too_long");
  EXPECT_EQ(why(scene.eve.ask("rule", R"("card":99,"text":"next draws 2")")), "no_card");
  EXPECT_EQ(why(scene.eve.ask("rule", R"("card":1,"text":"\u0000")")), "bad_rule");
  scene.loads_again();
}

TEST(Hostile, EditionsAreNamesAndNoPaths) {
  BenchWorld world;
  BenchClient eve(world);
  eve.connect();
  for (const char* edition :
       {"/etc/passwd", "../classic", "editions/classic/classic.edition", "classic\\u0000", ""})
    EXPECT_EQ(why(eve.ask("create", text("edition", edition))), "bad_setting") << edition;
  for (const char* options :
       {"cards", "cards=", "cards=-1", "cards=99999999999", "stacking=any,,", "\\n", "=",
        "cards=2 jump_in=on", ",literal", "literal,,", ",", "literal,,cards=2", "Literal", "literal=on"})
    EXPECT_EQ(why(eve.ask("create", R"("edition":"powers",)" + text("options", options))), "bad_setting")
        << options;
  for (const char* seats : {"-1", "0", "1", "11", "4294967298"})
    EXPECT_EQ(why(eve.ask("create", std::string("\"seats\":") + seats)), "bad_setting") << seats;
  EXPECT_EQ(world.hub->stats().rooms, 0u);
}

TEST(Hostile, FreeChatIsOffInListedRoomsAndFloodsOfChatEnd) {
  Limits limits = easy_limits();
  limits.chats_per_minute = 12;
  HostileScene scene(R"("edition":"powers","seats":2,"listed":true)", limits);
  EXPECT_EQ(why(scene.ana.ask("chat", text("text", "hello"))), "chat_off");
  EXPECT_EQ(type_of(scene.ana.ask("chat", text("phrase", "hello"))), "ack");
  int heard = 0;
  for (int k = 0; k < 40; ++k) heard += type_of(scene.ana.ask("chat", text("phrase", "hello"))) == "ack";
  EXPECT_EQ(heard, 11);
  EXPECT_EQ(type_of(scene.luis.ask("chat", text("phrase", "hello"))), "ack") << "of one connection only";
}

TEST(Hostile, ARunningHandIsInNoRecord) {
  HostileScene scene(R"("edition":"powers","seats":2,"clock":0,"options":"format=race,target=100000")");
  scene.eve.ask("join", text("room", scene.code));
  scene.start();
  for (BenchClient* one : {&scene.ana, &scene.eve}) {
    const std::string record = one->ask("record");
    EXPECT_EQ(type_of(record), "record");
    EXPECT_EQ(field(record, "record"), "") << "while the first hand runs there is nothing to show";
  }
  for (int k = 0; k < 5000 && field(scene.ana.last("room"), "hands") != "2"; ++k) {
    if (field(scene.ana.last("room"), "stage") == "between") scene.world.pass(30000);
    else {
      BenchClient& turn = scene.awaited();
      turn.move(turn.moves().at(0));
    }
  }
  ASSERT_EQ(field(scene.ana.last("room"), "stage"), "playing");
  const std::string record = scene.eve.ask("record");
  EXPECT_NE(record.find("# fair hand 1 "), std::string::npos);
  EXPECT_EQ(record.find("# fair hand 2 "), std::string::npos);
}

TEST(Hostile, TheNumbersOfCommandsMayBeAnything) {
  HostileScene scene;
  scene.start();
  BenchClient& turn = scene.awaited();
  for (const char* at : {"-1", "0", "-9223372036854775808"})
    EXPECT_EQ(why(turn.ask("move", text("move", turn.moves().at(0)) + ",\"at\":" + at)), "stale") << at;
  for (const char* seen : {"-1", "9223372036854775807", "4294967296"}) {
    const std::string ack =
        turn.ask("resume", text("room", scene.code) + "," + text("token", turn.token) + ",\"seen\":" + seen);
    EXPECT_EQ(type_of(ack), "ack") << seen;
    turn.token = field(ack, "token");
  }
  const std::string last = turn.ask("move", text("move", turn.moves().at(0)) + ",\"at\":9223372036854775807");
  EXPECT_EQ(type_of(last), "ack");
  scene.loads_again();
}

}  // namespace
}  // namespace comodin::server
