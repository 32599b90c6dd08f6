// Lines: text out and answers in, line by line, for pipes and screen readers. No escape codes, and only ASCII
// where the locale knows nothing else.
#pragma once

#include <string>
#include <string_view>

#include "words/catalogue.hpp"

namespace comodin {

// What can be said instead of a move, in either language.
enum class LineWord { None, Hint, Log, Save, Repeat, Cards, Rules, Help, Leave };
// "Hint", " pista ", "h"; None for anything else.
LineWord line_word(std::string_view answer);

class Lines {
 public:
  Lines();  // standard input and output
  void line(const std::string& text);
  // The next line of input, trimmed. False: there is none, or nobody reads the output any more.
  bool ask(const std::string& prompt, std::string& answer);

 private:
  std::string heard(const std::string& text) const;
  bool utf8_;
};

}  // namespace comodin
