// The lines of a record that prove its deals; each begins with `# fair ` (docs/FAIR.md).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fair/chance.hpp"

namespace comodin {

inline constexpr std::size_t kGameIdMax = 64;  // bytes of a game's id: letters, digits, `-` and `_`

std::string print_fair(std::string_view game, std::span<const FairHand> hands);
// Reads them back from a whole record. False, and why: there are none, they are malformed, or a secret is not
// the one committed to.
bool parse_fair(std::string_view record, std::string& game, std::vector<FairHand>& hands, Fault& why);

}  // namespace comodin
