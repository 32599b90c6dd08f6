// HTTP: what is asked, and what is answered, without sockets. Every answer carries the same guards.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/common/text.hpp"
#include "server/common/time.hpp"

namespace comodin::server {

// A file of the page. It is found by its whole path and nothing else: there is no folder to climb out of.
struct Page {
  std::string type;
  std::string body;
  std::string gzip = {};  // the same, compressed; empty: not worth it
  std::string tag = {};   // unique to this content; empty: none
  bool lasts = false;     // what is at this path never changes: its name has a hash in it
};
using Pages = std::map<std::string, Page, std::less<>>;  // by path: "/", "/app.js"

struct RequestHead {
  std::string_view method, target;
  std::size_t hosts = 1;  // Host headers; there must be exactly one
  bool body = false;      // does the request have one?
  std::string_view accept_encoding = {}, if_none_match = {};
};

// Whether a client may keep an answer: never, if it checks each time whether the answer still holds, or
// forever.
enum class Keep : std::uint8_t { Never, Checked, Forever };

struct HttpReply {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  Text body;
  Keep keep = Keep::Never;
  std::string tag = {};         // of this body, in quotes
  bool gzip = false;            // the body is compressed
  bool varies = false;          // other clients may get it in another encoding
  std::string attachment = {};  // the name to save it under
  int retry_after = 0;          // seconds
  std::string game = {};        // its record is asked for: record_reply() is the answer, and not this
  std::string node = {};        // the connection is another node's, which is there: HOST:PORT
};

// What answers come from. The functions may be empty.
struct Sources {
  Pages pages;
  std::function<std::string()> rooms;        // JSON
  std::function<std::string()> unwell = {};  // why nobody new should come here; empty: all is well
};

// A path of a node's WebSocket, /node/NAME/ws: the name. Empty: it is another path.
std::string_view node_named(std::string_view path);
inline constexpr std::size_t kNodeNameMax = 32;
bool is_node_name(std::string_view name);  // lower-case letters, digits and -

// The result of `text`, made anew only when it is older than this.
std::function<std::string()> kept_for(Millis ms, std::function<std::string()> text);

HttpReply plain(int status, std::string text);
HttpReply respond(const RequestHead& head, const Sources& sources);
// `found`: nothing if there is no such game.
HttpReply record_reply(const std::string& game, std::optional<std::string> found);

// 200 if the request is valid at all; otherwise what to answer.
HttpReply look_at(const RequestHead& head);

// The headers of an answer, without its length.
std::vector<std::pair<std::string, std::string>> headers_of(const HttpReply& answer);
// The whole answer as text, for clients whose request is not even read. The connection is closed after it.
std::string whole_text(const HttpReply& answer);

}  // namespace comodin::server
