// Process: an external program at the other end of a channel. It runs in a process group of its own, sees
// none of our files but its two pipes, and is ended and reaped with the object.
#pragma once

#include <sys/types.h>

#include <vector>

#include "programs/channel.hpp"

namespace comodin {

// The words of a command, split at spaces; there is no quoting.
std::vector<std::string> split_command(std::string_view command);

// The path of a program, here or on the PATH; empty if there is none.
std::string find_program(const std::string& program);

class Process : public Channel {
 public:
  // Its standard error is appended to the file `log`, or dropped if `log` is empty.
  Process(std::vector<std::string> command, std::string log)
      : command_(std::move(command)), log_(std::move(log)) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() override { stop(); }

  bool start(std::string& why) override;
  void send(std::string_view lines) override;
  Got receive(std::string& line, int ms) override;
  void stop() override;

 private:
  int spawn(int input, int output);  // 0, or what is wrong, as in errno
  bool take_line(std::string& line, Got& got);
  void write_some();
  bool read_some();  // false: its output is closed
  bool has_exited() const;

  std::vector<std::string> command_;
  std::string log_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;  // our ends
  std::string unsent_, unread_;
  std::size_t received_ = 0;  // bytes since the last send()
  bool skipping_ = false;     // the rest of a line that was too long
};

}  // namespace comodin
