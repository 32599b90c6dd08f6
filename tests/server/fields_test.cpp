// Flat JSON objects: what is read, and what is refused with which words.
#include "server/common/fields.hpp"

#include <gtest/gtest.h>

#include "words/fault.hpp"

namespace comodin::server {
namespace {

constexpr std::size_t kMostFields = 4;

std::string refusal(std::string_view json, std::size_t most = kMostFields) {
  Fields fields;
  const Fault why = Fields::parse(json, most, fields);
  if (!why) return "accepted";
  EXPECT_TRUE(fields.all().empty()) << json;
  return english(why);
}

TEST(Fields, AreFoundByKeyAndType) {
  Fields fields;
  const Fault wrong = Fields::parse(
      " {\"do\":\"say\", \"n\" : -7,\n\"yes\":true,\"t\":\"\\u00f1\\n\\\"\\ud83d\\ude00\"}\t", 4, fields);
  ASSERT_FALSE(wrong) << english(wrong);
  ASSERT_EQ(fields.all().size(), 4u);
  EXPECT_EQ(*fields.text("do"), "say");
  EXPECT_EQ(*fields.text("t"), "ñ\n\"😀");
  EXPECT_EQ(*fields.number("n"), -7);
  EXPECT_TRUE(*fields.flag("yes"));
  EXPECT_EQ(fields.text("n"), nullptr);
  EXPECT_EQ(fields.number("yes"), nullptr);
  EXPECT_EQ(fields.flag("do"), nullptr);
  EXPECT_EQ(fields.find("d"), nullptr);
  EXPECT_FALSE(Fields::parse("{}", 0, fields));
  EXPECT_TRUE(fields.all().empty());
}

TEST(Fields, NumbersAreWholeAndOf64Bits) {
  Fields fields;
  ASSERT_FALSE(Fields::parse("{\"a\":9223372036854775807,\"b\":-9223372036854775808,\"c\":-0}", 3, fields));
  EXPECT_EQ(*fields.number("a"), INT64_MAX);
  EXPECT_EQ(*fields.number("b"), INT64_MIN);
  EXPECT_EQ(*fields.number("c"), 0);
  for (const char* wrong : {"9223372036854775808", "-9223372036854775809", "1.0", "1e3", "0.5", "1E0", "-0.0",
                            "18446744073709551616", "1e999999999999"})
    EXPECT_NE(refusal("{\"a\":" + std::string(wrong) + "}"), "accepted") << wrong;
  for (const char* wrong : {"01", "+1", "0x1", ".5", "1.", "NaN", "Infinity", "-", "--1", "1 2"})
    EXPECT_NE(refusal("{\"a\":" + std::string(wrong) + "}").find("not JSON"), std::string::npos) << wrong;
}

TEST(Fields, WhatIsRefusedIsExplained) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "nothing"},
      {"  ", "it ends too early"},
      {"{\"a\":1", "it ends too early"},
      {"{\"a\":1}x", "something after the object, at byte 8"},
      {"{}{}", "something after the object, at byte 3"},
      {"[]", "a list, where an object is expected"},
      {"7", "a single value, where an object is expected"},
      {"\"a\"", "a single value, where an object is expected"},
      {"true", "a single value, where an object is expected"},
      {"null", "null"},
      {"{\"a\":null}", "null as the value of a"},
      {"{\"a\":{}}", "nested values as the value of a"},
      {"{\"a\":[1]}", "nested values as the value of a"},
      {"{\"a\":1.5}", "not a whole number of 64 bits as the value of a"},
      {"{\"seat\":1,\"seat\":2}", "a key twice: seat"},
      {"{\"a\":1,\"\\u0061\":2}", "a key twice: a"},
      {"{\"@json.null\":1,\"@json.null\":2}", "a key twice: `@json.null`"},
      {"{\"@json.null\":null}", "null as the value of `@json.null`"},
      {"{\"\\u001b[2J\":1,\"\\u001b[2J\":1}", "a key twice: [2J"},
      {"{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1}", "more than 4 fields"},
      {"{\"a\":1,}", "not JSON in UTF-8, near byte 8"},
      {"{a:1}", "not JSON in UTF-8, near byte 2"},
      {"{'a':1}", "not JSON in UTF-8, near byte 2"},
      {"{/**/}", "not JSON in UTF-8, near byte 2"},
      {"{\"a\":tru}", "not JSON in UTF-8, near byte 6"},
      {"{\"a\":\"\n\"}", "not JSON in UTF-8, near byte 7"},
      {"\xEF\xBB\xBF{}", "not JSON in UTF-8, near byte 1"},
  };
  for (const auto& [json, why] : cases) EXPECT_EQ(refusal(json), why) << json;
}

TEST(Fields, TextsAreUtf8) {
  for (const char* wrong : {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\\ud800",
                            "\\udc00", "\\ud800\\u0041", "\\x41", "\\u12"}) {
    EXPECT_NE(refusal("{\"a\":\"" + std::string(wrong) + "\"}"), "accepted") << wrong;
    EXPECT_NE(refusal("{\"" + std::string(wrong) + "\":1}"), "accepted") << wrong;
  }
}

TEST(Fields, AreBounded) {
  const std::string key(kFieldKeyMax, 'k');
  EXPECT_EQ(refusal("{\"" + key + "\":1}"), "accepted");
  EXPECT_EQ(refusal("{\"" + key + "k\":1}"), "a key of more than 32 bytes");
  const auto sized = [](std::size_t bytes) { return "{\"a\":\"" + std::string(bytes - 8, 'x') + "\"}"; };
  EXPECT_EQ(refusal(sized(kFieldsBytesMax)), "accepted");
  EXPECT_EQ(refusal(sized(kFieldsBytesMax + 1)), "more than 65536 bytes");
  EXPECT_NE(refusal(std::string(kFieldsBytesMax, '[')), "accepted");
  std::string deep = "{\"a\":";
  while (deep.size() < kFieldsBytesMax - 5) deep += "{\"a\":";
  EXPECT_EQ(refusal(deep), "nested values as the value of a");
}

}  // namespace
}  // namespace comodin::server
