// The law of hidden information at the wire: two servers whose tables differ only in what a viewer cannot
// know send that viewer the same bytes, in the same order, at the same times. And nothing that is sent or
// logged holds a secret.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "notation/moves.hpp"
#include "server/hub/hub_impl.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/worlds.hpp"
#include "tests/battery/writable.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {

struct HubPeek {
  static LiveRoom& live(Hub& hub, const std::string& room) { return *hub.impl_->find(room); }
};

namespace {

using battery::Exchange;
using battery::Step;

constexpr int kRefusalsTried = 6, kClock = 20;

// Keeps everything that some connections are sent, with the time.
class Listening : public BenchWorld {
 public:
  void send(Conn conn, Text text, Sort sort) override {
    if (to.contains(conn)) heard.push_back(std::to_string(clock) + " " + *text);
    BenchWorld::send(conn, std::move(text), sort);
  }
  std::set<Conn> to;
  std::vector<std::string> heard;
};

// A server with one room: everybody sits, somebody watches, and the table is as the test wants it.
class Scene {
 public:
  Scene(const Step& step, const State& state, Seat viewer) : seats_(step.rules.seats), viewer_(viewer) {
    for (int k = 0; k <= seats_; ++k) {
      clients_.push_back(std::make_unique<BenchClient>(world_, "10.0.0." + std::to_string(k)));
      clients_.back()->connect();
    }
    room_ = clients_[0]->create(R"("edition":"classic","options":"cards=1","clock":)" +
                                std::to_string(kClock) + ",\"seats\":" + std::to_string(seats_));
    for (int k = 0; k < seats_; ++k)
      clients_[static_cast<std::size_t>(k)]->sit(room_, "P" + std::to_string(k), k + 1);
    auto table = std::make_unique<RoomTable>(step.table.rules, "g");
    table->set_up(state, step.knows, Memory(step.rules));
    HubPeek::live(*world_.hub, room_).room.set_up(std::move(table));
    world_.to.insert(who().conn);
  }

  // The host sends somebody away, and the stranger who has been watching does all that may lead to those
  // cards.
  void take_seat_by_all_means(Seat seat) {
    const std::string code = R"("room":")" + room_ + "\"", number = "\"seat\":" + std::to_string(seat + 1);
    BenchClient& stranger = who();
    stranger.ask("join", code);
    stranger.ask("sit", R"("name":"Eve",)" + number);  // still taken
    clients_[seat == 0 ? 1 : 0]->ask("remove", number);
    stranger.sit(room_, "Eve", seat + 1);
    stranger.ask("move", R"("move":"draw","at":999)");
    for (const char* move : {"draw", "play r7", "play W4 r", "uno"})
      stranger.ask("why", R"("move":")" + std::string(move) + "\"");
    stranger.ask("back");
    for (int k = 0; k < 20; ++k) stranger.ask("join", code);
    world_.hang_up(stranger.conn);
    stranger.connect();
    world_.to.insert(stranger.conn);
    stranger.ask("resume", code + R"(,"token":")" + stranger.token + "\",\"seen\":0");
    stranger.ask("record");
    stranger.ask("stand");
    stranger.ask("resume", code + R"(,"token":")" + stranger.token + "\"");
    taken_ += stranger.seat == seat + 1;
  }
  long taken() const { return taken_; }

  // The viewer comes in: a seat that comes back, or somebody who begins to watch.
  void enter() {
    if (viewer_ == kSpectator) {
      who().ask("join", R"("room":")" + room_ + "\"");
    } else {
      who().ask("resume", R"("room":")" + room_ + R"(","token":")" + who().token + "\",\"seen\":0");
    }
  }

  std::string ask(Seat seat, const RuleSet& rules, const Move& move) {
    return clients_[seat]->ask("move", R"("move":")" + move_text(rules, move) + "\",\"at\":999");
  }
  void ask_why(Seat seat, const RuleSet& rules, const Move& move) {
    clients_[seat]->ask("why", R"("move":")" + move_text(rules, move) + "\"");
  }
  void chat(Seat seat) { clients_[seat]->ask("chat", R"("phrase":"hello")"); }
  void pass(Millis ms) { world_.pass(ms); }
  const std::vector<std::string>& heard() const { return world_.heard; }
  const std::vector<std::string>& operations() const { return world_.operations; }
  const State& state() { return HubPeek::live(*world_.hub, room_).room.table()->state(); }

 private:
  BenchClient& who() { return *clients_[viewer_ == kSpectator ? static_cast<std::size_t>(seats_) : viewer_]; }

  Listening world_;
  int seats_;
  Seat viewer_;
  std::string room_;
  long taken_ = 0;
  std::vector<std::unique_ptr<BenchClient>> clients_;
};

