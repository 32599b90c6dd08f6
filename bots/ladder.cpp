#include "bots/ladder.hpp"

#include <algorithm>

#include "bots/levels.hpp"
#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr Level kLadder[] = {
    {"novato", "Novato", "juega al azar y olvida cantar UNO", "plays at random and forgets to call UNO"},
    {"aprendiz", "Aprendiz", "guarda los comodines", "keeps its wilds"},
    {"casual", "Casual", "sigue los consejos de siempre", "follows the usual advice"},
    {"veterana", "Veterana", "sopesa cada jugada", "weighs every move"},
    {"contadora", "Contadora", "cuenta las cartas e imagina las que no ve",
     "counts cards and imagines those it cannot see"},
    {"aurora", "Aurora", "aprendió sola, jugando", "taught itself by playing"},
};

// "worlds=200,ms=150" behind the colon. False if it is something else.
bool read_limits(std::string_view text, SearchLimits& out) {
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size()), equals = text.find('=');
    if (equals >= comma) return false;
    const std::string_view key = text.substr(0, equals), value = text.substr(equals + 1, comma - equals - 1);
    int* const field = key == "worlds"  ? &out.worlds
                       : key == "moves" ? &out.moves
                       : key == "ms"    ? &out.milliseconds
                                        : nullptr;
    if (!field) return false;
    if (!read_number(value, *field, 1)) return false;
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return true;
}

std::unique_ptr<Bot> make(std::string_view name, const SearchLimits& limits) {
  if (name == "novato") return make_novato();
  if (name == "aprendiz") return make_aprendiz();
  if (name == "casual") return make_casual();
  if (name == "veterana") return make_veterana();
  if (name == "contadora") return make_contadora(limits);
  if (name == "aurora") return make_aurora();
  return nullptr;
}

}  // namespace

std::span<const Level> ladder() { return kLadder; }

std::unique_ptr<Bot> make_bot(std::string_view name, std::string& why) {
  const std::size_t colon = std::min(name.find(':'), name.size());
  const std::string_view level = name.substr(0, colon);
  SearchLimits limits;
  if (colon < name.size() && (level != "contadora" || !read_limits(name.substr(colon + 1), limits))) {
    why = "only contadora has settings: contadora:worlds=1000,moves=500000,ms=150";
    return nullptr;
  }
  if (auto bot = make(level, limits)) return bot;
  why = "there is no bot " + std::string(name) + "; the bots are:";
  for (const Level& known : kLadder) (why += ' ') += known.name;
  return nullptr;
}

}  // namespace comodin
