#include "notation/tokens.hpp"

#include "notation/number.hpp"

namespace comodin {
namespace {

bool is_mark(char c) { return c == ':' || c == ';' || c == '{' || c == '}' || c == '|'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Length of the UTF-8 character at the front, or 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 && lead < 0xF5   ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) >= 0xA0) ||
      (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) >= 0x90))
    return 0;
  return length;
}

class Tokenizer {
 public:
  Tokenizer(std::string_view text, std::vector<Token>& out) : text_(text), out_(out) {}

  TextError run() {
    if (text_.size() > kTextMax) return {1, 1, {"text.size"_fault}};
    while (at_ < text_.size() && !error_) step();
    end_line();
    out_.push_back({TokenKind::End, "", line_, column()});
    return error_;
  }

 private:
  int column() const { return static_cast<int>(at_ - line_start_) + 1; }
  bool fail(FaultCode code) {
    error_ = {line_, column(), {code}};
    return false;
  }

  void end_line() {
    if (!out_.empty() && out_.back().kind != TokenKind::LineEnd && out_.back().line == line_)
      out_.push_back({TokenKind::LineEnd, "", line_, column()});
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      end_line();
      ++at_;
      ++line_;
      line_start_ = at_;
    } else if (column() > kLineMax) {
      fail("text.line_length"_fault);
    } else if (is_space(c)) {
      ++at_;
    } else if (c == '#') {
      comment();
    } else if (c == '"') {
      quoted_token();
    } else if (is_mark(c)) {
      out_.push_back({TokenKind::Mark, std::string(1, c), line_, column()});
      ++at_;
    } else {
      word_token();
    }
  }

  // Reads one character of a word, a quoted text or a comment.
  bool character(std::string* into) {
    const char c = text_[at_];
    const std::size_t length = utf8_length(text_.substr(at_));
    if (length == 0) return fail("text.utf8"_fault);
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F) return fail("text.control"_fault);
    if (into) into->append(text_.substr(at_, length));
    if (into && into->size() > kWordMax) return fail("text.word_length"_fault);
    at_ += length;
    return true;
  }

  bool more() const { return at_ < text_.size() && text_[at_] != '\n'; }

  void comment() {
    while (more()) {
      if (text_[at_] == '\r') ++at_;
      else if (!character(nullptr)) return;
    }
  }

  void word_token() {
    Token token{TokenKind::Word, "", line_, column()};
    while (more() && !is_space(text_[at_]) && text_[at_] != '#' && text_[at_] != '"' && !is_mark(text_[at_]))
      if (!character(&token.text)) return;
    out_.push_back(std::move(token));
  }

  void quoted_token() {
    Token token{TokenKind::Quoted, "", line_, column()};
    ++at_;
    while (more() && text_[at_] != '"') {
      if (text_[at_] == '\\') {
        ++at_;
        if (!more() || (text_[at_] != '"' && text_[at_] != '\\')) {
          fail("text.backslash"_fault);
          return;
        }
      }
      if (!character(&token.text)) return;
    }
    if (!more()) {
      fail("text.quote"_fault);
      return;
    }
    ++at_;
    out_.push_back(std::move(token));
  }

  std::string_view text_;
  std::vector<Token>& out_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  TextError error_;
};

}  // namespace

TextError tokenize(std::string_view text, std::vector<Token>& out) {
  out.clear();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return Tokenizer(text, out).run();
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
  return out;
}

std::vector<std::string> got(const Token& token) {
  switch (token.kind) {
    case TokenKind::LineEnd: return {fault_part("got.line_end"_fault)};
    case TokenKind::End: return {fault_part("got.text_end"_fault)};
    case TokenKind::Quoted: return {fault_part("got.quoted"_fault), quoted(token.text)};
    default: return {"`" + token.text + "`"};
  }
}

bool Cursor::fail_at(const Token& token, FaultCode code, Args args) {
  for (std::string& part : got(token)) args.push_back(std::move(part));
  return refuse_at(token, {code, std::move(args)});
}

bool Cursor::fail_text(std::string text) { return fail("expected.text"_fault, {std::move(text)}); }

bool Cursor::fail_either(std::string rest, std::string last) {
  return fail("expected.either"_fault, {std::move(rest), std::move(last)});
}

bool Cursor::refuse_at(const Token& token, FaultCode code, Args args) {
  return refuse_at(token, Fault{code, std::move(args)});
}

bool Cursor::refuse_at(const Token& token, Fault fault) {
  if (!error_) error_ = {token.line, token.column, std::move(fault)};
  return false;
}

bool Cursor::word(std::string& out, FaultCode expected) {
  if (peek().kind != TokenKind::Word) return fail(expected);
  out = next().text;
  return true;
}

bool Cursor::quoted_text(std::string& out, FaultCode expected) {
  if (peek().kind != TokenKind::Quoted) return fail(expected);
  out = next().text;
  return true;
}

bool Cursor::number(int& out, int min, int max, FaultCode expected) {
  const std::string& text = peek().text;
  int value = 0;
  if (peek().kind != TokenKind::Word || !read_number(text, value, min, max))
    return fail(expected, {std::to_string(min), std::to_string(max)});
  out = value;
  next();
  return true;
}

bool Cursor::mark(char mark) { return accept_mark(mark) || fail_text(std::string("`") + mark + "`"); }

bool Cursor::line_end() {
  if (!at_line_end()) return fail("expected.line_end"_fault);
  next();
  return true;
}

}  // namespace comodin
