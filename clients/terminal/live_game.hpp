// LiveGame: a game of one person, at seat 0, and bots. It is recorded as it goes; its record is also what is
// saved, and a saved game goes on where it was left. Bots think in a thread of their own and move after the
// time a person would take; the clock is the caller's.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/croupier.hpp"
#include "clients/terminal/store.hpp"
#include "notation/record.hpp"

namespace comodin {

using Millis = long long;

class LiveGame : private Listener {
 public:
  static constexpr Seat kYou = 0;
  static constexpr Millis kNever = -1;
  static constexpr std::string_view kPerson = "person";  // the name of your seat in a record

  struct Plan {
    std::string name;
    std::string edition;  // as the record writes it
    std::shared_ptr<const RuleSet> rules;
    std::vector<std::string> levels;  // of the seats 1 … n-1
    Key key = 1, bots_key = 1;
  };

  // Null, and why: a level that does not exist; a text that is no saved game.
  static std::unique_ptr<LiveGame> begin(const Plan& plan, std::string& why);
  static std::unique_ptr<LiveGame> resume(Library& library, const std::string& text, std::string& why);
  ~LiveGame() override;

  const RuleSet& rules() const { return *plan_.rules; }
  const Plan& plan() const { return plan_; }
  const State& state() const { return croupier_->state(); }
  const Croupier& croupier() const { return *croupier_; }
  View view() const { return croupier_->view_of(kYou); }
  bool over() const { return state().champions != 0; }
  bool running() const { return state().phase == Phase::Running; }
  int moves() const { return moves_; }
  // Everything that you have seen, masked; it grows at the end.
  const std::vector<Event>& events() const { return events_; }

  bool deal();
  Refusal check(const Move& move) const { return comodin::check(rules(), state(), move); }
  Refusal make(const Move& move);

  // Lets the bots think and move. True if one has moved. Call again at due(), or as soon as anything happens.
  bool poll(Millis now, Speed speed);
  Millis due() const { return due_; }

  // The record so far, with what it takes to go on.
  std::string text() const;

 private:
  LiveGame(const Plan& plan, std::vector<std::unique_ptr<Bot>> bots);
  static bool make_bots(const Plan& plan, std::vector<std::unique_ptr<Bot>>& out, std::string& why);
  RecordHead head() const;
  void on(const Event& event) override;
  void moved(const Move& move);
  void forget_thought();

  Plan plan_;
  std::vector<std::unique_ptr<Bot>> bots_;
  std::unique_ptr<Croupier> croupier_;
  std::unique_ptr<RecordWriter> writer_;
  std::vector<Event> events_;
  int moves_ = 0;

  std::future<std::optional<Reaction>> thinking_;
  std::optional<Reaction> next_;
  bool decided_ = false;  // next_ says what the bots do now
  Millis asked_at_ = 0, due_ = 0;
};

}  // namespace comodin
