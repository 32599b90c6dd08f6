// The page that people play in, as the web client was built: files in the binary.
#pragma once

#include <span>

#include "server/net/http.hpp"

namespace comodin::server {

struct WebFile {
  std::string_view path;  // "index.html", "assets/main-1a2b3c4d.js"
  std::string_view hash;
  std::string_view body, gzip;  // gzip may be empty
};

// Those of this program (made by tools/embed_web.cmake); none if it was built without the page.
std::span<const WebFile> web_files();

// index.html is the page at "/", 404.html the answer where there is nothing. Without files: a page that says
// how to get one.
Pages pages_of(std::span<const WebFile> files);

}  // namespace comodin::server
