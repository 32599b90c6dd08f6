// From one grid to the next, as the bytes that a terminal understands.
#pragma once

#include <string>

#include "clients/terminal/cells.hpp"

namespace comodin {

enum class Depth { None, Sixteen, Many, True };  // how many colours the terminal has

// By NO_COLOR, COLORTERM and TERM.
Depth depth_of(const char* no_color, const char* colorterm, const char* term);

// What turns the screen `old` into `now`. A different size, or an empty `old`, paints everything.
std::string paint(const Grid& old, const Grid& now, Depth depth, bool utf8);

}  // namespace comodin