struct Compared {
  long messages = 0, moves = 0, clocks = 0, automatic = 0, refusals = 0, questions = 0;
};

std::string difference(const Scene& one, const Scene& two, Compared& compared) {
  compared.messages += static_cast<long>(one.heard().size());
  for (std::size_t i = 0; i < one.heard().size() && i < two.heard().size(); ++i) {
    compared.clocks += one.heard()[i].find("\"type\":\"clock\"") != std::string::npos;
    if (one.heard()[i] != two.heard()[i]) return one.heard()[i] + "\n  and " + two.heard()[i];
  }
  if (one.heard().size() != two.heard().size()) return "more messages in one world";
  return one.operations() == two.operations() ? "" : "another line in the log of operations";
}

struct Recorder : Listener, Chance {
  void on(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

// Does the move keep from the viewer everything that it may not know, in both worlds?
bool tells_nothing(const RuleSet& rules, const State& one, const State& two, const Move& move, Seat viewer,
                   Exchange exchange) {
  for (const State* world : {&one, &two}) {
    State after = *world;
    Recorder heard;
    if (apply(rules, after, move, heard, heard) != Refusal::None) return false;
    if (battery::may_tell(rules, *world, move, heard.events, viewer, exchange)) return false;
  }
  return true;
}

// Moves that the viewer cannot make: with cards it holds, and other players' moves. It also asks why, even
// about moves that it can make.
void try_refusals(const Step& step, const State& state, Seat viewer, Scene& one, Scene& two,
                  Compared& compared) {
  if (viewer == kSpectator) return;
  const std::vector<Move> all = battery::writable_moves(step.rules, viewer);
  const std::size_t stride = all.size() / kRefusalsTried + 1;
  for (std::size_t i = static_cast<std::size_t>(step.number) % stride; i < all.size(); i += stride) {
    one.ask_why(viewer, step.rules, all[i]);
    two.ask_why(viewer, step.rules, all[i]);
    ++compared.questions;
    if (check(step.rules, state, all[i]) == Refusal::None) continue;
    one.ask(viewer, step.rules, all[i]);
    two.ask(viewer, step.rules, all[i]);
    ++compared.refusals;
  }
  for (const Move& move : battery::legal_moves(step.rules, state, viewer)) {
    one.ask_why(viewer, step.rules, move);
    two.ask_why(viewer, step.rules, move);
    ++compared.questions;
    break;  // One per step is enough: few of all moves are legal, and the stride may miss them.
  }
}

// Somebody moves, if there is a move that gives nothing away.
void try_move(const Step& step, Seat viewer, Exchange exchange, Random& random, Scene& one, Scene& two,
              Compared& compared) {
  std::vector<Move> silent;
  for (Seat seat = 0; seat < step.rules.seats; ++seat)
    for (const Move& move : battery::legal_moves(step.rules, one.state(), seat))
      if (silent.size() < 40 && tells_nothing(step.rules, one.state(), two.state(), move, viewer, exchange))
        silent.push_back(move);
  if (silent.empty()) return;
  const Move move = silent[random.below(static_cast<std::uint32_t>(silent.size()))];
  one.ask(move.seat, step.rules, move);
  two.ask(move.seat, step.rules, move);
  ++compared.moves;
}

// The clock warns, and then moves, where its move is the same in both worlds and gives nothing away.
void try_clock(const Step& step, Seat viewer, Exchange exchange, Scene& one, Scene& two, Compared& compared) {
  if (one.state().phase != Phase::Running) return;
  one.pass(11000);
  two.pass(11000);
  MoveList first, second;
  const Seat seat = one.state().await.seat;
  legal(step.rules, one.state(), seat, first);
  legal(step.rules, two.state(), seat, second);
  if (first.empty() || second.empty()) return;
  const Move move = safe_move(step.rules, first);
  if (exchange == Exchange::Anything || !(move == safe_move(step.rules, second)) ||
      !tells_nothing(step.rules, one.state(), two.state(), move, viewer, exchange))
    return;
  one.pass(10000);
  two.pass(10000);
  ++compared.automatic;
}

void compare_worlds(Exchange exchange, Compared& compared) {
  const int every = exchange == Exchange::Anything ? 61 : 47;
  battery::holds_at_all_tables({.games = 1, .steps = 150}, [&](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running || !step.every(every)) return {};
    Random random = step.random();
    State state = step.after;
    settle(state);
    const auto pick = random.below(static_cast<std::uint32_t>(step.rules.seats) + 1);
    const Seat viewer =
        pick == static_cast<std::uint32_t>(step.rules.seats) ? kSpectator : static_cast<Seat>(pick);
    const State other =
        battery::other_world(step.rules, state, step.knows.of(viewer), viewer, exchange, random);
    Scene one(step, state, viewer), two(step, other, viewer);
    one.enter();
    two.enter();
    try_refusals(step, state, viewer, one, two, compared);
    one.chat(0);
    two.chat(0);
    if (exchange != Exchange::Anything) try_move(step, viewer, exchange, random, one, two, compared);
    try_clock(step, viewer, exchange, one, two, compared);
    one.chat(1);
    two.chat(1);
    const std::string wrong = difference(one, two, compared);
    return wrong.empty() ? "" : "two worlds can be told apart by " + wrong;
  });
}

TEST(Secrecy, ViewsRefusalsAndClocksDoNotDependOnUnseenCards) {
  Compared compared;
  compare_worlds(Exchange::Anything, compared);
  EXPECT_GT(compared.messages, battery::kSanitized ? 500 : 5000);
  EXPECT_GT(compared.refusals, battery::kSanitized ? 200 : 2000);
  EXPECT_GT(compared.questions, compared.refusals) << "legal moves are asked about, too";
  EXPECT_GT(compared.clocks, battery::kSanitized ? 50 : 500);
}

TEST(Secrecy, MovesOfOthersAndOfTheClockTellNoMoreThanTheyMay) {
  for (const Exchange exchange : {Exchange::Harmless, Exchange::SameColor}) {
    Compared compared;
    compare_worlds(exchange, compared);
    EXPECT_GT(compared.moves, battery::kSanitized ? 50 : 500);
    EXPECT_GT(compared.automatic, battery::kSanitized ? 20 : 200);
  }
}

// Two worlds that differ in the hands of all: nothing that a stranger does tells them apart.
TEST(Secrecy, StrangersWhoTakeSeatsSeeNobodysCards) {
  Compared compared;
  long taken = 0;
  battery::holds_at_all_tables({.games = 1, .steps = 150}, [&](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running || !step.every(47)) return {};
    Random random = step.random();
    State state = step.after;
    settle(state);
    const State other = battery::other_world(step.rules, state, step.knows.of(kSpectator), kSpectator,
                                             Exchange::Anything, random);
    Scene one(step, state, kSpectator), two(step, other, kSpectator);
    const auto seat = static_cast<Seat>(1 + random.below(static_cast<std::uint32_t>(step.rules.seats) - 1));
    one.take_seat_by_all_means(seat);
    two.take_seat_by_all_means(seat);
    taken += one.taken();
    const std::string wrong = difference(one, two, compared);
    return wrong.empty() ? "" : "two worlds can be told apart by " + wrong;
  });
  EXPECT_GT(taken, battery::kSanitized ? 20 : 150);
  EXPECT_GT(compared.messages, battery::kSanitized ? 500 : 5000);
}

