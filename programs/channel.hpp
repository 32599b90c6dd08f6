// Channel: lines of text to and from a program that plays.
#pragma once

#include <string>
#include <string_view>

namespace comodin {

class Channel {
 public:
  enum class Got {
    Line,
    Nothing,  // in time
    TooLong,  // a line beyond kMessageMax; the rest of it is passed over
    Flood,    // more than kFloodMax bytes since the last send()
    Closed,   // it has ended, or closed its output
  };
  static constexpr std::size_t kFloodMax = 1u << 20;
  static constexpr std::size_t kUnreadMax = 8u << 20;  // bytes that wait for a program that does not read

  virtual ~Channel() = default;

  // Starts or restarts the program. False, and why, if it cannot be started.
  virtual bool start(std::string& why) = 0;
  // Sends whole lines, which are written as soon as the program takes them. Never waits.
  virtual void send(std::string_view lines) = 0;
  // Reads the next line, without its end, if one comes within this many milliseconds.
  virtual Got receive(std::string& line, int ms) = 0;
  // Ends the program and everything it started.
  virtual void stop() = 0;
};

}  // namespace comodin
