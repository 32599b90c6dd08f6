// The options of a rule set: named knobs, each with its values and its default (rules table, HOUSE).
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace comodin {

enum class Option {
  DrawnForced,
  DrawnVoluntary,
  TwoPlayerReverse,
  W4Bluff,
  Format,
  Target,
  Cards,
  CustomWilds,
  TurnLimit,
  Stacking,
  JumpIn,
  SevenZero,
  Draw,
  Teams,
  UnoWindow,
  DoubleUno,
  DoubleSecond,
  FlipEffect,
  ShieldReverse,
  ThrowColor,
  ThrowWild,
  StuckDraw,
};
inline constexpr int kOptions = 22;

// Files say for which version of the options they were written: options that they do not name have the values
// of that version.
inline constexpr int kOptionsVersion = 2;

// The values of the options that have names, in the order of their names.
enum class Drawn { Must, May };
enum class TwoPlayerReverse { Skip, Pass };
enum class Bluff { Allowed, Forbidden };
enum class Format { Race, Low, Hand };
enum class Stacking { None, Same, Any };
enum class JumpIn { Off, On };
enum class SevenZero { Off, On };
enum class DrawRule { One, UntilPlayable };
enum class Teams { Off, Pairs };
enum class UnoWindow { Turn, Answer };
enum class DoubleUno { Each, End };
enum class DoubleSecond { Matching, Any };
enum class FlipEffect { Played, Placed };
enum class ShieldReverse { Blocked, Flips };
enum class ThrowColor { First, Last };
enum class ThrowWild { Never, Matches };
enum class StuckDraw { Last, Any };

struct OptionInfo {
  std::string_view name;
  std::span<const std::string_view> values;  // empty: a number from min to max
  int min = 0, max = 0;
  int initial = 0;   // unless the edition says otherwise
  int since = 1;     // the version it came with …
  int before = 0;    // … and how every game was played until then
  int literal = -1;  // what the rulebooks' words say, where they leave room; -1: they leave none
  bool reading() const { return literal >= 0; }
};
const OptionInfo& info(Option option);

class Options {
 public:
  Options();  // every option at its initial value
  int number(Option option) const { return value_[static_cast<std::size_t>(option)]; }
  template <class Named>
  Named named(Option option) const {
    return static_cast<Named>(number(option));
  }
  void set(Option option, int value) { value_[static_cast<std::size_t>(option)] = value; }
  friend bool operator==(const Options&, const Options&) = default;

 private:
  std::array<int, kOptions> value_;
};

}  // namespace comodin
