// What people in the simulation mean to play.
#include "tests/battery/tables.hpp"
#include "tests/server/simulation_client.hpp"

namespace comodin::server {
namespace {

// The readings that the edition has room for, each now and then; or all of them by the book's words.
std::string some_readings(const std::string& edition, Random& random) {
  Fault why;
  std::string out = random.one_in(5) ? ",literal" : "";
  const Edition* rulebook = battery::library().edition(edition, "", why);
  for (int i = 0; i < kOptions; ++i) {
    const OptionInfo& option = info(static_cast<Option>(i));
    if (!option.reading() || !rulebook->uses(static_cast<Option>(i)) || !random.one_in(3)) continue;
    const auto values = static_cast<std::uint32_t>(option.values.size());
    out += "," + std::string(option.name) + "=" + std::string(option.values[random.below(values)]);
  }
  return out;
}

std::string some_options(const std::string& edition, Random& random) {
  static constexpr const char* kSome[] = {
      "stacking=any",     "jump_in=on",           "seven_zero=on",
      "stacking=same",    "draw=until_playable",  "w4_bluff=forbidden",
      "drawn_forced=may", "drawn_voluntary=must", "two_player_reverse=pass"};
  std::string out = random.one_in(4) ? "format=race,target=20" : "format=hand";
  out += ",turn_limit=120,cards=" + std::to_string(1 + random.below(4));
  for (const char* one : kSome)
    if (random.one_in(6)) out += std::string(",") + one;
  return out + some_readings(edition, random);
}

}  // namespace

std::unique_ptr<Plan> some_plan(int number, Random& random) {
  static constexpr const char* kEditions[] = {"classic", "creeper", "hyperdrive", "powers", "streams"};
  static constexpr int kClocks[] = {0, 8, 20, 45};
  auto plan = std::make_unique<Plan>();
  plan->number = number;
  plan->persons = 2 + static_cast<int>(random.below(3));
  const int seats = plan->persons + static_cast<int>(random.one_in(2) ? random.below(3) : 0);
  plan->levels = {"novato", "aprendiz", "casual"};
  plan->games = 1 + static_cast<int>(random.below(2));
  const std::string edition = kEditions[random.below(5)];
  plan->setting = R"("edition":")" + edition + R"(","options":")" + some_options(edition, random) +
                  "\",\"seats\":" + std::to_string(seats) +
                  ",\"clock\":" + std::to_string(kClocks[random.below(4)]);
  if (random.one_in(3)) plan->setting += ",\"listed\":true";
  return plan;
}

}  // namespace comodin::server
