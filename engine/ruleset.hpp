// RuleSet: what a table agreed on, frozen: PlainRules, which is enough to play, and beside it what only
// people need. Code that prints, draws or stores a game takes a RuleSet; code that plays one takes its plain
// part.
#pragma once

#include <string>
#include <vector>

#include "engine/edition.hpp"
#include "engine/plain_rules.hpp"

namespace comodin {

struct RuleSet : PlainRules {
  // What it was made of.
  Edition edition;
  Options options;
  std::vector<Rule> custom_rules;  // one for each custom wild in the deck

  // What players call things.
  std::vector<std::string> names;  // of the cards: "r7", "W4", "Wc1"
  std::vector<std::string> texts;  // at most kTextsMax; Step::text is an index
  std::vector<std::string> marks;  // at most kMarksMax
};

// Freezes a rule set. `custom` holds the rule of each custom wild that is in the deck. Returns what is wrong.
Fault freeze(const Edition& edition, const Options& options, int seats, const std::vector<Rule>& custom,
             RuleSet& out);

// How many custom wilds these options put into the deck (DECK-2).
int custom_count(const Edition& edition, const Options& options);

}  // namespace comodin
