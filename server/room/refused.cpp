#include "server/room/refused.hpp"

#include "words/fault.hpp"

namespace comodin::server {

Refused refuse(FaultCode code, std::vector<std::string> args) {
  std::string_view word = code;
  word.remove_prefix(word.find('.') + 1);
  return {.code = word.substr(0, word.find('.')), .fault = {code, std::move(args)}};
}

Refused refuse_text(std::string_view code, Fault fault, int line, int column) {
  return {.code = code, .fault = std::move(fault), .line = line, .column = column};
}

Refused refuse_move(Refusal refusal) {
  const Reason why = reason(refusal);
  return {.code = why.word(), .clause = why.clause};
}

std::string english(const Refused& why) {
  if (!why.fault) return Catalogue(Language::English)("fault.refusal." + std::string(why.code));
  const std::string place =
      why.line ? std::to_string(why.line) + ":" + std::to_string(why.column) + ": " : std::string();
  return place + fault_text(Language::English, why.fault);
}

}  // namespace comodin::server
