// Views, events and moves as JSON, for the clients of a server and for the page. The words are those of the
// bot protocol and the notation (docs/PROTOCOL.md); seats count from 1. What a viewer may not know is
// missing.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "notation/tokens.hpp"

namespace comodin {

// Writes one JSON value from front to back, commas included; it only appends. Texts must be valid UTF-8. What
// it has written is all in `out` when every bracket is closed.
class JsonPen {
 public:
  explicit JsonPen(std::string& out) : out_(out) {}
  JsonPen(const JsonPen&) = delete;
  JsonPen& operator=(const JsonPen&) = delete;
  JsonPen& open(char bracket);   // '{' or '['
  JsonPen& close(char bracket);  // '}' or ']'
  JsonPen& key(std::string_view name);
  JsonPen& text(std::string_view value);  // quoted and escaped
  JsonPen& number(long long value);
  JsonPen& flag(bool value);
  JsonPen& null();
  JsonPen& raw(std::string_view json);  // a value that is already JSON

 private:
  static constexpr std::size_t kShort = 60;

  char* begin();
  void end(const char* at);
  void flush();
  JsonPen& escaped(std::string_view value);

  std::string& out_;
  std::array<char, 512> piece_;  // the end of what is written: short values are gathered
  std::size_t used_ = 0;
  int open_ = 0;  // brackets
  bool first_ = true;
};

void write_view(JsonPen& pen, const RuleSet& rules, const View& view);
void write_event(JsonPen& pen, const RuleSet& rules, const Event& event);     // masked for whoever reads it
void write_moves(JsonPen& pen, const RuleSet& rules, const MoveList& moves);  // ["play r7 uno","draw"]

// A table as one viewer sees it after something happened there; the events are masked for that viewer
// already.
struct Seen {
  long long n = 0;      // the number of what is told
  std::string_view by;  // empty: left out
  std::span<const Event> events;
  const View& view;
  const MoveList& moves;  // those that the viewer can make now
};

// The members of an open object: "n"; "by" if it is said; "events", "view", "moves".
void write_seen(JsonPen& pen, const RuleSet& rules, const Seen& seen);
// Only "n", "view" and "moves": how things are, and not what happened.
void write_seen_now(JsonPen& pen, const RuleSet& rules, const Seen& seen);

// The members of an open object: "code", "args"; "line" and "column" where there is a place.
void write_fault(JsonPen& pen, const TextError& wrong);

}  // namespace comodin
