// SoloGame: a game of one person, at seat 0, and bots. It is recorded as it is played. The record is also
// what is saved, and a saved game continues where it was left. It uses no clock and no thread: the caller
// asks what the bots do next, waits as long as it likes, and lets them do it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "notation/record.hpp"
#include "table/croupier.hpp"

namespace comodin {

class SoloGame : private Listener {
 public:
  static constexpr Seat kYou = 0;
  static constexpr std::string_view kPerson = "person";  // the name of your seat in a record

  struct Plan {
    std::string name;
    std::string edition;  // as the record writes it
    std::shared_ptr<const RuleSet> rules;
    std::vector<std::string> levels;  // of the seats 1 … n-1
    Key key = 1, bots_key = 1;
  };

  // Null, and why: a level does not exist, or the text is not a saved game.
  static std::unique_ptr<SoloGame> begin(const Plan& plan, TextError& why);
  static std::unique_ptr<SoloGame> resume(Library& library, const std::string& text, TextError& why);
  // Plays a scenario's lines and continues from there; `levels` as in a TableRequest.
  static std::unique_ptr<SoloGame> practise(Library& library, const std::string& text,
                                            const std::vector<std::string>& levels, Key bots_key,
                                            TextError& why);

  const RuleSet& rules() const { return *plan_.rules; }
  const Plan& plan() const { return plan_; }
  const State& state() const { return croupier_->state(); }
  const Croupier& croupier() const { return *croupier_; }
  View view() const { return croupier_->view_of(kYou); }
  bool over() const { return state().champions != 0; }
  bool running() const { return state().phase == Phase::Running; }
  int moves() const { return moves_; }
  int own_moves() const { return own_moves_; }  // yours among them
  // Everything that you have seen, masked; new events are appended.
  const std::vector<Event>& events() const { return events_; }

  Refusal deal();
  Refusal check(const Move& move) const { return comodin::check(rules(), state(), move); }
  Refusal make(const Move& move);  // your move, in or out of turn

  // What a bot does next, and after how long; null: they wait for you. They decide only once until the table
  // changes.
  const Reaction* next();
  bool go();  // makes that move; false if there is none

  std::string record() const { return writer_->text(); }
  // The record so far, with what is needed to continue.
  std::string saved() const;

 private:
  using Bots = std::vector<std::unique_ptr<Bot>>;
  SoloGame(const Plan& plan, Bots bots);
  static std::unique_ptr<SoloGame> seat(const Plan& plan, TextError& why);
  static std::unique_ptr<SoloGame> go_on(const Scenario& scenario, const Plan& plan, const std::string& text,
                                         bool anew, TextError& why);
  RecordHead head() const;
  void on(const Event& event) override;
  Refusal moved(const Move& move);

  Plan plan_;
  Bots bots_;
  std::unique_ptr<Croupier> croupier_;
  std::unique_ptr<RecordWriter> writer_;
  std::vector<Event> events_;
  int moves_ = 0, own_moves_ = 0;
  bool decided_ = false;  // next_ says what the bots do now
  std::optional<Reaction> next_;
};

}  // namespace comodin
