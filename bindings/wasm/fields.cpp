#include "bindings/wasm/fields.hpp"

#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr std::size_t kListMost = 64;  // levels, options or rules

bool push(std::vector<std::string>& list, std::string_view value) {
  if (list.size() >= kListMost) return false;
  list.emplace_back(value);
  return true;
}

bool read_field(std::string_view name, std::string_view value, Fields& out) {
  if (name == "edition") return out.wish.edition = value, true;
  if (name == "players") return read_number(value, out.wish.players);
  if (name == "level") return push(out.wish.levels, value);
  if (name == "option") return push(out.wish.options, value);
  if (name == "rule") return push(out.wish.rules, value);
  if (name == "seed") return read_number(value, out.wish.seed);
  if (name == "scenario") return out.scenario = value, true;
  return false;
}

}  // namespace

TextError read_fields(std::string_view text, Fields& out) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\0');
    const std::string_view field = text.substr(0, end);
    const std::size_t space = field.find(' ');
    const bool whole = end != std::string_view::npos && space != std::string_view::npos;
    if (!whole || !read_field(field.substr(0, space), field.substr(space + 1), out))
      return {number, 1, "expected a field, got `" + std::string(field.substr(0, 40)) + "`"};
    text.remove_prefix(end + 1);
  }
  return {};
}

}  // namespace comodin
