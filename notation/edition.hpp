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

// Sets an option from its words. Fails at the token that is wrong.
bool parse_option(Cursor& at, Options& out, Option& which);
// The same from `NAME=VALUE`, for an edition in which it means something. False, and why.
bool set_option(const Edition& edition, const std::string& text, Options& out, std::string& why);
std::string option_value(const Options& options, Option option);
// Every reading that the edition has room for as its rulebook's words say it; in a list of options:
// `literal`.
void read_literally(const Edition& edition, Options& out);
inline constexpr std::string_view kLiteral = "literal";

}  // namespace comodin
