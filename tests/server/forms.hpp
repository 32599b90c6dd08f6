// The tables of commands and acts as lists, for tests that go through all of them.
#pragma once

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "server/hub/command.hpp"
#include "server/room/act.hpp"

namespace comodin::server {

struct Form {
  std::string_view word, says;
  bool one_field = false;  // exactly one of those that are not needed
  std::vector<FieldForm> fields;
};

template <class Struct>
Form form_of() {
  Form out{.word = Struct::word, .says = Struct::says, .one_field = requires {Struct::one_field;
}
, .fields = {}
};  // namespace comodin::server
const Struct object{};
for_each_field(object, [&](const auto&, const auto& field) {
  out.fields.push_back(field);
  return true;
});
return out;
}

template <class Variant>
const std::vector<Form>& forms_of() {
  static const std::vector<Form> forms = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::vector<Form>{form_of<std::variant_alternative_t<kIndex, Variant>>()...};
  }(std::make_index_sequence<std::variant_size_v<Variant>>());
  return forms;
}

inline const std::vector<Form>& command_forms() { return forms_of<command::Any>(); }
inline const std::vector<Form>& act_forms() { return forms_of<act::Any>(); }

}  // namespace comodin::server
