// Numbers in texts: what read_number() and read_decimal() take, and that nothing else is a number.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "notation/number.hpp"

namespace comodin::battery {
namespace {

TEST(Numbers, AreDigitsAndNothingElse) {
  for (const char* text : {"",
                           " ",
                           "+5",
                           "-5",
                           " 5",
                           "5 ",
                           "5x",
                           "x5",
                           "0x5",
                           "05",
                           "00",
                           "1e3",
                           "5.0",
                           "5,0",
                           "\t5",
                           "5\n",
                           "٣",
                           "five",
                           "--5",
                           "99999999999999999999",
                           "18446744073709551616"}) {
    std::uint64_t number = 77;
    EXPECT_FALSE(read_number(text, number)) << text;
    EXPECT_EQ(number, 77u) << text << ": changed";
  }
  EXPECT_FALSE(read_number(std::string_view("5\0", 2), *std::make_unique<int>()));
}

TEST(Numbers, AreReadBackFromEndToEnd) {
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{10}, ~std::uint64_t{0}}) {
    std::uint64_t number = 77;
    EXPECT_TRUE(read_number(std::to_string(value), number));
    EXPECT_EQ(number, value);
  }
  for (const std::int64_t value : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    std::int64_t number = 77;
    EXPECT_TRUE(read_number(std::to_string(value), number, INT64_MIN, INT64_MAX));
    EXPECT_EQ(number, value);
  }
}

TEST(Numbers, StayWithinTheirBounds) {
  int number = 77;
  for (const char* text : {"1", "11", "2147483648", "-0", "-2"})
    EXPECT_FALSE(read_number(text, number, 2, 10));
  EXPECT_EQ(number, 77);
  EXPECT_TRUE(read_number("2", number, 2, 10));
  EXPECT_TRUE(read_number("10", number, 2, 10));
  EXPECT_TRUE(read_number("-3", number, -3, 3));
  for (const char* text : {"-0", "-", "-03", "- 3", "+3", "-4"})
    EXPECT_FALSE(read_number(text, number, -3, 3));
}

TEST(Numbers, WithAPointHaveDigitsOnBothSides) {
  double number = 77;
  for (const char* text : {"", ".", ".5", "5.", "1e3", "-1", "+1", " 1", "1 ", "1.5x", "01.5", "inf", "nan",
                           "0x1p3", "1.2.3", "11", "0.4"})
    EXPECT_FALSE(read_decimal(text, number, 0.5, 10)) << text;
  EXPECT_EQ(number, 77);
  EXPECT_TRUE(read_decimal("0.5", number, 0.5, 10));
  EXPECT_EQ(number, 0.5);
  EXPECT_TRUE(read_decimal("10", number, 0.5, 10));
  EXPECT_TRUE(read_decimal("1.250", number, 0.5, 10));
  EXPECT_EQ(number, 1.25);
  const std::string endless(400, '9');
  EXPECT_FALSE(read_decimal(endless, number, 0, 1e308));
}

}  // namespace
}  // namespace comodin::battery
