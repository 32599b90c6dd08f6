// May a page from there talk to us? A browser says where a page came from, and sends our cookies and storage
// to nobody else; but it lets every page open a WebSocket to anywhere. So the server has to look.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin::server {

// `origin` and `host` as the request says them; `allowed`: whole origins, "https://play.example". Without
// any, the page must come from the very host and port that was asked. An empty origin is a program, not a
// page. Texts are compared whole: no suffix, no case, no default port.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed);

// Is this how an origin is written, scheme://host or scheme://host:port? For settings.
bool is_origin(std::string_view text);

}  // namespace comodin::server
