#include "programs/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "notation/protocol.hpp"

extern char** environ;

namespace comodin {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPatienceMs = 300;  // milliseconds for a program to end after it was told to quit

int left_ms(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(left);
}

// Why a program does not start, and what to do about it.
std::string reason(int error) {
  const std::string what = std::strerror(error);
  switch (error) {
    case ENOEXEC: return what + ": a script begins with a line such as #!/usr/bin/env python3";
    case EACCES: return what + ": it is not executable (chmod +x)";
    case ENOENT: return what + ": the program, or what its #! line names, is not there";
    default: return what;
  }
}

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

}  // namespace

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < command.size();) {
    const std::size_t end = std::min(command.find(' ', at), command.size());
    if (end > at) words.emplace_back(command.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string find_program(const std::string& program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0 ? program : "";
  const char* path = std::getenv("PATH");
  std::string_view folders = path ? path : "/usr/bin:/bin";
  for (bool more = true; more;) {
    const std::size_t end = folders.find(':');
    const std::string found = std::string(folders.substr(0, end)) + "/" + program;
    if (::access(found.c_str(), X_OK) == 0) return found;
    more = end != std::string_view::npos;
    folders.remove_prefix(more ? end + 1 : 0);
  }
  return {};
}

// Our end of its input is a socket, so that writing to a program that is gone raises no signal.
bool Process::start(std::string& why) {
  stop();
  int input[2], output[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0) {
    why = reason(errno);
    return false;
  }
  if (::pipe2(output, O_CLOEXEC) != 0) {
    why = reason(errno);
    ::close(input[0]);
    ::close(input[1]);
    return false;
  }
  to_ = input[0];
  from_ = output[0];
  ::fcntl(from_, F_SETFL, O_NONBLOCK);
  const int wrong = spawn(input[1], output[1]);
  ::close(input[1]);
  ::close(output[1]);
  if (!wrong) return true;
  close_fd(to_);
  close_fd(from_);
  why = reason(wrong);
  return false;
}

int Process::spawn(int input, int output) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  posix_spawn_file_actions_adddup2(&files, input, 0);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  const char* log = log_.empty() ? "/dev/null" : log_.c_str();
  posix_spawn_file_actions_addopen(&files, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0644);
#if defined(__GLIBC__)
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
  sigset_t none, ours;
  sigemptyset(&none);
  sigemptyset(&ours);
  for (int handled : {SIGPIPE, SIGXFSZ}) sigaddset(&ours, handled);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setsigdefault(&how, &ours);
  posix_spawnattr_setpgroup(&how, 0);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> words;
  for (std::string& word : command_) words.push_back(word.data());
  words.push_back(nullptr);
  const int wrong =
      command_.empty() ? ENOENT : ::posix_spawnp(&pid_, words[0], &files, &how, words.data(), environ);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  if (wrong) pid_ = -1;
  return wrong;
}

void Process::send(std::string_view lines) {
  received_ = 0;
  if (to_ < 0) return;
  if (unsent_.size() + lines.size() > kUnreadMax) return stop();
  unsent_ += lines;
}

void Process::write_some() {
  const ssize_t n = ::send(to_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n > 0) unsent_.erase(0, static_cast<std::size_t>(n));
  if (n >= 0 || errno == EAGAIN || errno == EINTR) return;
  unsent_.clear();  // it has closed its input, but its output can still be read
  close_fd(to_);
}

bool Process::read_some() {
  char bytes[1 << 14];
  const ssize_t n = ::read(from_, bytes, sizeof bytes);
  if (n == 0) return false;
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  received_ += static_cast<std::size_t>(n);
  unread_.append(bytes, static_cast<std::size_t>(n));
  return true;
}

// Takes what has been read up to the end of a line. False: there is no whole line yet.
bool Process::take_line(std::string& line, Got& got) {
  const std::size_t end = unread_.find('\n');
  if (end == std::string::npos && unread_.size() <= kMessageMax) return false;
  const bool rest = skipping_;
  skipping_ = end == std::string::npos;
  line = unread_.substr(0, std::min(end, kMessageMax));
  unread_.erase(0, skipping_ ? unread_.size() : end + 1);
  got = skipping_ || end > kMessageMax ? Got::TooLong : Got::Line;
  return !rest;  // the end of a line that was reported as too long before
}

Channel::Got Process::receive(std::string& line, int ms) {
  const auto until = Clock::now() + std::chrono::milliseconds(ms);
  for (Got got{};;) {
    while (unread_.find('\n') != std::string::npos || unread_.size() > kMessageMax)
      if (take_line(line, got)) return got;
    if (pid_ < 0) return Got::Closed;
    if (received_ > kFloodMax) return Got::Flood;
    const int left = left_ms(until);
    pollfd files[2] = {{from_, POLLIN, 0}, {unsent_.empty() ? -1 : to_, POLLOUT, 0}};
    const int ready = ::poll(files, 2, left);
    if (ready == 0 && left == 0) return Got::Nothing;
    if (files[1].revents) write_some();
    if (files[0].revents && !read_some()) {
      stop();
      return Got::Closed;
    }
  }
}

bool Process::has_exited() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == pid_;
}

void Process::stop() {
  if (pid_ < 0) return;
  if (to_ >= 0 && !unsent_.empty()) write_some();
  close_fd(to_);
  const auto until = Clock::now() + std::chrono::milliseconds(kPatienceMs);
  for (int wait = 1; !has_exited() && left_ms(until) > 0; wait = std::min(2 * wait, 20)) {
    pollfd output{from_, POLLIN, 0};
    if (::poll(&output, 1, wait) > 0 && (!read_some() || received_ > kFloodMax)) ::usleep(1000);
  }
  ::kill(-pid_, SIGKILL);  // before it is reaped, so that the number is still its own
  ::waitpid(pid_, nullptr, 0);
  close_fd(from_);
  pid_ = -1;
  unsent_.clear();
  unread_.clear();
  skipping_ = false;
}

}  // namespace comodin
