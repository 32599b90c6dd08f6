// HTTP: what is asked, and what is answered, without sockets. Every answer carries the same guards.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/world.hpp"

namespace comodin::server {

// A file of the page. It is found by its whole path and nothing else: there is no folder to climb out of.
struct Page {
  std::string type;
  std::string body;
  std::string gzip = {};  // the same, compressed; empty: not worth it
  std::string tag = {};   // of this content and no other; empty: none
  bool lasts = false;     // what is at this path never changes: its name has a hash in it
};
using Pages = std::map<std::string, Page, std::less<>>;  // by path: "/", "/app.js"

struct Ask {
  std::string_view method, target;
  std::size_t hosts = 1;  // Host headers; there must be exactly one
  bool body = false;      // does it bring one?
  std::string_view accept_encoding = {}, if_none_match = {};
};

// How long somebody may keep an answer: not at all, until they have asked whether it still holds, for ever.
enum class Keep : std::uint8_t { Never, Checked, Forever };

struct Answer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  Text body;
  Keep keep = Keep::Never;
  std::string tag = {};         // of this body, in quotes
  bool gzip = false;            // the body is compressed
  bool varies = false;          // others may be sent it in another encoding
  std::string attachment = {};  // the name to save it under
  int retry_after = 0;          // seconds
};

// What answers come from. The functions may be empty.
struct Sources {
  Pages pages;
  std::function<std::string()> rooms;  // JSON
  std::function<bool(const std::string& game, std::string& out)> record;
};

// What `text` says, made anew only when it is older than that.
std::function<std::string()> kept_for(Millis ms, std::function<std::string()> text);

Answer plain(int status, std::string text);
Answer respond(const Ask& ask, const Sources& sources);

// Is the request in order at all? Then 200; else what to say.
Answer look_at(const Ask& ask);

// Of the answer, without its length.
std::vector<std::pair<std::string, std::string>> headers_of(const Answer& answer);
// As it goes over the wire, and the connection is closed after it: for those who are not even listened to.
std::string whole_text(const Answer& answer);

}  // namespace comodin::server