TEST(Secrecy, WhatABotDoesAndHowLongItTakesFollowsFromItsOwnView) {
  long asked = 0;
  battery::holds_at_all_tables({.games = 1, .steps = 150}, [&](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running || !step.every(11)) return {};
    Random random = step.random();
    State state = step.after;
    settle(state);
    const Seat seat = random.one_in(2)
                          ? state.await.seat
                          : static_cast<Seat>(random.below(static_cast<std::uint32_t>(step.rules.seats)));
    const State other =
        battery::other_world(step.rules, state, step.knows.of(seat), seat, Exchange::Anything, random);
    static constexpr const char* kLevels[] = {"novato", "aprendiz", "casual"};
    ThinkJob job{.rules = step.table.rules,
                 .state = state,
                 .knowledge = step.knows,
                 .memory = Memory(step.rules),
                 .levels = std::vector<std::string>(static_cast<std::size_t>(step.rules.seats)),
                 .key = random.next()};
    job.levels[seat] = kLevels[random.below(3)];
    const Thought one = think(job);
    job.state = other;
    const Thought two = think(job);
    asked += one.moves;
    if (one.moves != two.moves) return "a bot speaks in one world only";
    if (one.moves &&
        (!(one.reaction.move == two.reaction.move) || one.reaction.after_ms != two.reaction.after_ms))
      return "a bot moves otherwise, or later, for cards it cannot see";
    return {};
  });
  EXPECT_GT(asked, 500);
}

// ---- secrets ------------------------------------------------------------------------------------

