// Random play at all tables, looked at step by step by one property at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bots/bot.hpp"
#include "engine/game.hpp"
#include "engine/view.hpp"
#include "table/random_table.hpp"
#include "tests/battery/effort.hpp"
#include "tests/battery/tables.hpp"

namespace comodin::battery {

// One deal or one move of a game, with everything around it.
struct Step {
  const Table& table;
  const RuleSet& rules;
  Key seed;    // of the game
  int number;  // of the step in its game, from 1
  bool is_deal;
  Move move;  // unless it is a deal
  const State &before, &after;
  const Knowledge &knew, &knows;     // before and after
  const std::vector<Event>& events;  // unmasked

  // Numbers that depend on nothing but this step, for properties that try things out.
  Random random() const { return Random(split(seed, 2000, static_cast<std::uint64_t>(number))); }
  bool every(int n) const { return (static_cast<Key>(number) + seed) % static_cast<Key>(n) == 0; }
};

// What is wrong, in words; nothing if the property holds.
using Property = std::function<std::string(const Step&)>;

struct Effort {
  int games = 1;    // at each table
  int steps = 300;  // most steps of each game; a game goes on over several hands
};

// Plays at every table; on failure it reports table, seed and step. Stops after a few failures.
void holds_at_all_tables(Effort effort, const Property& property);

// The seed of a table's n-th game.
Key game_seed(std::size_t table, int game);

// The spectator and every seat.
std::vector<Seat> viewers(const RuleSet& rules);
std::string name_of(Seat viewer);  // "seat 2"

// In the form that a croupier takes.
std::vector<Bot*> pointers(const std::vector<std::unique_ptr<Bot>>& bots);

// "2 play r7 uno", or "deal".
std::string step_text(const Step& step);

// The bot that plays all seats, as in the recorder: a record of the same seed is the same game.
class Players {
 public:
  explicit Players(Key seed) : bot_(split(seed, 1000), 8) {}
  Move next(const RuleSet& rules, const State& state) { return next_move(rules, state, bot_); }

 private:
  RandomBot bot_;
};

}  // namespace comodin::battery
