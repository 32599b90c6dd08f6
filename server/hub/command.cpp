#include "server/hub/command.hpp"

#include <algorithm>

#include "server/common/limits.hpp"

namespace comodin::server {
namespace {

bool is_id(std::string_view id) {
  return !id.empty() && id.size() <= kIdMax &&
         std::ranges::all_of(id, [](char c) { return c > ' ' && c <= '~' && c != '"' && c != '\\'; });
}

}  // namespace

Fault parse_command(std::string_view frame, Command& out) {
  out = {};
  Fields fields;
  if (Fault wrong = Fields::parse(frame, kFieldsMax, fields)) return wrong;
  const std::string *id = fields.text("id"), *word = fields.text("do");
  if (!id || !is_id(*id)) return {"command.id"_fault, {}};
  out.id = *id;
  if (!word) return {"command.do"_fault, {}};
  if (!choose(*word, out.what)) return {"command.unknown"_fault, {}};
  const auto is_ours = [](std::string_view name) { return name == "do" || name == "id"; };
  return read_chosen(*word, fields, out.what, Bounds::Leave, is_ours);
}

}  // namespace comodin::server
