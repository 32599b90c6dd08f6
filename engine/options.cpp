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
constexpr Names kUnoWindow[] = {"turn", "answer"};
constexpr Names kDoubleUno[] = {"each", "end"};
constexpr Names kDoubleSecond[] = {"matching", "any"};
constexpr Names kFlipEffect[] = {"played", "placed"};
constexpr Names kShieldReverse[] = {"blocked", "flips"};
constexpr Names kThrowColor[] = {"first", "last"};
constexpr Names kThrowWild[] = {"never", "matches"};
constexpr Names kStuckDraw[] = {"last", "any"};

// One of two readings of the rulebooks; games of the first version were played by the value `before`.
template <class Named>
constexpr OptionInfo reading(Names name, const Names (&values)[2], Named before, Named literal) {
  return {.name = name,
          .values = values,
          .since = 2,
          .before = static_cast<int>(before),
          .literal = static_cast<int>(literal)};
}

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
    reading("uno_window", kUnoWindow, UnoWindow::Answer, UnoWindow::Turn),
    reading("double_uno", kDoubleUno, DoubleUno::End, DoubleUno::Each),
    reading("double_second", kDoubleSecond, DoubleSecond::Matching, DoubleSecond::Any),
    reading("flip_effect", kFlipEffect, FlipEffect::Played, FlipEffect::Placed),
    reading("shield_reverse", kShieldReverse, ShieldReverse::Blocked, ShieldReverse::Blocked),
    reading("throw_color", kThrowColor, ThrowColor::First, ThrowColor::Last),
    reading("throw_wild", kThrowWild, ThrowWild::Never, ThrowWild::Never),
    reading("stuck_draw", kStuckDraw, StuckDraw::Last, StuckDraw::Any),
};

}  // namespace

const OptionInfo& info(Option option) { return kInfo[static_cast<std::size_t>(option)]; }

Options::Options() {
  for (int i = 0; i < kOptions; ++i) set(static_cast<Option>(i), kInfo[i].initial);
}

}  // namespace comodin
