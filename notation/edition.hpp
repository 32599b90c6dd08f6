// Edition files: a rulebook as text (docs/EDITIONS.md describes the lines).
#pragma once

#include <string>
#include <string_view>

#include "engine/edition.hpp"
#include "notation/tokens.hpp"

namespace comodin {

TextError parse_edition(std::string_view text, Edition& out);

// The canonical text: parse_edition() reads it back to the same edition.
std::string print_edition(const Edition& edition);

// Sets an option from its words. Fails at the first wrong token.
bool parse_option(Cursor& at, Options& out, Option& which);
// The same from `NAME=VALUE`. False, and why, for instance if the edition does not use that option.
bool set_option(const Edition& edition, const std::string& text, Options& out, Fault& why);
std::string option_value(const Options& options, Option option);
// Sets every reading that the edition leaves open to what the words of its rulebook say. In a list of options
// this is `literal`.
void read_literally(const Edition& edition, Options& out);
inline constexpr std::string_view kLiteral = "literal";

}  // namespace comodin
