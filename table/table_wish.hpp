// TableWish: a table as somebody asks for it, in words. It becomes a RuleSet when the game begins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "engine/ruleset.hpp"
#include "notation/library.hpp"

namespace comodin {

struct TableWish {
  std::string edition;               // an id, or the path of an edition file
  int players = 4;                   // you included
  std::vector<std::string> levels;   // of the others, in turn; taken again from the front if too few
  std::vector<std::string> options;  // "stacking=any"
  std::vector<std::string> rules;  // on the custom wilds: names of ready rules, or texts; else the key picks
  Key seed = 0;                    // 0: by the clock

  std::string level(Seat seat) const;  // of a seat other than yours
  friend bool operator==(const TableWish&, const TableWish&) = default;
};

// The first edition, four players, opponents from the lower rungs of the ladder.
TableWish default_wish(const Library& library);

// Null, and what is wrong in words a player can act on.
std::shared_ptr<const RuleSet> freeze_wish(Library& library, const TableWish& wish, std::string& why);

// The others' names, seat by seat; yours is empty.
std::vector<std::string> seat_names(int seats);

}  // namespace comodin
