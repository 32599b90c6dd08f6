// What crosses the pipe between a table and a bot that is a program of its own, as lines of text
// (docs/PROTOCOL.md). What is printed here is read back to the same value. Nothing here is handed a State:
// hidden cards are `?`, or not there.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.hpp"
#include "engine/view.hpp"
#include "notation/tokens.hpp"

namespace comodin {

inline constexpr int kProtocolVersion = 1;
inline constexpr std::size_t kMessageMax = 64u << 10;  // bytes of one line, either way
inline constexpr int kAfterMax = 60000;                // milliseconds that a bot can say it takes
inline constexpr int kQuestionsMax = 1000000000;       // ids of questions

// ---- from the table to the bot ---------------------------------------------------------------------

// A game as a bot is told of it: `rulebook`, `option`, `players`, `custom`, `deck`, `seat` and `seed` lines.
struct Seating {
  RuleSet rules;
  Seat seat = 0;
  Key seed = 0;  // of what the bot does at random; it tells nothing of the deal
};
std::string print_seating(const RuleSet& rules, Seat seat, Key seed);
TextError parse_seating(std::string_view lines, Seating& out);

// Everything in a View, one line for each thing: `view 2` comes first.
std::string print_view(const RuleSet& rules, const View& view);
// Refuses what cannot be: cards that the deck has not, seats and steps that there are not.
TextError parse_view(std::string_view lines, const RuleSet& rules, View& out);

// `event played 2 W color g`: one line, no line end. The event must be masked for whoever is told.
std::string print_event(const RuleSet& rules, const Event& event);
TextError parse_event(std::string_view line, const RuleSet& rules, Event& out);

// `move 1 play r7`: a line for each, from 1. Whose moves they are goes without saying.
std::string print_moves(const RuleSet& rules, const MoveList& moves);
// The next line of such a list.
TextError parse_listed(std::string_view line, const RuleSet& rules, Seat seat, MoveList& out);

// A question ends in one of these lines. `Pace` has no moves: how long would a person think?
enum class AskKind { Go, React, Pace };
struct Ask {
  AskKind kind{};
  int id = 0;  // comes back with the answer
  int ms = 0;  // to answer in
  friend bool operator==(const Ask&, const Ask&) = default;
};
std::string print_ask(const Ask& ask);
TextError parse_ask(std::string_view line, Ask& out);

// The moves that answer what the game waits for, or those that come out of turn: what `go` and `react` list.
void moves_to_ask(const RuleSet& rules, const View& view, const Choices& from, AskKind kind, MoveList& out);

// ---- from the bot to the table ---------------------------------------------------------------------

enum class ReplyKind { Choose, Pass, Pace, Name, Wants, Ready, Info };
struct Reply {
  ReplyKind kind{};
  int id = 0;
  int number = 0;     // the move that is chosen
  int after_ms = -1;  // of a reaction, or the pace; -1: not said
  std::string text;   // a name, or what it wants
  friend bool operator==(const Reply&, const Reply&) = default;
};
std::string print_reply(const Reply& reply);
TextError parse_reply(std::string_view line, Reply& out);

}  // namespace comodin
