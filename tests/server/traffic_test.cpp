// Everything that can cross the wire, for the schemas: tools/schema_check.py holds docs/schema to the files
// that are written here, and fails on a command, message or field that does not occur.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "fair/chance.hpp"
#include "server/hub/messages.hpp"
#include "server/hub/notice.hpp"
#include "server/room/entry.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

using Lines = std::vector<std::string>;

std::string pair_of(const std::string& key, const std::string& value) {
  return "\"" + key + "\":\"" + value + "\"";
}

bool write_lines(const std::string& path, const Lines& lines) {
  std::ofstream out(path);
  for (const std::string& line : lines) out << line << '\n';
  return out.good();
}

// A room of Ana, Luis and a bot, watched by Eva, in which everything happens once.
struct TrafficScene {
  TrafficScene() : world(7), ana(world, "10.0.0.1"), luis(world, "10.0.0.2"), eva(world, "10.0.0.3") {
    world.said = &commands;
    world.sent = &messages;
  }
  bool plays() { return field(ana.last("room"), "stage") == "playing"; }
  void good(BenchClient& who, const std::string& verb, const std::string& fields = "") {
    const std::string answer = who.ask(verb, fields);
    EXPECT_NE(answer, "") << verb;
    EXPECT_NE(type_of(answer), "refused") << verb << ": " << answer;
  }
  void bad(BenchClient& who, const std::string& code, const std::string& verb,
           const std::string& fields = "") {
    EXPECT_EQ(field(who.ask(verb, fields), "why"), code) << verb;
  }

  void lobby() {
    for (BenchClient* one : {&ana, &luis, &eva}) one->connect();
    const std::string code = ana.create(
        R"("edition":"classic","options":"format=hand","seats":4,"clock":20,"listed":true,"chat":true,"open":true)");
    luis.room = eva.room = code;
    good(eva, "join", pair_of("room", code));
    ana.sit(code, "Ana", 1);
    luis.room.clear();
    luis.sit(code, "Luis");
    good(ana, "bot", R"("seat":4,"level":"novato")");
    long_options();
    good(ana, "set", R"("edition":"classic","options":"format=hand","seats":3,"clock":20,"listed":true)");
    good(ana, "set", R"("chat":true,"open":true)");
    good(ana, "bot", R"("seat":3,"level":"novato")");
    good(luis, "rule", R"("card":1,"text":"next draws 1")");
    bad(luis, "bad_rule", "rule", R"("card":1,"text":"next draws two")");
    good(eva, "rooms");
    for (const std::string_view phrase : phrases())
      good(luis, "chat", pair_of("phrase", std::string(phrase)));
    good(ana, "chat", R"("text":"¡hola!")");
    good(luis, "stand");
    luis.sit(code, "Luis");
  }
  // Options as long as they may be: as they are sent, and as they are kept.
  void long_options() {
    std::string sent = "cards=3", kept = "literal";
    while (sent.size() + 8 <= kOptionsTextMax) sent += ",cards=3";
    good(ana, "set", pair_of("options", sent));
    while (kept.size() < 19 * 8 - 1) kept += ",literal";
    good(ana, "set", pair_of("options", kept));
    good(eva, "rooms");
    const std::size_t length = field(ana.last("room"), "options").size();
    EXPECT_GT(length + 35, kOptionsTextMax);
    EXPECT_EQ(field(eva.last("rooms"), "options").size(), length);
  }
  void deal() {
    const Bytes32 number = sha256("a number of Ana's");
    for (BenchClient* one : {&ana, &luis})
      good(*one, "accept", pair_of("digest", field(one->last("room"), "digest")));
    good(luis, "ready", "\"ready\":false");
    good(ana, "ready", pair_of("commit", hex(sha256(number))));
    good(luis, "ready", "\"ready\":true," + pair_of("commit", hex(sha256("nobody knows"))));
    good(ana, "start");
    good(ana, "reveal", pair_of("nonce", hex(number)));
    world.pass(4000);
    ASSERT_TRUE(plays());
  }
  void come_and_go() {
    for (int i = 0; i < 20 && ana.last("events").find("\"clock\":{") == std::string::npos; ++i)
      world.pass(1000);
    good(eva, "leave");
    good(eva, "join", pair_of("room", ana.room));
    world.hang_up(luis.conn);
    EXPECT_EQ(type_of(luis.resume()), "ack");
    good(luis, "kept");
    BenchClient second = luis;  // another tab, which has seen nothing
    second.connect();
    luis.token =
        field(second.ask("resume", pair_of("room", luis.room) + "," + pair_of("token", luis.token)), "token");
    luis.conn = second.conn;
    bad(eva, "not_seated", "move", R"("move":"draw","at":0)");
    const std::string lie = ana.ask("move", R"("move":"uno","at":0)");
    EXPECT_NE(field(lie, "clause"), "");
    good(ana, "why", R"("move":"uno")");
    world.say(eva.conn, "hello");  // not JSON: a refusal without an id
    commands.pop_back();
  }
  // The clock warns, moves, and has bots sit in; then both come back and play the hand to its end.
  void play() {
    for (int i = 0; i < 20 && plays() && ana.last("room").find("\"away\":true") == std::string::npos; ++i)
      world.pass(20000);
    BenchClient& away =
        field(ana.last("room").substr(ana.last("room").find("Ana")), "away") == "true" ? ana : luis;
    good(away, "back");
    for (int i = 0; i < 4000 && plays(); ++i) {
      for (BenchClient* one : {&ana, &luis})
        if (const Lines moves = one->moves(); plays() && !moves.empty()) one->move(moves.front());
      world.pass(1000);
    }
    EXPECT_EQ(field(ana.last("room"), "stage"), "over");
  }
  void afterwards() {
    for (const char* verb : {"record", "games"}) good(ana, verb);
    good(ana, "rematch");
    good(ana, "remove", R"("seat":2)");
    for (BenchClient* one : {&ana, &luis, &eva}) world.hang_up(one->conn);
    eva.connect();
    eva.ask("join", pair_of("room", ana.room));
    world.pass(world.limits.lobby_minutes * 60000LL);
    world.hub->stop();
    world.settle();
  }

