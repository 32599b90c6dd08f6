// Command: what a client asks for, one frame each. Every verb has its fields, and no others
// (docs/PROTOCOL.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fair/sha256.hpp"
#include "server/fields.hpp"

namespace comodin::server {

enum class Do : std::uint8_t {
  Hello,
  Rooms,
  Games,
  Create,
  Join,
  Resume,
  Leave,
  Sit,
  Stand,
  Set,
  Bot,
  Remove,
  Ready,
  Rule,
  Accept,
  Start,
  Reveal,
  Move,
  Back,
  Rematch,
  Kept,
  Chat,
  Record,
};
inline constexpr int kDos = 23;

struct Command {
  Do verb{};
  std::string id;  // 1 to kIdMax characters, chosen by the client; it comes back with the answer
  Fields fields;

  std::string text(std::string_view key) const;  // empty if it is not there
  std::int64_t number(std::string_view key, std::int64_t otherwise) const;
  bool flag(std::string_view key, bool otherwise) const;
  std::optional<Bytes32> bytes(std::string_view key) const;  // 64 hexadecimal digits
};

// False, and why, in words for whoever writes the client. `out.id` is set if it could be read.
bool parse_command(std::string_view frame, Command& out, std::string& why);

std::string_view verb_word(Do verb);

}  // namespace comodin::server
