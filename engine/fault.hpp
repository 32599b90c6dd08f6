// What is wrong, as data: a code and its arguments. Sentences in Spanish and English are made in one place,
// words/fault.hpp, from the text `fault.CODE` of the catalogue with {0}, {1}, … for the arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin {

// The name of a text of the catalogue without `fault.`. Only "..."_fault makes one, so that tools/words.py
// can find every code that the program can produce and compare them with the catalogue.
class FaultCode {
 public:
  constexpr FaultCode() = default;
  constexpr std::string_view name() const { return name_; }
  constexpr operator std::string_view() const { return name_; }
  friend constexpr bool operator==(FaultCode, FaultCode) = default;

 private:
  explicit constexpr FaultCode(std::string_view name) : name_(name) {}
  friend consteval FaultCode operator""_fault(const char* name, std::size_t size);
  std::string_view name_;
};

void a_code_is_of_small_letters_digits_dots_and_underscores();  // not constexpr: a bad code does not compile

consteval FaultCode operator""_fault(const char* name, std::size_t size) {
  if (size == 0 || name[0] < 'a' || name[0] > 'z') a_code_is_of_small_letters_digits_dots_and_underscores();
  for (std::size_t i = 0; i < size; ++i) {
    const char c = name[i];
    const bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (!good) a_code_is_of_small_letters_digits_dots_and_underscores();
  }
  return FaultCode({name, size});
}

// An argument `@NAME` stands for the text `fault.NAME`, whose own arguments are those that follow it. What a
// player wrote never begins with `@`: it is put between backticks or quotes.
struct Fault {
  FaultCode code;
  std::vector<std::string> args;
  explicit operator bool() const { return !code.name().empty(); }
  friend bool operator==(const Fault&, const Fault&) = default;
};

// What somebody wrote, as an argument of its own.
inline std::string fault_word(const std::string& text) {
  return text.starts_with('@') ? "`" + text + "`" : text;
}

// The argument that stands for a text of the catalogue.
inline std::string fault_part(FaultCode code) { return "@" + std::string(code.name()); }

// `outer`, with the fault `inner` as one more argument.
inline Fault around(Fault outer, const Fault& inner) {
  outer.args.push_back(fault_part(inner.code));
  outer.args.insert(outer.args.end(), inner.args.begin(), inner.args.end());
  return outer;
}

}  // namespace comodin
