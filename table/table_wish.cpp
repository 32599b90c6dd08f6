#include "table/table_wish.hpp"

#include <algorithm>

#include "bots/ladder.hpp"
#include "notation/edition.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

constexpr std::string_view kNames[] = {"",     "Lola", "Paco", "Inés", "Hugo",
                                       "Nina", "Beto", "Alma", "Luis", "Vera"};
constexpr std::uint64_t kRulesPurpose = 77;

}  // namespace

std::string TableWish::level(Seat seat) const {
  return levels.empty() ? std::string(ladder().front().name)
                        : levels[static_cast<std::size_t>(seat - 1) % levels.size()];
}

TableWish default_wish(const Library& library) {
  TableWish wish;
  wish.edition = library.editions().front().name;
  for (const Level& level : ladder().first(std::min<std::size_t>(ladder().size(), 3)))
    wish.levels.emplace_back(level.name);
  return wish;
}

std::shared_ptr<const RuleSet> freeze_wish(Library& library, const TableWish& wish, std::string& why) {
  const Edition* edition = library.edition(wish.edition, "", why);
  if (!edition) return nullptr;
  Options options = edition->options;
  for (const std::string& text : wish.options)
    if (!set_option(*edition, text, options, why)) return nullptr;
  std::vector<Rule> rules(static_cast<std::size_t>(custom_count(*edition, options)));
  Random random(split(wish.seed, kRulesPurpose));
  const auto ready = library.ready_rules();
  for (std::size_t k = 0; k < rules.size(); ++k) {
    const bool given = k < wish.rules.size() && !wish.rules[k].empty();
    const std::string text =
        given ? wish.rules[k]
              : std::string(ready[random.below(static_cast<std::uint32_t>(ready.size()))].name);
    if (const TextError wrong = read_rule(library, text, rules[k])) {
      why = text + ": " + std::to_string(wrong.column) + ": " + wrong.what;
      return nullptr;
    }
  }
  auto out = std::make_shared<RuleSet>();
  why = freeze(*edition, options, wish.players, rules, *out);
  return why.empty() ? out : nullptr;
}

std::vector<std::string> seat_names(int seats) {
  return {std::begin(kNames), std::begin(kNames) + std::clamp(seats, 0, kSeatsMax)};
}

}  // namespace comodin
