// Texts of people, made harmless.
#include "server/common/clean_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace comodin::server {
namespace {

constexpr std::size_t kMost = 40;

// UTF-8 of any number, surrogates and numbers that are too large included.
std::string utf8(char32_t point) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (point >> shift & 0x3F)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xC0 | point >> 6), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xE0 | point >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | point >> 18), tail(12), tail(6), tail(0)};
}

TEST(Clean, LeavesOrdinaryTextsAlone) {
  for (const char* text :
       {"", "Ñandú", "x", "日本語 テスト", "עברית", "الاسم", "Αθήνα!", "a-b_c 'd' <b>&", "😀🎴", "é̂"})
    EXPECT_EQ(clean_text(text, kMost), text);
}

TEST(Clean, TakesAwayWhatCannotBeSeen) {
  const std::pair<char32_t, char32_t> gone[] = {
      {0x0, 0x8},           {0xE, 0x1F},         {0x7F, 0x84},     {0x86, 0x9F},       {0xAD, 0xAD},
      {0x61C, 0x61C},       {0x115F, 0x1160},    {0x180E, 0x180E}, {0x200B, 0x200F},   {0x202A, 0x202E},
      {0x2060, 0x206F},     {0x3164, 0x3164},    {0xD800, 0xDFFF}, {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0},     {0xFFF9, 0xFFFB},    {0xFFFE, 0xFFFF}, {0x1FFFE, 0x1FFFF}, {0xE0000, 0xE0FFF},
      {0x10FFFE, 0x10FFFF}, {0x110000, 0x110010}};
  for (const auto& [first, last] : gone)
    for (char32_t point = first; point <= last; ++point)
      ASSERT_EQ(clean_text("a" + utf8(point) + "b", kMost), "ab") << std::hex << static_cast<unsigned>(point);
}

TEST(Clean, TakesAwayJoinersBlanksAndPrivateUse) {
  for (char32_t point :
       {U'\u2D7F', U'\U0001D159', U'\U0001107F', U'\U00013441', U'\U00013442', U'\U00016FE4', U'\u0600',
        U'\uE000', U'\uF8FF', U'\U000F0000', U'\U0010FFFD', U'\uFFFC', U'\u180F'}) {
    EXPECT_EQ(clean_text("a" + utf8(point) + "b", kMost), "ab") << std::hex << static_cast<unsigned>(point);
    EXPECT_EQ(clean_text(utf8(point) + utf8(point), kMost), "") << std::hex << static_cast<unsigned>(point);
  }
}

TEST(Clean, MarksOfEveryScriptAreMarks) {
  // Hebrew, Arabic, Devanagari, Thai, Tibetan, musical, and one beyond the first plane.
  for (char32_t point :
       {U'\u05B0', U'\u064B', U'\u093C', U'\u0E31', U'\u0F71', U'\U0001D165', U'\U0001E8D0'}) {
    const std::string mark = utf8(point);
    EXPECT_EQ(clean_text(mark, kMost), "") << std::hex << static_cast<unsigned>(point);
    EXPECT_EQ(clean_text("x" + mark + mark + mark + mark, kMost), "x" + mark + mark);
  }
  for (const char* text : {"שָׁלוֹם", "مُحَمَّد", "नमस्ते", "สวัสดี", "ភាសាខ្មែរ", "Tiếng Việt", "бой"})
    EXPECT_EQ(clean_text(text, kMost), text);
}

TEST(Clean, KeepsTheNeighboursOfWhatItTakes) {
  for (unsigned point : {0x21u,   0x7Eu,   0xA1u,   0xACu,    0xAEu,    0x61Bu,   0x61Du,  0x115Eu,
                         0x1161u, 0x2010u, 0x2027u, 0x2070u,  0x3163u,  0x3165u,  0xD7FFu, 0xF900u,
                         0xFDCFu, 0xFDF0u, 0xFFFDu, 0x10000u, 0x1D158u, 0x1D15Au, 0x13456u})
    EXPECT_EQ(clean_text(utf8(point), kMost), utf8(point)) << std::hex << point;
}

TEST(Clean, RunsOfWhiteSpaceAreOneSpace) {
  EXPECT_EQ(clean_text(" \t a \r\n b\xC2\xA0\xE3\x80\x80 c \n", kMost), "a b c");
  for (unsigned point : {0x9u, 0xAu, 0xDu, 0x85u, 0xA0u, 0x1680u, 0x2000u, 0x200Au, 0x2028u, 0x2029u, 0x202Fu,
                         0x205Fu, 0x2800u, 0x3000u}) {
    EXPECT_EQ(clean_text("a" + utf8(point) + utf8(point) + "b", kMost), "a b") << std::hex << point;
    EXPECT_EQ(clean_text(utf8(point), kMost), "") << std::hex << point;
  }
  EXPECT_EQ(clean_text("a \xE2\x80\x8B b", kMost), "a b") << "a zero-width space between two others";
}

TEST(Clean, BytesThatAreNotUtf8AreDropped) {
  for (const char* wrong : {"\xff", "\x80", "\xC3", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x81\x81",
                            "\xF0\x80\x81\x81", "\xED\xA0\x80", "\xE2\x82", "\xF0\x8F\xBF\xBF",
                            "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF0\x9F\x98"})
    EXPECT_EQ(clean_text("a" + std::string(wrong) + "b", kMost), "ab");
  EXPECT_EQ(clean_text("\xE2\xC3\xB1", kMost), "ñ") << "a broken start does not swallow what follows";
}

TEST(Clean, MarksDoNotPileUp) {
  const std::string mark = utf8(0x301);
  EXPECT_EQ(clean_text("e" + mark + mark + mark + mark + "f" + mark, kMost), "e" + mark + mark + "f" + mark);
  EXPECT_EQ(clean_text("e" + mark + utf8(0x20DD) + utf8(0x200B) + utf8(0xFE20) + "f", kMost),
            "e" + mark + utf8(0x20DD) + "f");
  EXPECT_EQ(clean_text(mark + "e " + mark + "f", kMost), "e f") << "marks on nothing";
  EXPECT_EQ(clean_text(mark + mark, kMost), "") << "nobody is called by two accents";
}

TEST(Clean, CountsCharactersNotBytes) {
  EXPECT_EQ(clean_text("ñññññ", 3), "ñññ");
  EXPECT_EQ(clean_text("ab cd", 3), "ab") << "no space at the end";
  EXPECT_EQ(clean_text("ab cd", 4), "ab c");
  EXPECT_EQ(clean_text("abc", 0), "");
}

TEST(Clean, CleaningAgainChangesNothing) {
  std::uint32_t random = 7;
  const auto below = [&](std::uint32_t bound) {
    random = random * 1664525 + 1013904223;
    return random / 65536 % bound;
  };
  const char32_t points[] = {'a', ' ', 0x301, 0x200B, 0x3000, 0xFE0F, 0x1F600, 0xD800, 0x2028, 0xE0041, 0x85};
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint32_t n = below(30); n > 0; --n)
      text +=
          below(8) ? utf8(points[below(std::size(points))]) : std::string(1, static_cast<char>(below(256)));
    const std::string once = clean_text(text, 12);
    ASSERT_EQ(clean_text(once, 12), once);
    ASSERT_EQ(clean_text(once, 12).find("  "), std::string::npos);
  }
}

}  // namespace
}  // namespace comodin::server
