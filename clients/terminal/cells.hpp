// A grid of cells: what a screen shows, before it becomes bytes. Layout functions write here and nowhere
// else, so they can be tested without a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace comodin {

// A colour, for terminals with many colours and for those with sixteen.
struct Ink {
  std::uint8_t r = 0, g = 0, b = 0;
  std::uint8_t basic = kDefault;  // 0 … 15, or the terminal's own
  static constexpr std::uint8_t kDefault = 16;
  friend bool operator==(const Ink&, const Ink&) = default;
};

enum Attribute : std::uint8_t { kBold = 1, kDim = 2, kUnderline = 4, kInverse = 8 };

struct Style {
  Ink fg, bg;
  std::uint8_t attributes = 0;
  Style with(std::uint8_t more) const { return {fg, bg, static_cast<std::uint8_t>(attributes | more)}; }
  Style on(Ink other) const { return {fg, other, attributes}; }
  friend bool operator==(const Style&, const Style&) = default;
};

struct Cell {
  char32_t glyph = U' ';
  Style style;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Rect {
  int x = 0, y = 0, w = 0, h = 0;
  int right() const { return x + w; }
  int bottom() const { return y + h; }
  bool empty() const { return w <= 0 || h <= 0; }
  bool holds(int px, int py) const { return px >= x && px < x + w && py >= y && py < y + h; }
  friend bool operator==(const Rect&, const Rect&) = default;
};

// The next character of a UTF-8 text; U+FFFD if the bytes are not one. `text` is not empty.
char32_t next_char(std::string_view& text);
void append_utf8(std::string& out, char32_t character);
// How many cells a character takes: 0, 1 or 2.
int char_width(char32_t character);
int text_width(std::string_view text);
// The text in at most `width` cells; what is cut off shows as an ellipsis.
std::string shortened(std::string_view text, int width);
// The text in lines of at most `width` cells, broken between words where possible. All but the first begin
// with `hanging` blanks.
std::vector<std::string> wrapped(std::string_view text, int width, int hanging = 0);

class Grid {
 public:
  Grid() = default;
  Grid(int width, int height) : width_(width), height_(height) {
    cells_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  }
  int width() const { return width_; }
  int height() const { return height_; }
  Rect area() const { return {0, 0, width_, height_}; }

  const Cell& at(int x, int y) const { return cells_[index(x, y)]; }
  void set(int x, int y, char32_t glyph, const Style& style);
  // Writes a text and returns the column behind it. Nothing goes beyond `end` or the grid.
  int put(int x, int y, std::string_view text, const Style& style, int end = 1 << 20);
  void fill(const Rect& rect, char32_t glyph, const Style& style);
  // The row as UTF-8, for tests.
  std::string row(int y) const;
  std::string text() const;

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_ = 0, height_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace comodin
