// Rule texts: what parses prints and parses back to the same, and plays: on four wilds at once it
// ends, loses no card and always leaves somebody to go on.
#include <string>

#include "notation/player.hpp"
#include "notation/rule.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;

namespace {

constexpr std::string_view kTable = R"(scenario "three custom wilds in hand"
edition classic
option custom_wilds 4
option target 40
players 3
turn 1
hand 1 Wc1 Wc2 r7 g3 W4 b0
hand 2 Wc3 b7 y2 r+2
hand 3 Wc4 g7 bs
discard r9
)";

const Setup& setup() {
  static const Setup made = [] {
    std::vector<Scenario> out;
    LAW(!parse_scenarios(kTable, "", fuzz::library(), out));
    return out[0].setup;
  }();
  return made;
}

void play_it(const Rule& rule, std::uint64_t seed) {
  RuleSet rules;
  const RuleSet& base = *setup().rules;
  if (freeze(base.edition, base.options, base.seats, {rule, rule, rule, rule}, rules)) return;
  Setup with = setup();
  with.rules = std::make_shared<RuleSet>(rules);
  with.seed = seed;
  State state = position(with);
  fuzz::play_on(rules, state, seed, 40);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  for (Color fixed : {Color::None, Color::Green}) {
    Rule rule, again;
    if (const TextError wrong = parse_rule_text(text, rule, fixed)) {
      LAW(wrong.column >= 1 && fuzz::says(wrong.fault));
      continue;
    }
    LAW(rule.steps.size() <= static_cast<std::size_t>(kProgramMax));
    LAW(!parse_rule_text(print_rule(rule), again));
    LAW(again.steps == rule.steps && again.texts == rule.texts);
    play_it(rule, size);
  }
  return 0;
}
