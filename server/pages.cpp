#include "server/pages.hpp"

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
<p>Este es un servidor de mesas de Comodín.</p>
<p>Un programa se conecta por WebSocket a <code>/ws</code>; lo que se dice por ahí está escrito en
<code>docs/PROTOCOL.md</code>.</p>
</section>
<section lang="en">
<p>This is a server for tables of Comodín.</p>
<p>A program connects by WebSocket at <code>/ws</code>; what is said there is written in
<code>docs/PROTOCOL.md</code>.</p>
</section>
</main>
</body>
</html>
)";

}  // namespace

Pages first_pages() {
  Pages pages;
  pages["/"] = {"text/html; charset=utf-8", kFirst};
  return pages;
}

}  // namespace comodin::server
