#include "clients/terminal/frame.hpp"

#include <cstring>

#include "clients/terminal/ascii.hpp"

namespace comodin {
namespace {

bool contains(const char* text, const char* part) { return text && std::strstr(text, part); }

int step_of(int value) { return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40; }  // of the 6×6×6 cube

void ink(std::string& out, const Ink& color, Depth depth, bool back) {
  const auto number = [&](int n) { (out += ';') += std::to_string(n); };
  if (color.basic == Ink::kDefault) return number(back ? 49 : 39);
  if (depth == Depth::Sixteen)
    return number((back ? 40 : 30) + (color.basic < 8 ? color.basic : color.basic + 52));
  number(back ? 48 : 38);
  if (depth == Depth::True) {
    number(2);
    number(color.r);
    number(color.g);
    return number(color.b);
  }
  number(5);
  number(16 + 36 * step_of(color.r) + 6 * step_of(color.g) + step_of(color.b));
}

// Where there are colours, dim text has a darker one.
void change_style(std::string& out, const Style& style, Depth depth) {
  out += "\x1b[0";
  static constexpr struct {
    Attribute attribute;
    const char* code;
  } kCodes[] = {{kBold, ";1"}, {kDim, ";2"}, {kUnderline, ";4"}, {kInverse, ";7"}};
  for (const auto& [attribute, code] : kCodes)
    if ((style.attributes & attribute) && (attribute != kDim || depth == Depth::None)) out += code;
  if (depth != Depth::None) {
    ink(out, style.fg, depth, false);
    ink(out, style.bg, depth, true);
  }
  out += 'm';
}

}  // namespace

Depth depth_of(const char* no_color, const char* colorterm, const char* term) {
  if ((no_color && *no_color) || !term || !*term || std::strcmp(term, "dumb") == 0) return Depth::None;
  if (contains(colorterm, "truecolor") || contains(colorterm, "24bit") || contains(term, "direct"))
    return Depth::True;
  return contains(term, "256color") ? Depth::Many : Depth::Sixteen;
}

std::string paint(const Grid& old, const Grid& now, Depth depth, bool utf8) {
  const bool whole = old.width() != now.width() || old.height() != now.height();
  std::string out = "\x1b[?2026h";  // hold the picture until it is complete, on terminals that know how
  if (whole) out += "\x1b[0m\x1b[2J";
  const std::size_t nothing = out.size();
  Style style;
  bool styled = false;
  for (int y = 0; y < now.height(); ++y) {
    int cursor = -1;  // the column that the terminal would write to next
    for (int x = 0; x < now.width(); ++x) {
      const Cell& cell = now.at(x, y);
      const bool half = cell.glyph == 0;  // the right half of a wide character: it came with the left one
      if (half || (!whole && old.at(x, y) == cell)) continue;
      if (cursor != x) out += "\x1b[" + std::to_string(y + 1) + ";" + std::to_string(x + 1) + "H";
      if (!styled || !(style == cell.style)) change_style(out, cell.style, depth);
      style = cell.style;
      styled = true;
      if (utf8) append_utf8(out, cell.glyph);
      else out += ascii_cell(cell.glyph);
      cursor = x + char_width(cell.glyph);
    }
  }
  if (out.size() == nothing && !whole) return "";
  return out + "\x1b[0m\x1b[?2026l";
}

}  // namespace comodin
