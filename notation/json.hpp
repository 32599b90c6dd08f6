// Views, events and moves as JSON, for clients: the server's and the browser's. Words are those of the bot
// protocol and the notation (docs/PROTOCOL.md); seats count from 1. What a viewer may not know is not there.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.hpp"
#include "engine/view.hpp"

namespace comodin {

// Writes one JSON value front to back, commas included; it only ever appends. Texts must be valid UTF-8.
class JsonPen {
 public:
  explicit JsonPen(std::string& out) : out_(out) {}
  JsonPen& open(char bracket);   // '{' or '['
  JsonPen& close(char bracket);  // '}' or ']'
  JsonPen& key(std::string_view name);
  JsonPen& text(std::string_view value);  // quoted and escaped
  JsonPen& number(long long value);
  JsonPen& flag(bool value);
  JsonPen& null();
  JsonPen& raw(std::string_view json);  // a value that is JSON already

 private:
  void comma();
  std::string& out_;
  bool first_ = true;
};

void write_view(JsonPen& pen, const RuleSet& rules, const View& view);
void write_event(JsonPen& pen, const RuleSet& rules, const Event& event);     // masked for whoever reads it
void write_moves(JsonPen& pen, const RuleSet& rules, const MoveList& moves);  // ["play r7 uno","draw"]

}  // namespace comodin
