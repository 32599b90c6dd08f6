#include "bots/ladder.hpp"

#include <algorithm>
#include <bit>

#include "bots/levels.hpp"
#include "bots/net_blob.hpp"
#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr Level kLadder[] = {
    {"novato", "Novato", Learnt::Nothing},      {"aprendiz", "Aprendiz", Learnt::Nothing},
    {"casual", "Casual", Learnt::Scorer},       {"veterana", "Veterana", Learnt::Scorer},
    {"contadora", "Contadora", Learnt::Scorer}, {"aurora", "Aurora", Learnt::Network},
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

std::unique_ptr<Bot> make_bot(std::string_view name, Fault& why) {
  const std::size_t colon = std::min(name.find(':'), name.size());
  const std::string_view level = name.substr(0, colon);
  SearchLimits limits;
  if (colon < name.size() && (level != "contadora" || !read_limits(name.substr(colon + 1), limits))) {
    why = {"bot.settings"_fault};
    return nullptr;
  }
  if (auto bot = make(level, limits)) return bot;
  std::string all;
  for (const Level& known : kLadder) (all += all.empty() ? "" : " ") += known.name;
  why = {"bot.unknown"_fault, {fault_word(std::string(name)), all}};
  return nullptr;
}

// A level that plays by the network goes by the weights where it reacts.
Key learnt_fingerprint(std::string_view name) {
  const auto level = std::find_if(std::begin(kLadder), std::end(kLadder), [&](const Level& known) {
    return known.name == name.substr(0, name.find(':'));
  });
  Key out = 0;
  if (level == std::end(kLadder) || level->learnt == Learnt::Nothing) return out;
  for (const int seats : {2, 4})
    for (const float weight : tuned_weights(seats)) out = split(out, std::bit_cast<std::uint32_t>(weight));
  if (level->learnt == Learnt::Network)
    for (const char c : kNetBlob) out = mix(out + static_cast<unsigned char>(c) + 1);
  return out;
}

}  // namespace comodin
