// Commands: every verb has its fields and no others, by their whole names; and a server carries on whatever
// the names of fields are.
#include "server/hub/command.hpp"

#include <gtest/gtest.h>

#include "notation/json.hpp"
#include "tests/server/bench_world.hpp"
#include "tests/server/forms.hpp"
#include "words/fault.hpp"

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
  for (const FieldForm& field : form.fields) out.emplace_back(field.name, value_of(field.kind));
  return out;
}

// What is wrong with it; empty: nothing.
std::string verdict(const std::string& frame) {
  Command command;
  return fault_text(Language::English, parse_command(frame, command));
}

// Names that a search would find in a command, though a comparison would not.
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
  for (const Form& form : command_forms()) {
    const Pairs fields = all_fields(form);
    EXPECT_EQ(verdict(frame_of(form.word, fields)), "") << form.word;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      Pairs fewer = fields;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      const bool needed = form.fields[k].needed;
      EXPECT_EQ(verdict(frame_of(form.word, fewer)),
                needed ? std::string(form.word) + " needs " + fields[k].first : "");
    }
  }
}

TEST(Commands, HaveNoOthers) {
  for (const Form& form : command_forms()) {
    for (const char* name : kNobodysNames) {
      Pairs more = all_fields(form);
      more.emplace_back(name, "1");
      EXPECT_NE(verdict(frame_of(form.word, more)), "") << form.word << " with `" << name << '`';
      EXPECT_NE(verdict(frame_of(form.word, {{name, "1"}})), "")
          << form.word << " with only `" << name << '`';
    }
    for (const Form& other : command_forms())
      for (const FieldForm& field : other.fields) {
        Pairs more = all_fields(form);
        const bool own =
            std::ranges::any_of(form.fields, [&](const FieldForm& one) { return one.name == field.name; });
        if (!own) more.emplace_back(field.name, value_of(field.kind));
        EXPECT_EQ(verdict(frame_of(form.word, more)).empty(), own) << form.word << ' ' << field.name;
      }
  }
}

TEST(Commands, NamesAreWhole) {
  for (const Form& form : command_forms())
    for (std::size_t k = 0; k < form.fields.size(); ++k)
      for (const std::string& alias : aliases(std::string(form.fields[k].name))) {
        Pairs instead = all_fields(form), besides = instead;
        instead[k].first = alias;
        besides.emplace_back(alias, instead[k].second);
        EXPECT_NE(verdict(frame_of(form.word, instead)), "") << form.word << " with `" << alias << '`';
        EXPECT_NE(verdict(frame_of(form.word, besides)), "") << form.word << " with `" << alias << "` too";
      }
}

TEST(Commands, ValuesAreOfTheirKind) {
  for (const Form& form : command_forms())
    for (std::size_t k = 0; k < form.fields.size(); ++k)
      for (const Kind kind : {Kind::String, Kind::Number, Kind::Flag, Kind::Hex}) {
        Pairs fields = all_fields(form);
        fields[k].second = value_of(kind);
        const Kind own = form.fields[k].kind;
        const bool fits = kind == own || (own == Kind::String && kind == Kind::Hex);
        EXPECT_EQ(verdict(frame_of(form.word, fields)).empty(), fits) << form.word << ' ' << fields[k].first;
      }
}

TEST(Commands, WhatIsMissingReadsAsNothing) {
  const auto read = [](const std::string& frame) {
    Command command;
    EXPECT_FALSE(parse_command(frame, command)) << frame;
    return command;
  };
  const Command hello = read(R"({"do":"hello","id":"1","version":2})");
  EXPECT_EQ(hello.id, "1");
  EXPECT_FALSE(as<command::Hello>(hello)->token);
  EXPECT_TRUE(as<command::Ready>(read(R"({"do":"ready","id":"1"})"))->ready);
  EXPECT_FALSE(as<command::Ready>(read(R"({"do":"ready","id":"1","ready":false})"))->ready);
  const Pairs back = {{"room", "\"A\""}, {"token", value_of(Kind::Hex)}};
  EXPECT_EQ(as<command::Resume>(read(frame_of("resume", back)))->seen, 0);
  EXPECT_EQ(as<command::Resume>(read(frame_of("resume", back)))->room, "A");
  const Command set = read(R"({"do":"set","id":"1","seats":-7})");
  EXPECT_EQ(as<command::Set>(set)->setting.seats, -7) << "bounds are for the room";
  EXPECT_FALSE(as<command::Set>(set)->setting.clock);
}

// A setting out of its bounds is refused as such, and the refusal names the field.
TEST(Commands, ASettingIsHeldAgainstItsBounds) {
  Setting setting;
  EXPECT_EQ(fault_text(Language::English, change(setting, {.seats = 11})), "seats: a number from 2 to 10");
  EXPECT_EQ(fault_text(Language::English, change(setting, {.clock = -1})), "clock: a number from 0 to 3600");
  EXPECT_EQ(setting, Setting{});
  EXPECT_FALSE(change(setting, {.seats = 10, .open = false}));
  EXPECT_EQ(setting, (Setting{.seats = 10, .open = false}));
}

TEST(Commands, NamesInRefusalsAreHarmless) {
  EXPECT_EQ(verdict("{\"do\":\"rooms\",\"id\":\"1\",\"\\u001b[2J\":1}"), "rooms has no field `[2J`");
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
  EXPECT_EQ(answer(R"({"do":"hello","id":"1","version":2})"), "");
  EXPECT_EQ(answer(R"({"do":"resume","id":"2","room":"X","[seen":1})"), "bad_command");
  EXPECT_EQ(answer(R"({"do":"resume","id":"3","room":"X","seen":1})"), "bad_command");
  EXPECT_EQ(answer(R"({"do":"create","id":"4","[seats":2})"), "bad_command");
  EXPECT_EQ(answer(R"({"do":"rooms","id":"5"})"), "");
}

}  // namespace
}  // namespace comodin::server
