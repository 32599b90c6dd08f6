#include "tests/battery/tables.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "editions/editions.hpp"
#include "notation/edition.hpp"
#include "notation/rule.hpp"
#include "tests/battery/samples.hpp"
#include "words/fault.hpp"

namespace comodin::battery {
namespace {

constexpr int kSeats[] = {2, 3, 4, 7, 10};

// HOUSE, each alone, then several at once. What an edition or a seat count refuses is left out.
constexpr const char* kOptionSets[] = {
    "",
    "stacking same",
    "stacking any",
    "jump_in on",
    "seven_zero on",
    "draw until_playable",
    "w4_bluff forbidden",
    "cards 1",
    "cards 2",
    "cards 10",
    "format race; target 60",
    "format low; target 60",
    "format hand",
    "teams pairs",
    "drawn_forced must; drawn_voluntary must",
    "drawn_forced may; drawn_voluntary may",
    "drawn_forced may; drawn_voluntary must",
    "two_player_reverse pass",
    "turn_limit 1",
    "turn_limit 20; format low",
    "custom_wilds 0",
    "custom_wilds 1; draw until_playable",
    "stacking any; w4_bluff forbidden; drawn_forced may",
    "stacking any; jump_in on; seven_zero on; draw until_playable; drawn_forced may; drawn_voluntary may",
    "stacking same; jump_in on; seven_zero on; w4_bluff forbidden; format low; cards 10; target 200",
    "stacking any; jump_in on; seven_zero on; draw until_playable; teams pairs; turn_limit 200; cards 5",
    "jump_in on; seven_zero on; two_player_reverse pass; cards 2; drawn_forced must; target 1",
};

// The readings, each where an edition has room for it, and with what changes them.
constexpr const char* kReadings[] = {
    "uno_window answer; cards 2",
    "uno_window answer; stacking any; jump_in on; cards 3",
    "double_uno end; cards 2",
    "double_uno end; double_second any; uno_window answer; stacking any; seven_zero on; cards 3",
    "double_second any",
    "double_second any; w4_bluff forbidden; stacking same; cards 2",
    "flip_effect placed",
    "flip_effect placed; seven_zero on; stacking any; drawn_forced must",
    "shield_reverse flips",
    "shield_reverse flips; two_player_reverse pass; double_second any; flip_effect placed",
    "throw_color last; cards 2",
    "throw_wild matches; cards 2",
    "throw_color last; throw_wild matches; stacking any; jump_in on; seven_zero on",
    "stuck_draw any",
    "stuck_draw any; draw until_playable; drawn_forced may; w4_bluff forbidden",
};

Options parse_options(const Edition& edition, const std::string& text) {
  Options out = edition.options;
  std::vector<Token> tokens;
  tokenize(text, tokens);
  Cursor at(tokens);
  for (Option option{}; !at.at_line_end(); at.accept_mark(';'))
    if (!parse_option(at, out, option)) break;
  EXPECT_TRUE(at.ok()) << text << ": " << english(at.error().fault);
  return out;
}

bool refused_on_purpose(const std::string& why) {
  return why.find("teams") != std::string::npos || why.find("is for editions with") != std::string::npos ||
         why.find("too small to deal") != std::string::npos;
}

class TableList {
 public:
  std::vector<Table> run() {
    for (const NamedText& edition : library().editions())
      for (int seats : kSeats)
        for (const char* options : kOptionSets) add(std::string(edition.name), seats, options);
    for (const NamedText& edition : library().editions())
      for (std::size_t i = 0; i < std::size(kReadings); ++i)
        add(std::string(edition.name), kSeats[i % std::size(kSeats)], kReadings[i]);
    for (std::size_t k = 0; k < rule_pool().size(); ++k)  // each rule on all custom wilds of a small deck
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t many = std::size(kOptionSets) - 4;  // the first with many options at once
        add_with("tiny", kSeats[(k + i) % 3], i == 2 ? kOptionSets[many + k % 4] : "", {rule_pool()[k]});
      }
    return std::move(out_);
  }

 private:
  void add(const std::string& edition, int seats, const std::string& options) {
    std::vector<Rule> rules;
    for (int k = 0; k < 4; ++k) rules.push_back(rule_pool()[next_rule_++ % rule_pool().size()]);
    add_with(edition, seats, options, rules);
  }

  void add_with(const std::string& edition, int seats, const std::string& options,
                const std::vector<Rule>& rules) {
    Table table = make_table(edition, seats, options, rules);
    if (table.rules) out_.push_back(std::move(table));
  }

  std::vector<Table> out_;
  std::size_t next_rule_ = 0;
};

std::vector<Rule> read_pool() {
  std::vector<Rule> out;
  const auto add = [&](std::string_view name, std::string_view text, Color fixed = Color::None) {
    Rule rule;
    const TextError wrong = parse_rule_text(text, rule, fixed);
    EXPECT_FALSE(wrong) << text << ": " << english(wrong.fault);
    rule.name = name;
    out.push_back(rule);
  };
  for (const NamedText& ready : library().ready_rules()) add(ready.name, ready.text);
  add("draw-until-color g", library().ready_rule("draw-until-color"), Color::Green);
  for (std::string_view text : sample_rules()) add("", text);
  out.push_back(text_only_rule("Canta el \"estribillo\" # entero"));
  return out;
}

std::vector<NamedText> all_editions(const Library& shipped) {
  std::vector<NamedText> out(shipped.editions().begin(), shipped.editions().end());
  for (const NamedText& edition : made_up_editions()) out.push_back(edition);
  return out;
}

}  // namespace

Library& library() {
  static const Library shipped = standard_library();
  static const std::vector<NamedText> editions = all_editions(shipped);
  static const std::vector<std::string_view> no_clauses;
  static Library all(editions, shipped.ready_rules(), no_clauses,
                     [](const std::string& path, std::string& text) {
                       std::ifstream file(path);
                       text.assign(std::istreambuf_iterator<char>(file), {});
                       return file.good();
                     });
  return all;
}

const std::vector<Rule>& rule_pool() {
  static const std::vector<Rule> pool = read_pool();
  return pool;
}

Table make_table(const std::string& edition_name, int seats, const std::string& options,
                 const std::vector<Rule>& rules) {
  Fault wrong;
  const Edition* edition = library().edition(edition_name, "", wrong);
  EXPECT_TRUE(edition) << english(wrong);
  if (!edition) return {};
  const Options chosen = parse_options(*edition, options);
  if (!edition->custom() && options.find("custom_wilds") != std::string::npos) return {};
  std::vector<Rule> written;
  for (int k = 0; k < custom_count(*edition, chosen); ++k)
    written.push_back(rules[static_cast<std::size_t>(k) % rules.size()]);
  auto frozen = std::make_shared<RuleSet>();
  const std::string why = english(freeze(*edition, chosen, seats, written, *frozen));
  EXPECT_TRUE(why.empty() || refused_on_purpose(why)) << edition_name << " " << options << ": " << why;
  if (!why.empty()) return {};
  return {options, frozen};
}

const std::vector<Table>& tables() {
  static const std::vector<Table> all = TableList().run();
  return all;
}

std::string describe(const Table& table) {
  std::string out = "edition " + table.rules->edition.id + ", " + std::to_string(table.rules->seats) +
                    " seats, options: " + (table.options.empty() ? "its own" : table.options);
  for (const Rule& rule : table.rules->custom_rules)
    out += "\n  custom: " + (rule.name.empty() ? print_rule(rule) : rule.name);
  return out;
}

}  // namespace comodin::battery
