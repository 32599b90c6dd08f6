// Command: what a client asks for, one frame each. Every verb has its fields, and no others
// (docs/PROTOCOL.md): kForms says which.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
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

enum class Kind : std::uint8_t { String, Number, Flag, Hex };  // Hex: 32 bytes as 64 digits

struct FieldForm {
  std::string_view name;
  Kind kind{};
  bool needed = false;
};

// A verb's word and fields.
class Form {
 public:
  consteval Form(std::string_view verb, std::initializer_list<FieldForm> fields = {})
      : word(verb), count_(fields.size()) {
    std::ranges::copy(fields, fields_.begin());
  }
  constexpr std::span<const FieldForm> fields() const { return {fields_.data(), count_}; }

  std::string_view word;

 private:
  std::size_t count_;
  std::array<FieldForm, 7> fields_{};
};

consteval FieldForm need(std::string_view name, Kind kind) { return {name, kind, true}; }
consteval FieldForm may(std::string_view name, Kind kind) { return {name, kind, false}; }

inline constexpr std::initializer_list<FieldForm> kSettingFields = {
    may("edition", Kind::String), may("options", Kind::String), may("seats", Kind::Number),
    may("clock", Kind::Number),   may("listed", Kind::Flag),    may("chat", Kind::Flag),
    may("open", Kind::Flag)};

inline constexpr std::array<Form, kDos> kForms = {{
    {"hello", {need("version", Kind::Number), may("token", Kind::Hex)}},
    {"rooms"},
    {"games"},
    {"create", kSettingFields},
    {"join", {need("room", Kind::String)}},
    {"resume", {need("room", Kind::String), need("token", Kind::Hex), may("seen", Kind::Number)}},
    {"leave"},
    {"sit", {need("name", Kind::String), may("seat", Kind::Number)}},
    {"stand"},
    {"set", kSettingFields},
    {"bot", {need("seat", Kind::Number), need("level", Kind::String)}},
    {"remove", {need("seat", Kind::Number)}},
    {"ready", {may("ready", Kind::Flag), may("commit", Kind::Hex)}},
    {"rule", {need("card", Kind::Number), need("text", Kind::String)}},
    {"accept", {need("digest", Kind::Hex)}},
    {"start"},
    {"reveal", {need("nonce", Kind::Hex)}},
    {"move", {need("move", Kind::String), need("at", Kind::Number)}},
    {"back"},
    {"rematch"},
    {"kept"},
    {"chat", {may("phrase", Kind::String), may("text", Kind::String)}},
    {"record"},
}};

// Does some command have a field of that name, and of that kind?
consteval bool some_command_has(std::string_view name, std::optional<Kind> kind = {}) {
  for (const Form& form : kForms)
    for (const FieldForm& field : form.fields())
      if (field.name == name && (!kind || field.kind == *kind)) return true;
  return false;
}

// The name of a field that some command has; any other does not compile.
struct FieldName {
  consteval FieldName(const char* text) : name(text) {
    if (!some_command_has(name)) throw "no command has this field";
  }
  std::string_view name;
};

// … and that is of this kind.
template <Kind kKind>
struct NameOf : FieldName {
  consteval NameOf(const char* text) : FieldName(text) {
    if (!some_command_has(name, kKind)) throw "this field is of another kind";
  }
};

template <Kind kKind>
using Names = std::initializer_list<NameOf<kKind>>;

class Command {
 public:
  Do verb{};
  std::string id;  // 1 to kIdMax characters, chosen by the client; it comes back with the answer

  // A field that is not there reads as nothing: no reading can go wrong.
  bool has(FieldName field) const { return fields_.find(field.name); }
  std::string text(NameOf<Kind::String> field) const;
  std::int64_t number(NameOf<Kind::Number> field, std::int64_t otherwise) const;
  bool flag(NameOf<Kind::Flag> field, bool otherwise) const;
  Bytes32 bytes(NameOf<Kind::Hex> field) const;  // zeros if it is not there

  const Fields& fields() const { return fields_; }  // for read_setting()

 private:
  friend bool parse_command(std::string_view frame, Command& out, std::string& why);
  Fields fields_;
};

// False, and why, in words for whoever writes the client. `out.id` is set if it could be read.
bool parse_command(std::string_view frame, Command& out, std::string& why);

std::string_view verb_word(Do verb);

}  // namespace comodin::server
