#include "server/hub/notice.hpp"

#include "notation/number.hpp"

namespace comodin::server {
namespace {

std::string_view cut(std::string_view& text, char at) {
  const std::size_t end = text.find(at);
  const std::string_view out = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return out;
}

}  // namespace

// A line each: a word, and what it is about.
std::string print_notice(const Notice& notice) {
  std::string out = notice.draining ? "draining\n" : "";
  out += "rooms " + std::to_string(notice.rooms) + "\n";
  for (const std::string& row : notice.listed) out += "listed " + row + "\n";
  for (const Spent& spent : notice.spent)
    out += "spent " + std::to_string(spent.batch) + " " + spent.limit + " " + spent.whose + " " +
           std::to_string(spent.amount) + "\n";
  return out;
}

Notice read_notice(std::string_view text) {
  Notice out;
  while (!text.empty()) {
    std::string_view line = cut(text, '\n');
    const std::string_view word = cut(line, ' ');
    if (word == "draining") out.draining = true;
    if (word == "rooms") (void)read_number(line, out.rooms, 0, UINT64_MAX);
    if (word == "listed" && out.listed.size() < kListMost) out.listed.emplace_back(line);
    if (word != "spent" || out.spent.size() >= kSpentMost) continue;
    Spent spent;
    const bool counted = read_number(cut(line, ' '), spent.batch, 0, UINT64_MAX);
    spent.limit = cut(line, ' ');
    spent.whose = cut(line, ' ');
    if (counted && read_number(line, spent.amount, 0, INT64_MAX)) out.spent.push_back(std::move(spent));
  }
  return out;
}

}  // namespace comodin::server
