// A rule in the reader's own language, from its steps: "The next player draws 2 cards and loses their turn."
// The web client says the same (clients/web/src/rules/explain.ts).
#pragma once

#include <functional>
#include <string>

#include "engine/edition.hpp"
#include "words/catalogue.hpp"

namespace comodin {

// `power`: what a colour's power lets its holder do; only cards of an edition mention it.
std::string explain_rule(const Rule& rule, const Catalogue& say,
                         const std::function<std::string(Color)>& power = {});

// The text with its first letter in upper or lower case, if it is an ASCII letter.
std::string capital(std::string text);
std::string uncapital(std::string text);

}  // namespace comodin
