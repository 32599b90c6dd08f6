#include "tests/server/simulation_client.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "fair/sha256.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/simulation.hpp"

namespace comodin::server {
namespace {

constexpr Millis kPatienceMs = 6000;  // for an answer

// What is asked of a connection, not of a room's log: it is not asked again on another one.
bool of_connection(const std::string& verb) {
  static constexpr std::array kVerbs = {"hello", "join",  "resume", "leave", "kept",
                                        "chat",  "rooms", "games",  "record"};
  return std::ranges::find(kVerbs, verb) != kVerbs.end();
}

std::string quoted(const std::string& key, const std::string& value) {
  return "\"" + key + "\":\"" + value + "\"";
}

bool yes(const std::string& part, const std::string& key) { return field(part, key) == "true"; }

}  // namespace

// ---- the connection -----------------------------------------------------------------------------

void Tab::connect() {
  reset();
  conn_ = sim_.open(*this, person_.address, std::exchange(to_, {}));
  command("hello", "\"version\":2" +
                       (person_.player_token.empty() ? "" : "," + quoted("token", person_.player_token)));
}

void Tab::reset() {
  if (!room_.empty() && !away_) away_ = sim_.time();
  conn_ = 0;
  welcomed_ = false;
  room_.clear();
  seat_ = 0;
  std::erase_if(pending_, [](const Pending& one) { return of_connection(one.verb); });
  for (Pending& one : pending_) one.waits = true;
}

void Tab::gone(Conn conn) {
  if (conn == conn_) reset();
}

void Tab::command(const std::string& verb, const std::string& fields) {
  const std::string id = letter_ + std::to_string(++ids_);
  pending_.push_back(
      {id, verb, R"({"do":")" + verb + R"(","id":")" + id + "\"" + (fields.empty() ? "" : "," + fields) + "}",
       room_, 0, false});
  transmit(pending_.back());
}

void Tab::transmit(Pending& one) {
  one.sent = sim_.time();
  one.waits = false;
  sim_.say(conn_, one.frame);
  if (sim_.faults() && !of_connection(one.verb) && sim_.chance.one_in(12)) sim_.say(conn_, one.frame);
}

// Says again what waits: `create` when hello is said, `sit` in the room, the rest at the seat.
void Tab::resend(const std::string& verb) {
  for (Pending& one : pending_)
    if (one.waits && (verb.empty() ? one.verb != "create" && one.verb != "sit" : one.verb == verb))
      transmit(one);
}

// A seat can be taken over by a connection that its own tab has already given up. After a while its owner
// checks again.
bool Tab::looks_again() const {
  return !person_.out && sim_.long_after_faults() &&
         std::ranges::all_of(person_.tabs, [](const Tab* tab) { return tab->dormant(); });
}

void Tab::lose_seat() {
  person_.tokens.clear();
  person_.seat = 0;
  std::erase_if(pending_, [](const Pending& one) { return !of_connection(one.verb) && one.verb != "sit"; });
}

void Tab::wake() {
  sim_.later(100 + sim_.chance.below(sim_.quiet() ? 2500 : 700), [this] { wake(); });
  if (person_.out && !dormant_) return go_home();
  if (dormant_) {
    const bool may_wake = !person_.out && !sim_.quiet() && sim_.faults() && !person_.player_token.empty();
    if (!looks_again() && (!may_wake || !sim_.chance.one_in(25))) return;
    dormant_ = false;
  }
  if (!conn_) return connect();
  const auto late = std::ranges::find_if(
      pending_, [&](const Pending& one) { return !one.waits && sim_.time() - one.sent > kPatienceMs; });
  if (late != pending_.end()) {
    if (!of_connection(late->verb) && sim_.chance.one_in(2)) return transmit(*late);
    sim_.hang_up(conn_);
    return reset();
  }
  if (!welcomed_ || (!pending_.empty() && !sim_.chance.one_in(5))) return;
  if (std::ranges::any_of(pending_, [](const Pending& one) { return of_connection(one.verb); })) return;
  act();
}

// ---- what comes ---------------------------------------------------------------------------------

void Tab::hear(Conn conn, const std::string& message, int era) {
  if (conn != conn_) return;
  const std::string type = type_of(message);
  if (type == "room") lobby_ = message;
  if (type == "events" || type == "view") {
    sim_.laws.heard(room_, seen_, message);
    seen_ = number(message, "n");
    table_ = message;
  }
  if (type == "bye") {
    const std::string why = field(message, "why");
    if (why == "taken_over") dormant_ = true;
    if (why == "removed") person_.out = true;
    if (why == "room_closed" && person_.plan->room == room_) {
      person_.plan->room.clear();
      lose_seat();
    }
    if (why == "moved") to_ = field(message, "to");
    sim_.hang_up(conn_);
    return reset();
  }
  answered(message, type, era);
}

