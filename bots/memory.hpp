// Memory: what a watchful player reads from how others play. It hears what a spectator hears, so it is the
// same for everybody at the table and can tell nothing that was not shown.
#pragma once

#include <array>

#include "engine/event.hpp"
#include "engine/plain_rules.hpp"
#include "engine/view.hpp"

namespace comodin {

class Memory {
 public:
  static constexpr std::uint8_t kNever = 0xFF;
  static constexpr std::size_t kWilds = kColors;  // the index behind the four colours

  explicit Memory(const PlainRules& rules) : rules_(&rules) { begin(); }

  // A new game: nothing is known of anybody's habits.
  void begin();

  // `event` must be masked for the spectator.
  void hear(const Event& event);

  // How many cards the seat has gained since it seemed to have none of this colour (or no wild): it drew
  // instead of playing, or played a wild on it. kNever: there was no sign.
  std::uint8_t passed_up(Seat seat, std::size_t color) const { return passed_up_[seat][color]; }

  // The colour the seat last named with a wild, and how many cards it has gained since.
  Color named(Seat seat) const { return named_[seat]; }
  std::uint8_t since_named(Seat seat) const { return since_named_[seat]; }

  // The colour in force when the last restricted wild was played.
  Color before_accused() const { return before_; }

  // Of the seat's restricted wilds that were challenged in this game, how many there were and how many
  // were bluffs.
  int challenged(Seat seat) const { return challenged_[seat]; }
  int bluffed(Seat seat) const { return bluffed_[seat]; }

 private:
  void begin_hand();
  void gains(Seat seat, int cards);
  void passes_up(Seat seat, Color color, bool wilds);
  void plays(const Event& event);
  void draws(Seat seat);
  void swap_seats(Seat a, Seat b);
  void pass_on(Direction direction);

  const PlainRules* rules_;
  std::array<std::array<std::uint8_t, kColors + 1>, kSeatsMax> passed_up_{};
  std::array<Color, kSeatsMax> named_{};
  std::array<std::uint8_t, kSeatsMax> since_named_{};
  std::array<std::uint8_t, kSeatsMax> challenged_{}, bluffed_{};
  Await asked_;  // what the game waited for before this move; None once it is answered
  Color color_ = Color::None, before_ = Color::None;
};

}  // namespace comodin
