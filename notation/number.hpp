// Numbers as people and programs write them. This is the only reader: the command line, files, lines of the
// protocol and addresses all come through here.
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <string_view>
#include <type_traits>

namespace comodin {

// A whole number within bounds and nothing else: digits without a plus sign, a blank, a leading zero or
// anything after them; a minus sign only where the bounds go below 0. If false, `out` is unchanged.
template <std::integral Number>
bool read_number(std::string_view text, Number& out, std::type_identity_t<Number> least = 0,
                 std::type_identity_t<Number> most = std::numeric_limits<Number>::max()) {
  const std::string_view digits = text.substr(least < 0 && text.starts_with('-'));
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return false;
  if (digits[0] == '0' && text.size() > 1) return false;
  Number number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) return false;
  if (number < least || number > most) return false;
  out = number;
  return true;
}

// The same for 0.5 and 12: digits, and digits after a decimal point if there is one.
template <std::floating_point Number>
bool read_decimal(std::string_view text, Number& out, std::type_identity_t<Number> least,
                  std::type_identity_t<Number> most) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view rest = point == std::string_view::npos ? "0" : text.substr(point + 1);
  for (const std::string_view digits : {whole, rest})
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return false;
  if (whole[0] == '0' && whole.size() > 1) return false;
  Number number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) return false;
  if (!(number >= least && number <= most)) return false;
  out = number;
  return true;
}

}  // namespace comodin