void Tab::answered(const std::string& message, const std::string& type, int era) {
  if (type != "ack" && type != "refused" && type != "welcome") {
    std::erase_if(pending_, [&](const Pending& one) { return one.id == field(message, "id"); });
    return;
  }
  const std::string id = field(message, "id");
  const auto found = std::ranges::find_if(pending_, [&](const Pending& one) { return one.id == id; });
  if (found == pending_.end()) {  // answered before: it must be the same answer
    if (const auto old = done_.find(id); old != done_.end())
      sim_.laws.answered(named(old->second, era), message);
    return;
  }
  const Pending one = std::move(*found);
  pending_.erase(found);
  if (!of_connection(one.verb)) {
    done_[id] = one;
    done_[id].room = one.verb == "sit" ? room_ : one.room;
    sim_.laws.answered(named(done_[id], era), message);
  }
  if (type == "welcome") {
    welcomed_ = true;
    person_.player = field(message, "player");
    if (const std::string token = field(message, "token"); !token.empty()) person_.player_token = token;
    return settle_in();
  }
  if (type == "ack") acknowledged(one, message);
  else refused(one, message);
}

Laws::Answered Tab::named(const Pending& one, int era) const {
  return {person_.name, one.id, one.verb, one.room, era};
}

void Tab::settle_in() {
  Plan& plan = *person_.plan;
  resend("create");
  if (!person_.tokens.empty()) return resume();
  std::erase_if(pending_, [](const Pending& one) { return one.verb != "create" && one.verb != "sit"; });
  if (!plan.room.empty()) return command("join", quoted("room", plan.room));
  const bool asked = std::ranges::any_of(pending_, [](const Pending& one) { return one.verb == "create"; });
  const bool alone =
      std::ranges::all_of(person_.tabs, [&](const Tab* tab) { return tab == this || tab->dormant(); });
  if (person_.founds && (alone || letter_ == person_.main) && !asked) {
    person_.main = letter_;
    command("create", plan.setting);
  }
}

void Tab::resume() {
  trying_ = person_.tokens.rbegin()->second;
  command("resume", quoted("room", person_.room) + "," + quoted("token", trying_) +
                        ",\"seen\":" + std::to_string(seen_));
}

void Tab::acknowledged(const Pending& one, const std::string& message) {
  if (one.verb == "create" || one.verb == "join" || one.verb == "resume")
    if (const Millis since = std::exchange(away_, 0); since && !person_.hostile) sim_.came_back(*this, since);
  if (one.verb == "create" || one.verb == "join") {
    room_ = field(message, "room");
    if (one.verb == "create") person_.plan->room = room_;
    seen_ = 0;
    resend("sit");
  }
  if (one.verb == "sit" || one.verb == "resume") {
    const auto given = static_cast<int>(number(message, "seat"));
    if (!given) return;  // it has been given and taken away again
    seat_ = person_.seat = given;
    seated_ = number(message, "n");
    room_ = field(message, "room");
    person_.room = room_;
    person_.main = letter_;
    if (one.verb == "sit") {
      person_.tokens.clear();
      person_.sat = number(message, "n");
    }
    if (one.verb == "resume")  // whatever came before what was shown is void
      std::erase_if(person_.tokens, [&](const auto& old) {
        const auto shown =
            std::ranges::find_if(person_.tokens, [&](const auto& t) { return t.second == trying_; });
        return shown != person_.tokens.end() && old.first < shown->first;
      });
    if (const std::string token = field(message, "token"); !token.empty())
      person_.tokens[std::max(number(message, "n"),
                              person_.tokens.empty() ? 0 : person_.tokens.rbegin()->first + 1)] = token;
    std::erase_if(pending_, [&](const Pending& other) {  // of another seat
      return other.verb == "sit" || (!of_connection(other.verb) && other.room != room_);
    });
    if (one.verb == "resume" && sim_.chance.one_in(2)) command("kept");
    resend("");
  }
  if (one.verb == "leave") {
    room_.clear();
    seat_ = 0;
    lobby_.clear();
  }
  if (one.verb == "stand" && number(message, "n") > seated_) {  // an older one is undone by coming back
    if (stage() == "lobby") lose_seat();
    const bool comes_back = std::ranges::any_of(pending_, [](const Pending& other) {
      return other.verb == "resume" || other.verb == "sit";  // on its way already
    });
    person_.out = person_.out || (person_.hostile && !sim_.faults() && !comes_back);
    seat_ = 0;
  }
}

