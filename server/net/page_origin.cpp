#include "server/net/page_origin.hpp"

#include <algorithm>

namespace comodin::server {

bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed) {
  if (origin.empty()) return true;
  if (!allowed.empty()) return std::find(allowed.begin(), allowed.end(), origin) != allowed.end();
  for (const std::string_view scheme : {"https://", "http://"})
    if (origin.starts_with(scheme)) return !host.empty() && origin.substr(scheme.size()) == host;
  return false;
}

bool is_origin(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!text.starts_with(scheme)) continue;
    const std::string_view host = text.substr(scheme.size());
    return !host.empty() && host.find_first_of("/?#@ ") == std::string_view::npos;
  }
  return false;
}

}  // namespace comodin::server
