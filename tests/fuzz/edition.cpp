// Edition files: what parses prints and parses back to the same edition, and can be played, or a
// table of it is refused in words.
#include <string>

#include "notation/edition.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Edition edition, again;
  if (const TextError wrong = parse_edition(fuzz::text_of(data, size), edition)) {
    LAW(wrong.line >= 1 && wrong.column >= 1 && fuzz::says(wrong.fault));
    return 0;
  }
  LAW(!parse_edition(print_edition(edition), again));
  LAW(edition == again);
  for (int seats : {2, 4, 10}) {
    RuleSet rules;
    const std::vector<Rule> custom(static_cast<std::size_t>(custom_count(edition, edition.options)));
    if (freeze(edition, edition.options, seats, custom, rules)) continue;
    State state = new_game(rules, size);
    fuzz::play_on(rules, state, size, 60);
  }
  return 0;
}
