// What a person does at a terminal: keys, clicks, pasted text. The parser takes any bytes at all and never
// gets stuck: a sequence that it does not know is dropped whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace comodin {

enum class Stroke : std::uint8_t {
  None,
  Char,  // `character` says which
  Enter,
  Escape,
  Tab,
  BackTab,
  Backspace,
  Delete,
  Left,
  Right,
  Up,
  Down,
  Home,
  End,
  PageUp,
  PageDown,
  Help,     // F1
  Suspend,  // Ctrl-Z
  Quit,     // Ctrl-C
  Redraw,   // Ctrl-L
  Paste,    // `text`
  Click,    // at x, y
  WheelUp,
  WheelDown,
  // What a click on a part of the screen means (see Surface).
  Item,      // `number`: a row of a list, an option of a panel
  HandCard,  // `number`: a card of the hand
  Player,    // `number`: a player
};

struct Input {
  Stroke key = Stroke::None;
  char32_t character = 0;
  int x = 0, y = 0;
  int number = 0;
  std::string text;
  bool is(char32_t c) const { return key == Stroke::Char && character == c; }
  friend bool operator==(const Input&, const Input&) = default;
};

inline constexpr std::size_t kPasteMax = 4096;   // bytes of one paste; the rest is dropped
inline constexpr std::size_t kSequenceMax = 64;  // bytes of one escape sequence
inline constexpr int kEscapeMs = 30;             // a lone escape is one after this long

class InputParser {
 public:
  // Adds bytes and hands out what they complete.
  void feed(std::string_view bytes, std::vector<Input>& out);
  // No more bytes came in time: what is begun is taken as it stands.
  void flush(std::vector<Input>& out);
  bool waiting() const { return !pending_.empty() && !pasting_; }

 private:
  std::size_t step(std::vector<Input>& out, bool last);
  std::size_t escape(std::vector<Input>& out, bool last);
  std::size_t control(std::vector<Input>& out, bool last);
  void mouse(std::string_view sequence, std::vector<Input>& out);

  std::string pending_;
  bool pasting_ = false;
  std::string paste_;
};

}  // namespace comodin
