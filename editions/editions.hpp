// The editions, ready rules and clause ids that come with the program. The body is made at build
// time from the folders beside this file (tools/embed.cmake).
#pragma once

#include "notation/library.hpp"

namespace comodin {

Library standard_library(Library::ReadFile read = {});

}  // namespace comodin
