// Aurora: a small network that has taught itself by playing (lab/trainer.hpp).
#include "bots/levels.hpp"
#include "bots/net_player.hpp"

namespace comodin {
namespace {

constexpr Temper kAurora{.forgets = 0, .remembers = 100, .notices = 100, .reaction_ms = 450, .pace_ms = 1000};

}  // namespace

std::unique_ptr<Bot> make_aurora() { return std::make_unique<NetPlayer>(shipped_net(), kAurora); }
std::unique_ptr<Bot> make_aurora(const Net& net) { return std::make_unique<NetPlayer>(net, kAurora); }

}  // namespace comodin
