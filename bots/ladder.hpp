// The ladder: our players from the weakest to the strongest, by name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bots/bot.hpp"
#include "engine/fault.hpp"

namespace comodin {

// What a level plays by that was not written but learnt.
enum class Learnt : std::uint8_t { Nothing, Scorer, Network };

struct Level {
  std::string_view name;   // "novato": what --bots and the protocol take
  std::string_view title;  // "Novato": what players read
  Learnt learnt;
};  // what it does: the text `bot.NAME` in words/

// In order of strength.
std::span<const Level> ladder();

// A player by name, with its settings behind a colon if it has any: "contadora:worlds=200". Null, and
// `why`, if there is no such player or setting.
std::unique_ptr<Bot> make_bot(std::string_view name, Fault& why);

// Of the weights and the network that this player plays by. It changes when they do.
Key learnt_fingerprint(std::string_view name);

}  // namespace comodin
