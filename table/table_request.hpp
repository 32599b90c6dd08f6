// TableRequest: the table that somebody asks for, in words. It becomes a RuleSet when the game begins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "engine/ruleset.hpp"
#include "notation/library.hpp"

namespace comodin {

struct TableRequest {
  std::string edition;               // an id, or the path of an edition file
  int players = 4;                   // you included
  std::vector<std::string> levels;   // of the others, in turn; repeated from the front if there are too few
  std::vector<std::string> options;  // "stacking=any"
  std::vector<std::string> rules;    // on the custom wilds: ready rules by name, or texts; or the key picks
  Key seed = 0;                      // 0: taken from the clock

  std::string level(Seat seat) const;  // of a seat other than yours
  friend bool operator==(const TableRequest&, const TableRequest&) = default;
};

// The first edition, four players, and opponents from the lower rungs of the ladder.
TableRequest default_request(const Library& library);

// Null, and why, if there is no such table.
std::shared_ptr<const RuleSet> freeze_request(Library& library, const TableRequest& request, Fault& why);

// The others' names, seat by seat; yours is empty.
std::vector<std::string> seat_names(int seats);

}  // namespace comodin
