// Texts that people write for other people, made harmless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace comodin::server {

// The result is valid UTF-8 without control, bidirectional, zero-width, private-use and other invisible
// characters. Each run of white space, line ends included, becomes one space, with none at either end. No
// character carries more than two combining marks, and no mark stands alone. At most `most` characters
// remain, possibly none. Cleaning a clean text changes nothing.
std::string clean_text(std::string_view text, std::size_t most);

// The character at the front of a text that is not empty, and its bytes; 0 bytes if it is not UTF-8.
std::size_t first_character(std::string_view text, char32_t& point);

}  // namespace comodin::server
