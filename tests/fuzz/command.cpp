// Frames from clients: reading one either works or fails with a message, and a live hub survives any sequence
// of them. Each line is a frame for the first of four connections, or for the one whose digit stands before
// it; `+` lets half a minute pass, `-` and a digit hangs up, `!` kills the server and starts it again. In
// frames stand for what was sent to that connection before: $T its seat's token, $P its player's, $R the last
// room created, $D the digest of its rules, $M the first move it can make, $N the number of that view, $Z the
// commitment to 64 zeros.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "fair/sha256.hpp"
#include "server/hub/command.hpp"
#include "tests/battery/tables.hpp"
#include "tests/fuzz/common.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/stored_rooms.hpp"
#include "words/fault.hpp"

using namespace comodin;
using namespace comodin::server;

namespace {

constexpr int kLinesMost = 200;

class Session {
 public:
  Session() {
    for (std::size_t k = 0; k < conns_.size(); ++k) connect(k);
  }

  void line(std::string_view text) {
    if (text.empty()) return;
    const char first = text[0];
    const bool digit = first >= '0' && first <= '3';
    if (first == '+') return world_.pass(30000);
    if (first == '!') return restart();
    if (first == '-') return hang_up(text.size() > 1 ? static_cast<std::size_t>(text[1]) % conns_.size() : 0);
    const std::size_t who = digit ? static_cast<std::size_t>(first - '0') : 0;
    say(who, filled(std::string(text.substr(digit)), who));
  }

  // Whatever has been accepted can be read back.
  void end() {
    restart();
    std::string why;
    for (const StoredRoom& room : stored_rooms(world_.store))
      LAW(check_log(room.log, battery::library(), why));
    for (const std::string& note : world_.operations) LAW(!note.starts_with("stuck"));
    LAW(!testing::Test::HasFailure());
  }

 private:
  void connect(std::size_t k) { conns_[k] = world_.connect("10.0.0." + std::to_string(k)); }

  void hang_up(std::size_t k) {
    world_.hang_up(conns_[k]);
    connect(k);
  }

  void restart() {
    world_.restart();
    for (std::size_t k = 0; k < conns_.size(); ++k) connect(k);
  }

  void say(std::size_t k, const std::string& frame) {
    Command command;
    if (const Fault wrong = parse_command(frame, command)) LAW(!fault_text(Language::English, wrong).empty());
    world_.say(conns_[k], frame);
    for (const std::string& message : world_.take(conns_[k])) note(k, message);
    if (!world_.open(conns_[k])) connect(k);
  }

  void note(std::size_t k, const std::string& message) {
    const std::string type = type_of(message), token = field(message, "token");
    if (type == "ack" && !token.empty()) known_[k]['T'] = token;
    if (type == "welcome" && !token.empty()) known_[k]['P'] = token;
    if (const std::string room = field(message, "room"); type == "ack" && !room.empty()) room_ = room;
    if (type == "room") known_[k]['D'] = field(message, "digest");
  }

  std::string filled(std::string frame, std::size_t k) {
    for (std::size_t at = 0; (at = frame.find('$', at)) != std::string::npos && at + 1 < frame.size(); ++at)
      frame.replace(at, 2, value(frame[at + 1], k));
    return frame;
  }

  std::string value(char letter, std::size_t k) {
    const std::string &events = world_.last(conns_[k], "events"), &view = world_.last(conns_[k], "view");
    const bool newer = std::atol(field(view, "n").c_str()) >= std::atol(field(events, "n").c_str());
    const std::string& seen = newer ? view : events;
    if (letter == 'R') return room_;
    if (letter == 'Z') return hex(sha256(Bytes32{}));
    if (letter == 'N') return field(seen, "n").empty() ? "0" : field(seen, "n");
    if (letter != 'M') return known_[k][letter];
    const std::vector<std::string> moves = list(seen, "moves");
    return moves.empty() ? "draw" : moves[0];
  }

  BenchWorld world_;
  std::array<Conn, 4> conns_{};
  std::array<std::map<char, std::string>, 4> known_;
  std::string room_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  Session session;
  for (int lines = 0; !text.empty() && lines < kLinesMost; ++lines) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    session.line(line);
  }
  session.end();
  return 0;
}
