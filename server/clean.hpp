// Texts that people write for other people, made harmless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace comodin::server {

// Valid UTF-8 without control, bidirectional, zero-width and other invisible characters, and without
// those of private use; runs of white space
// (line ends too) are one space, none at the ends; at most two combining marks on a character, and none on
// nothing; at most `most` characters. May be empty then. Cleaning again changes nothing.
std::string clean(std::string_view text, std::size_t most);

}  // namespace comodin::server
