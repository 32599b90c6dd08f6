#include "clients/terminal/cells.hpp"

#include <algorithm>

namespace comodin {
namespace {

constexpr char32_t kWrong = 0xFFFD;

// Combining marks and characters that are drawn over the one before.
bool is_zero_width(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x300 && c < 0x370) || (c >= 0x200B && c < 0x2010) ||
         (c >= 0xFE00 && c < 0xFE10) || c == 0xFEFF;
}

// East Asian wide characters and pictures.
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c < 0x1160) || (c >= 0x2E80 && c < 0xA4D0) || (c >= 0xAC00 && c < 0xD7A4) ||
         (c >= 0xF900 && c < 0xFB00) || (c >= 0xFE30 && c < 0xFE70) || (c >= 0xFF00 && c < 0xFF61) ||
         (c >= 0x1F300 && c < 0x1F650) || (c >= 0x1F680 && c < 0x1FA80) || (c >= 0x20000 && c < 0x40000);
}

}  // namespace

char32_t next_char(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead > 0xF4 || text.size() < length) {
    text.remove_prefix(1);
    return kWrong;
  }
  char32_t out = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) {
      text.remove_prefix(1);
      return kWrong;
    }
    out = out << 6 | (byte(i) & 0x3F);
  }
  text.remove_prefix(length);
  const char32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0;  // not the shortest form
  return out < least || out > 0x10FFFF || (out >= 0xD800 && out < 0xE000) ? kWrong : out;
}

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
  }
  put(0x80 | (c & 0x3F));
}

int char_width(char32_t character) { return is_zero_width(character) ? 0 : is_wide(character) ? 2 : 1; }

int text_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) width += char_width(next_char(text));
  return width;
}

std::string shortened(std::string_view text, int width) {
  if (text_width(text) <= width) return std::string(text);
  std::string out;
  int used = 0;
  while (!text.empty()) {
    const char32_t c = next_char(text);
    if (used + char_width(c) > width - 1) break;
    used += char_width(c);
    append_utf8(out, c);
  }
  return width > 0 ? out + "…" : "";
}

std::vector<std::string> wrapped(std::string_view text, int width, int hanging) {
  std::vector<std::string> lines(1);
  int used = 0;
  const int further = std::max(1, width - hanging);  // of all lines but the first
  const auto new_line = [&] {
    lines.emplace_back(static_cast<std::size_t>(hanging), ' ');
    used = 0;
    width = further;
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    std::string_view word = text.substr(0, end);
    if (used > 0 && used + 1 + text_width(word) > width) new_line();
    if (used > 0) {
      lines.back() += ' ';
      ++used;
    }
    while (text_width(word) > width - used && !word.empty()) {  // a word longer than a line
      if (used >= width) new_line();
      const char32_t c = next_char(word);
      append_utf8(lines.back(), c);
      used += std::max(char_width(c), 0);
    }
    lines.back() += word;
    used += text_width(word);
    if (end < text.size() && text[end] == '\n') new_line();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void Grid::set(int x, int y, char32_t glyph, const Style& style) {
  if (!area().holds(x, y)) return;
  cells_[index(x, y)] = {glyph, style};
}

int Grid::put(int x, int y, std::string_view text, const Style& style, int end) {
  end = std::min(end, width_);
  while (!text.empty()) {
    const char32_t c = next_char(text);
    const int width = char_width(c);
    if (width == 0) continue;
    if (x + width > end) break;
    set(x, y, c, style);
    if (width == 2) set(x + 1, y, 0, style);  // 0: the right half of the character before
    x += width;
  }
  return x;
}

void Grid::fill(const Rect& rect, char32_t glyph, const Style& style) {
  for (int y = rect.y; y < rect.bottom(); ++y)
    for (int x = rect.x; x < rect.right(); ++x) set(x, y, glyph, style);
}

std::string Grid::row(int y) const {
  std::string out;
  for (int x = 0; x < width_; ++x)
    if (at(x, y).glyph != 0) append_utf8(out, at(x, y).glyph);
  return out;
}

std::string Grid::text() const {
  std::string out;
  for (int y = 0; y < height_; ++y) out += row(y) + "\n";
  return out;
}

}  // namespace comodin
