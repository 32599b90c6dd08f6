#include "server/http.hpp"

#include <algorithm>

namespace comodin::server {

namespace {

constexpr std::string_view kGames = "/api/games/";
constexpr std::size_t kGameDigits = 32;

constexpr std::pair<const char*, const char*> kGuards[] = {
    {"Content-Security-Policy",
     "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self' "
     "'wasm-unsafe-eval'; frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

bool is_game(std::string_view id) {
  return id.size() == kGameDigits && std::all_of(id.begin(), id.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

Answer one_record(const std::string& game, const Sources& sources) {
  std::string text;
  if (!is_game(game) || !sources.record || !sources.record(game, text)) return plain(404, "no such game\n");
  Answer answer = plain(200, std::move(text));
  answer.attachment = game + ".scn";
  return answer;
}

}  // namespace

Answer plain(int status, std::string text) {
  Answer answer;
  answer.status = status;
  answer.body = std::make_shared<const std::string>(std::move(text));
  return answer;
}

Answer look_at(const Ask& ask) {
  if (ask.method != "GET" && ask.method != "HEAD") return plain(405, "GET and HEAD only\n");
  if (ask.hosts != 1) return plain(400, "one Host header, please\n");
  if (ask.body) return plain(400, "no body, please\n");
  if (!ask.target.starts_with('/')) return plain(400, "a path, please\n");
  return plain(200, "");
}

Answer respond(const Ask& ask, const Sources& sources) {
  if (Answer wrong = look_at(ask); wrong.status != 200) return wrong;
  const std::string_view path = ask.target.substr(0, ask.target.find('?'));
  if (path == "/healthz") return plain(200, "ok\n");
  if (path == "/api/rooms" && sources.rooms) {
    Answer answer = plain(200, sources.rooms());
    answer.type = "application/json";
    return answer;
  }
  if (path.starts_with(kGames)) return one_record(std::string(path.substr(kGames.size())), sources);
  const auto page = sources.pages.find(path);
  if (page == sources.pages.end()) return plain(404, "nothing here\n");
  Answer answer;
  answer.type = page->second.type;
  answer.body = Text(Text(), &page->second.body);  // the table outlives the answer
  answer.fresh = false;
  return answer;
}

std::vector<std::pair<std::string, std::string>> headers_of(const Answer& answer) {
  std::vector<std::pair<std::string, std::string>> out(std::begin(kGuards), std::end(kGuards));
  out.emplace_back("Cache-Control", answer.fresh ? "no-store" : "no-cache");
  if (answer.status != 101) out.emplace_back("Content-Type", answer.type);
  if (answer.status == 405) out.emplace_back("Allow", "GET, HEAD");
  if (answer.retry_after) out.emplace_back("Retry-After", std::to_string(answer.retry_after));
  if (!answer.attachment.empty())
    out.emplace_back("Content-Disposition", "attachment; filename=\"" + answer.attachment + "\"");
  return out;
}

std::string whole_text(const Answer& answer) {
  std::string out = "HTTP/1.1 " + std::to_string(answer.status) + " Refused\r\n";
  for (const auto& [name, value] : headers_of(answer)) out += name + ": " + value + "\r\n";
  return out + "Connection: close\r\nContent-Length: " + std::to_string(answer.body->size()) + "\r\n\r\n" +
         *answer.body;
}

}  // namespace comodin::server
