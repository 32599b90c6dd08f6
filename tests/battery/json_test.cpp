// Views and events as JSON: what is written, letter by letter; nothing hidden in it; samples for the schemas.
#include "notation/json.hpp"
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>
#include <set>

#include "notation/moves.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/worlds.hpp"
#include "tests/battery/writable.hpp"

namespace comodin::battery {
namespace {

std::string event_json(const RuleSet& rules, const Event& event) {
  std::string out;
  JsonPen pen(out);
  write_event(pen, rules, event);
  return out;
}

std::string view_json(const RuleSet& rules, const View& view) {
  std::string out;
  JsonPen pen(out);
  write_view(pen, rules, view);
  return out;
}

// ---- letter by letter ------------------------------------------------------------------------------

TEST(Json, ThePenSetsCommasAndEscapes) {
  std::string out = "log ";
  JsonPen pen(out);
  pen.open('{').key("a").open('[').open('{').close('}').open('[').close(']').number(-9223372036854775807 - 1);
  pen.close(']').key("b\"").text("ñ\n\x1f\x7f\\/\"").key("c").flag(true).key("d").null();
  pen.key("e").open('{').key("f").raw("[1]").key("g").flag(false).close('}').close('}');
  EXPECT_EQ(out,
            "log {\"a\":[{},[],-9223372036854775808],\"b\\\"\":\"ñ\\u000a\\u001f\x7f\\\\/\\\"\",\"c\":true,"
            "\"d\":null,\"e\":{\"f\":[1],\"g\":false}}");
}

TEST(Json, NoByteOfATextIsLost) {
  std::string bytes(1, '\0'), out;
  JsonPen pen(out);
  pen.text(bytes);
  EXPECT_EQ(out, "\"\\u0000\"");
}

// Short plain texts take another way than others.
TEST(Json, TextsOfAnyLengthAreWritten) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string plain(size, 'x'), quoted = plain + '"' + plain;
    std::string out;
    JsonPen pen(out);
    pen.open('{').key(plain).text(plain).key(quoted).text(quoted).close('}');
    const std::string escaped = plain + "\\\"" + plain;
    EXPECT_EQ(out, "{\"" + plain + "\":\"" + plain + "\",\"" + escaped + "\":\"" + escaped + "\"}");
  }
}

RuleSet small_table() { return *make_table("classic", 2, "", rule_pool()).rules; }

Hand hand_of(const RuleSet& rules, std::initializer_list<const char*> names) {
  Hand out;
  for (const char* name : names) out.add(find_card(rules, name));
  return out;
}

TEST(Json, AViewSaysWhatItKnowsAndNoMore) {
  RuleSet rules = small_table();
  rules.marks = {"elbows", "say \"please\""};
  View view;
  view.viewer = 1;
  view.phase = Phase::Running;
  view.await = {Awaits::Drawn, 1};
  view.course.turn = 1;
  view.course.turns = 14;
  view.drawn = bit(find_card(rules, "r7"));
  view.direction = Direction::Right;
  view.top = find_card(rules, "g2");
  view.color = Color::Green;
  view.pile = 80;
  view.discards = 2;
  view.count = {3, 2};
  view.known.cards[1] = hand_of(rules, {"r7", "r7"});
  view.known.laid = hand_of(rules, {"g2", "b1"});
  view.scores = {120, -5};
  const std::string plain = view_json(rules, view);
  EXPECT_EQ(
      plain,
      R"({"viewer":2,"phase":"running","awaits":{"seat":2,"kind":"drawn"},"drawn":["r7"],"turn":2,"next":1,)"
      R"("turns":14,"course":{"turn":2,"next":1,"turns":14},"dealer":1,"direction":"right","top":"g2",)"
      R"("color":"g","pile":80,"discards":2,"seats":[{"seat":1,"count":3,"score":120,"points":0},)"
      R"({"seat":2,"count":2,"cards":["r7","r7"],"score":-5,"points":0}],"laid":["g2","b1"]})");

  view.sum = 6;
  view.owes = 1;
  view.hands_up = 3;
  view.hyper = Color::Blue;
  view.power = {kNoSeat, 0, kNoSeat, 1};
  view.marks = {2, 0};
  view.stuck_draw = {0, 4};
  view.known.since[1] = hand_of(rules, {"r7"});
  view.champions = 2;
  const std::string full = view_json(rules, view);
  for (const char* part :
       {R"("color":"g","hyperspeed":"b","pile")", R"("discards":2,"sum":6,"owes":[1],)",
        R"("hands_up":[1,2],"power":{"yellow":1,"blue":2},"seats")",
        R"("count":3,"marks":["say \"please\""],"score")",
        R"("cards":["r7","r7"],"since":["r7"],"stuck":4,"score")", R"("laid":["g2","b1"],"champions":[2]})"})
    EXPECT_NE(full.find(part), full.npos) << part << " is not in " << full;
}

