// The only file that includes Boost.JSON: it is slow to compile, and nothing else may read JSON.
#include "server/fields.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>

#include "server/clean.hpp"

namespace comodin::server {
namespace {

namespace json = boost::json;
using Problem = json::error_code;
using All = std::vector<std::pair<std::string, Fields::Value>>;

// Called by the parser with each piece it has read. What is refused here leaves its reason in `why`.
class Reader {
 public:
  static constexpr std::size_t max_object_size = kFieldsBytesMax;
  static constexpr std::size_t max_array_size = 0;
  static constexpr std::size_t max_string_size = kFieldsBytesMax;
  static constexpr std::size_t max_key_size = kFieldKeyMax;

  Reader(std::size_t most, All& out, std::string& why) : most_(most), out_(out), why_(why) {}

  bool on_document_begin(Problem&) { return true; }
  bool on_document_end(Problem&) { return true; }
  bool on_object_begin(Problem&) { return inside_ = true; }
  bool on_object_end(std::size_t, Problem&) { return inside_ = false, true; }
  bool on_array_begin(Problem& problem) { return refuse("a list, where an object is expected", problem); }
  bool on_array_end(std::size_t, Problem&) { return true; }

  bool on_key_part(json::string_view part, std::size_t, Problem&) { return gather(part); }
  bool on_key(json::string_view part, std::size_t, Problem& problem) {
    gather(part);
    std::string key = std::exchange(text_, {});
    if (out_.size() == most_) return refuse("more than " + std::to_string(most_) + " fields", problem);
    if (std::any_of(out_.begin(), out_.end(), [&](const auto& field) { return field.first == key; }))
      return refuse("a key twice: " + clean(key, kFieldKeyMax), problem);
    out_.emplace_back(std::move(key), false);
    return true;
  }

  bool on_string_part(json::string_view part, std::size_t, Problem&) { return gather(part); }
  bool on_string(json::string_view part, std::size_t, Problem& problem) {
    gather(part);
    return value(std::exchange(text_, {}), problem);
  }
  bool on_number_part(json::string_view, Problem&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, Problem& problem) { return value(number, problem); }
  bool on_uint64(std::uint64_t, json::string_view, Problem& problem) { return too_large(problem); }
  bool on_double(double, json::string_view, Problem& problem) { return too_large(problem); }
  bool on_bool(bool flag, Problem& problem) { return value(flag, problem); }
  bool on_null(Problem& problem) { return refuse("null" + of_key(), problem); }
  bool on_comment_part(json::string_view, Problem&) { return true; }
  bool on_comment(json::string_view, Problem&) { return true; }

  std::string of_key() const {
    return inside_ && !out_.empty() ? " as the value of " + clean(out_.back().first, kFieldKeyMax) : "";
  }

 private:
  bool refuse(std::string why, Problem& problem) {
    why_ = std::move(why);
    problem = json::error::syntax;
    return false;
  }
  bool too_large(Problem& problem) { return refuse("not a whole number of 64 bits" + of_key(), problem); }
  bool gather(json::string_view part) {
    text_.append(part.data(), part.size());
    return true;
  }
  template <class T>
  bool value(T value, Problem& problem) {
    if (!inside_) return refuse("a single value, where an object is expected", problem);
    out_.back().second = std::move(value);
    return true;
  }

  std::size_t most_;
  All& out_;
  std::string& why_;
  std::string text_;  // of the key or value that is being read
  bool inside_ = false;
};

std::string explain(const Problem& problem, std::size_t at, const std::string& of_key) {
  if (problem == json::error::incomplete) return "it ends too early";
  if (problem == json::error::too_deep) return "nested values" + of_key;
  if (problem == json::error::key_too_large)
    return "a key of more than " + std::to_string(kFieldKeyMax) + " bytes";
  return "not JSON in UTF-8, near byte " + std::to_string(at + 1);
}

bool read(std::string_view text, std::size_t most, All& out, std::string& why) {
  json::parse_options strict;  // no comments, no trailing commas, no invalid UTF-8
  strict.max_depth = 1;
  json::basic_parser<Reader> parser(strict, most, out, why);
  Problem problem;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), problem);
  if (problem && why.empty()) why = explain(problem, used, parser.handler().of_key());
  if (!problem && used < text.size()) why = "something after the object, at byte " + std::to_string(used + 1);
  return why.empty();
}

}  // namespace

bool Fields::parse(std::string_view json, std::size_t most, Fields& out, std::string& why) {
  out.fields_.clear();
  why.clear();
  if (json.empty()) why = "nothing";
  else if (json.size() > kFieldsBytesMax) why = "more than " + std::to_string(kFieldsBytesMax) + " bytes";
  else if (read(json, most, out.fields_, why)) return true;
  out.fields_.clear();
  return false;
}

const Fields::Value* Fields::find(std::string_view key) const {
  for (const auto& [name, value] : fields_)
    if (name == key) return &value;
  return nullptr;
}

const std::string* Fields::text(std::string_view key) const { return std::get_if<std::string>(find(key)); }

const std::int64_t* Fields::number(std::string_view key) const {
  return std::get_if<std::int64_t>(find(key));
}

const bool* Fields::flag(std::string_view key) const { return std::get_if<bool>(find(key)); }

}  // namespace comodin::server
