// What bots do, in the real World and the simulated one: a croupier continues from the job's position and
// asks them. Only the players themselves are kept from one job to the next, because a network takes a while
// to unpack.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "bots/ladder.hpp"
#include "server/room/think.hpp"
#include "table/croupier.hpp"

namespace comodin::server {

namespace {

constexpr std::string_view kSlow = "contadora";  // this one plays out worlds; the others look only once
constexpr std::size_t kPlayersKept = 128;

using Players = std::map<std::pair<std::string, Seat>, std::unique_ptr<Bot>>;

// Null if there is no such level.
Bot* player(Players& players, const std::string& level, Seat seat) {
  std::unique_ptr<Bot>& bot = players[{level, seat}];
  Fault why;
  if (!bot) bot = make_bot(level, why);
  return bot.get();
}

}  // namespace

Thought think(const ThinkJob& job) {
  thread_local Players players;
  if (players.size() > kPlayersKept) players.clear();
  std::array<Bot*, kSeatsMax> seats{};
  for (std::size_t k = 0; k < job.levels.size() && k < seats.size(); ++k)
    if (!job.levels[k].empty()) seats[k] = player(players, job.levels[k], static_cast<Seat>(k));
  Croupier croupier(*job.rules, seats);
  croupier.resume(job.state, job.knowledge, job.memory, job.key);
  Thought thought;
  thought.moves = croupier.next(thought.reaction);
  return thought;
}

bool takes_long(const ThinkJob& job) {
  return std::any_of(job.levels.begin(), job.levels.end(),
                     [](const std::string& level) { return level.starts_with(kSlow); });
}

}  // namespace comodin::server
