#include "table/table_request.hpp"

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

std::string TableRequest::level(Seat seat) const {
  return levels.empty() ? std::string(ladder().front().name)
                        : levels[static_cast<std::size_t>(seat - 1) % levels.size()];
}

TableRequest default_request(const Library& library) {
  TableRequest request;
  request.edition = library.editions().front().name;
  for (const Level& level : ladder().first(std::min<std::size_t>(ladder().size(), 3)))
    request.levels.emplace_back(level.name);
  return request;
}

std::shared_ptr<const RuleSet> freeze_request(Library& library, const TableRequest& request, Fault& why) {
  const Edition* edition = library.edition(request.edition, "", why);
  if (!edition) return nullptr;
  Options options = edition->options;
  for (const std::string& text : request.options)
    if (!set_option(*edition, text, options, why)) return nullptr;
  std::vector<Rule> rules(static_cast<std::size_t>(custom_count(*edition, options)));
  Random random(split(request.seed, kRulesPurpose));
  const auto ready = library.ready_rules();
  for (std::size_t k = 0; k < rules.size(); ++k) {
    const bool given = k < request.rules.size() && !request.rules[k].empty();
    const std::string text =
        given ? request.rules[k]
              : std::string(ready[random.below(static_cast<std::uint32_t>(ready.size()))].name);
    if (const TextError wrong = read_rule(library, text, rules[k])) {
      why = around({"table.rule"_fault, {fault_word(text), std::to_string(wrong.column)}}, wrong.fault);
      return nullptr;
    }
  }
  auto out = std::make_shared<RuleSet>();
  why = freeze(*edition, options, request.players, rules, *out);
  return why ? nullptr : out;
}

std::vector<std::string> seat_names(int seats) {
  return {std::begin(kNames), std::begin(kNames) + std::clamp(seats, 0, kSeatsMax)};
}

}  // namespace comodin
