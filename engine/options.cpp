#include "engine/options.hpp"

namespace comodin {
namespace {

using Names = std::string_view;
constexpr Names kDrawn[] = {"must", "may"};
constexpr Names kReverse[] = {"skip", "pass"};
constexpr Names kBluff[] = {"allowed", "forbidden"};
constexpr Names kFormat[] = {"race", "low", "hand"};
constexpr Names kStacking[] = {"none", "same", "any"};
constexpr Names kSwitch[] = {"off", "on"};
constexpr Names kDraw[] = {"one", "until_playable"};
constexpr Names kTeams[] = {"off", "pairs"};

const OptionInfo kInfo[kOptions] = {
    {"drawn_forced", kDrawn},
    {"drawn_voluntary", kDrawn, 0, 0, static_cast<int>(Drawn::May)},
    {"two_player_reverse", kReverse},
    {"w4_bluff", kBluff},
    {"format", kFormat},
    {"target", {}, 1, 100000, 500},
    {"cards", {}, 1, 10, 7},
    {"custom_wilds", {}, 0, 4, 4},
    {"turn_limit", {}, 1, 1000000, 5000},
    {"stacking", kStacking},
    {"jump_in", kSwitch},
    {"seven_zero", kSwitch},
    {"draw", kDraw},
    {"teams", kTeams},
};

}  // namespace

const OptionInfo& info(Option option) { return kInfo[static_cast<std::size_t>(option)]; }

Options::Options() {
  for (int i = 0; i < kOptions; ++i) set(static_cast<Option>(i), kInfo[i].initial);
}

}  // namespace comodin
