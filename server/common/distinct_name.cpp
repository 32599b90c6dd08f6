#include "server/common/distinct_name.hpp"

#include <algorithm>

#include "server/common/clean_text.hpp"
#include "server/common/limits.hpp"

namespace comodin::server {
namespace {

// U+00C0 … U+00FF without accents; a dot: stays as it is.
constexpr std::string_view kLatin = "aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.y";

constexpr unsigned kHead = 0xC0, kTail = 0x80, kTailBits = 6, kTailMask = 0x3F;

// A letter of two bytes: accents alone say nothing, Greek and Cyrillic capitals become small.
void add_folded(std::string& out, unsigned point) {
  if (point >= 0x300 && point <= 0x36F) return;
  if (point >= 0xC0 && point <= 0xFF) {
    const char plain = kLatin[point - 0xC0];
    if (plain != '.') {
      out += plain;
      return;
    }
    if (point == 0xC6 || point == 0xD0 || point == 0xD8 || point == 0xDE) point += 0x20;
  }
  if ((point >= 0x391 && point <= 0x3A9) || (point >= 0x410 && point <= 0x42F)) point += 0x20;
  out += static_cast<char>(kHead | point >> kTailBits);
  out += static_cast<char>(kTail | (point & kTailMask));
}

}  // namespace

std::string looks_of(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const auto byte = static_cast<unsigned char>(name[at]);
    const bool two = byte >= kHead && byte < 0xE0 && at + 1 < name.size();
    if (two) {
      add_folded(out, (byte & 0x1Fu) << kTailBits | (static_cast<unsigned char>(name[at + 1]) & kTailMask));
      ++at;
    } else {
      out += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : name[at];
    }
  }
  return out;
}

std::string distinct_name(const std::string& name, const std::vector<std::string>& taken) {
  const auto is_taken = [&](const std::string& one) {
    return std::ranges::any_of(taken,
                               [&](const std::string& other) { return looks_of(other) == looks_of(one); });
  };
  std::string out = name;
  for (int number = 2; is_taken(out); ++number) {
    const std::string end = " " + std::to_string(number);
    out = clean_text(name, kNameMax - end.size()) + end;
  }
  return out;
}

}  // namespace comodin::server
