// Move lines: what parses prints and parses back to the same move, and is accepted or refused
// cleanly in a game of the table that the first bytes choose.
#include <string>

#include "notation/moves.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kHead = 2;
  if (size < kHead) return 0;
  fuzz::Bytes head(data, kHead);
  const RuleSet rules = fuzz::table(head);
  std::vector<Token> tokens;
  if (tokenize(fuzz::text_of(data + kHead, size - kHead), tokens)) return 0;
  State state = new_game(rules, 1);
  LAW(deal(rules, state) == Refusal::None);
  Cursor at(tokens);
  while (!at.at_end()) {
    Move move, again;
    if (!parse_move(at, rules, move) || !at.line_end()) {
      LAW(at.error().line >= 1 && fuzz::says(at.error().fault));
      return 0;
    }
    std::vector<Token> printed;
    LAW(!tokenize(seated_move_text(rules, move), printed));
    Cursor reread(printed);
    LAW(parse_move(reread, rules, again) && reread.line_end() && again == move);
    fuzz::apply_any(rules, state, move);
  }
  return 0;
}