void Tab::refused(const Pending& one, const std::string& message) {
  const std::string why = field(message, "why");
  if (why == "banned") person_.out = true;
  if (person_.hostile) {
    if (one.verb == "resume" && why == "bad_token")
      std::erase_if(person_.tokens,
                    [&](const auto& token) { return token.second == field(one.frame, "token"); });
    return;
  }
  if (one.verb == "hello") return sim_.laws.fail("locked out", person_.name + ": " + message);
  if (one.verb == "join" && why == "no_room" && person_.plan->room == field(one.frame, "room")) {
    person_.plan->room.clear();
    return lose_seat();
  }
  if (one.verb == "create") return settle_in();
  if (one.verb != "resume") return;
  if (why != "bad_token") return;
  std::erase_if(person_.tokens, [&](const auto& token) { return token.second == trying_; });
  if (!person_.tokens.empty()) return resume();
  const Room* room = sim_.laws.room(person_.room);
  const auto seat = static_cast<Seat>(person_.seat - 1);
  if (room && person_.seat && room->player(seat) == person_.player &&
      sim_.laws.sat(person_.room, seat) == person_.sat)
    sim_.laws.fail("locked out",
                   person_.name + " still owns seat " + std::to_string(person_.seat) + " of " + person_.room);
  lose_seat();
  settle_in();
}

// ---- what is done -------------------------------------------------------------------------------

std::string Tab::stage() const { return field(lobby_, "stage"); }

bool Tab::host_is_here() const {
  const std::string host = field(lobby_, "host");
  return host != "null" && yes(seat_part(lobby_, std::atoi(host.c_str())), "here");
}

void Tab::act() {
  if (person_.hostile) return mischief();
  if (room_.empty()) return settle_in();
  if (person_.watches || lobby_.empty()) return;
  if (!seat_) {
    if (!person_.tokens.empty()) return sim_.chance.one_in(4) ? resume() : void();
    const bool asked = std::ranges::any_of(pending_, [](const Pending& one) { return one.verb == "sit"; });
    const bool free =
        lobby_.find("\"nobody\"") != std::string::npos || lobby_.find("\"vacant\":true") != std::string::npos;
    if (letter_ == person_.main && free && !asked && !sim_.quiet())
      command("sit", quoted("name", person_.name));
    return;
  }
  if (sim_.faults() && something_else()) return;
  const std::string at = stage();
  const std::string mine = seat_part(lobby_, seat_);
  const bool hosts =
      field(lobby_, "host") == std::to_string(seat_) || (!host_is_here() && sim_.chance.one_in(8));
  if (at == "lobby") return act_in_lobby(hosts);
  if (at == "dealing") {
    const auto number = person_.numbers.find(field(mine, "commit"));
    if (number != person_.numbers.end() && !yes(mine, "revealed") && !sim_.chance.one_in(10))
      command("reveal", quoted("nonce", number->second));
  } else if (at == "playing") {
    if (yes(mine, "away")) command("back");
    else make_move();
  } else if (at == "between") {
    if (!yes(mine, "ready")) make_ready();
  } else if (hosts && !sim_.quiet() && sim_.laws.finished(room_) < person_.plan->games) {
    command("rematch");
  }
}

void Tab::act_in_lobby(bool hosts) {
  if (sim_.quiet()) return;
  const std::string mine = seat_part(lobby_, seat_);
  if (const std::string digest = field(lobby_, "digest"); !digest.empty() && !yes(mine, "accepted"))
    return command("accept", quoted("digest", digest));
  if (!yes(mine, "ready")) return make_ready();
  if (!hosts) return;
  int people = 0, empty = 0, lost = 0;
  for (int k = 1; k <= 10; ++k) {
    const std::string part = seat_part(lobby_, k), who = field(part, "who");
    people += who == "person";
    if (who == "nobody") empty = k;
    if (who == "person" && !yes(part, "here") && !yes(part, "ready")) lost = k;
  }
  if (lost && !sim_.faults() && sim_.chance.one_in(40))
    return command("remove", "\"seat\":" + std::to_string(lost));
  const auto& levels = person_.plan->levels;
  if (!empty) return command("start");
  if (people >= person_.plan->persons || sim_.chance.one_in(12))
    command("bot", "\"seat\":" + std::to_string(empty) + "," +
                       quoted("level", levels[sim_.chance.below(static_cast<std::uint32_t>(levels.size()))]));
}

void Tab::make_ready() {
  std::string fields = "\"ready\":true";
  if (sim_.chance.one_in(2)) {
    const Bytes32 number = sha256(person_.name + letter_ + std::to_string(sim_.chance.next()));
    person_.numbers[hex(sha256(number))] = hex(number);
    fields += "," + quoted("commit", hex(sha256(number)));
  }
  command("ready", fields);
}

