#include "server/command.hpp"

#include "server/clean.hpp"
#include "server/limits.hpp"

namespace comodin::server {
namespace {

bool fits(Kind kind, const Fields::Value& value) {
  const std::string* text = std::get_if<std::string>(&value);
  Bytes32 bytes;
  switch (kind) {
    case Kind::String: return text;
    case Kind::Number: return std::holds_alternative<std::int64_t>(value);
    case Kind::Flag: return std::holds_alternative<bool>(value);
    case Kind::Hex: break;
  }
  return text && parse_hex(*text, bytes);
}

const char* kind_words(Kind kind) {
  switch (kind) {
    case Kind::String: return "a text";
    case Kind::Number: return "a whole number";
    case Kind::Flag: return "true or false";
    case Kind::Hex: break;
  }
  return "64 hexadecimal digits";
}

bool check_fields(const Form& form, const Fields& fields, std::string& why) {
  for (const auto& [name, value] : fields.all()) {
    if (name == "do" || name == "id") continue;
    const auto field = std::ranges::find(form.fields(), name, &FieldForm::name);
    if (field == form.fields().end())
      return why = std::string(form.word) + " has no field " + clean(name, kFieldKeyMax), false;
    if (!fits(field->kind, value)) return why = name + ": " + kind_words(field->kind), false;
  }
  for (const FieldForm& field : form.fields())
    if (field.needed && !fields.find(field.name))
      return why = std::string(form.word) + " needs " + std::string(field.name), false;
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
  if (!Fields::parse(frame, kFieldsMax, out.fields_, why)) return false;
  const std::string* id = out.fields_.text("id");
  if (!id || !good_id(*id)) return why = "id: 1 to 16 visible characters", false;
  out.id = *id;
  const std::string* word = out.fields_.text("do");
  if (!word) return why = "do: what is to be done", false;
  const auto form = std::ranges::find(kForms, *word, &Form::word);
  if (form == kForms.end()) return why = "there is no such command", false;
  out.verb = static_cast<Do>(form - kForms.begin());
  return check_fields(*form, out.fields_, why);
}

std::string_view verb_word(Do verb) { return kForms[static_cast<std::size_t>(verb)].word; }

std::string Command::text(NameOf<Kind::String> field) const {
  const std::string* value = fields_.text(field.name);
  return value ? *value : std::string();
}

std::int64_t Command::number(NameOf<Kind::Number> field, std::int64_t otherwise) const {
  const std::int64_t* value = fields_.number(field.name);
  return value ? *value : otherwise;
}

bool Command::flag(NameOf<Kind::Flag> field, bool otherwise) const {
  const bool* value = fields_.flag(field.name);
  return value ? *value : otherwise;
}

Bytes32 Command::bytes(NameOf<Kind::Hex> field) const {
  Bytes32 out{};
  const std::string* value = fields_.text(field.name);
  return value && parse_hex(*value, out) ? out : Bytes32{};
}

}  // namespace comodin::server
