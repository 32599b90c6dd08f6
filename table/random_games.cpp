#include "table/random_games.hpp"

#include <cstdlib>

#include "engine/verbs.hpp"
#include "table/random_table.hpp"

namespace comodin {

void RandomGames::hand() {
  if (check_deal(state_) != Refusal::None) state_ = new_game(rules_, split(key_, 2, ++games_));
  deal(rules_, state_);
  flow::Quiet quiet;
  while (state_.phase == Phase::Running)
    if (flow::make(rules_, state_, next_move(rules_, state_, bot_), quiet) != Refusal::None)
      std::abort();  // a move of our own bot
}

}  // namespace comodin
