#include "notation/library.hpp"

#include "notation/rule.hpp"

#include <algorithm>

#include "notation/edition.hpp"

namespace comodin {
namespace {

std::string_view find(std::span<const NamedText> texts, std::string_view name) {
  for (const NamedText& text : texts)
    if (text.name == name) return text.text;
  return {};
}

bool is_path(const std::string& name) {
  return name.find('/') != std::string::npos || name.find('.') != std::string::npos;
}

}  // namespace

Library::Library(std::span<const NamedText> editions, std::span<const NamedText> ready_rules,
                 std::span<const std::string_view> clauses, ReadFile read)
    : editions_(editions), rules_(ready_rules), clauses_(clauses), read_(std::move(read)) {}

const Edition* Library::edition(const std::string& name, const std::string& folder, std::string& error) {
  std::string key = name, text;
  if (is_path(name)) {
    const bool absolute = name[0] == '/';
    key = absolute || folder.empty() ? name : folder + "/" + name;
    if (loaded_.count(key)) return loaded_[key].get();
    if (!read_ || !(read_(key, text) || (key = name, read_(key, text)))) {
      error = "expected an edition file, but " + name + " cannot be read";
      return nullptr;
    }
  } else {
    if (loaded_.count(key)) return loaded_[key].get();
    text = find(editions_, name);
    if (text.empty()) {
      error = "expected one of";
      for (const NamedText& known : editions_) (error += " ") += known.name;
      error += ", or the path of an edition file, got `" + name + "`";
      return nullptr;
    }
  }
  auto edition = std::make_unique<Edition>();
  if (const TextError wrong = parse_edition(text, *edition)) {
    error = key + ":" + std::to_string(wrong.line) + ":" + std::to_string(wrong.column) + ": " + wrong.what;
    return nullptr;
  }
  return (loaded_[key] = std::move(edition)).get();
}

std::string_view Library::ready_rule(std::string_view name) const { return find(rules_, name); }

bool Library::has_clause(std::string_view id) const {
  return std::find(clauses_.begin(), clauses_.end(), id) != clauses_.end();
}

TextError read_rule(const Library& library, const std::string& text, Rule& out) {
  const std::string_view ready = library.ready_rule(text);
  const TextError wrong = parse_rule_text(ready.empty() ? std::string_view(text) : ready, out);
  if (!ready.empty()) out.name = text;
  return wrong;
}

}  // namespace comodin
