// docs/schema/command.json and docs/schema/entry.json follow from the tables of fields
// (server/common/form.hpp). To write them anew: COMODIN_UPDATE=1 build/release/bin/server_hub_test
// --gtest_filter='Schema.*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "notation/json.hpp"
#include "server/room/entry.hpp"
#include "tests/server/forms.hpp"

namespace comodin::server {
namespace {

// As people write JSON: with blanks behind colons and commas.
std::string spaced(std::string_view json) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"' && (i == 0 || json[i - 1] != '\\')) quoted = !quoted;
    out += json[i];
    if (!quoted && (json[i] == ':' || json[i] == ',')) out += ' ';
  }
  return out;
}

void write_bounds(JsonPen& pen, const FieldForm& field) {
  const bool text = field.kind == Kind::String;
  pen.key("type").text(text ? "string" : "integer");
  if (!text || field.least > 0) pen.key(text ? "minLength" : "minimum").number(field.least);
  if (field.most != kUnbounded) pen.key(text ? "maxLength" : "maximum").number(field.most);
}

void write_field(JsonPen& pen, const FieldForm& field) {
  pen.key(field.name).open('{');
  if (!field.definition.empty()) pen.key("$ref").text(field.definition);
  else if (field.kind == Kind::Hex) pen.key("$ref").text("server.json#/$defs/hex");
  else if (field.kind == Kind::Flag) pen.key("type").text("boolean");
  else if (!field.pattern.empty()) pen.key("type").text("string").key("pattern").text(field.pattern);
  else write_bounds(pen, field);
  pen.close('}');
}

struct Schema {
  std::string title, description, word;  // the field that says which
  std::vector<FieldForm> head;           // that all have
  const std::vector<Form>& forms;
};

std::string alternative(const Schema& schema, const Form& form) {
  std::vector<FieldForm> fields = schema.head;
  fields.insert(fields.end(), form.fields.begin(), form.fields.end());
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("description").text(form.says).key("properties").open('{');
  pen.key(schema.word).open('{').key("const").text(form.word).close('}');
  for (const FieldForm& field : fields) write_field(pen, field);
  pen.close('}').key("required").open('[').text(schema.word);
  for (const FieldForm& field : fields)
    if (field.needed) pen.text(field.name);
  pen.close(']');
  const auto all = static_cast<long long>(schema.head.size()) + 2;
  if (form.one_field) pen.key("minProperties").number(all).key("maxProperties").number(all);
  pen.key("additionalProperties").flag(false).close('}');
  return spaced(out);
}

std::string text_of(const Schema& schema) {
  std::string out = "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n";
  out += "  \"title\": \"" + schema.title + "\",\n  \"description\": \"" + schema.description + "\",\n";
  out += "  \"type\": \"object\",\n  \"oneOf\": [\n";
  for (const Form& form : schema.forms)
    out += "    " + alternative(schema, form) + (&form == &schema.forms.back() ? "\n" : ",\n");
  return out + "  ]\n}\n";
}

void compare(const std::string& name, const Schema& schema) {
  const std::string path = std::string(COMODIN_SCHEMAS) + name;
  const std::string wanted = text_of(schema);
  if (std::getenv("COMODIN_UPDATE")) std::ofstream(path) << wanted;
  std::ostringstream there;
  there << std::ifstream(path).rdbuf();
  EXPECT_EQ(there.str(), wanted) << name << " is not what the tables say: run this with COMODIN_UPDATE=1";
}

TEST(Schema, OfCommandsIsWhatTheTablesSay) {
  compare("command.json", {"A command to the server",
                           "One frame each, at most 4096 bytes; no other fields, no nesting.",
                           "do",
                           {{.name = "id", .kind = Kind::String, .definition = "server.json#/$defs/id"}},
                           command_forms()});
}

TEST(Schema, OfEntriesIsWhatTheTablesSay) {
  std::vector<FieldForm> head;
  const Entry entry;
  for_each_field(entry, [&](const auto&, const auto& field) {
    head.push_back(field);
    return true;
  });
  compare("entry.json",
          {"An entry of a room's log", "One row of a store each; a room is what its entries make of it.",
           "act", head, act_forms()});
}

// For tools/schema_check.py: every act, as it is written today.
TEST(Schema, WritesSamplesOfEntries) {
  const char* out = std::getenv("COMODIN_JSON_OUT");
  if (!out) GTEST_SKIP() << "COMODIN_JSON_OUT is not set";
  std::ifstream log(COMODIN_LOGS "version-2.log");
  std::ofstream samples(std::string(out) + ".entry");
  for (std::string body; std::getline(log, body);) {
    Entry entry;
    ASSERT_FALSE(parse_entry(body, entry)) << body;
    samples << print_entry(entry) << '\n';
  }
}

}  // namespace
}  // namespace comodin::server
