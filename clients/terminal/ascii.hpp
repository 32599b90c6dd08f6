// For terminals and pipes that know only ASCII: what stands for a character that is not part of it.
#pragma once

#include <string>
#include <string_view>

namespace comodin {

// What the locale says (LC_ALL, LC_CTYPE, LANG).
bool locale_is_utf8();

// Exactly one character for each, so that a screen keeps its shape.
char ascii_cell(char32_t character);
// A text as one would type it: "¿Tomas 4…?" becomes "Tomas 4...?".
std::string ascii_text(std::string_view text);

}  // namespace comodin
