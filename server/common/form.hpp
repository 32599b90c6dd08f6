// Form: the fields of a struct as a table. It says once, beside the struct, what each field is called in
// JSON, whether it may be missing, and its bounds. Reading, checking and writing follow from it, and so do
// docs/schema/command.json and docs/schema/entry.json (tests/server/schema_test.cpp).
//
//   struct Sit {
//     std::string name;
//     bool joins = false;
//     static constexpr auto fields() {
//       return std::tuple(field("name", &Sit::name).bytes(1, 96), field("joins", &Sit::joins).optional());
//     }
//   };
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "engine/fault.hpp"
#include "engine/types.hpp"
#include "fair/bytes.hpp"
#include "notation/json.hpp"
#include "server/common/fields.hpp"

namespace comodin::server {

enum class Kind : std::uint8_t { String, Number, Flag, Hex };  // Hex: 32 bytes as 64 digits

inline constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

// What a table says about a field, whatever its type.
struct FieldForm {
  std::string_view name;
  Kind kind{};
  bool needed = true;                         // otherwise a missing one leaves the struct as it was made
  std::int64_t least = 0, most = kUnbounded;  // of a number; of a text's bytes
  std::optional<std::int64_t> if_missing;     // … but a missing number is this one
  std::string_view was;                       // its name in logs of older servers
  std::string_view pattern, definition;       // for the schema: of a text; where it says more than a type
};

template <class Member>
struct Plain {
  using Type = Member;
};
template <class Member>
struct Plain<std::optional<Member>> {
  using Type = Member;
};

template <class Member>
consteval Kind kind_of() {
  using Type = typename Plain<Member>::Type;
  if constexpr (std::same_as<Type, bool>) return Kind::Flag;
  else if constexpr (std::same_as<Type, Bytes32>) return Kind::Hex;
  else if constexpr (std::integral<Type>) return Kind::Number;
  else return Kind::String;  // a text, or a word of a few
}

// A field of `Of`. The methods are for building tables; each returns the field as it is then.
template <class Of, class Member>
struct Field : FieldForm {
  Member Of::* member;

  constexpr Field optional() const {
    return with([](Field& out) { out.needed = false; });
  }
  constexpr Field between(std::int64_t lowest, std::int64_t highest = kUnbounded) const {
    return with([&](Field& out) {
      out.least = lowest;
      out.most = highest;
    });
  }
  constexpr Field bytes(std::int64_t fewest, std::int64_t greatest = kUnbounded) const {
    return between(fewest, greatest);
  }
  constexpr Field missing_is(std::int64_t value) const {
    return with([&](Field& out) {
      out.needed = false;
      out.if_missing = value;
    });
  }
  constexpr Field formerly(std::string_view name_then) const {
    return with([&](Field& out) { out.was = name_then; });
  }
  constexpr Field like(std::string_view regex) const {
    return with([&](Field& out) { out.pattern = regex; });
  }
  constexpr Field defined(std::string_view reference) const {
    return with([&](Field& out) { out.definition = reference; });
  }

 private:
  template <class Change>
  constexpr Field with(Change change) const {
    Field out = *this;
    change(out);
    return out;
  }
};

template <class Of, class Member>
constexpr Field<Of, Member> field(std::string_view name, Member Of::* member) {
  constexpr bool maybe = !std::same_as<Member, typename Plain<Member>::Type>;
  Field<Of, Member> out{{.name = name, .kind = kind_of<Member>(), .needed = !maybe}, member};
  if constexpr (std::same_as<Member, Seat>) out = out.between(1, kSeatsMax);
  return out;
}

// The fields of a member that is a struct with a table of its own; in JSON they stand among the others.
template <class Of, class Inner>
struct Part {
  Inner Of::* member;
};
template <class Of, class Inner>
constexpr Part<Of, Inner> part(Inner Of::* member) {
  return {member};
}

// Calls visit(struct, field) for every field, those of its parts included, until one call returns false.
template <class Of, class Visit>
bool for_each_field(Of& object, Visit visit);

template <class Object, class Of, class Member, class Visit>
bool visit_field(Object& object, const Field<Of, Member>& field, Visit& visit) {
  return visit(object, field);
}
template <class Object, class Of, class Inner, class Visit>
bool visit_field(Object& object, const Part<Of, Inner>& inner, Visit& visit) {
  return for_each_field(object.*(inner.member), visit);
}
template <class Of, class Visit>
bool for_each_field(Of& object, Visit visit) {
  if constexpr (requires { std::remove_const_t<Of>::fields(); })
    return std::apply([&](const auto&... field) { return (visit_field(object, field, visit) && ...); },
                      std::remove_const_t<Of>::fields());
  else return true;
}

// ---- values ---------------------------------------------------------------------------------------------

// Commands are read without their bounds and judged where they are obeyed, so that refusals can say what is
// wrong with them. What a log says must be within its bounds.
enum class Bounds : bool { Leave, Check };

using JsonValue = Fields::Value;

Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, std::string& out);
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, bool& out);
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, Bytes32& out);
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, std::int64_t& out);
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, Seat& out);

