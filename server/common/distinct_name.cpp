#include "server/common/distinct_name.hpp"

#include <algorithm>
#include <iterator>

#include "server/common/clean_text.hpp"
#include "server/common/limits.hpp"

namespace comodin::server {
namespace {

struct Look {
  char32_t point;
  char latin;
};

// Greek, Cyrillic and a few others that are drawn like a Latin letter or a number, in order. A capital I is
// drawn like a small L.
constexpr Look kLooks[] = {
    {0x0030, 'o'}, {0x0031, 'l'}, {0x0049, 'l'}, {0x007C, 'l'}, {0x0131, 'i'}, {0x0251, 'a'}, {0x0261, 'g'},
    {0x037F, 'j'}, {0x0391, 'a'}, {0x0392, 'b'}, {0x0395, 'e'}, {0x0396, 'z'}, {0x0397, 'h'}, {0x0399, 'l'},
    {0x039A, 'k'}, {0x039C, 'm'}, {0x039D, 'n'}, {0x039F, 'o'}, {0x03A1, 'p'}, {0x03A4, 't'}, {0x03A5, 'y'},
    {0x03A7, 'x'}, {0x03B1, 'a'}, {0x03B2, 'b'}, {0x03B3, 'y'}, {0x03B5, 'e'}, {0x03B6, 'z'}, {0x03B7, 'n'},
    {0x03B9, 'i'}, {0x03BA, 'k'}, {0x03BC, 'u'}, {0x03BD, 'v'}, {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03C3, 'o'},
    {0x03C4, 't'}, {0x03C5, 'u'}, {0x03C7, 'x'}, {0x03C9, 'w'}, {0x03F2, 'c'}, {0x03F3, 'j'}, {0x03F9, 'c'},
    {0x0405, 's'}, {0x0406, 'l'}, {0x0408, 'j'}, {0x0410, 'a'}, {0x0412, 'b'}, {0x0415, 'e'}, {0x0417, '3'},
    {0x041A, 'k'}, {0x041C, 'm'}, {0x041D, 'h'}, {0x041E, 'o'}, {0x0420, 'p'}, {0x0421, 'c'}, {0x0422, 't'},
    {0x0423, 'y'}, {0x0425, 'x'}, {0x042C, 'b'}, {0x0430, 'a'}, {0x0432, 'b'}, {0x0433, 'r'}, {0x0435, 'e'},
    {0x0437, '3'}, {0x043A, 'k'}, {0x043C, 'm'}, {0x043D, 'h'}, {0x043E, 'o'}, {0x043F, 'n'}, {0x0440, 'p'},
    {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x044C, 'b'}, {0x0455, 's'}, {0x0456, 'i'},
    {0x0458, 'j'}, {0x04AE, 'y'}, {0x04AF, 'y'}, {0x04BA, 'h'}, {0x04BB, 'h'}, {0x04C0, 'l'}, {0x04CF, 'l'},
    {0x0500, 'd'}, {0x0501, 'd'}, {0x051A, 'q'}, {0x051B, 'q'}, {0x051C, 'w'}, {0x051D, 'w'},
};
static_assert(std::ranges::is_sorted(kLooks, {}, &Look::point));

char32_t as_drawn(char32_t point) {
  const Look* at = std::ranges::lower_bound(kLooks, point, {}, &Look::point);
  return at != std::end(kLooks) && at->point == point ? static_cast<char32_t>(at->latin) : point;
}

// U+00C0 … U+00FF without accents; a dot: stays as it is.
constexpr std::string_view kLatin = "aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.y";

char32_t as_read(char32_t point) {
  const auto within = [point](char32_t first, char32_t last) { return point >= first && point <= last; };
  if (within(0xC0, 0xFF) && kLatin[point - 0xC0] != '.') return static_cast<char32_t>(kLatin[point - 0xC0]);
  if (within('A', 'Z') || point == 0xC6 || point == 0xD0 || point == 0xD8 || point == 0xDE)
    return point + 0x20;
  if (within(0x391, 0x3A9) || within(0x410, 0x42F)) return point + 0x20;  // Greek, Cyrillic
  return within(0x400, 0x40F) ? point + 0x50 : point;                     // more Cyrillic
}

// Fullwidth letters, and those of formulas, are letters in another dress.
char32_t undressed(char32_t point) {
  constexpr char32_t kAlphabet = 26;  // capitals, then small ones
  if (point >= 0xFF01 && point <= 0xFF5E) return point - 0xFF01 + '!';
  if (point >= 0x1D7CE && point <= 0x1D7FF) return (point - 0x1D7CE) % 10 + '0';
  if (point < 0x1D400 || point > 0x1D6A3) return point;
  const char32_t letter = (point - 0x1D400) % (2 * kAlphabet);
  return letter < kAlphabet ? letter + 'A' : letter - kAlphabet + 'a';
}

struct Forms {
  std::u32string reads, looks;
};

Forms forms_of(std::string_view name) {
  Forms out;
  for (std::size_t size = 0; !name.empty(); name.remove_prefix(std::max<std::size_t>(size, 1))) {
    char32_t point = 0;
    size = first_character(name, point);
    if (point >= 0x300 && point <= 0x36F) continue;  // accents alone say nothing
    point = undressed(point);
    out.reads += as_drawn(as_read(point));
    out.looks += as_read(as_drawn(point));
  }
  return out;
}

bool same(const Forms& one, const Forms& other) {
  return one.reads == other.reads || one.looks == other.looks;
}

}  // namespace

bool same_name(std::string_view one, std::string_view other) { return same(forms_of(one), forms_of(other)); }

std::string distinct_name(const std::string& name, const std::vector<std::string>& taken) {
  const auto is_taken = [&](const std::string& one) {
    return std::ranges::any_of(taken, [&](const std::string& other) { return same_name(one, other); });
  };
  std::string out = name;
  for (int number = 2; is_taken(out); ++number) {
    const std::string end = " " + std::to_string(number);
    out = clean_text(name, kNameMax - end.size()) + end;
  }
  return out;
}

}  // namespace comodin::server
