// Command: what a client asks for, one frame each: a struct for each verb, with the table of its fields, and
// no others. docs/schema/command.json follows from these tables, and docs/PROTOCOL.md is checked against it.
//
// Reading a command checks the types of its fields, but not their bounds, which are for the schema. A value
// out of bounds is refused where the command is obeyed, with a code that says what is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "server/common/form.hpp"
#include "server/common/limits.hpp"
#include "server/room/setting.hpp"

namespace comodin::server {
namespace command {

inline constexpr const char* kCode = "^[A-Za-z0-9]{1,16}$";

struct Hello {
  static constexpr std::string_view word = "hello",
                                    says = "the first command; token: of a player who has been here";
  std::int64_t version = 0;
  std::optional<Bytes32> token;
  static constexpr auto fields() {
    return std::tuple(field("version", &Hello::version).between(1), field("token", &Hello::token));
  }
};

struct Rooms {
  static constexpr std::string_view word = "rooms", says = "those that are listed";
};

struct Games {
  static constexpr std::string_view word = "games", says = "one's own, finished";
};

struct Create {
  static constexpr std::string_view
      word = "create",
      says =
          "a room; what is left out: the first edition, 4 seats, 45 seconds, not "
          "listed, chat unless listed, open";
  SettingChange setting;
  static constexpr auto fields() { return std::tuple(part(&Create::setting)); }
};

struct Join {
  static constexpr std::string_view word = "join", says = "to watch, or to sit";
  std::string room;
  static constexpr auto fields() { return std::tuple(field("room", &Join::room).like(kCode)); }
};

struct Resume {
  static constexpr std::string_view word = "resume", says = "back to one's seat; seen: the last n, or 0";
  std::string room;
  Bytes32 token{};
  std::int64_t seen = 0;
  static constexpr auto fields() {
    return std::tuple(field("room", &Resume::room).like(kCode), field("token", &Resume::token),
                      field("seen", &Resume::seen).between(0).optional());
  }
};

struct Leave {
  static constexpr std::string_view word = "leave", says = "the room; the seat stays one's own";
};

struct Sit {
  static constexpr std::string_view word = "sit", says = "seat: left out, the first that is free";
  std::string name;
  std::optional<std::int64_t> seat;
  static constexpr auto fields() {
    return std::tuple(field("name", &Sit::name).bytes(1), field("seat", &Sit::seat).between(1, kSeatsMax));
  }
};

struct Stand {
  static constexpr std::string_view word = "stand", says = "give up the seat; at the table a bot plays on";
};

struct Set {
  static constexpr std::string_view word = "set", says = "by the host, in the lobby; what is left out stays";
  SettingChange setting;
  static constexpr auto fields() { return std::tuple(part(&Set::setting)); }
};

struct Bot {
  static constexpr std::string_view word = "bot", says = "by the host, in the lobby";
  std::int64_t seat = 0;
  std::string level;
  static constexpr auto fields() {
    return std::tuple(field("seat", &Bot::seat).between(1, kSeatsMax),
                      field("level", &Bot::level).like("^[a-z]{1,24}$"));
  }
};

struct Remove {
  static constexpr std::string_view word = "remove", says = "by the host";
  std::int64_t seat = 0;
  static constexpr auto fields() { return std::tuple(field("seat", &Remove::seat).between(1, kSeatsMax)); }
};

struct Ready {
  static constexpr std::string_view word = "ready",
                                    says = "ready: left out, true; commit: to a number for the deal";
  bool ready = true;
  std::optional<Bytes32> commit;
  static constexpr auto fields() {
    return std::tuple(field("ready", &Ready::ready).optional(), field("commit", &Ready::commit));
  }
};

struct Rule {
  static constexpr std::string_view word = "rule", says = "what a custom wild says; card: which, from 1";
  std::int64_t card = 0;
  std::string text;
  static constexpr auto fields() {
    return std::tuple(field("card", &Rule::card).between(1, kKindsMax),
                      field("text", &Rule::text).bytes(0, kRuleMax));
  }
};

struct Accept {
  static constexpr std::string_view word = "accept", says = "the rules of this digest";
  Bytes32 digest{};
  static constexpr auto fields() { return std::tuple(field("digest", &Accept::digest)); }
};

struct Start {
  static constexpr std::string_view word = "start", says = "by the host";
};

struct Reveal {
  static constexpr std::string_view word = "reveal", says = "the number committed to";
  Bytes32 nonce{};
  static constexpr auto fields() { return std::tuple(field("nonce", &Reveal::nonce)); }
};

struct Move {
  static constexpr std::string_view word = "move", says = "one of the moves listed; at: the last n seen";
  std::string move;
  std::int64_t seen = 0;
  static constexpr auto fields() {
    return std::tuple(field("move", &Move::move).bytes(1, kMoveMax), field("at", &Move::seen).between(0));
  }
};

struct Why {
  static constexpr std::string_view word = "why", says = "asks why a move is refused; nothing happens";
  static constexpr bool query = true;  // a refusal is not kept for a resend
  std::string move;
  static constexpr auto fields() { return std::tuple(field("move", &Why::move).bytes(1, kMoveMax)); }
};

struct Back {
  static constexpr std::string_view word = "back", says = "take over from the bot that sits in";
};

struct Rematch {
  static constexpr std::string_view word = "rematch", says = "by the host, when the game is over";
};

struct Kept {
  static constexpr std::string_view word = "kept", says = "the new seat token has been stored";
};

struct Chat {
  static constexpr std::string_view word = "chat", says = "one of both";
  static constexpr bool one_field = true;
  std::string phrase, text;
  static constexpr auto fields() {
    return std::tuple(field("phrase", &Chat::phrase).optional().defined("server.json#/$defs/phrase"),
                      field("text", &Chat::text).bytes(1).optional());
  }
};

struct Record {
  static constexpr std::string_view word = "record", says = "of the hands that are over";
};

using Any = std::variant<Hello, Rooms, Games, Create, Join, Resume, Leave, Sit, Stand, Set, Bot, Remove,
                         Ready, Rule, Accept, Start, Reveal, Move, Why, Back, Rematch, Kept, Chat, Record>;

}  // namespace command

struct Command {
  std::string id;  // 1 to kIdMax characters, chosen by the client; it comes back with the answer
  command::Any what;
};

template <class Which>
const Which* as(const Command& command) {
  return std::get_if<Which>(&command.what);
}

// What is wrong with the frame, for whoever writes the client. `out.id` is set if it could be read.
Fault parse_command(std::string_view frame, Command& out);

}  // namespace comodin::server
