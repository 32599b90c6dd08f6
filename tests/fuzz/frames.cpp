// Frames that are nearly right, in the middle of real games. An input chooses a server with a room
// (games.hpp), and one or two steps: a frame of one of four connections, right for the moment except that a
// few fields are dropped, doubled, renamed, of another kind or have somebody else's value; or time passes,
// somebody hangs up or comes back, or the server is killed. Every command is answered once; nobody is shown a
// hand that was dealt to another; and what was accepted can be read back.
//
// A server takes four hundred inputs, because starting one takes longer than they do. What it was given is
// kept in the file that COMODIN_FUZZ_HISTORY names: if something goes wrong, that file as an input shows it
// again.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "fair/sha256.hpp"
#include "notation/json.hpp"
#include "server/common/limits.hpp"
#include "server/hub/command.hpp"
#include "tests/battery/tables.hpp"
#include "tests/fuzz/common.hpp"
#include "tests/fuzz/games.hpp"
#include "tests/fuzz/history.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/forms.hpp"
#include "tests/server/stored_rooms.hpp"
#include "words/fault.hpp"

using namespace comodin;
using namespace comodin::server;

namespace {

constexpr int kStepsMost = 2;
constexpr int kChanges[] = {0, 0, 0, 1, 1, 1, 2, 3};
constexpr int kInputsMost = 400;  // of a server
constexpr Millis kBetweenInputs = 250;
constexpr Key kSeed = 99;  // not one that the rooms were played with: tokens would come twice
constexpr std::size_t kMessageMax = 128u << 10;
constexpr Millis kWaits[] = {1, 1, 900, 900, 900, 5000, 5000, 21000, 21000, 61000, 1900000};

constexpr std::array<std::string_view, 12> kAtTables = {"ready",   "reveal", "sit",    "stand",
                                                        "remove",  "rule",   "start",  "back",
                                                        "rematch", "bot",    "accept", "resume"};

using Draft = std::vector<std::pair<std::string, std::string>>;  // names, and values as they are written

std::string json_text(std::string_view text) {
  std::string out;
  JsonPen(out).text(text);
  return out;
}

std::string printed(const Draft& draft) {
  std::string out = "{";
  for (const auto& [name, value] : draft)
    ((out += out.size() > 1 ? "," : "") += json_text(name)) += ":" + value;
  return out + "}";
}

const std::vector<std::string>& field_names() {
  static const std::vector<std::string> names = [] {
    std::set<std::string> out = {"do", "id", "", " ", "[", "]:", "more"};
    for (const Form& form : command_forms())
      for (const FieldForm& field : form.fields) {
        const std::string name(field.name);
        out.insert({name, "[" + name, name + "]", " " + name, name + ":"});
      }
    return std::vector<std::string>(out.begin(), out.end());
  }();
  return names;
}

const std::vector<std::string>& odd_values() {
  static const std::vector<std::string> values = {"0",
                                                  "1",
                                                  "2",
                                                  "3",
                                                  "11",
                                                  "-1",
                                                  "2147483648",
                                                  "4294967295",
                                                  "9223372036854775807",
                                                  "-9223372036854775808",
                                                  "true",
                                                  "false",
                                                  "null",
                                                  "1.5",
                                                  "[]",
                                                  "{}",
                                                  "\"\"",
                                                  "\" \"",
                                                  R"("\u0000")",
                                                  R"("\ud83d\ude00\u0301\u202e")",
                                                  R"("draw")",
                                                  R"("uno")",
                                                  R"("play W r")",
                                                  R"("catch 1")",
                                                  R"("hello")",
                                                  R"("aurora")",
                                                  R"("extra-turn")",
                                                  R"("next draws 20; all swap")",
                                                  R"("stacking=any,cards=7")",
                                                  R"("seven_zero=on,jump_in=on\n")",
                                                  R"("classic")",
                                                  R"("powers\n")",
                                                  json_text(hex(Bytes32{})),
                                                  json_text(hex(sha256(Bytes32{}))),
                                                  json_text(std::string(kRuleMax, 'x')),
                                                  json_text(std::string(kRuleMax + 1, '#'))};
  return values;
}

// The usual limits, except those that four hundred inputs in under two minutes would always reach.
Limits limits() {
  Limits out;
  out.commands_per_second = out.commands_burst = 100;
  return out;
}

// A server and its four connections: Ana, Luis, somebody who watches, and one that says nothing by itself.
class Play {
 public:
  explicit Play(const fuzz::Begun& begun) : world_(kSeed, limits()), room_(begun.room), begun_(begun) {
    world_.store = begun.store;
    world_.restart();
    for (std::size_t k = 0; k < clients_.size(); ++k) {
      connect(k);
      if (k >= begun.people.size()) continue;
      clients_[k].self = begun.people[k];
      owners_[begun.people[k].token] = begun.people[k].player;
    }
    dealt_before();
  }

