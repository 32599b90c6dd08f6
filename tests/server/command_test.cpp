// Commands: every verb has its fields and no others, by their whole names; and a server goes on whatever the
// names of fields are.
#include "server/command.hpp"

#include <gtest/gtest.h>

#include "notation/json.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // names, and values as they are written

std::string value_of(Kind kind) {
  switch (kind) {
    case Kind::String: return "\"x\"";
    case Kind::Number: return "1";
    case Kind::Flag: return "true";
    case Kind::Hex: break;
  }
  return "\"" + hex(Bytes32{}) + "\"";
}

std::string frame_of(std::string_view verb, const Pairs& fields) {
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("do").text(verb).key("id").text("1");
  for (const auto& [name, value] : fields) pen.key(name).raw(value);
  pen.close('}');
  return out;
}

Pairs all_fields(const Form& form) {
  Pairs out;
  for (const FieldForm& field : form.fields()) out.emplace_back(field.name, value_of(field.kind));
  return out;
}

// What is wrong with it; empty: nothing.
std::string verdict(const std::string& frame) {
  Command command;
  std::string why;
  const bool good = parse_command(frame, command, why);
  EXPECT_EQ(good, why.empty()) << frame;
  return why;
}

// Names that look like one, to whoever searches instead of comparing.
std::vector<std::string> aliases(const std::string& name) {
  return {"[" + name,
          name + "]",
          "[" + name + "]",
          " " + name,
          name + " ",
          name + ":",
          name + "]:",
          ":" + name,
          name + ":t",
          name.substr(1),
          name.substr(0, name.size() - 1),
          name + name,
          name + std::string(1, '\0')};
}

constexpr const char* kNobodysNames[] = {"",   " ",  "[",  "]",  ":",  "::", "[]",
                                         "]:", ":t", " [", "\n", "\"", "\\"};

TEST(Commands, HaveTheirFields) {
  for (const Form& form : kForms) {
    const Pairs fields = all_fields(form);
    EXPECT_EQ(verdict(frame_of(form.word, fields)), "") << form.word;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      Pairs fewer = fields;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      const bool needed = form.fields()[k].needed;
      EXPECT_EQ(verdict(frame_of(form.word, fewer)),
                needed ? std::string(form.word) + " needs " + fields[k].first : "");
    }
  }
}

TEST(Commands, HaveNoOthers) {
  for (const Form& form : kForms) {
    for (const char* name : kNobodysNames) {
      Pairs more = all_fields(form);
      more.emplace_back(name, "1");
      EXPECT_NE(verdict(frame_of(form.word, more)), "") << form.word << " with `" << name << '`';
      EXPECT_NE(verdict(frame_of(form.word, {{name, "1"}})), "")
          << form.word << " with only `" << name << '`';
    }
    for (const Form& other : kForms)
      for (const FieldForm& field : other.fields()) {
        Pairs more = all_fields(form);
        const bool own =
            std::ranges::any_of(form.fields(), [&](const FieldForm& one) { return one.name == field.name; });
        if (!own) more.emplace_back(field.name, value_of(field.kind));
        EXPECT_EQ(verdict(frame_of(form.word, more)).empty(), own) << form.word << ' ' << field.name;
      }
  }
}

TEST(Commands, NamesAreWhole) {
  for (const Form& form : kForms)
    for (std::size_t k = 0; k < form.fields().size(); ++k)
      for (const std::string& alias : aliases(std::string(form.fields()[k].name))) {
        Pairs instead = all_fields(form), besides = instead;
        instead[k].first = alias;
        besides.emplace_back(alias, instead[k].second);
        EXPECT_NE(verdict(frame_of(form.word, instead)), "") << form.word << " with `" << alias << '`';
        EXPECT_NE(verdict(frame_of(form.word, besides)), "") << form.word << " with `" << alias << "` too";
      }
}

TEST(Commands, ValuesAreOfTheirKind) {
  for (const Form& form : kForms)
    for (std::size_t k = 0; k < form.fields().size(); ++k)
      for (const Kind kind : {Kind::String, Kind::Number, Kind::Flag, Kind::Hex}) {
        Pairs fields = all_fields(form);
        fields[k].second = value_of(kind);
        const Kind own = form.fields()[k].kind;
        const bool fits = kind == own || (own == Kind::String && kind == Kind::Hex);
        EXPECT_EQ(verdict(frame_of(form.word, fields)).empty(), fits) << form.word << ' ' << fields[k].first;
      }
}

TEST(Commands, WhatIsMissingReadsAsNothing) {
  Command command;
  std::string why;
  ASSERT_TRUE(parse_command(R"({"do":"rooms","id":"1"})", command, why));
  EXPECT_FALSE(command.has("token"));
  EXPECT_EQ(command.bytes("token"), Bytes32{});
  EXPECT_EQ(command.text("room"), "");
  EXPECT_EQ(command.number("seen", 7), 7);
  EXPECT_TRUE(command.flag("ready", true));
  ASSERT_TRUE(parse_command(
      frame_of("resume", {{"room", "\"A\""}, {"token", value_of(Kind::Hex)}, {"seen", "3"}}), command, why));
  EXPECT_TRUE(command.has("token"));
  EXPECT_EQ(command.text("room"), "A");
  EXPECT_EQ(command.number("seen", 7), 3);
  ASSERT_FALSE(parse_command(R"({"do":"resume","id":"1"})", command, why));
  EXPECT_EQ(command.bytes("token"), Bytes32{});
}

TEST(Commands, NamesInRefusalsAreHarmless) {
  EXPECT_EQ(verdict("{\"do\":\"rooms\",\"id\":\"1\",\"\\u001b[2J\":1}"), "rooms has no field [2J");
}

// Each of these once ended a server, or went past its checks.
TEST(Commands, AServerSurvivesTheNamesOfFields) {
  BenchWorld world;
  const Conn conn = world.connect();
  const auto answer = [&](const std::string& frame) {
    world.take(conn);
    world.say(conn, frame);
    const auto messages = world.take(conn);
    return messages.empty() ? std::string("nothing") : field(messages.back(), "why");
  };
  EXPECT_EQ(answer(R"({"do":"join","id":"1"," ":1})"), "bad_command");
  EXPECT_EQ(answer(R"({"do":"hello","id":"1","version":1})"), "");
  EXPECT_EQ(answer(R"({"do":"resume","id":"2","room":"X","[seen":1})"), "bad_command");
  EXPECT_EQ(answer(R"({"do":"resume","id":"3","room":"X","seen":1})"), "bad_command");
  EXPECT_EQ(answer(R"({"do":"create","id":"4","[seats":2})"), "bad_command");
  EXPECT_EQ(answer(R"({"do":"rooms","id":"5"})"), "");
}

}  // namespace
}  // namespace comodin::server
