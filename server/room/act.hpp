// What can happen in a room: a struct for each act, with its word in the log and the table of its fields. An
// entry of the log holds one of them (entry.hpp); the room applies it (room.hpp).
//
// `formerly` is the name of a field in the logs of older servers, which are read as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "server/common/form.hpp"
#include "server/common/limits.hpp"
#include "server/room/room_table.hpp"
#include "server/room/setting.hpp"

namespace comodin::server {

// Who may do it.
enum class Doer : std::uint8_t {
  Server,    // nobody at a seat
  Newcomer,  // whoever takes the seat of the entry
  Sitter,    // the person who sits there
  Host,      // the host, who sits there
};

std::string_view by_word(By by);  // "person"
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, By& out);
void write_value(JsonPen& pen, By by);

namespace act {

inline constexpr const char* kPlayer = "^[0-9a-f]{16}$";
inline constexpr const char* kLevel = "^[a-z]{1,24}$";

struct Create {
  static constexpr std::string_view word = "create", says = "the room is made";
  static constexpr Doer doer = Doer::Server;
  static constexpr bool begins = true;
  std::string player;  // who made the room
  std::string code;
  Bytes32 secret{};  // of the first hand
  Setting setting;
  friend bool operator==(const Create&, const Create&) = default;
  static constexpr auto fields() {
    return std::tuple(field("player", &Create::player).bytes(0, 16).like(kPlayer),
                      field("code", &Create::code).bytes(1, 16).formerly("text"),
                      field("secret", &Create::secret).formerly("bytes"), part(&Create::setting));
  }
};

struct Set {
  static constexpr std::string_view word = "set",
                                    says = "another setting; clears who is ready, and who accepted";
  static constexpr Doer doer = Doer::Host;
  static constexpr bool begins = true;
  Setting setting;
  friend bool operator==(const Set&, const Set&) = default;
  static constexpr auto fields() { return std::tuple(part(&Set::setting)); }
};

struct Sit {
  static constexpr std::string_view word = "sit", says = "somebody takes the seat";
  static constexpr Doer doer = Doer::Newcomer;
  static constexpr bool begins = true;
  std::string player;
  std::string name;
  Bytes32 token{};     // its hash
  bool joins = false;  // with the next hand; newcomers of older logs play the hand on
  friend bool operator==(const Sit&, const Sit&) = default;
  static constexpr auto fields() {
    return std::tuple(field("player", &Sit::player).bytes(1, 16).like(kPlayer),
                      field("name", &Sit::name).bytes(1, kNameBytes).formerly("text"),
                      field("token", &Sit::token).formerly("bytes"),
                      field("joins", &Sit::joins).optional().formerly("flag"));
  }
};

struct Stand {
  static constexpr std::string_view word = "stand",
                                    says = "the seat is given up: free in the lobby, a bot's later";
  static constexpr Doer doer = Doer::Sitter;
  friend bool operator==(const Stand&, const Stand&) = default;
};

struct Bot {
  static constexpr std::string_view word = "bot", says = "a bot for a seat without a person";
  static constexpr Doer doer = Doer::Host;
  static constexpr bool begins = true;
  Seat target = kNoSeat;
  std::string level;
  friend bool operator==(const Bot&, const Bot&) = default;
  static constexpr auto fields() {
    return std::tuple(field("target", &Bot::target).formerly("card"),
                      field("level", &Bot::level).bytes(1, 24).like(kLevel).formerly("text"));
  }
};

struct Remove {
  static constexpr std::string_view word = "remove", says = "somebody or a bot is taken off a seat";
  static constexpr Doer doer = Doer::Host;
  Seat target = kNoSeat;
  bool stays_out = false;  // the player may not come back; older servers let them
  friend bool operator==(const Remove&, const Remove&) = default;
  static constexpr auto fields() {
    return std::tuple(field("target", &Remove::target).formerly("card"),
                      field("stays_out", &Remove::stays_out).optional().formerly("flag"));
  }
};

struct Ready {
  static constexpr std::string_view word = "ready", says = "ready for the next hand, or not any more";
  static constexpr Doer doer = Doer::Sitter;
  bool ready = false;
  std::optional<Bytes32> commit;  // to a number of one's own
  friend bool operator==(const Ready&, const Ready&) = default;
  static constexpr auto fields() {
    return std::tuple(field("ready", &Ready::ready).optional().formerly("flag"),
                      field("commit", &Ready::commit).formerly("bytes"));
  }
};

struct Rule {
  static constexpr std::string_view word = "rule", says = "a custom wild is written on; clears as set does";
  static constexpr Doer doer = Doer::Sitter;
  static constexpr bool begins = true;
  int card = 0;  // which custom wild, from 1
  std::string text;
  friend bool operator==(const Rule&, const Rule&) = default;
  static constexpr auto fields() {
    return std::tuple(field("card", &Rule::card).between(1, kKindsMax),
                      field("text", &Rule::text).bytes(0, kRuleMax).optional());
  }
};

struct Accept {
  static constexpr std::string_view word = "accept", says = "the rules of this digest are accepted";
  static constexpr Doer doer = Doer::Sitter;
  static constexpr bool begins = true;
  Bytes32 digest{};
  friend bool operator==(const Accept&, const Accept&) = default;
  static constexpr auto fields() { return std::tuple(field("digest", &Accept::digest).formerly("bytes")); }
};

struct Start {
  static constexpr std::string_view word = "start", says = "a game begins";
  static constexpr Doer doer = Doer::Host;
  static constexpr bool begins = true;
  std::string game;  // its id
  friend bool operator==(const Start&, const Start&) = default;
  static constexpr auto fields() {
    return std::tuple(field("game", &Start::game).bytes(32, 32).like("^[0-9a-f]{32}$").formerly("text"));
  }
};

struct Go {
  static constexpr std::string_view word = "go",
                                    says = "whoever is not ready between two hands has had their time";
  static constexpr Doer doer = Doer::Server;
  friend bool operator==(const Go&, const Go&) = default;
};

struct Reveal {
  static constexpr std::string_view word = "reveal", says = "the number that was committed to";
  static constexpr Doer doer = Doer::Sitter;
  Bytes32 nonce{};
  friend bool operator==(const Reveal&, const Reveal&) = default;
  static constexpr auto fields() { return std::tuple(field("nonce", &Reveal::nonce).formerly("bytes")); }
};

struct Deal {
  static constexpr std::string_view word = "deal", says = "the next hand";
  static constexpr Doer doer = Doer::Server;
  friend bool operator==(const Deal&, const Deal&) = default;
};

// The move is kept as text, whoever makes it, and read in one place: what is applied is what is on disk.
struct Move {
  static constexpr std::string_view word = "move", says = "a move at the table; a bot's and the clock's too";
  static constexpr Doer doer = Doer::Sitter;
  std::string move;        // "play r7 uno"
  std::uint32_t seen = 0;  // the last entry that a person had seen
  By by = By::Person;
  friend bool operator==(const Move&, const Move&) = default;
  static constexpr auto fields() {
    return std::tuple(field("move", &Move::move).bytes(1, kMoveMax).formerly("text"),
                      field("seen", &Move::seen).between(0, UINT32_MAX).optional().formerly("card"),
                      field("by", &Move::by).optional());
  }
};

struct Back {
  static constexpr std::string_view word = "back", says = "whoever owns the seat is here again";
  static constexpr Doer doer = Doer::Sitter;
  friend bool operator==(const Back&, const Back&) = default;
};

struct Rematch {
  static constexpr std::string_view word = "rematch", says = "back to the lobby with the same table";
  static constexpr Doer doer = Doer::Host;
  static constexpr bool begins = true;
  bool frees = false;  // the seats of those who stood up; older servers kept them
  friend bool operator==(const Rematch&, const Rematch&) = default;
  static constexpr auto fields() {
    return std::tuple(field("frees", &Rematch::frees).optional().formerly("flag"));
  }
};

struct Token {
  static constexpr std::string_view word = "token", says = "a further token for the seat";
  static constexpr Doer doer = Doer::Sitter;
  Bytes32 token{};  // its hash
  friend bool operator==(const Token&, const Token&) = default;
  static constexpr auto fields() { return std::tuple(field("token", &Token::token).formerly("bytes")); }
};

struct Kept {
  static constexpr std::string_view word = "kept",
                                    says = "the further token has arrived: the old one is void";
  static constexpr Doer doer = Doer::Sitter;
  friend bool operator==(const Kept&, const Kept&) = default;
};

struct Secret {
  static constexpr std::string_view word = "secret", says = "what the next hand will be dealt from";
  static constexpr Doer doer = Doer::Server;
  Bytes32 secret{};
  friend bool operator==(const Secret&, const Secret&) = default;
  static constexpr auto fields() { return std::tuple(field("secret", &Secret::secret).formerly("bytes")); }
};

struct Host {
  static constexpr std::string_view word = "host",
                                    says = "the seat's person is the host now, as the old one is gone";
  static constexpr Doer doer = Doer::Sitter;
  friend bool operator==(const Host&, const Host&) = default;
};

using Any = std::variant<Create, Set, Sit, Stand, Bot, Remove, Ready, Rule, Accept, Start, Go, Reveal, Deal,
                         Move, Back, Rematch, Token, Kept, Secret, Host>;

// Does it begin something new? Then it waits while the store has no space, or the log is too long.
template <class Act>
constexpr bool begins_something(const Act&) {
  if constexpr (requires { Act::begins; }) return Act::begins;
  else return false;
}

}  // namespace act
}  // namespace comodin::server
