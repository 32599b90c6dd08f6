// May a page from there talk to us? Browsers keep our cookies and storage from other pages, but let every
// page open a WebSocket to any server. They say where the page came from, so the server has to check it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin::server {

// `origin` and `host` are as in the request; `allowed` has whole origins, "https://play.example". If it is
// empty, the page must come from the very host and port that was asked. An empty origin is a program, not a
// page. Texts are compared whole: no suffix, no case, no default port.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed);

// Is this how an origin is written, scheme://host or scheme://host:port? For settings.
bool is_origin(std::string_view text);

}  // namespace comodin::server
