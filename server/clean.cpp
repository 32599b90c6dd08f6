#include "server/clean.hpp"

#include <algorithm>
#include <iterator>

namespace comodin::server {
namespace {

constexpr int kMarksInARow = 2;  // accents over accents: some languages need two

enum class Kind { Plain, Gone, Space, Mark };

struct Range {
  char32_t first, last;
  Kind kind;
};

// In order. What is in none of them is plain. Line ends and tabs keep words apart: they are spaces.
constexpr Range kRanges[] = {
    {0x0000, 0x0008, Kind::Gone},    // controls
    {0x0009, 0x000D, Kind::Space},   // tab, line feed … carriage return
    {0x000E, 0x001F, Kind::Gone},    // controls
    {0x0020, 0x0020, Kind::Space},   //
    {0x007F, 0x0084, Kind::Gone},    // controls
    {0x0085, 0x0085, Kind::Space},   // next line
    {0x0086, 0x009F, Kind::Gone},    // controls
    {0x00A0, 0x00A0, Kind::Space},   // no-break space
    {0x00AD, 0x00AD, Kind::Gone},    // soft hyphen
    {0x0300, 0x034E, Kind::Mark},    // combining marks
    {0x034F, 0x034F, Kind::Gone},    // grapheme joiner
    {0x0350, 0x036F, Kind::Mark},    //
    {0x061C, 0x061C, Kind::Gone},    // Arabic letter mark
    {0x115F, 0x1160, Kind::Gone},    // Hangul fillers
    {0x1680, 0x1680, Kind::Space},   // Ogham space
    {0x17B4, 0x17B5, Kind::Gone},    // Khmer vowels that are not written
    {0x180B, 0x180F, Kind::Gone},    // Mongolian selectors and vowel separator
    {0x1AB0, 0x1AFF, Kind::Mark},    // combining marks
    {0x1DC0, 0x1DFF, Kind::Mark},    //
    {0x2000, 0x200A, Kind::Space},   // spaces of all widths
    {0x200B, 0x200F, Kind::Gone},    // zero width; left-to-right and right-to-left marks
    {0x2028, 0x2029, Kind::Space},   // line and paragraph separators
    {0x202A, 0x202E, Kind::Gone},    // bidirectional embeddings and overrides
    {0x202F, 0x202F, Kind::Space},   // narrow no-break space
    {0x205F, 0x205F, Kind::Space},   // mathematical space
    {0x2060, 0x206F, Kind::Gone},    // word joiner, bidirectional isolates, invisible operators
    {0x20D0, 0x20FF, Kind::Mark},    // combining marks for symbols
    {0x2800, 0x2800, Kind::Space},   // Braille blank
    {0x3000, 0x3000, Kind::Space},   // ideographic space
    {0x3164, 0x3164, Kind::Gone},    // Hangul filler
    {0xFDD0, 0xFDEF, Kind::Gone},    // noncharacters
    {0xFE00, 0xFE0E, Kind::Gone},    // variation selectors …
    {0xFE0F, 0xFE0F, Kind::Mark},    // … and the one that makes a sign a picture
    {0xFE20, 0xFE2F, Kind::Mark},    // combining half marks
    {0xFEFF, 0xFEFF, Kind::Gone},    // byte order mark
    {0xFFA0, 0xFFA0, Kind::Gone},    // halfwidth Hangul filler
    {0xFFF0, 0xFFFB, Kind::Gone},    // specials: annotations
    {0x1BCA0, 0x1BCA3, Kind::Gone},  // shorthand controls
    {0x1D173, 0x1D17A, Kind::Gone},  // musical controls
    {0xE0000, 0xE0FFF, Kind::Gone},  // tags, more variation selectors
};

Kind kind_of(char32_t point) {
  if ((point & 0xFFFE) == 0xFFFE) return Kind::Gone;  // noncharacters at the end of each plane
  const auto* range = std::lower_bound(std::begin(kRanges), std::end(kRanges), point,
                                       [](const Range& at, char32_t value) { return at.last < value; });
  return range != std::end(kRanges) && range->first <= point ? range->kind : Kind::Plain;
}

// The character at the front of `text` and its bytes; 0 bytes if it is not UTF-8.
std::size_t decode(std::string_view text, char32_t& point) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  point = byte(0);
  if (point < 0x80) return 1;
  const std::size_t size = point >= 0xF0 ? 4 : point >= 0xE0 ? 3 : 2;
  if (point < 0xC2 || point > 0xF4 || text.size() < size) return 0;
  point &= 0x7Fu >> size;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    point = point << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // less could be written shorter
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  return point < kLeast[size] || point > 0x10FFFF || surrogate ? 0 : size;
}

}  // namespace

std::string clean(std::string_view text, std::size_t most) {
  std::string out;
  std::size_t characters = 0;
  bool space = false;        // one is due before the next character
  int marks = kMarksInARow;  // since the last character that can carry one
  for (std::size_t size = 0; !text.empty() && characters < most;
       text.remove_prefix(std::max<std::size_t>(size, 1))) {
    char32_t point = 0;
    size = decode(text, point);
    const Kind kind = size ? kind_of(point) : Kind::Gone;
    if (kind == Kind::Gone) continue;
    if (kind == Kind::Space) {
      space = !out.empty();
      marks = kMarksInARow;
      continue;
    }
    if (kind == Kind::Mark && marks == kMarksInARow) continue;
    marks = kind == Kind::Mark ? marks + 1 : 0;
    if (space && characters + 1 == most) break;
    if (space) out += ' ', ++characters;
    space = false;
    out += text.substr(0, size);
    ++characters;
  }
  return out;
}

}  // namespace comodin::server
