// FairGame: a game whose chance follows from published values. A server plays one, a proof plays it again,
// and both write it down the same way.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "fair/chance.hpp"
#include "notation/record.hpp"

namespace comodin {

class FairGame {
 public:
  // No hand has been dealt yet. `game` is its id, which is part of every seed.
  FairGame(std::shared_ptr<const RuleSet> rules, std::string game);

  const RuleSet& rules() const { return *rules_; }
  const std::shared_ptr<const RuleSet>& shared_rules() const { return rules_; }
  const std::string& game() const { return game_; }
  const State& state() const { return state_; }
  const std::vector<FairHand>& hands() const { return hands_; }

  // The first deal also finds the dealer. Refuses (NotNow) a hand that is not the next one, or whose numbers
  // are not those committed to. `noted` hears what chance decides until the hand is over.
  Refusal deal(const FairHand& hand, Listener& hears, Chance* noted = nullptr);
  Refusal move(const Move& move, Listener& hears);

  // For positions set up by hand: the next deal finds no dealer.
  void set_up(const State& state);

 private:
  std::shared_ptr<const RuleSet> rules_;
  std::string game_;
  State state_{};
  bool begun_ = false;
  std::vector<FairHand> hands_;
  FairChance chance_{Bytes32{}};  // of the current hand, from its deal to its end
};

// Writes the record of such a game while playing it again.
class FairRecord {
 public:
  struct Head {
    std::string name;     // of the record
    std::string edition;  // as its `edition` line writes it
    std::shared_ptr<const RuleSet> rules;
    std::vector<std::string> seats;  // names of the players
    std::string game;
    int version = kOptionsVersion;  // of its form, see Setup
  };
  // Needs at least one hand. From a name that a record cannot hold, the offending characters are left out.
  FairRecord(const Head& head, std::vector<FairHand> hands);

  const FairGame& game() const { return game_; }
  const std::vector<FairHand>& hands() const { return hands_; }  // those that can be dealt
  Refusal deal(Listener& hears);                                 // the next of them
  Refusal move(const Move& move, Listener& hears);
  std::string text() const;  // with the lines that prove its deals

 private:
  FairGame game_;
  std::vector<FairHand> hands_;
  RecordWriter writer_;
};

}  // namespace comodin
