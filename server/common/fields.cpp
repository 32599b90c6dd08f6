// The only file that includes Boost.JSON: it is slow to compile, and nothing else may read JSON.
#include "server/common/fields.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>

#include "server/common/clean_text.hpp"

namespace comodin::server {
namespace {

namespace json = boost::json;
using Problem = json::error_code;
using All = std::vector<std::pair<std::string, Fields::Value>>;

// The parser calls this with each piece it has read. A refusal leaves its reason in `why`.
class ObjectReader {
 public:
  static constexpr std::size_t max_object_size = kFieldsBytesMax;
  static constexpr std::size_t max_array_size = 0;
  static constexpr std::size_t max_string_size = kFieldsBytesMax;
  static constexpr std::size_t max_key_size = kFieldKeyMax;

  ObjectReader(std::size_t most, All& out, Fault& why) : most_(most), out_(out), why_(why) {}

  bool on_document_begin(Problem&) { return true; }
  bool on_document_end(Problem&) { return true; }
  bool on_object_begin(Problem&) {
    inside_ = true;
    return true;
  }
  bool on_object_end(std::size_t, Problem&) {
    inside_ = false;
    return true;
  }
  bool on_array_begin(Problem& problem) { return refuse({"json.list"_fault}, problem); }
  bool on_array_end(std::size_t, Problem&) { return true; }

  bool on_key_part(json::string_view part, std::size_t, Problem&) { return gather(part); }
  bool on_key(json::string_view part, std::size_t, Problem& problem) {
    gather(part);
    std::string key = std::exchange(text_, {});
    if (out_.size() == most_) return refuse({"json.fields"_fault, {std::to_string(most_)}}, problem);
    if (std::any_of(out_.begin(), out_.end(), [&](const auto& field) { return field.first == key; }))
      return refuse({"json.key_twice"_fault, {shown(key)}}, problem);
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
  bool on_null(Problem& problem) { return refuse(of_key({"json.null"_fault}), problem); }
  bool on_comment_part(json::string_view, Problem&) { return true; }
  bool on_comment(json::string_view, Problem&) { return true; }

  // With the key whose value is wrong, if there is one.
  Fault of_key(const Fault& wrong) const {
    return inside_ && !out_.empty() ? around({"json.of_key"_fault, {shown(out_.back().first)}}, wrong)
                                    : wrong;
  }

 private:
  static std::string shown(std::string_view key) { return fault_word(clean_text(key, kFieldKeyMax)); }
  bool refuse(Fault why, Problem& problem) {
    why_ = std::move(why);
    problem = json::error::syntax;
    return false;
  }
  bool too_large(Problem& problem) { return refuse(of_key({"json.number"_fault}), problem); }
  bool gather(json::string_view part) {
    text_.append(part.data(), part.size());
    return true;
  }
  template <class T>
  bool value(T value, Problem& problem) {
    if (!inside_) return refuse({"json.value"_fault}, problem);
    out_.back().second = std::move(value);
    return true;
  }

  std::size_t most_;
  All& out_;
  Fault& why_;
  std::string text_;  // of the key or value that is being read
  bool inside_ = false;
};

Fault explain(const Problem& problem, std::size_t at, const ObjectReader& reader) {
  if (problem == json::error::incomplete) return {"json.short"_fault};
  if (problem == json::error::too_deep) return reader.of_key({"json.nested"_fault});
  if (problem == json::error::key_too_large) return {"json.key"_fault, {std::to_string(kFieldKeyMax)}};
  return {"json.syntax"_fault, {std::to_string(at + 1)}};
}

Fault read(std::string_view text, std::size_t most, All& out) {
  Fault why;
  json::parse_options strict;  // no comments, no trailing commas, no invalid UTF-8
  strict.max_depth = 1;
  json::basic_parser<ObjectReader> parser(strict, most, out, why);
  Problem problem;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), problem);
  if (problem && !why) why = explain(problem, used, parser.handler());
  if (!problem && used < text.size()) why = {"json.rest"_fault, {std::to_string(used + 1)}};
  return why;
}

}  // namespace

Fault Fields::parse(std::string_view json, std::size_t most, Fields& out) {
  out.fields_.clear();
  if (json.empty()) return {"json.empty"_fault};
  if (json.size() > kFieldsBytesMax) return {"json.bytes"_fault, {std::to_string(kFieldsBytesMax)}};
  Fault wrong = read(json, most, out.fields_);
  if (wrong) out.fields_.clear();
  return wrong;
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
