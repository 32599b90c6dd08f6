// A message that many connections are sent: made once, shared.
#pragma once

#include <memory>
#include <string>

namespace comodin::server {

using Text = std::shared_ptr<const std::string>;

}  // namespace comodin::server
