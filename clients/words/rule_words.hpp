// A rule in the reader's own language, from its steps: "The next player draws 2 cards and loses their turn."
// The web client says the same (clients/web/src/rules/explain.ts).
#pragma once

#include <functional>
#include <string>

#include "clients/words/catalogue.hpp"
#include "engine/edition.hpp"

namespace comodin {

// `power`: what a colour's power lets its holder do; only cards of an edition speak of it.
std::string explain_rule(const Rule& rule, const Catalogue& say,
                         const std::function<std::string(Color)>& power = {});

// The first letter as a capital or small, where it is an ASCII one.
std::string capital(std::string text);
std::string uncapital(std::string text);

}  // namespace comodin
