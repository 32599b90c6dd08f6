#include "server/note.hpp"

#include <array>
#include <ctime>

namespace comodin::server {

namespace {

// Only ASCII is left as it is: a log may be read in any terminal.
std::string escaped(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') (out += '\\') += c;
    else if (byte >= 0x20 && byte < 0x7F) out += c;
    else ((out += "\\u00") += kDigits[byte >> 4]) += kDigits[byte & 15];
  }
  return out;
}

std::string stamp(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  std::array<char, 32> text{};
  gmtime_r(&time, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

std::string note_line(Log log, std::int64_t seconds, std::string_view event, std::string_view detail) {
  if (log == Log::None) return "";
  if (log == Log::Words) return stamp(seconds) + " " + escaped(event) + ": " + escaped(detail) + "\n";
  return "{\"time\":\"" + stamp(seconds) + "\",\"event\":\"" + escaped(event) + "\",\"detail\":\"" +
         escaped(detail) + "\"}\n";
}

}  // namespace comodin::server