  Lines commands, messages;
  BenchWorld world;
  BenchClient ana, luis, eva;
};

// A room that another node has taken.
void elsewhere(Lines& commands, Lines& messages) {
  BenchWorld world(5);
  world.said = &commands;
  world.sent = &messages;
  world.store.share();
  world.store.peers = {
      {.node = 2, .name = "b", .address = "b:1", .format = kLogFormat, .notice = print_notice({})}};
  world.pass(1500);
  BenchClient ana(world, "10.0.0.1");
  ana.connect();
  ana.sit(ana.create(R"("edition":"powers","seats":2)"), "Ana");
  world.store.take_away(ana.room, "b");
  ana.send("ready");
  ana.resume();
  EXPECT_EQ(field(ana.last("bye"), "to"), "/node/b/ws");
}

// A match of two hands, in which the host has removed somebody, and somebody else has come: stage `between`,
// a seat that is `vacant`, one that `joins`.
void long_match(Lines& commands, Lines& messages) {
  BenchWorld world(3);
  world.said = &commands;
  world.sent = &messages;
  BenchClient ana(world, "10.0.0.1"), luis(world, "10.0.0.2");
  ana.connect();
  luis.connect();
  const std::string code = ana.create(R"("edition":"powers","seats":2,"clock":0)");
  ana.sit(code, "Ana");
  luis.sit(code, "Luis");
  for (BenchClient* one : {&ana, &luis}) one->ask("ready");
  ana.ask("start");
  ana.ask("remove", R"("seat":2)");
  BenchClient eva(world, "10.0.0.3");
  eva.connect();
  eva.sit(code, "Eva");
  for (int i = 0; i < 4000 && field(ana.last("room"), "stage") == "playing"; ++i) {
    if (const Lines moves = ana.moves(); !moves.empty()) ana.move(moves.front());
    world.pass(1000);
  }
  EXPECT_EQ(field(ana.last("room"), "stage"), "between");
}

// Each command with a field left out, with an extra field, or with a value of another kind.
std::set<std::string> spoilt(const Lines& commands) {
  std::set<std::string> out;
  std::set<std::string> seen;
  for (const std::string& command : commands) {
    if (!seen.insert(field(command, "do")).second) continue;
    std::vector<std::string> parts;  // "key":value; no value here has a comma or bracket in it but options
    std::string part;
    bool quoted = false;
    for (const char c : command.substr(1, command.size() - 2)) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) parts.push_back(std::exchange(part, {}));
      else part += c;
    }
    parts.push_back(part);
    const auto join = [&](std::size_t but, const std::string& instead) {
      std::string text;
      for (std::size_t k = 0; k < parts.size(); ++k)
        if (const std::string& one = k == but ? instead : parts[k]; !one.empty())
          (text += text.empty() ? "" : ",") += one;
      return "{" + text + "}";
    };
    out.insert(join(parts.size() - 1, parts.back() + ",\"more\":1"));
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::string key = parts[k].substr(0, parts[k].find(':') + 1);
      out.insert(join(k, ""));
      for (const char* value : {"7", "true", "\"hello\"", "null", "[]", "7.5"})
        out.insert(join(k, key + value));
    }
  }
  return out;
}

// Does a server that somebody sits at call it a bad command?
bool makes_no_sense(const std::string& command) {
  BenchWorld world(5);
  BenchClient ana(world);
  if (field(command, "do") == "hello") {
    ana.conn = world.connect();
  } else {
    ana.connect();
    ana.sit(ana.create("\"edition\":\"classic\""), "Ana");
  }
  world.take(ana.conn);
  world.say(ana.conn, command);
  return field(world.last(ana.conn, "refused"), "why") == "bad_command";
}

TEST(Traffic, WritesSamplesForTheSchemas) {
  const char* out = std::getenv("COMODIN_JSON_OUT");
  TrafficScene scene;
  scene.lobby();
  scene.deal();
  scene.come_and_go();
  scene.play();
  scene.afterwards();
  long_match(scene.commands, scene.messages);
  elsewhere(scene.commands, scene.messages);
  Lines wrong;
  for (const std::string& command : spoilt(scene.commands))
    (makes_no_sense(command) ? wrong : scene.commands).push_back(command);
  EXPECT_GT(wrong.size(), 100u);
  if (!out) GTEST_SKIP() << "COMODIN_JSON_OUT is not set";
  EXPECT_TRUE(write_lines(std::string(out) + ".server", scene.messages) &&
              write_lines(std::string(out) + ".command", scene.commands) &&
              write_lines(std::string(out) + ".wrong", wrong));
}

}  // namespace
}  // namespace comodin::server
