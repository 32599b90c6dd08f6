#include "server/room/entry.hpp"

#include <algorithm>
#include <array>

namespace comodin::server {
namespace {

constexpr std::array<std::string_view, 3> kBy = {"person", "bot", "clock"};

}  // namespace

std::string_view by_word(By by) { return kBy[static_cast<std::size_t>(by)]; }

Fault read_value(const FieldForm& form, const JsonValue& from, Bounds, By& out) {
  const std::string* word = std::get_if<std::string>(&from);
  const auto found = word ? std::ranges::find(kBy, *word) : kBy.end();
  if (found == kBy.end()) return {"field.by"_fault, {std::string(form.name)}};
  out = static_cast<By>(found - kBy.begin());
  return {};
}

void write_value(JsonPen& pen, By by) { pen.text(by_word(by)); }

std::string print_entry(const Entry& entry) {
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("act").text(word_of(entry.act));
  write_form(pen, entry);
  std::visit([&](const auto& act) { write_form(pen, act); }, entry.act);
  pen.close('}');
  return out;
}

Fault parse_entry(std::string_view text, Entry& out) {
  out = {};
  Fields fields;
  if (Fault wrong = Fields::parse(text, kFieldsMax + 8, fields)) return wrong;
  const std::string* word = fields.text("act");
  if (!word || !choose(*word, out.act)) return {"log.act"_fault, {}};
  if (Fault wrong = read_form(*word, fields, out, Bounds::Check)) return wrong;
  const auto is_ours = [](std::string_view name) { return name == "act" || has_field<Entry>(name); };
  return read_chosen(*word, fields, out.act, Bounds::Check, is_ours);
}

}  // namespace comodin::server
