#include "tests/battery/play.hpp"

#include <gtest/gtest.h>

#include "notation/moves.hpp"

namespace comodin::battery {
namespace {

constexpr int kFailuresShown = 3;

class EventList : public Listener, public Chance {
 public:
  explicit EventList(Knowledge& knowledge) : knowledge_(knowledge) {}
  void on(const Event& event) override {
    events.push_back(event);
    knowledge_.on(event);
  }
  std::vector<Event> events;

 private:
  Knowledge& knowledge_;
};

class Game {
 public:
  Game(const Table& table, Key seed)
      : table_(table),
        rules_(*table.rules),
        seed_(seed),
        players_(seed),
        state_(new_game(rules_, seed)),
        knows_(rules_),
        heard_(knows_) {}

  // Plays one step and says what the property finds wrong with it.
  std::string step(const Property& property) {
    const State before = state_;
    const Knowledge knew = knows_;
    const bool is_deal = state_.phase != Phase::Running;
    Move move;
    heard_.events.clear();
    if (is_deal) {
      deal(rules_, state_, heard_, heard_);
    } else {
      move = players_.next(rules_, state_);
      if (apply(rules_, state_, move, heard_, heard_) != Refusal::None) return "a legal move was refused";
    }
    const Step step{table_, rules_, seed_, ++number_, is_deal,      move,
                    before, state_, knew,  knows_,    heard_.events};
    const std::string wrong = property(step);
    return wrong.empty() ? wrong : wrong + "\n  at step " + std::to_string(number_) + ": " + step_text(step);
  }

  bool can_go_on() const { return state_.phase == Phase::Running || check_deal(state_) == Refusal::None; }

 private:
  const Table& table_;
  const RuleSet& rules_;
  const Key seed_;
  Players players_;
  State state_;
  Knowledge knows_;
  EventList heard_;
  int number_ = 0;
};

// False: the property failed, and so this game stopped.
bool play(const Table& table, Key seed, int steps, const Property& property) {
  Game game(table, seed);
  for (int k = 0; k < steps && game.can_go_on(); ++k) {
    const std::string wrong = game.step(property);
    if (wrong.empty()) continue;
    ADD_FAILURE() << wrong << "\n  of the game with seed " << seed << "\n  at " << describe(table);
    return false;
  }
  return true;
}

}  // namespace

Key game_seed(std::size_t table, int game) { return split(table, 500, static_cast<std::uint64_t>(game)); }

void holds_at_all_tables(Effort effort, const Property& property) {
  int failures = 0;
  for (std::size_t t = 0; t < tables().size(); t += kTableStride)
    for (int game = 0; game < scaled(effort.games); ++game)
      if (!play(tables()[t], game_seed(t, game), effort.steps, property) && ++failures == kFailuresShown)
        return;
}

std::vector<Seat> viewers(const RuleSet& rules) {
  std::vector<Seat> out{kSpectator};
  for (Seat k = 0; k < rules.seats; ++k) out.push_back(k);
  return out;
}

std::string name_of(Seat viewer) {
  return viewer == kSpectator ? "the spectator" : "seat " + std::to_string(viewer + 1);
}

std::vector<Bot*> pointers(const std::vector<std::unique_ptr<Bot>>& bots) {
  std::vector<Bot*> out;
  for (const auto& bot : bots) out.push_back(bot.get());
  return out;
}

std::string step_text(const Step& step) {
  return step.is_deal ? "deal" : seated_move_text(step.rules, step.move);
}

}  // namespace comodin::battery
