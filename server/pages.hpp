// The pages of the server itself, in the binary.
#pragma once

#include "server/http.hpp"

namespace comodin::server {

Pages first_pages();

}  // namespace comodin::server
