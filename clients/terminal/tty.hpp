// The terminal itself: raw mode, the alternate screen, the mouse. However the program ends, the terminal is
// restored.
#pragma once

#include <string>
#include <string_view>

namespace comodin {

class Tty {
 public:
  Tty();   // takes the terminal over
  ~Tty();  // gives it back
  Tty(const Tty&) = delete;

  struct Size {
    int width = 80, height = 24;
    friend bool operator==(Size, Size) = default;
  };
  Size size() const;

  void write(std::string_view bytes);

  // Waits for input, a signal or the end of the time; returns what came.
  struct Woken {
    std::string bytes;
    bool closed = false;     // nobody is at the other end any more
    bool resized = false;    // or back from being stopped: paint everything
    int ended = 0;           // a signal that asks the program to end
    bool suspended = false;  // a signal asks it to stop
  };
  Woken wait(int timeout_ms);

  // Stops the program, as Ctrl-Z does elsewhere, and takes the terminal over again when it goes on.
  void suspend();
};

}  // namespace comodin
