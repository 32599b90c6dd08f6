// The one tokenizer: scenarios, records, edition files and rule texts are lines of words.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/fault.hpp"

namespace comodin {

enum class TokenKind { Word, Quoted, Mark, LineEnd, End };  // Mark: one of : ; { } |

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  // a quoted text without its quotes
  int line = 1, column = 1;
};

// What is wrong with a text, and where. Line 0: no place is known. Columns count bytes.
struct TextError {
  int line = 0, column = 0;
  Fault fault;
  explicit operator bool() const { return static_cast<bool>(fault); }
};

inline constexpr std::size_t kTextMax = 256u << 20;  // bytes of one file
inline constexpr int kLineMax = 20000;               // bytes of one line
inline constexpr int kWordMax = 2000;                // bytes of one word or quoted text

// Splits a text into tokens. `#` starts a comment; "…" is one token, with \" and \\ inside. Every line that
// has a token ends in a LineEnd; the list ends in an End.
TextError tokenize(std::string_view text, std::vector<Token>& out);

// The text in quotes, as tokenize() reads it back.
std::string quoted(std::string_view text);

// The last arguments of a fault: what was found at a token instead of what was expected.
std::vector<std::string> got(const Token& token);

// Walks over tokens and keeps the first failure.
class Cursor {
 public:
  explicit Cursor(const std::vector<Token>& tokens, std::size_t at = 0) : tokens_(&tokens), at_(at) {}

  const Token& peek() const { return (*tokens_)[at_]; }
  const Token& next() { return (*tokens_)[at_ + 1 < tokens_->size() ? at_++ : at_]; }
  std::size_t position() const { return at_; }
  bool at_end() const { return peek().kind == TokenKind::End; }
  bool at_line_end() const { return peek().kind == TokenKind::LineEnd || at_end(); }
  bool at_word(std::string_view text) const { return peek().kind == TokenKind::Word && peek().text == text; }
  bool at_mark(char mark) const { return peek().kind == TokenKind::Mark && peek().text[0] == mark; }

  bool accept_word(std::string_view text) { return at_word(text) && step(); }
  bool accept_mark(char mark) { return at_mark(mark) && step(); }
  // The same, and sets `out` to what the word stands for.
  template <class Value>
  bool accept_word(std::string_view text, Value& out, std::type_identity_t<Value> meaning) {
    if (!accept_word(text)) return false;
    out = meaning;
    return true;
  }

  using Args = std::vector<std::string>;
  // Records "expected …, got …" here, unless something failed before; the present token is the last argument.
  // Returns false, as the others do.
  bool fail(FaultCode code, Args args = {}) { return fail_at(peek(), code, std::move(args)); }
  bool fail_at(const Token& token, FaultCode code, Args args = {});
  bool fail_text(std::string text);                      // expected exactly this
  bool fail_either(std::string rest, std::string last);  // expected one of these: "red, yellow", "blue"
  // The same without the token that was found.
  bool refuse_at(const Token& token, FaultCode code, Args args = {});
  bool refuse_at(const Token& token, Fault fault);

  bool word(std::string& out, FaultCode expected);
  bool quoted_text(std::string& out, FaultCode expected);
  bool number(int& out, int min, int max, FaultCode expected = "expected.number"_fault);
  bool mark(char mark);
  bool line_end();  // and moves past it

  const TextError& error() const { return error_; }
  bool ok() const { return !error_; }

 private:
  bool step() {
    next();
    return true;
  }

  const std::vector<Token>* tokens_;
  std::size_t at_;
  TextError error_;
};

}  // namespace comodin
