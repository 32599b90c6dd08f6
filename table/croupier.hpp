// Croupier: runs one table. It keeps the State, hands each bot its own view, and says what happens next.
// The arena plays on at once; a client with a person at the table waits as long as people would.
#pragma once

#include <array>
#include <span>

#include "bots/bot.hpp"
#include "engine/game.hpp"

namespace comodin {

class Croupier : private Listener {
 public:
  // One bot for each seat; null is a person, who is not asked. `also` hears all events, unmasked.
  Croupier(const RuleSet& rules, std::span<Bot* const> seats, Listener* also = nullptr);

  // A new game, before its first hand is dealt. The deal and the bots follow from their keys.
  void begin(Key key, Key bots_key);
  // Continues a saved game from its state and from what each seat knew.
  void resume(const State& state, const Knowledge& knowledge, const Memory& memory, Key bots_key);

  Refusal deal(Chance* chance = nullptr);
  Refusal make(const Move& move, Chance* chance = nullptr);

  // The next move of a bot, and how long after the last one it comes: the quickest reaction, or the answer of
  // the awaited seat. False: the game waits for a person, and no bot wants to react.
  bool next(Reaction& out);

  // Deals a hand and plays it to its end; all seats must be bots.
  void play_hand();

  const RuleSet& rules() const { return rules_; }
  const State& state() const { return state_; }
  const Knowledge& knowledge() const { return knowledge_; }
  const Memory& memory() const { return memory_; }
  View view_of(Seat seat) const { return view(state_, knowledge_, seat); }

 private:
  void on(const Event& event) override;
  void seat_bots(Key bots_key);
  const View& seen_by(Seat seat);  // valid until the next call
  bool quickest_reaction(Reaction& out);
  Move answer(Seat seat);

  const RuleSet& rules_;
  std::array<Bot*, kSeatsMax> bots_{};
  bool listeners_ = false;
  Listener* also_;
  Chance no_script_;
  State state_;
  Knowledge knowledge_;
  Memory memory_;
  View seen_;
};

}  // namespace comodin