void Tab::make_move() {
  const std::vector<std::string> moves = list(table_, "moves");
  if (moves.empty()) return;
  const std::size_t at = table_.rfind("\"awaits\":{");
  const bool asked = at != std::string::npos && field(table_.substr(at), "seat") == std::to_string(seat_);
  if (!asked && !sim_.chance.one_in(3)) return;
  std::vector<std::string> plays;  // games are to end
  for (const std::string& move : moves)
    if (move.starts_with("play") || move.starts_with("jump")) plays.push_back(move);
  const auto& from = !plays.empty() && !sim_.chance.one_in(4) ? plays : moves;
  command("move", quoted("move", from[sim_.chance.below(static_cast<std::uint32_t>(from.size()))]) +
                      ",\"at\":" + std::to_string(seen_));
}

// ---- strangers ----------------------------------------------------------------------------------

void Tab::go_home() {
  if (conn_) sim_.hang_up(conn_);
  reset();
  pending_.clear();
  lose_seat();
  dormant_ = true;
}

// Frames that a page would not send: of others' names, of wrong types, of seats and rooms that are not
// theirs.
void Tab::nonsense() {
  static constexpr const char* kFrames[] = {"",
                                            "{",
                                            "[]",
                                            R"({"do":"resume","id":"1","room":"X","[seen":1})",
                                            R"({"do":"join","id":"1"," ":1})",
                                            R"({"do":"sit","id":"x","name":"Eve","seat":99})",
                                            R"({"do":"move","id":"x","move":"play W","at":-1})",
                                            R"({"do":"set","id":"x","seats":2,"clock":3600})",
                                            R"({"do":"remove","id":"x","seat":1})",
                                            R"({"do":"accept","id":"x","digest":"00"})",
                                            R"({"do":"bot","id":"x","seat":1,"level":"aurora"})"};
  sim_.say(conn_, kFrames[sim_.chance.below(std::size(kFrames))]);
}

// Everything that the server allows, and some things that it does not, as fast as possible. When the time of
// faults is over, strangers give up what they have, and leave.
void Tab::mischief() {
  if (!sim_.faults()) {
    if (seat_) return command("stand");
    if (person_.tokens.empty() || !sim_.laws.room(person_.room)) {
      person_.out = true;
      return go_home();
    }
    return resume();
  }
  const std::string code = person_.plan->room;
  if (code.empty()) return;
  if (room_.empty()) return person_.tokens.empty() ? command("join", quoted("room", code)) : resume();
  const std::string target = "\"seat\":" + std::to_string(1 + sim_.chance.below(5));
  switch (sim_.chance.below(14)) {
    case 0:
      for (int k = 0; k < 20; ++k) command("join", quoted("room", code));
      return;
    case 1: return command("join", quoted("room", code));
    case 2:
    // Everybody does so under one name.
    case 3: return seat_ ? command("stand") : command("sit", quoted("name", "Eve") + "," + target);
    case 4:
    case 5:
      if (sim_.chance.one_in(2)) seen_ = 0;
      return person_.tokens.empty() ? command("sit", quoted("name", person_.name)) : resume();
    case 6:
    case 7: return command("remove", target);
    case 8: return command("ready", sim_.chance.one_in(2) ? "\"ready\":false" : "");
    case 9: return command("bot", target + R"(,"level":"novato")");
    case 10: sim_.hang_up(conn_); return reset();
    case 11: return command("resume", quoted("room", code) + "," + quoted("token", hex(sha256(code))));
    case 12: return nonsense();
    default: return seat_ ? make_move() : command("record");
  }
}

// Other things that people do. True: one was done.
bool Tab::something_else() {
  const bool hosts = field(lobby_, "host") == std::to_string(seat_);
  const auto asks = [&](const std::string& verb, const std::string& fields = "") {
    command(verb, fields);
    return true;
  };
  switch (sim_.chance.below(250)) {
    case 0: return asks("stand");
    case 1: return asks("leave");
    case 2:
    case 3: return asks("chat", quoted("phrase", "hello"));
    case 4: return asks("record");
    case 5: return asks("games");
    case 6: return hosts && asks("remove", "\"seat\":" + std::to_string(1 + sim_.chance.below(4)));
    case 7: return asks("move", quoted("move", "draw") + ",\"at\":1");
    case 8:
      if (stage() != "lobby" || lobby_.find("\"digest\"") == std::string::npos) return false;
      return asks("rule",
                  "\"card\":1," + quoted("text", "next draws " + std::to_string(1 + sim_.chance.below(3))));
    case 9: return asks("set", "\"clock\":30");
    case 10:
      sim_.hang_up(conn_);
      reset();
      return true;
    default: return false;
  }
}

}  // namespace comodin::server
