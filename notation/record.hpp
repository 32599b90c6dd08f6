// RecordWriter: writes a game down while it is played, as a scenario that `comodin check` replays.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "engine/state.hpp"
#include "notation/scenario.hpp"

namespace comodin {

struct RecordHead {
  std::string name;     // of the scenario
  std::string edition;  // as the record's `edition` line writes it
  std::shared_ptr<const RuleSet> rules;
  std::vector<std::string> seats;  // names of the players
  std::uint64_t key = 1;           // of the game
  bool trace = false;              // the whole position after every move
  int version = kOptionsVersion;   // of its form, see Setup
};

// Pass chance() to every deal and apply of the game, then report what was done.
class RecordWriter {
 public:
  explicit RecordWriter(const RecordHead& head) : head_(head), rules_(*head.rules) {}

  // Continues a record that was left in the middle of its game.
  RecordWriter(const RecordHead& head, std::string text) : RecordWriter(head) {
    begun_ = true;
    text_ = std::move(text);
  }

  Chance& chance() { return notes_; }
  void dealt(const State& after);                    // a hand has been dealt
  void moved(const Move& move, const State& after);  // a move was made; adds the result if it ends the hand
  void remark(const std::string& line) { text_ += "# " + line + "\n"; }

  const std::string& text() const { return text_; }

 private:
  // Writes down what chance decides.
  struct Notes : Chance {
    void shuffle(std::span<Card> cards) override;
    int put_back(int pile, int under) override;
    std::vector<ScenarioLine> lines;
  };

  void write(const ScenarioLine& line);
  void write_position(const State& state);
  void write_step(const ScenarioLine& step, const State& after);
  void first_deal(const State& after);
  Setup setup(const State& after, const std::vector<Card>& deck, bool drew) const;

  RecordHead head_;
  const RuleSet& rules_;
  Notes notes_;
  bool begun_ = false;
  std::string text_;
};

}  // namespace comodin
