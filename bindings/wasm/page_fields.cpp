#include "bindings/wasm/page_fields.hpp"

#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr std::size_t kListMost = 64;  // levels, options or rules

bool push(std::vector<std::string>& list, std::string_view value) {
  if (list.size() >= kListMost) return false;
  list.emplace_back(value);
  return true;
}

bool put(std::string& text, std::string_view value) {
  text = value;
  return true;
}

bool read_field(std::string_view name, std::string_view value, PageFields& out) {
  if (name == "edition") return put(out.request.edition, value);
  if (name == "players") return read_number(value, out.request.players);
  if (name == "level") return push(out.request.levels, value);
  if (name == "option") return push(out.request.options, value);
  if (name == "rule") return push(out.request.rules, value);
  if (name == "seed") return read_number(value, out.request.seed);
  if (name == "scenario") return put(out.scenario, value);
  return false;
}

}  // namespace

TextError read_page_fields(std::string_view text, PageFields& out) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\0');
    const std::string_view field = text.substr(0, end);
    const std::size_t space = field.find(' ');
    const bool whole = end != std::string_view::npos && space != std::string_view::npos;
    if (!whole || !read_field(field.substr(0, space), field.substr(space + 1), out))
      return {number, 1, {"page.field"_fault, {std::string(field.substr(0, 40))}}};
    text.remove_prefix(end + 1);
  }
  return {};
}

}  // namespace comodin
