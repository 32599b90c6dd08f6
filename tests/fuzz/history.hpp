// What a long-lived thing under test has been given, kept in a file in case it breaks: its last input alone
// may not show the fault again. A history is itself an input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin::fuzz {

class History {
 public:
  void clear() { text_.clear(); }
  // Adds an input, and writes everything to the file that COMODIN_FUZZ_HISTORY names, if it names one.
  void add(std::string_view input);
  // The inputs of a history; empty: it is not a history.
  static std::vector<std::string_view> read(std::string_view text);

 private:
  std::string text_;
};

}  // namespace comodin::fuzz
