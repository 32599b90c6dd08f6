// A view as a few lines of text, for people: replays and the line game.
#pragma once

#include <string>

#include "engine/ruleset.hpp"
#include "engine/view.hpp"

namespace comodin {

// A view in which every hand is seen: for replays of games that are over.
View open_view(const RuleSet& rules, const State& state, const Knowledge& knowledge);

// One line for each seat (`?` for each card the viewer has not been shown), then the table.
std::string view_text(const RuleSet& rules, const View& view);

}  // namespace comodin
