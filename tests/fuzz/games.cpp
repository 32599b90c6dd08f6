#include "tests/fuzz/games.hpp"

#include "fair/sha256.hpp"
#include "tests/fuzz/common.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::fuzz {
namespace {

using namespace server;

enum class Moment { Lobby, Dealing, Dealt, Playing, Away, Vacant, Between, Over };
constexpr int kMoments = static_cast<int>(Moment::Over) + 1;
constexpr Key kFirstSeed = 1, kSeedsTried = 8;
constexpr int kTurnsMost = 600, kAwayMs = 60000;

// A move that gets rid of a card, if there is one: short games make quick fuzzers.
const std::string& hasty(const std::vector<std::string>& moves) {
  for (const std::string& move : moves)
    if (move.starts_with("play")) return move;
  return moves.front();
}

// A room on its way to a moment; it stops there.
class Script {
 public:
  Script(const std::string& edition, Moment until, Key seed)
      : world_(seed), ana_(world_, "10.0.0.1"), luis_(world_, "10.0.0.2") {
    open(edition, until == Moment::Over ? "format=hand,cards=3" : "format=race,cards=3,literal");
    if (until == Moment::Lobby) return;
    start();
    if (until == Moment::Dealing) return;
    for (BenchClient* one : {&ana_, &luis_}) one->ask("reveal", "\"nonce\":\"" + hex(Bytes32{}) + "\"");
    world_.pass(1);
    LAW(stage() == "playing");
    if (until == Moment::Playing) play(4);
    if (until == Moment::Away) world_.pass(kAwayMs);
    if (until == Moment::Vacant) leave_a_seat();
    if (until == Moment::Between || until == Moment::Over) {
      play(kTurnsMost);
      LAW(stage() == (until == Moment::Over ? "over" : "between"));
    }
  }

  Begun begun() {
    world_.settle();
    return {world_.store, ana_.room, ana_.n(), {person(ana_), person(luis_)}};
  }

 private:
  static Person person(const BenchClient& who) { return {who.player, who.player_token, who.token}; }
  std::string stage() { return field(ana_.last("room"), "stage"); }

  void open(const std::string& edition, const std::string& options) {
    for (BenchClient* one : {&ana_, &luis_}) one->connect();
    const std::string code =
        ana_.create("\"edition\":\"" + edition + R"(","seats":3,"clock":20,"listed":true,"chat":true)");
    ana_.sit(code, "Ana");
    luis_.sit(code, "Luis");
    LAW(type_of(ana_.ask("set", "\"options\":\"" + options + "\"")) == "ack");
    ana_.ask("bot", R"("seat":3,"level":"casual")");
    luis_.ask("rule", R"("card":1,"text":"next draws 1")");
    luis_.ask("rule", R"("card":2,"text":"everyone draws 1\nplayer plays again")");
  }
  void start() {
    for (BenchClient* one : {&ana_, &luis_}) {
      if (const std::string digest = field(one->last("room"), "digest"); !digest.empty())
        one->ask("accept", "\"digest\":\"" + digest + "\"");
      one->ask("ready", "\"commit\":\"" + hex(sha256(Bytes32{})) + "\"");
    }
    ana_.ask("start");
  }
  void play(int turns) {
    for (int k = 0; k < turns && stage() == "playing"; ++k) {
      for (BenchClient* one : {&ana_, &luis_})
        if (const auto moves = one->moves(); stage() == "playing" && !moves.empty()) one->move(hasty(moves));
      world_.pass(1000);
    }
  }
  // Luis drops out, comes back with another token, and leaves for good.
  void leave_a_seat() {
    world_.hang_up(luis_.conn);
    luis_.resume();
    luis_.ask("kept");
    play(2);
    luis_.ask("stand");
    world_.hang_up(luis_.conn);
    world_.pass(kAwayMs);
    ana_.ask("back");
    ana_.ask("remove", "\"seat\":2");
  }

  BenchWorld world_;
  BenchClient ana_, luis_;
};

// Plays a few games and takes the one that got there first.
Begun shortest(const std::string& edition, Moment moment) {
  const bool long_way = moment == Moment::Between || moment == Moment::Over;
  Begun best = Script(edition, moment, kFirstSeed).begun();
  for (Key seed = 1; long_way && seed < kSeedsTried; ++seed)
    if (Begun other = Script(edition, moment, kFirstSeed + seed).begun(); other.n < best.n) best = other;
  return best;
}

}  // namespace

const std::vector<Begun>& begun_rooms() {
  static const std::vector<Begun> rooms = [] {
    std::vector<Begun> out;
    for (const NamedText& edition : library().editions())
      for (int moment = 0; moment < kMoments; ++moment)
        out.push_back(shortest(std::string(edition.name), static_cast<Moment>(moment)));
    return out;
  }();
  return rooms;
}

const std::vector<std::vector<std::string>>& begun_logs() {
  static const std::vector<std::vector<std::string>> logs = [] {
    std::vector<std::vector<std::string>> out;
    for (Begun room : begun_rooms()) out.push_back(stored_rooms(room.store).front().log);
    return out;
  }();
  return logs;
}

}  // namespace comodin::fuzz
