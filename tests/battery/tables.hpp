// The tables under test: every edition, from 2 to 10 seats, with every option alone and many at once,
// and rules of all sorts on the custom wilds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/ruleset.hpp"
#include "notation/library.hpp"

namespace comodin::battery {

struct Table {
  std::string options;  // as changed from the edition's own: "stacking any; jump_in on"
  std::shared_ptr<const RuleSet> rules;
};

// Frozen once; the order is always the same.
const std::vector<Table>& tables();

// One table of a shipped or made-up edition. The custom wilds carry `rules` in turn.
Table make_table(const std::string& edition, int seats, const std::string& options,
                 const std::vector<Rule>& rules);

// Everything that can be written on a custom wild: the ready rules, the samples, a text only.
const std::vector<Rule>& rule_pool();

// The shipped editions, ready rules and clauses, and the made-up editions.
Library& library();

std::string describe(const Table& table);

}  // namespace comodin::battery
