// The terminal client: what `comodin play` runs.
#pragma once

#include <string>

#include "clients/terminal/store.hpp"
#include "notation/library.hpp"

namespace comodin {

struct PlayWish {
  TableWish table;       // as asked for on the command line
  bool at_once = false;  // a table was asked for: no home screen first
  std::string language;  // "es", "en", or by the settings and the locale
  std::string speed;     // empty: by the settings
  std::string resume;    // a saved game
  std::string replay;    // a record to watch
  bool lines = false;    // line by line, without a screen
  std::string no_screen;  // why there is none, if nobody asked for lines: "dumb", "pipe"
};

// What `wish.no_screen` is: by whether input and output are a terminal, and by TERM. Empty: there can be a
// screen.
std::string why_no_screen(bool terminal, const char* term);

// Reads the settings and puts what was asked for on top. False, and why: a table, level or word that is none.
bool check_wish(Library& library, PlayWish& wish, Settings& settings, std::string& why);

// A whole screen; standard input and output must be a terminal. Returns the exit status.
int play_on_screen(Library& library, const PlayWish& wish, const Settings& settings);

// Line by line, for pipes and screen readers: no escape codes, nothing but text.
int play_in_lines(Library& library, const PlayWish& wish, const Settings& settings);

}  // namespace comodin
