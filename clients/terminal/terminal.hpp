// The terminal client: what `comodin play` runs.
#pragma once

#include <string>

#include "clients/terminal/user_files.hpp"
#include "notation/library.hpp"

namespace comodin {

struct PlayRequest {
  TableRequest table;     // as asked for on the command line
  bool at_once = false;   // a table was asked for: no home screen first
  std::string language;   // "es", "en", or by the settings and the locale
  std::string speed;      // empty: by the settings
  std::string resume;     // a saved game
  std::string replay;     // a record to watch
  bool lines = false;     // line by line, without a screen
  std::string no_screen;  // why there is no screen, if nobody asked for lines: "dumb", "pipe"
};

// The value of `request.no_screen`, from TERM and whether input and output are a terminal. Empty: a screen is
// possible.
std::string why_no_screen(bool terminal, const char* term);

// Reads the settings and applies what was asked for. False, and why: an invalid table, level or word.
bool check_request(Library& library, PlayRequest& request, Settings& settings, std::string& why);

// A whole screen; standard input and output must be a terminal. Returns the exit status.
int play_on_screen(Library& library, const PlayRequest& request, const Settings& settings);

// Line by line, for pipes and screen readers: no escape codes, nothing but text.
int play_in_lines(Library& library, const PlayRequest& request, const Settings& settings);

}  // namespace comodin
