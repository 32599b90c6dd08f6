// Two people at one table never have one name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin::server {

// What a name is compared by: without capitals and accents, so that "Inés" and "ines" are one.
std::string looks_of(std::string_view name);

// The name as it is, or with the first number that nobody has: "Ana 2". At most kNameMax characters. `name`
// is clean (clean_text.hpp) and not empty.
std::string distinct_name(const std::string& name, const std::vector<std::string>& taken);

}  // namespace comodin::server
