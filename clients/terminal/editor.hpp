// Editor: one text, written and wrapped, with a cursor and the place of a fault.
#pragma once

#include <string>

#include "clients/terminal/surface.hpp"

namespace comodin {

class Editor {
 public:
  static constexpr std::size_t kBytesMax = 1500;  // well within the limit for a rule in a record

  explicit Editor(std::string text = "") : text_(std::move(text)), at_(text_.size()) {}
  const std::string& text() const { return text_; }
  // True if the key was for the text.
  bool on(const Input& input);
  // `fault`: the character that is wrong, counted from 1; 0 if none is.
  void draw(Grid& out, const Rect& area, int fault) const;

 private:
  void insert(char32_t character);
  void left();
  void right();

  std::string text_;
  std::size_t at_ = 0;  // in bytes
};

}  // namespace comodin
