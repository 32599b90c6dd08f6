// ExecBot: a bot that is an external program, in any language, asked over a pipe (docs/PROTOCOL.md). It is
// told what its seat may know, and nothing else.
//
// Whatever it does, the game goes on: if it is late, writes nonsense or has died, a legal move is made for
// it.
#pragma once

#include <memory>

#include "bots/bot.hpp"
#include "notation/protocol.hpp"
#include "programs/channel.hpp"
#include "programs/lapses.hpp"

namespace comodin {

struct ExecSettings {
  int move_ms = 1000;   // for each answer
  int hello_ms = 5000;  // to get ready after its start
  std::string log;      // a file for its standard error; empty: dropped
};

class ExecBot : public Bot {
 public:
  static constexpr int kLateMax = 10;   // late answers in a row; then it is stopped until the next game
  static constexpr int kStartsMax = 3;  // failed starts in a row; then it is not started any more

  ExecBot(std::unique_ptr<Channel> channel, const ExecSettings& settings)
      : channel_(std::move(channel)), settings_(settings) {}
  ~ExecBot() override;

  // Starts the program if it is not running. A program that died in a game is started again for the next one.
  void begin(const RuleSet& rules, Key key) override;
  Move answer(const Question& question) override;
  bool react(const Question& question, Reaction& out) override;
  int pace() override;
  bool listens() const override { return true; }
  void hear(const Event& event) override;

  const Lapses& lapses() const { return lapses_; }
  const std::string& name() const { return name_; }  // the name it gives itself; empty if it gives none

 private:
  bool greet();
  void take_seat(Seat seat);
  void tell(const Question& question, const MoveList& moves);
  bool ask(BotQuestionKind kind, int moves, BotReply& out);
  bool await(const BotQuestion& ask, int moves, BotReply& out);
  bool lose(std::int64_t& kind, std::string why);
  void end();

  std::unique_ptr<Channel> channel_;
  ExecSettings settings_;
  Lapses lapses_;
  std::string name_;
  const RuleSet* rules_ = nullptr;  // of the present game
  Key key_ = 0;
  bool runs_ = false, seated_ = false, wants_pace_ = false;
  std::string held_;  // events that came before the seat was known
  int game_ = 0, question_ = 0, late_in_a_row_ = 0, failed_starts_ = 0;
};

// The lapses of a bot that is a program; null: it is one of ours.
const Lapses* lapses_of(const Bot& bot);

}  // namespace comodin
