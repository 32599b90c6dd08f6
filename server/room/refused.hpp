// Refused: why something is not done. `code` is for programs, `fault` for people: words/ turns it into a
// sentence in their language.
#pragma once

#include <string>
#include <string_view>

#include "engine/fault.hpp"
#include "engine/game.hpp"

namespace comodin::server {

struct [[nodiscard]] Refused {
  std::string_view code;     // "bad_rule"; empty: nothing is refused
  Fault fault;               // none if a rule of the game refuses; `code` is then its word
  int line = 0, column = 0;  // in the text that is wrong; 0: no place is known
  std::string_view clause;   // of the rule of the game
  explicit operator bool() const { return !code.empty(); }
};

// A fault "room.CODE", or "room.CODE.CASE" where a code has several sentences.
Refused refuse(FaultCode code, std::vector<std::string> args = {});
inline Refused not_now() { return refuse("room.not_now"_fault); }
// The mistake is in a text that somebody wrote: `fault` says what it is, and the code only which text.
Refused refuse_text(std::string_view code, Fault fault, int line = 0, int column = 0);
Refused refuse_move(Refusal refusal);

// The sentence in English, with the place in front.
std::string english(const Refused& why);

}  // namespace comodin::server
