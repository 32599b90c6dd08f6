// Rule texts: what editions say about their cards and what players write on a custom wild.
// The language is described in docs/RULE-LANGUAGE.md.
#pragma once

#include <string>
#include <string_view>

#include "engine/edition.hpp"
#include "notation/tokens.hpp"

namespace comodin {

// Which steps may be used: an edition's cards have a few more than players' rules.
enum class RuleUse { Custom, Play, Last, First };

inline constexpr int kNumberMax = 20;  // the largest number of cards a rule can name
inline constexpr int kNestingMax = 4;  // votes and choices inside each other

// Reads sentences up to the end of the line (edition lines) or of the text (custom rules).
bool parse_rule(Cursor& at, RuleUse use, Rule& out);

// A rule written at the table. `fixed`: the colour that `named` stands for, in a ready rule.
TextError parse_rule_text(std::string_view text, Rule& out, Color fixed = Color::None);

// The canonical text: parse_rule_text() reads it back to the same rule.
std::string print_rule(const Rule& rule);

// A rule that consists only of words, which the player confirms (CUSTOM-4).
Rule text_only_rule(std::string text);
bool is_text_only(const Rule& rule);

std::string_view color_word(Color color);        // "red"
std::string_view who_word(Who who);              // "next"
std::string_view count_word(Count count);        // "most"
char color_letter(Color color);                  // 'r'
Color color_of_letter(std::string_view letter);  // None if it is not one
Color color_of_word(std::string_view word);

}  // namespace comodin
