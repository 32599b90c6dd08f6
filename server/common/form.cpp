#include "server/common/form.hpp"

#include "server/common/clean_text.hpp"

namespace comodin::server {
namespace {

bool is_within(const FieldForm& form, std::int64_t value) {
  return value >= form.least && value <= form.most;
}

std::string name_of(const FieldForm& form) { return std::string(form.name); }

}  // namespace

Fault missing(std::string_view word, const FieldForm& form) {
  return {"field.missing"_fault, {std::string(word), name_of(form)}};
}

Fault no_field(std::string_view word, std::string_view name) {
  return {"field.unknown"_fault, {std::string(word), "`" + clean_text(name, kFieldKeyMax) + "`"}};
}

Fault check_value(const FieldForm& form, const std::string& value) {
  if (is_within(form, static_cast<std::int64_t>(value.size()))) return {};
  return {"field.bytes"_fault, {name_of(form), std::to_string(form.least), std::to_string(form.most)}};
}

Fault check_value(const FieldForm& form, std::int64_t value) {
  if (is_within(form, value)) return {};
  return {"field.between"_fault, {name_of(form), std::to_string(form.least), std::to_string(form.most)}};
}

Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, std::string& out) {
  const std::string* text = std::get_if<std::string>(&from);
  if (!text) return {"field.text"_fault, {name_of(form)}};
  if (bounds == Bounds::Check)
    if (Fault wrong = check_value(form, *text)) return wrong;
  out = *text;
  return {};
}

Fault read_value(const FieldForm& form, const JsonValue& from, Bounds, bool& out) {
  const bool* flag = std::get_if<bool>(&from);
  if (!flag) return {"field.flag"_fault, {name_of(form)}};
  out = *flag;
  return {};
}

Fault read_value(const FieldForm& form, const JsonValue& from, Bounds, Bytes32& out) {
  const std::string* text = std::get_if<std::string>(&from);
  if (!text || !parse_hex(*text, out)) return {"field.hex"_fault, {name_of(form)}};
  return {};
}

Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, std::int64_t& out) {
  const std::int64_t* number = std::get_if<std::int64_t>(&from);
  if (!number) return {"field.number"_fault, {name_of(form)}};
  if (bounds == Bounds::Check)
    if (Fault wrong = check_value(form, *number)) return wrong;
  out = *number;
  return {};
}

// Seats count from 1 in texts.
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds, Seat& out) {
  std::int64_t number = 0;
  Fault wrong = read_value(form, from, Bounds::Check, number);
  if (!wrong) out = static_cast<Seat>(number - 1);
  return wrong;
}

void write_value(JsonPen& pen, const std::string& value) { pen.text(value); }
void write_value(JsonPen& pen, bool value) { pen.flag(value); }
void write_value(JsonPen& pen, const Bytes32& value) { pen.text(hex(value)); }
void write_value(JsonPen& pen, Seat value) { pen.number(value + 1); }

}  // namespace comodin::server