TEST(Json, AHandThatIsOverAwaitsNobody) {
  View view;
  view.phase = Phase::Won;
  view.winner = 0;
  const std::string text = view_json(small_table(), view);
  EXPECT_EQ(text.find(R"({"viewer":"spectator","phase":"won","winner":1,"awaits":null,"turn")"), 0u) << text;
  EXPECT_NE(text.find(R"("top":null,"color":null,)"), text.npos) << text;
}

TEST(Json, AnEventHasAFieldForEachLetterOfItsForm) {
  RuleSet rules = small_table();
  rules.texts = {"cluck", "crow"};
  const Card r7 = find_card(rules, "r7");
  const Hand two = hand_of(rules, {"b3", "r7"});
  using enum EventKind;
  const std::pair<Event, const char*> cases[] = {
      {{.kind = Dealt, .seat = 1, .value = 7}, R"({"event":"dealt","seat":2,"value":7})"},
      {{.kind = Dealt, .seat = 1, .value = 2, .cards = two},
       R"({"event":"dealt","seat":2,"value":2,"cards":["r7","b3"]})"},
      {{.kind = Played, .seat = 0, .card = r7, .origin = Origin::Play},
       R"({"event":"played","seat":1,"card":"r7"})"},
      {{.kind = Played,
        .seat = 0,
        .card = find_card(rules, "W"),
        .color = Color::Green,
        .origin = Origin::Drawn},
       R"({"event":"played","seat":1,"card":"W","color":"g","as":"drawn"})"},
      {{.kind = Drew, .seat = 0}, R"({"event":"drew","seat":1})"},
      {{.kind = Drew, .seat = 0, .card = r7, .open = 1},
       R"({"event":"drew","seat":1,"card":"r7","open":true})"},
      {{.kind = Challenged, .seat = 0, .other = 1, .value = 1},
       R"({"event":"challenged","seat":1,"other":2,"guilty":true})"},
      {{.kind = Shown, .seat = 0, .other = 1, .value = 1},
       R"({"event":"shown","seat":1,"to":2,"before":true})"},
      {{.kind = Shown, .seat = 0, .cards = two},
       R"({"event":"shown","seat":1,"to":"all","before":false,"cards":["r7","b3"]})"},
      {{.kind = Threw, .seat = 0}, R"({"event":"threw","seat":1,"card":null})"},
      {{.kind = HandsPassed, .value = -1}, R"({"event":"hands-passed","direction":"right"})"},
      {{.kind = Voted, .seat = 0, .value = 0}, R"({"event":"voted","seat":1,"vote":false})"},
      {{.kind = ColorNamed, .color = Color::Red}, R"({"event":"color","color":"r"})"},
      {{.kind = ColorNamed, .seat = 1, .color = Color::Red}, R"({"event":"color","color":"r","seat":2})"},
      {{.kind = HyperspeedIs}, R"({"event":"hyperspeed","color":null})"},
      {{.kind = PowerTaken, .seat = 1, .color = Color::Blue}, R"({"event":"power","color":"blue","seat":2})"},
      {{.kind = Owes, .value = 3}, R"({"event":"owes","seats":[1,2]})"},
      {{.kind = Owes}, R"({"event":"owes","seats":[]})"},
      {{.kind = Ended}, R"({"event":"ended","seat":null})"},
      {{.kind = Awaiting,
        .seat = 1,
        .value = static_cast<int>(Awaits::Drawn),
        .cards = hand_of(rules, {"r7"})},
       R"({"event":"awaits","seat":2,"kind":"drawn","drawn":["r7"],"course":{"turn":1,"next":1,"turns":0}})"},
      {{.kind = Awaiting, .seat = 1, .value = static_cast<int>(Awaits::Drawn), .cards = two},
       R"({"event":"awaits","seat":2,"kind":"drawn","drawn":["r7","b3"],"course":{"turn":1,"next":1,"turns":0}})"},
      {{.kind = DrewForDeal, .seat = 1, .card = r7, .value = 2},
       R"({"event":"drew-for-deal","seat":2,"card":"r7","value":2})"},
      {{.kind = Chose, .seat = 1, .text = 1, .value = 2},
       R"({"event":"chose","seat":2,"value":2,"text":"crow"})"},
      {{.kind = Chose, .seat = 1, .value = 2}, R"({"event":"chose","seat":2,"value":2})"},
      {{.kind = Awaiting},
       R"({"event":"awaits","seat":null,"kind":"none","course":{"turn":1,"next":1,"turns":0}})"},
  };
  for (const auto& [event, text] : cases) EXPECT_EQ(event_json(rules, event), text);
}

TEST(Json, MovesAreListedWithoutTheirSeat) {
  const RuleSet rules = small_table();
  MoveList moves;
  std::string out;
  JsonPen pen(out);
  moves.push({.verb = Verb::Play, .seat = 1, .what = find_card(rules, "r7"), .uno = 1});
  moves.push({.verb = Verb::Draw, .seat = 1});
  write_moves(pen, rules, moves);
  EXPECT_EQ(out, R"(["play r7 uno","draw"])");
}

