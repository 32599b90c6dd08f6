// PageFields: what the page asks for, as "name value" fields that each end in a zero byte. A value may be any
// text without one: rules and scenarios have lines of their own.
#pragma once

#include <string>
#include <string_view>

#include "table/table_request.hpp"

namespace comodin {

struct PageFields {
  TableRequest request{.seed = 1};
  std::string scenario;
};

// The error's line is the number of the field.
TextError read_page_fields(std::string_view text, PageFields& out);

}  // namespace comodin
