#include "server/net/http.hpp"

#include <algorithm>

#include "server/net/machine.hpp"

namespace comodin::server {

namespace {

constexpr std::string_view kGames = "/api/games/";
constexpr std::size_t kGameDigits = 32;
constexpr std::string_view kLost = "/404.html";

constexpr std::pair<const char*, const char*> kGuards[] = {
    {"Content-Security-Policy",
     "default-src 'none'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self' "
     "'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; font-src 'self'; frame-ancestors 'none'; "
     "base-uri 'none'; form-action 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

constexpr std::string_view kNode = "/node/", kSocket = "/ws";

bool is_game(std::string_view id) {
  return id.size() == kGameDigits && std::all_of(id.begin(), id.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// Calls what(item) for each item between commas, without the spaces around it, until that says true.
template <class What>
bool any_item(std::string_view list, What what) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, comma);
    while (item.starts_with(' ') || item.starts_with('\t')) item.remove_prefix(1);
    while (item.ends_with(' ') || item.ends_with('\t')) item.remove_suffix(1);
    if (what(item)) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

bool takes_gzip(std::string_view accepted) {
  return any_item(accepted, [](std::string_view item) {
    const std::size_t semicolon = std::min(item.find(';'), item.size());
    const std::string_view quality = item.substr(semicolon);  // ";q=0", ";q=0.5"
    return item.substr(0, item.find_first_of("; ")) == "gzip" &&
           (quality.empty() || quality.find_first_of("123456789") != std::string_view::npos);
  });
}

// Does the client have this version already?
bool has_it(std::string_view if_none_match, std::string_view tag) {
  return any_item(if_none_match, [&](std::string_view item) {
    if (item.starts_with("W/")) item.remove_prefix(2);  // put there by proxies
    return item == "*" || item == tag;
  });
}

HttpReply one_page(const Page& page, const RequestHead& head) {
  HttpReply answer;
  answer.type = page.type;
  answer.varies = !page.gzip.empty();
  answer.gzip = answer.varies && takes_gzip(head.accept_encoding);
  answer.body = Text(Text(), answer.gzip ? &page.gzip : &page.body);  // the table outlives the answer
  answer.keep = page.lasts ? Keep::Forever : Keep::Checked;
  if (page.tag.empty()) return answer;
  answer.tag = '"' + page.tag + (answer.gzip ? "-gz\"" : "\"");
  if (!has_it(head.if_none_match, answer.tag)) return answer;
  answer.status = 304;
  answer.body = std::make_shared<const std::string>();
  return answer;
}

HttpReply no_such_game() { return plain(404, "no such game\n"); }

HttpReply one_record(std::string game) {
  if (!is_game(game)) return no_such_game();
  HttpReply answer = plain(200, "");
  answer.game = std::move(game);
  return answer;
}

// For people who have mistyped an address; programs are told in a word.
HttpReply nothing_here(std::string_view path, const Sources& sources) {
  const auto page = sources.pages.find(kLost);
  if (page == sources.pages.end() || path.starts_with("/api/")) return plain(404, "nothing here\n");
  HttpReply answer = plain(404, "");
  answer.type = page->second.type;
  answer.body = Text(Text(), &page->second.body);  // the table outlives the answer
  return answer;
}

}  // namespace

bool is_node_name(std::string_view name) {
  return !name.empty() && name.size() <= kNodeNameMax && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::string_view node_named(std::string_view path) {
  if (!path.starts_with(kNode) || !path.ends_with(kSocket) || path.size() < kNode.size() + kSocket.size())
    return {};
  path.remove_prefix(kNode.size());
  path.remove_suffix(kSocket.size());
  return is_node_name(path) ? path : std::string_view();
}

std::function<std::string()> kept_for(Millis ms, std::function<std::string()> text) {
  return [ms, text = std::move(text), kept = std::string(), until = Millis{}]() mutable {
    if (const Millis now = now_ms(); now >= until) {
      kept = text();
      until = now + ms;
    }
    return kept;
  };
}

HttpReply plain(int status, std::string text) {
  HttpReply answer;
  answer.status = status;
  answer.body = std::make_shared<const std::string>(std::move(text));
  return answer;
}

HttpReply look_at(const RequestHead& head) {
  if (head.method != "GET" && head.method != "HEAD") return plain(405, "GET and HEAD only\n");
  if (head.hosts != 1) return plain(400, "one Host header, please\n");
  if (head.body) return plain(400, "no body, please\n");
  if (!head.target.starts_with('/')) return plain(400, "a path, please\n");
  return plain(200, "");
}

HttpReply respond(const RequestHead& head, const Sources& sources) {
  if (HttpReply wrong = look_at(head); wrong.status != 200) return wrong;
  const std::string_view path = head.target.substr(0, head.target.find('?'));
  if (path == "/healthz") {
    const std::string unwell = sources.unwell ? sources.unwell() : "";
    return unwell.empty() ? plain(200, "ok\n") : plain(503, unwell + "\n");
  }
  if (path == "/api/rooms" && sources.rooms) {
    HttpReply answer = plain(200, sources.rooms());
    answer.type = "application/json";
    return answer;
  }
  if (path.starts_with(kGames)) return one_record(std::string(path.substr(kGames.size())));
  const auto page = sources.pages.find(path);
  if (page == sources.pages.end()) return nothing_here(path, sources);
  return one_page(page->second, head);
}

HttpReply record_reply(const std::string& game, std::optional<std::string> found) {
  if (!found) return no_such_game();
  HttpReply answer = plain(200, std::move(*found));
  answer.attachment = game + ".scn";
  return answer;
}

std::vector<std::pair<std::string, std::string>> headers_of(const HttpReply& answer) {
  std::vector<std::pair<std::string, std::string>> out(std::begin(kGuards), std::end(kGuards));
  out.emplace_back("Cache-Control", answer.keep == Keep::Never     ? "no-store"
                                    : answer.keep == Keep::Checked ? "no-cache"
                                                                   : "public, max-age=31536000, immutable");
  if (answer.status != 101 && answer.status != 304) out.emplace_back("Content-Type", answer.type);
  if (!answer.tag.empty()) out.emplace_back("ETag", answer.tag);
  if (answer.varies) out.emplace_back("Vary", "Accept-Encoding");
  if (answer.gzip && answer.status == 200) out.emplace_back("Content-Encoding", "gzip");
  if (answer.status == 405) out.emplace_back("Allow", "GET, HEAD");
  if (answer.retry_after) out.emplace_back("Retry-After", std::to_string(answer.retry_after));
  if (!answer.attachment.empty())
    out.emplace_back("Content-Disposition", "attachment; filename=\"" + answer.attachment + "\"");
  return out;
}

std::string whole_text(const HttpReply& answer) {
  std::string out = "HTTP/1.1 " + std::to_string(answer.status) + " Refused\r\n";
  for (const auto& [name, value] : headers_of(answer)) out += name + ": " + value + "\r\n";
  return out + "Connection: close\r\nContent-Length: " + std::to_string(answer.body->size()) + "\r\n\r\n" +
         *answer.body;
}

}  // namespace comodin::server
