#include "tests/server/raw_client.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/machine.hpp"

namespace comodin::server {

namespace {

constexpr int kSendMs = 2000;

sockaddr_in at(const char* address, int port) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(static_cast<std::uint16_t>(port));
  inet_pton(AF_INET, address, &out.sin_addr);
  return out;
}

}  // namespace

RawClient::RawClient(int port, const char* from) : fd_(socket(AF_INET, SOCK_STREAM, 0)), port_(port) {
  const sockaddr_in own = at(from, 0), there = at("127.0.0.1", port);
  if (bind(fd_, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0) ADD_FAILURE() << "no bind";
  if (connect(fd_, reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0)
    ADD_FAILURE() << "no server";
}
RawClient::~RawClient() { close(fd_); }

void RawClient::small_window() {
  const int size = 4096;
  setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd ready{fd_, POLLOUT, 0};
    if (poll(&ready, 1, kSendMs) <= 0) return false;
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool RawClient::fill(int ms) {
  pollfd ready{fd_, POLLIN, 0};
  if (ms < 0 || poll(&ready, 1, ms) <= 0) return false;
  char bytes[16384];
  const ssize_t got = recv(fd_, bytes, sizeof bytes, 0);
  if (got <= 0) return false;
  in_.append(bytes, static_cast<std::size_t>(got));
  return true;
}

std::string RawClient::rest(int ms) {
  while (fill(ms)) {}
  return std::exchange(in_, {});
}

std::string RawClient::until(std::string_view end, int ms) {
  const Millis by = now_ms() + ms;
  while (in_.find(end) == std::string::npos)
    if (!fill(static_cast<int>(by - now_ms()))) return "";
  const std::string out = in_.substr(0, in_.find(end) + end.size());
  in_.erase(0, out.size());
  return out;
}

bool RawClient::hung_up(int ms) {
  const Millis by = now_ms() + ms;
  while (fill(static_cast<int>(by - now_ms()))) {}
  return now_ms() < by;
}

std::string RawClient::get(const std::string& path, const std::string& more, const std::string& method) {
  send(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n" + more +
       "\r\n");
  return until("\r\n\r\n");
}

std::string RawClient::upgrade(const std::string& more, const std::string& host) {
  const std::string name = host.empty() ? "127.0.0.1:" + std::to_string(port_) : host;
  send("GET /ws HTTP/1.1\r\nHost: " + name +
       "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
       more + "\r\n");
  return until("\r\n\r\n");
}

void RawClient::shake() {
  const std::string head = upgrade();
  EXPECT_TRUE(head.starts_with("HTTP/1.1 101")) << head;
}

int RawClient::Frame::code() const {
  if (op != 8 || payload.size() < 2) return 0;
  return static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
}

RawClient::Frame RawClient::frame(int ms) {
  const Millis by = now_ms() + ms;
  const auto have = [&](std::size_t n) {
    while (in_.size() < n)
      if (!fill(static_cast<int>(by - now_ms()))) return false;
    return true;
  };
  const auto byte = [&](std::size_t k) {
    return static_cast<std::size_t>(static_cast<unsigned char>(in_[k]));
  };
  if (!have(2)) return {};
  std::size_t length = byte(1) & 0x7F, head = 2;
  EXPECT_EQ(byte(1) & 0x80, 0U) << "servers do not mask";
  if (length == 126) {
    if (!have(4)) return {};
    length = byte(2) << 8 | byte(3);
    head = 4;
  }
  if (!have(head + length)) return {};
  Frame out{static_cast<int>(byte(0) & 0x0F), in_.substr(head, length)};
  in_.erase(0, head + length);
  return out;
}

int RawClient::close_code() {
  for (;;) {
    const Frame next = frame();
    if (next.op < 0 || next.op == 8) return next.code();
  }
}

std::string made(int op, std::string_view payload, bool fin, bool masked) {
  std::string out;
  out += static_cast<char>((fin ? 0x80 : 0) | op);
  const int mask = masked ? 0x80 : 0;
  if (payload.size() < 126) {
    out += static_cast<char>(mask | static_cast<int>(payload.size()));
  } else {
    out += static_cast<char>(mask | 126);
    out += static_cast<char>(payload.size() >> 8);
    out += static_cast<char>(payload.size() & 0xFF);
  }
  static constexpr char kKey[4] = {1, 2, 3, 4};
  if (masked) out.append(kKey, 4);
  for (std::size_t k = 0; k < payload.size(); ++k)
    out += static_cast<char>(payload[k] ^ (masked ? kKey[k % 4] : 0));
  return out;
}

std::string times(std::string_view text, int count) {
  std::string out;
  for (int k = 0; k < count; ++k) out += text;
  return out;
}

int echo_ms(RawClient& client, const std::string& text) {
  const Millis began = now_ms();
  client.send(made(1, text));
  const RawClient::Frame back = client.frame(2000);
  return back.op == 1 && back.payload == text ? static_cast<int>(now_ms() - began) : 9999;
}

}  // namespace comodin::server
