// Cells, text and the bytes that paint them.
#include <gtest/gtest.h>

#include "clients/terminal/cells.hpp"
#include "clients/terminal/frame.hpp"
#include "engine/chance.hpp"

namespace comodin {
namespace {

TEST(Cells, measure_text) {
  EXPECT_EQ(text_width("Comodín"), 7);
  EXPECT_EQ(text_width("♥ ▲ ─"), 5);
  EXPECT_EQ(text_width("牌"), 2);
  EXPECT_EQ(text_width("e\xCC\x81"), 1);  // an accent on its own
  EXPECT_EQ(shortened("Colores al poder", 8), "Colores…");
  EXPECT_EQ(shortened("corto", 8), "corto");
  EXPECT_EQ(shortened("x", 0), "");
}

TEST(Cells, wrap_between_words) {
  EXPECT_EQ(wrapped("uno dos tres", 7), (std::vector<std::string>{"uno dos", "tres"}));
  EXPECT_EQ(wrapped("a\nb", 7), (std::vector<std::string>{"a", "b"}));
  for (const std::string& line : wrapped("unapalabralarguísima y más", 5))
    EXPECT_LE(text_width(line), 5) << line;
}

TEST(Cells, bad_bytes_are_one_character_each) {
  std::string_view text = "\xFF\xC3\x28\xED\xA0\x80";
  int count = 0;
  while (!text.empty()) {
    next_char(text);
    ++count;
  }
  EXPECT_LE(count, 6);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    for (int k = 0; k < 20; ++k) bytes += static_cast<char>(random.below(256));
    EXPECT_GE(text_width(bytes), 0);
    EXPECT_LE(text_width(shortened(bytes, 7)), 7);
  }
}

TEST(Cells, nothing_is_written_outside) {
  Grid grid(5, 2);
  grid.put(3, 0, "abcdef", {});
  grid.put(-2, 1, "xyz", {});
  grid.put(4, 1, "牌", {});  // half of it would stick out
  grid.fill({-5, -5, 100, 6}, U'#', {});
  EXPECT_EQ(grid.row(0), "#####");
  EXPECT_EQ(grid.row(1), "z    ");
}

// A terminal that understands what paint() writes.
Grid shown_after(Grid screen, const std::string& bytes) {
  std::string_view rest = bytes;
  int x = 0, y = 0;
  while (!rest.empty()) {
    if (rest[0] != '\x1b') {
      const char32_t c = next_char(rest);
      screen.set(x, y, c, {});
      x += char_width(c);
      continue;
    }
    const std::size_t end = rest.find_first_of("HJmhl");
    const std::string sequence(rest.substr(2, end - 2));
    if (rest[end] == 'H') {
      std::sscanf(sequence.c_str(), "%d;%d", &y, &x);
      --x;
      --y;
    }
    if (rest[end] == 'J') screen.fill(screen.area(), U' ', {});
    rest.remove_prefix(end + 1);
  }
  return screen;
}

TEST(Frame, a_difference_is_enough) {
  Random random(7);
  Grid before, screen(30, 8);
  for (int turn = 0; turn < 50; ++turn) {
    Grid now(30, 8);
    for (int k = 0; k < 40; ++k)
      now.set(static_cast<int>(random.below(30)), static_cast<int>(random.below(8)),
              U"abc♥▲é " [random.below(7)], { {255, 0, 0, 1}, {}, 0 });
    screen = shown_after(screen, paint(before, now, Depth::True, true));
    ASSERT_EQ(screen.text(), now.text()) << turn;
    before = now;
  }
  EXPECT_EQ(paint(before, before, Depth::True, true), "");
}

TEST(Frame, colours_as_far_as_there_are) {
  Grid grid(1, 1);
  grid.set(0, 0, U'é', {{255, 0, 0, 9}, {0, 0, 255, 4}, kDim});
  EXPECT_NE(paint({}, grid, Depth::True, true).find("38;2;255;0;0;48;2;0;0;255"), std::string::npos);
  EXPECT_NE(paint({}, grid, Depth::Many, true).find("38;5;196;48;5;21"), std::string::npos);
  EXPECT_NE(paint({}, grid, Depth::Sixteen, true).find("91;44"), std::string::npos);
  EXPECT_EQ(paint({}, grid, Depth::None, true).find("38;"), std::string::npos);
  EXPECT_NE(paint({}, grid, Depth::None, true).find(";2"), std::string::npos);  // dim, without colours
  for (char c : paint({}, grid, Depth::None, false)) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
  EXPECT_EQ(depth_of("1", "truecolor", "xterm"), Depth::None);
  EXPECT_EQ(depth_of(nullptr, "truecolor", "xterm"), Depth::True);
  EXPECT_EQ(depth_of("", nullptr, "xterm-256color"), Depth::Many);
  EXPECT_EQ(depth_of(nullptr, nullptr, "xterm"), Depth::Sixteen);
  EXPECT_EQ(depth_of(nullptr, nullptr, "dumb"), Depth::None);
}

}  // namespace
}  // namespace comodin
