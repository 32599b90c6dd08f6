// Two people at one table never have one name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin::server {

// Names are one if they read alike, capitals and accents aside ("Inés", "ines"), or look alike: letters of
// other alphabets, fullwidth letters, and I l 1 | 0 O count as what they are drawn like.
bool same_name(std::string_view one, std::string_view other);

// The name as it is, or with the first number that nobody has: "Ana 2". At most kNameMax characters. `name`
// is clean (clean_text.hpp) and not empty.
std::string distinct_name(const std::string& name, const std::vector<std::string>& taken);

}  // namespace comodin::server
