// LiveGame: a SoloGame in real time. Bots think in a thread of their own and move after the time a person
// would take; the clock is the caller's.
#pragma once

#include <future>

#include "clients/terminal/user_files.hpp"
#include "table/solo_game.hpp"

namespace comodin {

using Millis = long long;

class LiveGame {
 public:
  static constexpr Seat kYou = SoloGame::kYou;
  static constexpr Millis kNever = -1;
  static constexpr std::string_view kPerson = SoloGame::kPerson;
  using Plan = SoloGame::Plan;

  // Null, and why: a level that does not exist; a text that is not a saved game.
  static std::unique_ptr<LiveGame> begin(const Plan& plan, TextError& why);
  static std::unique_ptr<LiveGame> resume(Library& library, const std::string& text, TextError& why);
  ~LiveGame() { forget_thought(); }

  const RuleSet& rules() const { return game_->rules(); }
  const Plan& plan() const { return game_->plan(); }
  const State& state() const { return game_->state(); }
  const Croupier& croupier() const { return game_->croupier(); }
  View view() const { return game_->view(); }
  bool over() const { return game_->over(); }
  bool running() const { return game_->running(); }
  int moves() const { return game_->moves(); }
  int own_moves() const { return game_->own_moves(); }
  const std::vector<Event>& events() const { return game_->events(); }
  std::string text() const { return game_->saved(); }

  bool deal();
  Refusal check(const Move& move) const { return game_->check(move); }
  Refusal make(const Move& move);

  // Lets the bots think and move. True if one has moved. Call again at due(), or as soon as anything happens.
  bool poll(Millis now, Speed speed);
  Millis due() const { return due_; }

 private:
  explicit LiveGame(std::unique_ptr<SoloGame> game) : game_(std::move(game)) {}
  static std::unique_ptr<LiveGame> live(std::unique_ptr<SoloGame> game);
  void forget_thought();

  std::unique_ptr<SoloGame> game_;
  std::future<const Reaction*> thinking_;
  std::optional<const Reaction*> next_;  // what the bots do next, once they have decided
  Millis asked_at_ = 0, due_ = 0;
};

inline constexpr Seat kYou = LiveGame::kYou;

}  // namespace comodin
