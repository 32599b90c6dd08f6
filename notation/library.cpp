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

const Edition* Library::edition(const std::string& name, const std::string& folder, Fault& why) {
  std::string key = name, text;
  if (is_path(name)) {
    const bool absolute = name[0] == '/';
    key = absolute || folder.empty() ? name : folder + "/" + name;
    if (loaded_.contains(key)) return loaded_[key].get();
    bool known = read_ && read_(key, text);
    if (read_ && !known) {  // not in the folder: try the path as it is
      key = name;
      known = read_(key, text);
    }
    if (!known) {
      why = {"edition.unreadable"_fault, {fault_word(name)}};
      return nullptr;
    }
  } else {
    if (loaded_.contains(key)) return loaded_[key].get();
    text = find(editions_, name);
    if (text.empty()) {
      std::string all;
      for (const NamedText& known : editions_) (all += all.empty() ? "" : " ") += known.name;
      why = {"edition.unknown"_fault, {all, name}};
      return nullptr;
    }
  }
  auto edition = std::make_unique<Edition>();
  if (const TextError wrong = parse_edition(text, *edition)) {
    why = around({"edition.in_file"_fault,
                  {fault_word(key), std::to_string(wrong.line), std::to_string(wrong.column)}},
                 wrong.fault);
    return nullptr;
  }
  auto& kept = loaded_[key];
  kept = std::move(edition);
  return kept.get();
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
