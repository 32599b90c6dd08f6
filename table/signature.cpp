#include "table/signature.hpp"

#include "table/random_games.hpp"
#include "table/table_request.hpp"

namespace comodin {

std::uint64_t signature(const PlainRules& rules, Key key, int hands) {
  RandomGames row(rules, key);
  std::uint64_t sum = 0;
  for (int i = 0; i < hands; ++i) {
    row.hand();
    sum = mix(sum + hash(row.state()) + row.decisions());
  }
  return sum;
}

std::shared_ptr<const RuleSet> bench_table(Library& library, std::string_view edition, int players) {
  TableRequest request{.edition = std::string(edition), .players = players};
  request.rules.assign(kSeatsMax, std::string(kBenchRule));
  Fault why;
  return freeze_request(library, request, why);
}

std::uint64_t signature_of_all(Library& library) {
  std::uint64_t sum = 0;
  for (const NamedText& edition : library.editions())
    for (const int players : kBenchPlayers)
      if (const auto rules = bench_table(library, edition.name, players))
        sum = split(sum, signature(*rules, kBenchKey, kSignatureHands));
  return sum;
}

std::string signature_text(std::uint64_t number) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += kHex[number >> shift & 15];
  return out;
}

}  // namespace comodin
