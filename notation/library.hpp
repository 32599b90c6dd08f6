// Library: the texts that come with the program (editions, ready rules, clause ids), and access to edition
// files outside it. editions/ fills one in at build time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/edition.hpp"
#include "notation/tokens.hpp"

namespace comodin {

struct NamedText {
  std::string_view name, text;
};

class Library {
 public:
  // Reads a file; returns false if it does not exist.
  using ReadFile = std::function<bool(const std::string& path, std::string& text)>;

  Library(std::span<const NamedText> editions, std::span<const NamedText> ready_rules,
          std::span<const std::string_view> clauses, ReadFile read = {});

  // An edition by its id or by the path of its file, which is first looked for in `folder`. Null, and why, if
  // there is no such edition or its text is wrong.
  const Edition* edition(const std::string& name, const std::string& folder, Fault& why);

  // A ready rule's text, as sentences of the rule language; empty if no rule has that name.
  std::string_view ready_rule(std::string_view name) const;

  std::span<const NamedText> editions() const { return editions_; }
  std::span<const NamedText> ready_rules() const { return rules_; }
  bool has_clause(std::string_view id) const;

 private:
  std::span<const NamedText> editions_, rules_;
  std::span<const std::string_view> clauses_;
  ReadFile read_;
  std::map<std::string, std::unique_ptr<Edition>> loaded_;
};

// A ready rule by its name, or a text in the rule language.
TextError read_rule(const Library& library, const std::string& text, Rule& out);

}  // namespace comodin
