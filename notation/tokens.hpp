// The one tokenizer: scenarios, records, edition files and rule texts are lines of words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin {

enum class TokenKind { Word, Quoted, Mark, LineEnd, End };  // Mark: one of : ; { } |

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  // a quoted text without its quotes
  int line = 1, column = 1;
};

// Where a text is wrong, and what was expected there: "expected …" in plain words.
struct TextError {
  int line = 0, column = 0;  // line 0: no error
  std::string what;
  explicit operator bool() const { return line != 0; }
};

inline constexpr std::size_t kTextMax = 256u << 20;  // bytes of one file
inline constexpr int kLineMax = 20000;               // bytes of one line
inline constexpr int kWordMax = 2000;                // bytes of one word or quoted text

// Splits a text. `#` starts a comment; "…" is one token, with \" and \\ inside. Every line that has
// a token ends in a LineEnd; the list ends in an End.
TextError tokenize(std::string_view text, std::vector<Token>& out);

// The text in quotes, as tokenize() reads it back.
std::string quoted(std::string_view text);

// What stands at a token, for messages: `"joke"`, `the end of the line`.
std::string describe(const Token& token);

// Walks over tokens; the first failure stays.
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

  bool accept_word(std::string_view text) { return at_word(text) && (next(), true); }
  bool accept_mark(char mark) { return at_mark(mark) && (next(), true); }

  // Notes "expected WHAT, got …" here, unless something failed before. Always false.
  bool fail(std::string_view what) { return fail_at(peek(), what); }
  bool fail_at(const Token& token, std::string_view what);
  // Notes a whole message of one's own.
  bool refuse_at(const Token& token, std::string message);

  bool word(std::string& out, std::string_view what);
  bool quoted_text(std::string& out, std::string_view what);
  bool number(int& out, int min, int max, std::string_view what);
  bool mark(char mark);
  bool line_end();  // and steps over it

  const TextError& error() const { return error_; }
  bool ok() const { return !error_; }

 private:
  const std::vector<Token>* tokens_;
  std::size_t at_;
  TextError error_;
};

}  // namespace comodin