  void run(fuzz::Bytes bytes) {
    bytes_ = bytes;
    ++inputs_;
    const int absent = bytes_.next();
    for (std::size_t k = 0; k + 1 < clients_.size(); ++k)
      if ((absent >> 2 * k & 3) != 3) arrive(k);
    for (int steps = 0; !bytes_.empty() && steps < kStepsMost; ++steps) step();
    pass(kBetweenInputs);
    for (const std::string& note : world_.operations) LAW(!note.starts_with("stuck"));
    LAW(!testing::Test::HasFailure());
    if (inputs_ % kInputsMost == 0) end();
  }
  bool over() const { return inputs_ >= kInputsMost; }

 private:
  // The hand that is being played is Ana's, who sits first, and Luis's, who sits second.
  void dealt_before() {
    const std::vector<std::string> log = stored_rooms(world_.store).front().log;
    for (std::size_t k = 0; k < log.size(); ++k)
      if (log[k].starts_with("{\"act\":\"deal\"")) deals_[room_].insert(static_cast<long>(k) + 1);
    if (deals_[room_].empty()) return;
    for (int k = 0; k < 2; ++k)
      hands_[{room_, *deals_[room_].rbegin(), k + 1}] = begun_.people[static_cast<std::size_t>(k)].player;
  }

  void arrive(std::size_t k) {
    Client& client = clients_[k];
    if (world_.open(client.conn) && !client.room.empty()) return;
    if (!world_.open(client.conn)) connect(k);
    if (!client.greeted) say(k, draft(k, "hello", true));
    say(k, draft(k, k < begun_.people.size() ? "resume" : "join", true));
  }

  void step() {
    std::size_t who = static_cast<std::size_t>(bytes_.next()) % clients_.size();
    switch (bytes_.below(32)) {
      case 0: return pass(kWaits[bytes_.below(std::size(kWaits))]);
      case 1: return hang_up(who);
      case 2: return come_back(who);
      case 3: return bytes_.below(16) ? say(who, draft(who, "hello", true)) : restart();
      default: break;
    }
    const std::string_view verb = any_verb();
    if (verb == "move" && list(seen(who), "moves").empty()) who = who ? 0 : 1;
    Draft frame = draft(who, verb, false);
    for (int changes = kChanges[bytes_.below(std::size(kChanges))]; changes > 0; --changes) change(frame);
    say(who, frame);
  }

  // The hub still answers, and whatever has been accepted can be read back.
  void end() {
    hang_up(0);
    say(0, draft(0, "hello", true));
    say(0, {{"do", "\"rooms\""}, {"id", "\"last\""}});
    std::string why;
    for (const StoredRoom& room : stored_rooms(world_.store))
      LAW(check_log(room.log, battery::library(), why));
  }

  struct Client {
    Conn conn = 0;
    fuzz::Person self;
    std::string room;
    std::string owner;  // the player whose seat this connection has; empty: it has none
    int seat = 0;
    bool greeted = false;
  };

  void connect(std::size_t k) {
    clients_[k].conn = world_.connect("10.0.0." + std::to_string(k));
    Client& client = clients_[k];
    client.room.clear();
    client.owner.clear();
    client.seat = 0;
    client.greeted = false;
  }
  void come_back(std::size_t who) {
    hang_up(who);
    say(who, draft(who, "hello", true));
    say(who, draft(who, "resume", true));
  }
  void hang_up(std::size_t k) {
    hear();
    world_.hang_up(clients_[k].conn);
    connect(k);
    hear();
  }
  void pass(Millis ms) {
    world_.pass(ms);
    hear();
  }
  void restart() {
    hear();
    world_.restart();
    for (std::size_t k = 0; k < clients_.size(); ++k) connect(k);
  }

  // ---- what is said

