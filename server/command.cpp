#include "server/command.hpp"

#include <array>

#include "server/limits.hpp"

namespace comodin::server {
namespace {

// Fields of a verb: `name` must be there, `[name]` may be; behind the colon `t` a text, `n` a number, `f` a
// flag, `x` 64 hexadecimal digits.
struct Form {
  std::string_view word, fields;
};
constexpr std::string_view kSettingFields =
    " [edition]:t [options]:t [seats]:n [clock]:n [listed]:f [chat]:f [open]:f";
constexpr std::array<Form, kDos> kForms = {{
    {"hello", " version:n [token]:x"},
    {"rooms", ""},
    {"games", ""},
    {"create", kSettingFields},
    {"join", " room:t"},
    {"resume", " room:t token:x [seen]:n"},
    {"leave", ""},
    {"sit", " [seat]:n name:t"},
    {"stand", ""},
    {"set", kSettingFields},
    {"bot", " seat:n level:t"},
    {"remove", " seat:n"},
    {"ready", " [ready]:f [commit]:x"},
    {"rule", " card:n text:t"},
    {"accept", " digest:x"},
    {"start", ""},
    {"reveal", " nonce:x"},
    {"move", " move:t at:n"},
    {"back", ""},
    {"rematch", ""},
    {"kept", ""},
    {"chat", " [phrase]:t [text]:t"},
    {"record", ""},
}};

// The type of a field in a form; 0 if the form has none of that name.
char type_of(std::string_view form, std::string_view name, bool& needed) {
  for (std::size_t at = 0; (at = form.find(name, at)) != std::string_view::npos; ++at) {
    const char before = form[at - 1];
    std::size_t end = at + name.size();
    if ((before != ' ' && before != '[') || end >= form.size()) continue;
    needed = before == ' ';
    if (form[end] == ']') ++end;
    if (form[end] == ':') return form[end + 1];
  }
  return 0;
}

bool fits(char type, const Fields::Value& value) {
  Bytes32 bytes;
  switch (type) {
    case 't': return std::holds_alternative<std::string>(value);
    case 'n': return std::holds_alternative<std::int64_t>(value);
    case 'f': return std::holds_alternative<bool>(value);
    default:
      return std::holds_alternative<std::string>(value) && parse_hex(std::get<std::string>(value), bytes);
  }
}

const char* type_words(char type) {
  switch (type) {
    case 't': return "a text";
    case 'n': return "a whole number";
    case 'f': return "true or false";
    default: return "64 hexadecimal digits";
  }
}

bool check_fields(const Form& form, const Fields& fields, std::string& why) {
  std::size_t found = 0;
  for (const auto& [name, value] : fields.all()) {
    if (name == "do" || name == "id") continue;
    bool needed = false;
    const char type = name.empty() ? '\0' : type_of(form.fields, name, needed);
    if (!type) return why = std::string(form.word) + " has no field " + name, false;
    if (!fits(type, value)) return why = name + ": " + type_words(type), false;
    found += needed;
  }
  std::size_t needs = 0;
  for (std::size_t at = 0; at + 1 < form.fields.size(); ++at)
    needs += form.fields[at] == ' ' && form.fields[at + 1] != '[';
  if (found != needs) return why = std::string(form.word) + " needs" + std::string(form.fields), false;
  return true;
}

bool good_id(std::string_view id) {
  if (id.empty() || id.size() > kIdMax) return false;
  for (const char c : id)
    if (c <= ' ' || c > '~' || c == '"' || c == '\\') return false;
  return true;
}

}  // namespace

bool parse_command(std::string_view frame, Command& out, std::string& why) {
  out = {};
  if (!Fields::parse(frame, kFieldsMax, out.fields, why)) return false;
  const std::string* id = out.fields.text("id");
  if (!id || !good_id(*id)) return why = "id: 1 to 16 visible characters", false;
  out.id = *id;
  const std::string* word = out.fields.text("do");
  if (!word) return why = "do: what is to be done", false;
  for (std::size_t i = 0; i < kForms.size(); ++i) {
    if (kForms[i].word != *word) continue;
    out.verb = static_cast<Do>(i);
    return check_fields(kForms[i], out.fields, why);
  }
  return why = "there is no such command", false;
}

std::string_view verb_word(Do verb) { return kForms[static_cast<std::size_t>(verb)].word; }

std::string Command::text(std::string_view key) const {
  const std::string* value = fields.text(key);
  return value ? *value : std::string();
}

std::int64_t Command::number(std::string_view key, std::int64_t otherwise) const {
  const std::int64_t* value = fields.number(key);
  return value ? *value : otherwise;
}

bool Command::flag(std::string_view key, bool otherwise) const {
  const bool* value = fields.flag(key);
  return value ? *value : otherwise;
}

std::optional<Bytes32> Command::bytes(std::string_view key) const {
  Bytes32 out;
  const std::string* value = fields.text(key);
  return value && parse_hex(*value, out) ? std::optional(out) : std::nullopt;
}

}  // namespace comodin::server
