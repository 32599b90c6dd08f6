// Menu: rows to choose from, some with a value that can be changed in place.
#pragma once

#include <string>
#include <vector>

#include "clients/terminal/surface.hpp"

namespace comodin {

struct MenuRow {
  std::string label, value, about;
  bool heading = false;  // cannot be chosen
  bool changes = false;  // left and right change the value
};

class Menu {
 public:
  std::vector<MenuRow> rows;
  int cursor = 0;

  enum class Act { None, Enter, Less, More };
  // Moves the cursor, or says what is to be done with the row under it.
  Act on(const Input& input);
  // Rows, and below them what the chosen one means.
  void draw(Surface& out, const Rect& area) const;

 private:
  void step(int by);
  void draw_row(Surface& out, const Rect& spot, int index) const;
};

}  // namespace comodin
