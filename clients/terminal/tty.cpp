#include "clients/terminal/tty.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace comodin {
namespace {

// Alternate screen, no cursor, clicks with SGR coordinates, bracketed paste; and all of it back.
constexpr char kEnter[] = "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[0m\x1b[2J";
constexpr char kLeave[] = "\x1b[?2026l\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

// Signal handlers can reach nothing else.
termios before;
volatile sig_atomic_t taken_over = 0;
volatile sig_atomic_t resized = 0, ended = 0, suspended = 0;
int wake[2] = {-1, -1};

void write_all(const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      pollfd ready{STDOUT_FILENO, POLLOUT, 0};
      if (::poll(&ready, 1, 1000) > 0) continue;
    }
    if (written <= 0) return;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

void take_over() {
  termios raw = before;
  cfmakeraw(&raw);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
  write_all(kEnter, sizeof kEnter - 1);
  taken_over = 1;
}

void give_back() {
  if (!taken_over) return;
  taken_over = 0;
  write_all(kLeave, sizeof kLeave - 1);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

void on_signal(int signal) {
  const int error = errno;
  if (signal == SIGWINCH) resized = 1;
  else if (signal == SIGTSTP) suspended = 1;
  else ended = signal;
  [[maybe_unused]] const ssize_t done = ::write(wake[1], "!", 1);
  errno = error;
}

void on_crash(int signal) {
  give_back();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

constexpr int kWatched[] = {SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP};
constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

}  // namespace

Tty::Tty() {
  tcgetattr(STDIN_FILENO, &before);
  if (::pipe2(wake, O_NONBLOCK | O_CLOEXEC) != 0) wake[0] = wake[1] = -1;
  ended = 0;
  suspended = 0;
  resized = 0;
  for (int signal : kWatched) handle(signal, on_signal);
  for (int signal : kCrashes) handle(signal, on_crash);
  handle(SIGPIPE, SIG_IGN);
  take_over();
}

Tty::~Tty() {
  give_back();
  for (int signal : kWatched) handle(signal, SIG_DFL);
  for (int signal : kCrashes) handle(signal, SIG_DFL);
  ::close(wake[0]);
  ::close(wake[1]);
}

Tty::Size Tty::size() const {
  winsize now{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) != 0 || now.ws_col == 0 || now.ws_row == 0) return {};
  return {now.ws_col, now.ws_row};
}

void Tty::write(std::string_view bytes) { write_all(bytes.data(), bytes.size()); }

Tty::Woken Tty::wait(int timeout_ms) {
  pollfd watched[2] = {{STDIN_FILENO, POLLIN, 0}, {wake[0], POLLIN, 0}};
  ::poll(watched, 2, timeout_ms);
  Woken out;
  char bytes[4096];
  if (watched[1].revents & POLLIN)
    while (::read(wake[0], bytes, sizeof bytes) > 0) {}
  if (watched[0].revents & (POLLIN | POLLHUP)) {
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0) out.bytes.assign(bytes, static_cast<std::size_t>(count));
    out.closed = count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
  }
  if (watched[0].revents & (POLLERR | POLLNVAL)) out.closed = true;
  out.resized = resized;
  out.ended = ended;
  out.suspended = suspended;
  resized = 0;
  suspended = 0;
  return out;
}

void Tty::suspend() {
  give_back();
  handle(SIGTSTP, SIG_DFL);
  ::raise(SIGTSTP);  // goes on here after SIGCONT
  handle(SIGTSTP, on_signal);
  take_over();
}

}  // namespace comodin
