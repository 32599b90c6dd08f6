// What do the bots at a table do next? They see views only: the croupier in think() sees to that.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bots/bot.hpp"
#include "bots/memory.hpp"
#include "engine/view.hpp"

namespace comodin::server {

struct ThinkJob {
  std::shared_ptr<const RuleSet> rules;
  State state;
  Knowledge knowledge;
  Memory memory;
  std::vector<std::string> levels;  // by seat; empty: a person
  Key key = 0;                      // of what they do at random in this position
  std::string payer;                // who is charged for the thinking, when payers take turns
  std::weak_ptr<const int> wanted;  // expired: nobody waits for the answer any more
};
struct Thought {
  bool moves = false;  // false: the game waits for a person, and no bot has anything to say
  Reaction reaction;   // the move, and how long after the question
};
Thought think(const ThinkJob& job);
// May it take more than a fraction of a millisecond?
bool takes_long(const ThinkJob& job);

}  // namespace comodin::server
