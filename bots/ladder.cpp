#include "bots/ladder.hpp"

#include "bots/levels.hpp"

namespace comodin {
namespace {

constexpr Level kLadder[] = {
    {"novato", "Novato", "juega al azar y olvida cantar UNO", "plays at random and forgets to call UNO"},
    {"aprendiz", "Aprendiz", "guarda los comodines", "keeps its wilds"},
};

std::unique_ptr<Bot> make(std::string_view name) {
  if (name == "novato") return make_novato();
  if (name == "aprendiz") return make_aprendiz();
  return nullptr;
}

}  // namespace

std::span<const Level> ladder() { return kLadder; }

std::unique_ptr<Bot> make_bot(std::string_view name, std::string& why) {
  if (auto bot = make(name)) return bot;
  why = "there is no bot " + std::string(name) + "; the bots are:";
  for (const Level& level : kLadder) (why += ' ') += level.name;
  return nullptr;
}

}  // namespace comodin
