// Bytes of a frame as Fields, and as a text of people: what is accepted prints and reads back to the same.
#include "server/common/fields.hpp"

#include "notation/json.hpp"
#include "server/common/clean_text.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;
using server::Fields;

namespace {

constexpr std::size_t kMost = 16;

void print_value(JsonPen& pen, const Fields::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) pen.text(*text);
  else if (const auto* number = std::get_if<std::int64_t>(&value)) pen.number(*number);
  else pen.flag(std::get<bool>(value));
}

std::string print(const Fields& fields) {
  std::string out;
  JsonPen pen(out);
  pen.open('{');
  for (const auto& [key, value] : fields.all()) print_value(pen.key(key), value);
  pen.close('}');
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::string harmless = server::clean_text(text, size);
  LAW(harmless.size() <= size && server::clean_text(harmless, size) == harmless);
  Fields fields, again;
  if (Fields::parse(text, kMost, fields)) {
    LAW(fields.all().empty());
    return 0;
  }
  LAW(fields.all().size() <= kMost);
  for (const auto& [key, value] : fields.all())
    LAW(fields.find(key) == &value && key.size() <= server::kFieldKeyMax);
  const std::string printed = print(fields);
  if (printed.size() > server::kFieldsBytesMax) return 0;  // escapes can make it longer
  LAW(!Fields::parse(printed, kMost, again));
  LAW(again.all() == fields.all());
  return 0;
}
