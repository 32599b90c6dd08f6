// Fields: a flat JSON object of short texts, whole numbers and yes-or-no; frames from clients and entries of
// the log are such objects. Everything else is refused: nesting, floats, null, duplicate keys, bad UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/fault.hpp"

namespace comodin::server {

inline constexpr std::size_t kFieldsBytesMax = 64u << 10;  // of the whole object
inline constexpr std::size_t kFieldKeyMax = 32;            // bytes of a key

class Fields {
 public:
  using Value = std::variant<std::string, std::int64_t, bool>;

  // At most `most` fields. What is wrong, with `out` empty: "a key twice: seat".
  static Fault parse(std::string_view json, std::size_t most, Fields& out);

  const Value* find(std::string_view key) const;
  // Null if the field is missing or of another type.
  const std::string* text(std::string_view key) const;
  const std::int64_t* number(std::string_view key) const;
  const bool* flag(std::string_view key) const;
  const std::vector<std::pair<std::string, Value>>& all() const { return fields_; }

 private:
  std::vector<std::pair<std::string, Value>> fields_;
};

}  // namespace comodin::server
