// A client made by hand, byte by byte: it can do what no library would.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace comodin::server {

class RawClient {
 public:
  explicit RawClient(int port, const char* from = "127.0.0.1");
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // False: the other side has gone. It does not wait for long.
  bool send(std::string_view bytes);
  // Everything until the other side hangs up, or nothing comes for `ms`.
  std::string rest(int ms = 3000);
  // Up to and including `end`.
  std::string until(std::string_view end, int ms = 3000);
  bool hung_up(int ms = 3000);  // reads until it is
  void small_window();          // before upgrade(): takes little at a time

  // The head of the answer.
  std::string get(const std::string& path, const std::string& more = "", const std::string& method = "GET");
  std::string upgrade(const std::string& more = "", const std::string& host = "");
  void shake();  // upgrade, and nothing went wrong

  struct Frame {
    int op = -1;  // -1: none came
    std::string payload;
    int code() const;  // of a close frame; otherwise 0
  };
  Frame frame(int ms = 3000);
  // The code that the server closes with; pongs and texts before it are skipped. 0: none came.
  int close_code();

 private:
  bool fill(int ms);
  int fd_;
  int port_;
  std::string in_;
};

// A frame as a client sends it.
std::string made(int op, std::string_view payload, bool fin = true, bool masked = true);
std::string times(std::string_view text, int count);

// The milliseconds that an echo takes; 9999 if it is wrong or late.
int echo_ms(RawClient& client, const std::string& text = "hello");

}  // namespace comodin::server
