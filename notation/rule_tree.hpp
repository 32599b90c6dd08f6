// A rule as a tree of sentences: votes and choices hold the sentences of their branches. It serves all code
// that shows rules instead of running them.
#pragma once

#include <string>
#include <vector>

#include "engine/edition.hpp"
#include "notation/json.hpp"

namespace comodin {

struct RuleBranch;

struct RuleSentence {
  Step step;
  std::vector<RuleBranch> branches;  // of a vote: yes, no; of a choice: one for each label
};

struct RuleBranch {
  std::string label;
  std::vector<RuleSentence> sentences;
};

std::vector<RuleSentence> rule_tree(const Rule& rule);

// [{"kind":"draw","who":"next","n":2},…]: the words of the rule language in fields. Custom rules only.
void write_rule_tree(JsonPen& pen, const Rule& rule);

}  // namespace comodin
