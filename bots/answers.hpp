// Every way to answer what the game waits for: cards with each colour and power they may name, and answers
// that name no card. A card that leaves one in the hand comes with the call.
#pragma once

#include <vector>

#include "bots/bot.hpp"

namespace comodin {

void list_answers(const Question& question, std::vector<Move>& out);

}  // namespace comodin