template <std::integral Number>
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds, Number& out) {
  std::int64_t number = 0;
  Fault wrong = read_value(form, from, Bounds::Check, number);
  if (!wrong) out = static_cast<Number>(number);
  return wrong;
}
template <class Member>
Fault read_value(const FieldForm& form, const JsonValue& from, Bounds bounds, std::optional<Member>& out) {
  return read_value(form, from, bounds, out.emplace());
}

void write_value(JsonPen& pen, const std::string& value);
void write_value(JsonPen& pen, bool value);
void write_value(JsonPen& pen, const Bytes32& value);
void write_value(JsonPen& pen, Seat value);
template <std::integral Number>
void write_value(JsonPen& pen, Number value) {
  pen.number(static_cast<long long>(value));
}
template <class Member>
void write_value(JsonPen& pen, const std::optional<Member>& value) {
  write_value(pen, *value);
}

// Is this value within the bounds of its field?
Fault check_value(const FieldForm& form, const std::string& value);
Fault check_value(const FieldForm& form, std::int64_t value);
inline Fault check_value(const FieldForm&, bool) { return {}; }
template <class Member>
Fault check_value(const FieldForm& form, const std::optional<Member>& value) {
  return value ? check_value(form, *value) : Fault{};
}

// ---- whole structs --------------------------------------------------------------------------------------

// What read_form says about a missing field, and about one that should not be there.
Fault missing(std::string_view word, const FieldForm& form);
Fault no_field(std::string_view word, std::string_view name);

// What is wrong with the first field that is missing, of another kind or out of its bounds. Further fields
// are allowed. `word` is what the struct is called.
template <class Of>
Fault read_form(std::string_view word, const Fields& from, Of& out, Bounds bounds) {
  Fault wrong;
  for_each_field(out, [&](auto& object, const auto& field) {
    const JsonValue* value = from.find(field.name);
    if (!value && !field.was.empty()) value = from.find(field.was);
    auto& member = object.*(field.member);
    using Member = std::remove_cvref_t<decltype(member)>;
    if (value) wrong = read_value(field, *value, bounds, member);
    else if (field.needed) wrong = missing(word, field);
    else if constexpr (std::is_arithmetic_v<Member>)
      if (field.if_missing) member = static_cast<Member>(*field.if_missing);
    return !wrong;
  });
  return wrong;
}

// Leaves out every field whose value is what a missing field would read as.
template <class Of>
void write_form(JsonPen& pen, const Of& from) {
  for_each_field(from, [&](const auto& object, const auto& field) {
    const auto& member = object.*(field.member);
    using Member = std::remove_cvref_t<decltype(member)>;
    bool said = field.needed;
    if constexpr (std::is_arithmetic_v<Member>)
      if (field.if_missing) said = member != static_cast<Member>(*field.if_missing);
    if (!said && !field.if_missing) said = member != std::remove_cvref_t<decltype(object)>{}.*(field.member);
    if (said) write_value(pen.key(field.name), member);
    return true;
  });
}

// Checks the present values against their bounds.
template <class Of>
Fault check_form(const Of& from) {
  Fault wrong;
  for_each_field(from, [&](const auto& object, const auto& field) {
    wrong = check_value(field, object.*(field.member));
    return !wrong;
  });
  return wrong;
}

// Does the struct have a field of that name, or did it once?
template <class Of>
bool has_field(std::string_view name) {
  const Of object{};
  return !for_each_field(object, [&](const auto&, const auto& field) {
    return field.name != name && (field.was.empty() || field.was != name);
  });
}

// All texts of a struct together, in bytes.
template <class Of>
std::size_t text_bytes(const Of& from) {
  std::size_t out = 0;
  for_each_field(from, [&](const auto& object, const auto& field) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(object.*(field.member))>, std::string>)
      out += (object.*(field.member)).size();
    return true;
  });
  return out;
}

// ---- one struct of several ------------------------------------------------------------------------------

template <class One, class Variant>
bool become(Variant& out) {
  out.template emplace<One>();
  return true;
}

// Each alternative of a variant has a `word`. Makes `out` the alternative with that word; false: there is
// none.
template <class... All>
bool choose(std::string_view word, std::variant<All...>& out) {
  return ((word == All::word && become<All>(out)) || ...);
}

// Reads the alternative that was chosen. A field that it does not have is one too many, unless
// `is_known(name)`.
template <class Variant, class Known>
Fault read_chosen(std::string_view word, const Fields& from, Variant& out, Bounds bounds, Known is_known) {
  return std::visit(
      [&](auto& one) {
        for (const auto& [name, value] : from.all())
          if (!is_known(name) && !has_field<std::remove_cvref_t<decltype(one)>>(name))
            return no_field(word, name);
        return read_form(word, from, one, bounds);
      },
      out);
}

template <class Variant>
std::string_view word_of(const Variant& variant) {
  return std::visit([](const auto& one) { return std::remove_cvref_t<decltype(one)>::word; }, variant);
}

}  // namespace comodin::server
