#include "server/net/pages.hpp"

namespace comodin::server {

namespace {

constexpr const char* kFirst = R"(<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Comodín</title>
</head>
<body>
<main>
<h1>Comodín</h1>
<section lang="es">
<p>Este es un servidor de mesas de Comodín, construido sin la página del juego: <code>./play</code> la
construye y la pone aquí.</p>
<p>Un programa se conecta por WebSocket a <code>/ws</code>; el protocolo está descrito en
<code>docs/PROTOCOL.md</code>.</p>
</section>
<section lang="en">
<p>This is a server for tables of Comodín, built without the page of the game: <code>./play</code> builds it
and puts it here.</p>
<p>A program connects by WebSocket at <code>/ws</code>; the protocol is described in
<code>docs/PROTOCOL.md</code>.</p>
</section>
</main>
</body>
</html>
)";

constexpr std::pair<std::string_view, const char*> kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".woff2", "font/woff2"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
};

std::string type_of(std::string_view path) {
  for (const auto& [end, type] : kTypes)
    if (path.ends_with(end)) return type;
  return "application/octet-stream";
}

}  // namespace

Pages pages_of(std::span<const WebFile> files) {
  Pages pages;
  pages["/"] = {"text/html; charset=utf-8", kFirst};
  for (const WebFile& file : files) {
    Page page{type_of(file.path), std::string(file.body), std::string(file.gzip), std::string(file.hash)};
    page.lasts = file.path.starts_with("assets/");  // Vite puts a hash into these names
    pages[file.path == "index.html" ? "/" : "/" + std::string(file.path)] = std::move(page);
  }
  return pages;
}

}  // namespace comodin::server
