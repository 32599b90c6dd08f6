// The tokenizer: places lie inside the text, and a quoted text reads back as it was.
#include <algorithm>

#include "notation/tokens.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  std::vector<Token> tokens;
  if (const TextError wrong = tokenize(text, tokens)) {
    LAW(wrong.line >= 1 && wrong.line <= lines && wrong.column >= 1 && fuzz::says(wrong.fault));
    return 0;
  }
  LAW(!tokens.empty() && tokens.back().kind == TokenKind::End);
  for (const Token& token : tokens) {
    LAW(token.line >= 1 && token.line <= lines + 1 && token.column >= 1);
    LAW(!got(token).empty());
    if (token.kind != TokenKind::Quoted) continue;
    std::vector<Token> again;
    LAW(!tokenize(quoted(token.text), again));
    LAW(again.size() == 3 && again[0].kind == TokenKind::Quoted && again[0].text == token.text);
  }
  return 0;
}
