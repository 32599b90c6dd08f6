// Editions and rules that no shipped edition has, so that everything meets everything else.
#pragma once

#include <span>
#include <string_view>

#include "notation/library.hpp"

namespace comodin::battery {

// `mixed`: powers, creepers, throw rounds, hyperspeed and custom wilds in one deck of 64 kinds.
// `tiny`: 44 cards, 4 of them custom wilds: rules run often, piles run out, hands block (END-4).
std::span<const NamedText> made_up_editions();

// Texts of the rule language that together use every sentence it has.
std::span<const std::string_view> sample_rules();

}  // namespace comodin::battery
