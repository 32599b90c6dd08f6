// The signature: a fingerprint of what the engine plays, the same with every compiler and build.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/chance.hpp"
#include "engine/ruleset.hpp"

namespace comodin {

// What `comodin bench` plays, and the bench in the browser.
inline constexpr Key kBenchKey = 20261115;
inline constexpr int kSignatureHands = 300;
inline constexpr std::array kBenchPlayers = {2, 4, 10};
inline constexpr std::string_view kBenchRule = "extra-turn";  // on all custom wilds

// A hash over the end of each of so many hands of random play.
std::uint64_t signature(const RuleSet& rules, Key key, int hands);
std::string signature_text(std::uint64_t number);  // 16 hexadecimal digits

}  // namespace comodin
