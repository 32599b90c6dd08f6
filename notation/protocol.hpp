// What crosses the pipe between a table and a bot that is a program of its own, as lines of text
// (docs/PROTOCOL.md). What is printed here is read back to the same value. Nothing here receives a State:
// hidden cards are `?` or left out.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "notation/tokens.hpp"

namespace comodin {

inline constexpr int kProtocolVersion = 1;
inline constexpr std::size_t kMessageMax = 64u << 10;  // bytes of one line, either way
inline constexpr int kAfterMax = 60000;           // milliseconds: the longest time a bot can say it takes
inline constexpr int kQuestionsMax = 1000000000;  // ids of questions

// ---- from the table to the bot ---------------------------------------------------------------------

// A game as it is described to a bot: `rulebook`, `option`, `players`, `custom`, `deck`, `seat` and `seed`
// lines.
struct Seating {
  RuleSet rules;
  Seat seat = 0;
  Key seed = 0;  // for what the bot does at random; it reveals nothing about the deal
};
std::string print_seating(const RuleSet& rules, Seat seat, Key seed);
TextError parse_seating(std::string_view lines, Seating& out);

// Everything in a View, one line for each item; `view 2` comes first.
std::string print_view(const RuleSet& rules, const View& view);
// Refuses what is impossible: cards that are not in the deck, seats and steps that do not exist.
TextError parse_view(std::string_view lines, const RuleSet& rules, View& out);

// `event played 2 W color g`: one line, without its line end. The event must be masked for its viewer.
std::string print_event(const RuleSet& rules, const Event& event);
TextError parse_event(std::string_view line, const RuleSet& rules, Event& out);

// `move 1 play r7`: a line for each, numbered from 1, without the seat, which is known.
std::string print_moves(const RuleSet& rules, const MoveList& moves);
// The next line of such a list.
TextError parse_listed(std::string_view line, const RuleSet& rules, Seat seat, MoveList& out);

// A question ends in one of these lines. `Pace` lists no moves: it asks how long a person would think.
enum class BotQuestionKind { Go, React, Pace };
struct BotQuestion {
  BotQuestionKind kind{};
  int id = 0;  // the reply repeats it
  int ms = 0;  // the time to answer
  friend bool operator==(const BotQuestion&, const BotQuestion&) = default;
};
std::string print_question(const BotQuestion& ask);
TextError parse_question(std::string_view line, BotQuestion& out);

// The moves that answer what the game waits for, or those that come out of turn: what `go` and `react` list.
void moves_to_ask(const PlainRules& rules, const View& view, const Choices& from, BotQuestionKind kind,
                  MoveList& out);

// ---- from the bot to the table ---------------------------------------------------------------------

enum class BotReplyKind { Choose, Pass, Pace, Name, Wants, Ready, Info };
struct BotReply {
  BotReplyKind kind{};
  int id = 0;
  int number = 0;     // of the chosen move
  int after_ms = -1;  // of a reaction or the pace; -1: not given
  std::string text;   // a name, or what it wants
  friend bool operator==(const BotReply&, const BotReply&) = default;
};
std::string print_reply(const BotReply& reply);
TextError parse_reply(std::string_view line, BotReply& out);

}  // namespace comodin