// ---- nothing hidden --------------------------------------------------------------------------------

class Ears : public Listener, public Chance {
 public:
  void on(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

std::string all_json(const RuleSet& rules, const std::vector<Event>& events, Seat viewer) {
  std::string out;
  for (const Event& event : events) out += event_json(rules, mask(event, viewer)) + "\n";
  return out;
}

// Compares one move in two worlds; `compared` counts the moves that must look the same in both.
std::string told_by_a_move(const Step& step, State one, State two, Seat viewer, int& compared) {
  const std::vector<Move> moves = legal_moves(step.rules, one, one.await.seat);
  const Move move = moves[step.random().below(static_cast<std::uint32_t>(moves.size()))];
  const State before = one;
  Ears first, second;
  if (apply(step.rules, one, move, first, first) != Refusal::None) return {};
  if (apply(step.rules, two, move, second, second) != Refusal::None) return {};
  if (may_tell(step.rules, before, move, first.events, viewer, Exchange::Harmless)) return {};
  ++compared;
  const std::string a = all_json(step.rules, first.events, viewer);
  const std::string b = all_json(step.rules, second.events, viewer);
  return a == b ? "" : "two worlds are told apart by:\n" + a + "and\n" + b;
}

TEST(Json, IsTheSameInTwoWorlds) {
  int compared = 0, different = 0;
  holds_at_all_tables({.games = 1, .steps = 120}, [&](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running || !step.every(10)) return {};
    Random random = step.random();
    State one = step.after;
    settle(one);
    for (Seat viewer : viewers(step.rules)) {
      const Known& known = step.knows.of(viewer);
      const State two = other_world(step.rules, one, known, viewer, Exchange::Anything, random);
      const std::string a = view_json(step.rules, view(one, step.knows, viewer));
      const std::string b = view_json(step.rules, view(two, step.knows, viewer));
      if (a != b) return "two worlds are told apart by:\n" + a + "\nand\n" + b;
      different += std::memcmp(&one, &two, sizeof one) != 0;
      const State like = other_world(step.rules, one, known, viewer, Exchange::Harmless, random);
      if (std::string wrong = told_by_a_move(step, one, like, viewer, compared); !wrong.empty()) return wrong;
    }
    return {};
  });
  EXPECT_GT(compared, 1000);
  EXPECT_GT(different, 1000);
}

// ---- samples for tools/schema_check.py -------------------------------------------------------------

constexpr int kEventsOfAShape = 20, kViewsOfAShape = 1;  // so that checking takes seconds

// The shape of a text: its keys, and the words that tell kinds apart.
std::string shape_of(std::string_view json) {
  std::set<std::string_view> parts;
  for (std::size_t at = 0; (at = json.find("\":", at)) != json.npos; ++at) {
    const std::size_t quote = json.rfind('"', at - 1);
    const std::string_view key = json.substr(quote + 1, at - quote - 1);
    const bool tells =
        key == "event" || key == "kind" || key == "phase" || key == "as" || key == "to" || key == "origin";
    parts.insert(tells ? json.substr(quote, json.find_first_of(",}", at) - quote) : key);
  }
  std::string out;
  for (std::string_view part : parts) (out += part) += ' ';
  return out;
}

class Samples {
 public:
  Samples(const std::string& path, int most) : most_(most), file_(path) {}
  void add(const std::string& json) {
    if (++shapes_[shape_of(json)] <= most_) file_ << json << '\n';
  }
  bool good() const { return file_.good(); }

 private:
  int most_;  // of one shape
  std::ofstream file_;
  std::map<std::string, int> shapes_;
};

// Writes $COMODIN_JSON_OUT.views and $COMODIN_JSON_OUT.events, one object a line. The battery's tables reach
// every kind of event and question; tools/schema_check.py says which is missing.
TEST(Json, WritesSamplesForTheSchemas) {
  const char* out = std::getenv("COMODIN_JSON_OUT");
  if (!out) GTEST_SKIP() << "COMODIN_JSON_OUT is not set";
  Samples views(std::string(out) + ".views", kViewsOfAShape),
      events(std::string(out) + ".events", kEventsOfAShape);
  views.add(view_json(*tables().front().rules, View{}));  // before the first deal
  holds_at_all_tables({.games = 1, .steps = 300}, [&](const Step& step) -> std::string {
    for (const Event& event : step.events) {
      events.add(event_json(step.rules, mask(event, kSpectator)));
      if (event.seat < step.rules.seats) events.add(event_json(step.rules, mask(event, event.seat)));
    }
    if (!step.every(7) && step.after.await.kind == Awaits::Turn) return {};
    const Seat viewer = step.after.await.seat < step.rules.seats ? step.after.await.seat : kSpectator;
    views.add(view_json(step.rules, view(step.after, step.knows, viewer)));
    return {};
  });
  EXPECT_TRUE(views.good() && events.good()) << "cannot write " << out;
}

}  // namespace
}  // namespace comodin::battery
