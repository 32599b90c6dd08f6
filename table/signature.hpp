// The signature: a fingerprint of what the engine plays, the same with every compiler and build.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/chance.hpp"
#include "engine/ruleset.hpp"
#include "notation/library.hpp"

namespace comodin {

// What `comodin bench` and the bench in the browser play.
inline constexpr Key kBenchKey = 20261115;
inline constexpr int kSignatureHands = 300;
inline constexpr std::array kBenchPlayers = {2, 4, 10};
inline constexpr std::string_view kBenchRule = "extra-turn";  // on all custom wilds

// A hash over the final position of each of this many hands of random play.
std::uint64_t signature(const PlainRules& rules, Key key, int hands);
// Over all editions and each of kBenchPlayers: what `comodin bench --signature` prints and a test expects.
std::uint64_t signature_of_all(Library& library);
// The rules for one edition's part of it; null if there is no such edition.
std::shared_ptr<const RuleSet> bench_table(Library& library, std::string_view edition, int players);
std::string signature_text(std::uint64_t number);  // 16 hexadecimal digits

}  // namespace comodin
