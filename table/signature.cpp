#include "table/signature.hpp"

#include "table/random_games.hpp"

namespace comodin {

std::uint64_t signature(const RuleSet& rules, Key key, int hands) {
  RandomGames row(rules, key);
  std::uint64_t sum = 0;
  for (int i = 0; i < hands; ++i) {
    row.hand();
    sum = mix(sum + hash(row.state()) + row.decisions());
  }
  return sum;
}

std::string signature_text(std::uint64_t number) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += kHex[number >> shift & 15];
  return out;
}

}  // namespace comodin
