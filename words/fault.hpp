// A fault as a sentence. In C++ only this function makes one; the web client makes the same sentence from the
// same texts (clients/web/src/words/fault.ts).
#pragma once

#include <string>

#include "engine/fault.hpp"
#include "words/catalogue.hpp"

namespace comodin {

// The text `fault.CODE` with its arguments; empty if there is no fault.
std::string fault_text(Language language, const Fault& fault);

// For what is always English: the command line, logs, and programs behind a pipe.
std::string english(const Fault& fault);

}  // namespace comodin