// Everything that a server sends and logs in a game, and what must never appear in it.
class WatchedWorld : public BenchWorld {
 public:
  WatchedWorld() : BenchWorld(7) {}
  void send(Conn conn, Text text, Sort sort) override {
    sent.push_back(*text);
    BenchWorld::send(conn, std::move(text), sort);
  }
  // Hashes of tokens; the secret that is not published yet; numbers revealed for a hand that is not over.
  std::vector<std::string> forbidden() {
    std::vector<std::string> out, numbers;
    std::string secret;
    bool dealt = false;  // from that secret
    RuleCache cache(battery::library());
    for (const StoredRoom& stored : stored_rooms(store)) {
      Room room(cache);
      for (const std::string& body : stored.log) {
        Entry entry;
        EXPECT_TRUE(!parse_entry(body, entry) && !room.apply(entry)) << body;
        if (const auto* sit = std::get_if<act::Sit>(&entry.act)) out.push_back(hex(sit->token));
        if (const auto* token = std::get_if<act::Token>(&entry.act)) out.push_back(hex(token->token));
        if (const auto* create = std::get_if<act::Create>(&entry.act)) secret = hex(create->secret);
        if (const auto* next = std::get_if<act::Secret>(&entry.act)) secret = hex(next->secret);
        if (is<act::Create>(entry) || is<act::Secret>(entry)) dealt = false;
        if (is<act::Deal>(entry)) dealt = true;
        if (const auto* reveal = std::get_if<act::Reveal>(&entry.act)) numbers.push_back(hex(reveal->nonce));
        if (dealt && !room.playing()) numbers.clear();
      }
      if (!dealt || room.playing()) out.push_back(secret);
    }
    out.insert(out.end(), numbers.begin(), numbers.end());
    return out;
  }
  void expect_no_secret() {
    const std::vector<std::string> never = forbidden();
    for (const auto* texts : {&sent, &operations})
      for (const std::string& text : *texts)
        for (const std::string& secret : never) EXPECT_EQ(text.find(secret), std::string::npos) << text;
    for (const std::string& text : sent) {
      const std::string token = field(text, "token");
      if (token.empty()) continue;
      EXPECT_TRUE(type_of(text) == "ack" || type_of(text) == "welcome") << text;
      EXPECT_TRUE(tokens.insert(token).second) << "a token is told once: " << text;
    }
    for (const std::string& line : operations)
      for (const std::string& token : tokens) EXPECT_EQ(line.find(token), std::string::npos) << line;
    looked += sent.size();
    sent.clear();
  }
  std::vector<std::string> sent;
  std::set<std::string> tokens;
  std::size_t looked = 0;
};

TEST(Secrecy, NoTokenNoSecretAndNoNumberLeavesBeforeItsTime) {
  WatchedWorld world;
  BenchClient ana(world, "10.0.0.1"), luis(world, "10.0.0.2"), eva(world, "10.0.0.3");
  for (BenchClient* one : {&ana, &luis, &eva}) one->connect();
  const std::string code =
      ana.create(R"("edition":"powers","seats":2,"clock":5,"options":"cards=2,target=60")");
  ana.sit(code, "Ana");
  luis.sit(code, "Luis");
  eva.ask("join", R"("room":")" + code + "\"");
  const auto stage = [&] { return field(eva.last("room"), "stage"); };
  int hands = 0;
  for (int turn = 0; turn < 4000 && hands < 4; ++turn) {
    const std::string now = stage();
    if (now == "lobby" || now == "between") {
      const std::string commit = hex(sha256(sha256("number " + std::to_string(hands))));
      for (BenchClient* one : {&ana, &luis}) one->ask("ready", R"("commit":")" + commit + "\"");
      if (now == "lobby") ana.ask("start");
      ++hands;
    } else if (now == "dealing") {
      const std::string given = hex(sha256("number " + std::to_string(hands - 1)));
      for (BenchClient* one : {&ana, &luis}) {
        one->ask("reveal", R"("nonce":")" + given + "\"");
        world.expect_no_secret();
      }
      world.pass(kRevealMs);
    } else if (now == "over") {
      ana.ask("rematch");
    } else {
      if (turn % 9 == 0) {
        luis.resume();
        luis.ask("kept");
      }
      if (turn % 7 == 0) eva.ask("record");
      for (BenchClient* one : {&ana, &luis})
        if (!one->moves().empty()) one->move(one->moves().at(0));
      world.pass(1000);
    }
    world.expect_no_secret();
    if (HasFailure()) return;
  }
  EXPECT_EQ(hands, 4);
  EXPECT_GT(world.looked, 300u);
}

}  // namespace
}  // namespace comodin::server