  // Any command, but often a move: without moves games do not go on.
  std::string_view any_verb() {
    const std::size_t byte = bytes_.next();
    const auto& forms = command_forms();
    if (byte < 4 * forms.size()) return forms[byte % forms.size()].word;
    return byte % 2 ? "move" : kAtTables[byte / 2 % kAtTables.size()];
  }

  // A frame that makes sense now; `plain`: with nothing left to the input.
  Draft draft(std::size_t who, std::string_view verb, bool plain) {
    const Form& form = *std::ranges::find(command_forms(), verb, &Form::word);
    const bool again = !plain && bytes_.below(16) == 0;
    if (!again) ++ids_;
    Draft out = {{"do", json_text(form.word)}, {"id", json_text("f" + std::to_string(ids_))}};
    const int left_out = plain ? 0 : bytes_.next();
    for (std::size_t k = 0; k < form.fields.size(); ++k) {
      const FieldForm& field = form.fields[k];
      const std::string value = right_value(who, verb, field.name);
      if (field.needed || (!(left_out >> k & 1) && value != "\"\"")) out.emplace_back(field.name, value);
    }
    return out;
  }

  std::string right_value(std::size_t who, std::string_view verb, std::string_view name) {
    const Client& client = clients_[who];
    if (name == "version" || name == "card") return "1";
    if (name == "token") return json_text(verb == "hello" ? client.self.player_token : client.self.token);
    if (name == "room") return json_text(room_);
    if (name == "seen" || name == "at") return std::to_string(std::max(begun_.n, seen_n(who)));
    if (name == "seat" || name == "seats") return std::to_string(1 + who % 3);
    if (name == "name") return R"("Eva")";
    if (name == "level") return R"("novato")";
    if (name == "commit") return json_text(hex(sha256(Bytes32{})));
    if (name == "nonce") return json_text(hex(Bytes32{}));
    if (name == "digest") return json_text(field(world_.last(client.conn, "room"), "digest"));
    if (name == "text") return verb == "rule" ? R"("next draws 1\nskip")" : "\"\"";
    if (name == "phrase") return R"("hello")";
    if (name == "edition") return R"("powers")";
    if (name == "options") return some_options();
    if (name == "clock") return "20";
    if (name != "move") return "true";
    const std::vector<std::string> moves = list(seen(who), "moves");
    return json_text(moves.empty() ? "draw" : moves[static_cast<std::size_t>(bytes_.next()) % moves.size()]);
  }

  std::string some_options() {
    static constexpr std::string_view kSome[] = {
        "cards=2", "literal", "cards=2,uno_window=answer,double_uno=end",
        "shield_reverse=flips,literal,cards=1", "throw_color=last"};  // the last is not for powers
    return json_text(kSome[static_cast<std::size_t>(bytes_.next()) % std::size(kSome)]);
  }

  const std::string& seen(std::size_t who) {
    const std::string &events = world_.last(clients_[who].conn, "events"),
                      &view = world_.last(clients_[who].conn, "view");
    return std::atol(field(view, "n").c_str()) >= std::atol(field(events, "n").c_str()) ? view : events;
  }
  long seen_n(std::size_t who) { return std::atol(field(seen(who), "n").c_str()); }

  void change(Draft& frame) {
    if (frame.empty()) return;
    const std::size_t byte = bytes_.next(),
                      first = byte < 224 && frame.size() > 2 ? 2 : 0;  // `do`, `id`: seldom
    const std::size_t at = first + byte % (frame.size() - first);
    switch (bytes_.below(6)) {
      case 0: frame.erase(frame.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 1: frame.push_back(frame[at]); break;
      case 2: frame[at].first = pick(field_names()); break;
      case 3: frame.emplace_back(pick(field_names()), other_value()); break;
      default: frame[at].second = other_value();
    }
  }

  // Somebody's, or an odd one.
  std::string other_value() {
    const fuzz::Person& other = clients_[static_cast<std::size_t>(bytes_.next()) % clients_.size()].self;
    switch (bytes_.below(8)) {
      case 0: return json_text(other.token);
      case 1: return json_text(other.player_token);
      case 2: return json_text(other.player);
      case 3: return json_text(room_);
      default: return pick(odd_values());
    }
  }
  const std::string& pick(const std::vector<std::string>& some) {
    return some[static_cast<std::size_t>(bytes_.next()) % some.size()];
  }

  void say(std::size_t who, const Draft& draft) {
    const std::string frame = printed(draft);
    Command command;
    if (const Fault wrong = parse_command(frame, command)) LAW(!fault_text(Language::English, wrong).empty());
    const Conn conn = clients_[who].conn;
    if (!world_.open(conn)) return connect(who);
    world_.say(conn, frame);
    const int answers = hear(conn, command);
    LAW(answers == 1 || !world_.open(conn));
    hear();
  }

  // ---- what is heard

  void hear() {
    for (const Client& client : clients_) hear(client.conn, {});
  }

  // How many answers to the command there are among what the connection was sent.
  int hear(Conn conn, const Command& command) {
    int answers = 0;
    for (const std::string& message : world_.take(conn)) {
      LAW(message.size() <= kMessageMax);
      const std::string type = type_of(message), id = field(message, "id");
      const bool answer = id.empty() ? type == "refused" : id == command.id;
      answers += answer;
      for (Client& client : clients_)
        if (client.conn == conn) note(client, message, type, answer ? command : Command{});
    }
    return answers;
  }

  void note(Client& client, const std::string& message, const std::string& type, const Command& command) {
    const std::string token = field(message, "token");
    if (type == "welcome") {
      client.greeted = true;
      client.self.player = field(message, "player");
      if (!token.empty()) client.self.player_token = token;
    }
    if (type == "ack") acknowledged(client, message, token, command);
    if (type == "events" || type == "view") hand_is_its_players(client, message);
  }

  void acknowledged(Client& client, const std::string& message, const std::string& token,
                    const Command& command) {
    const std::string room = field(message, "room");
    const bool elsewhere =
        !room.empty() && room != client.room;  // whoever joins where they are stays as they are
    if (elsewhere || as<command::Leave>(command)) {
      client.owner.clear();
      client.seat = 0;
      client.room = room;
    }
    if (token.empty()) return;
    const auto* resumed = as<command::Resume>(command);
    client.owner = resumed ? owners_[hex(resumed->token)] : client.self.player;
    client.seat = std::atoi(field(message, "seat").c_str());
    client.self.token = token;
    owners_[token] = client.owner;
    LAW(!client.owner.empty() && client.seat > 0);
  }

  // From the deal to the end of the hand, only the player who saw a hand first sees it.
  void hand_is_its_players(const Client& client, const std::string& message) {
    const std::string viewer = field(message, "viewer");
    const long n = std::atol(field(message, "n").c_str());
    std::set<long>& deals = deals_[client.room];
    if (message.find("{\"event\":\"dealt\"") != std::string::npos) deals.insert(n);
    if (viewer == "spectator") return;
    LAW(client.seat != 0 && std::to_string(client.seat) == viewer);
    const auto after = deals.upper_bound(n);
    if (after == deals.begin()) return;  // nobody here has seen this deal
    const std::string& first =
        hands_.try_emplace({client.room, *std::prev(after), client.seat}, client.owner).first->second;
    LAW(first == client.owner);
  }

  fuzz::Bytes bytes_{nullptr, 0};
  BenchWorld world_;
  std::array<Client, 4> clients_;
  std::string room_;
  const fuzz::Begun& begun_;
  int ids_ = 0, inputs_ = 0;
  std::map<std::string, std::string> owners_;  // of seats' tokens: players
  std::map<std::string, std::set<long>> deals_;
  std::map<std::tuple<std::string, long, int>, std::string> hands_;
};

// One of a server's inputs.
void run(std::unique_ptr<Play>& server, std::string_view input) {
  fuzz::Bytes bytes(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  const auto& rooms = fuzz::begun_rooms();
  const fuzz::Begun& begun = rooms[static_cast<std::size_t>(bytes.next()) % rooms.size()];
  if (!server || server->over()) server = std::make_unique<Play>(begun);
  server->run(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::array<std::unique_ptr<Play>, 256> servers;
  static std::array<fuzz::History, 256> histories;
  const std::string_view input = fuzz::text_of(data, size);
  if (const auto inputs = fuzz::History::read(input); !inputs.empty()) {
    std::unique_ptr<Play> server;
    for (const std::string_view one : inputs) run(server, one);
    return 0;
  }
  const std::size_t which = size ? data[0] % fuzz::begun_rooms().size() : 0;
  if (!servers[which] || servers[which]->over()) histories[which].clear();
  histories[which].add(input);
  run(servers[which], input);
  return 0;
}
