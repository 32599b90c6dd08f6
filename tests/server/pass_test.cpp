// Connections that another node serves: they are passed on, as what they are.
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/server/echo_hub.hpp"
#include "tests/server/raw_client.hpp"

namespace comodin::server {
namespace {

std::string handshake(const std::string& path, int port, const std::string& more = "") {
  return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
         "AAAAAAAAAAAAAAAAAAAAAA==\r\n" +
         more + "\r\n";
}

NetSettings behind_a_proxy() {
  NetSettings settings = test_settings();
  settings.door.proxies = {"127.0.0.1"};
  return settings;
}

// Node a, where clients come, and node b.
struct Pass : testing::Test {
  explicit Pass(NetSettings settings = test_settings())
      : a(std::move(settings), {"a", "the secret"}), b(test_settings(), {"b", "the secret"}) {
    told().b = "127.0.0.1:" + std::to_string(b.port());
  }
  std::string ask(RawClient& client, const std::string& path, const std::string& more = "") {
    client.send(handshake(path, a.port(), more));
    return client.until("\r\n\r\n");
  }
  EchoServer a, b;
};

TEST_F(Pass, ANodeServesItsOwnPath) {
  RawClient client(a.port());
  EXPECT_TRUE(ask(client, "/node/a/ws").starts_with("HTTP/1.1 101"));
  EXPECT_LT(echo_ms(client), 1000);
}

TEST_F(Pass, AnyNodePassesOnToTheOthers) {
  RawClient client(a.port());
  EXPECT_TRUE(ask(client, "/node/b/ws").starts_with("HTTP/1.1 101"));
  for (const std::size_t size : {std::size_t{0}, std::size_t{500}, std::size_t{4096}})
    EXPECT_LT(echo_ms(client, std::string(size, 'a')), 1000);
  client.send(made(1, "pour 300"));
  for (int k = 0; k < 300; ++k) ASSERT_EQ(client.frame().payload.size(), 1024U);
  client.send(made(1, "bye"));
  EXPECT_EQ(client.close_code(), 1008);
  EXPECT_TRUE(client.hung_up());
}

TEST_F(Pass, ANodeHearsWhenTheClientHasGone) {
  const int closed = told().closed;
  {
    RawClient client(a.port());
    ASSERT_TRUE(ask(client, "/node/b/ws").starts_with("HTTP/1.1 101"));
  }
  for (int k = 0; k < 100 && told().closed == closed; ++k) usleep(20'000);
  EXPECT_EQ(told().closed, closed + 1);
}

TEST_F(Pass, AClientHearsWhenTheNodeHasGone) {
  RawClient client(a.port());
  ASSERT_TRUE(ask(client, "/node/b/ws").starts_with("HTTP/1.1 101"));
  EXPECT_LT(echo_ms(client), 1000) << "b knows it";
  b.stop();
  EXPECT_EQ(client.close_code(), 1001);
  EXPECT_TRUE(client.hung_up());
  RawClient late(a.port());
  EXPECT_TRUE(ask(late, "/node/b/ws").starts_with("HTTP/1.1 503")) << "it cannot be reached";
}

TEST_F(Pass, WhatIsNoNodeIsNotThere) {
  for (const char* path : {"/node/c/ws", "/node/ws", "/node//ws", "/node/B/ws", "/node/a/b/ws", "/node/../ws",
                           "/node/abcdefghijabcdefghijabcdefghijabc/ws"}) {
    RawClient client(a.port());
    EXPECT_TRUE(ask(client, path).starts_with("HTTP/1.1 404")) << path;
  }
  RawClient plain(a.port());
  plain.send("GET /node/b/ws HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(plain.until("\r\n\r\n").starts_with("HTTP/1.1 426"));
}

TEST_F(Pass, PagesAreJudgedBeforeTheyArePassedOn) {
  RawClient evil(a.port());
  EXPECT_TRUE(ask(evil, "/node/b/ws", "Origin: https://evil.example\r\n").starts_with("HTTP/1.1 403"));
  RawClient own(a.port());
  const std::string origin = "Origin: http://127.0.0.1:" + std::to_string(a.port()) + "\r\n";
  EXPECT_TRUE(ask(own, "/node/b/ws", origin).starts_with("HTTP/1.1 101")) << "b sees the host that was asked";
}

// Nodes that are wrong about each other pass nothing on in circles.
TEST_F(Pass, ConnectionsArePassedOnOnce) {
  told().b = "127.0.0.1:" + std::to_string(a.port());
  RawClient client(a.port());
  EXPECT_TRUE(ask(client, "/node/b/ws").starts_with("HTTP/1.1 404"));
}

struct PassForAProxy : Pass {
  PassForAProxy() : Pass(behind_a_proxy()) {}
  std::string who(const std::string& path, const std::string& more) {
    RawClient client(a.port());
    EXPECT_TRUE(ask(client, path, more).starts_with("HTTP/1.1 101"));
    client.send(made(1, "who"));
    return client.frame().payload;
  }
};

TEST_F(PassForAProxy, LimitsCountForTheClient) {
  EXPECT_EQ(who("/node/b/ws", "X-Forwarded-For: 10.0.0.7\r\n"), "10.0.0.7");
  EXPECT_EQ(who("/node/b/ws", "X-Forwarded-For: 10.9.9.9, 2001:db8::5\r\n"), "2001:db8::/64");
}

// b believes no proxy; only who knows the secret is a node.
TEST_F(PassForAProxy, StrangersAreNoNodes) {
  for (const char* claim : {"", "Comodin-Node: \r\n", "Comodin-Node: a guess\r\n"}) {
    RawClient client(b.port());
    client.send(handshake("/ws", b.port(), std::string(claim) + "X-Forwarded-For: 10.0.0.7\r\n"));
    ASSERT_TRUE(client.until("\r\n\r\n").starts_with("HTTP/1.1 101"));
    client.send(made(1, "who"));
    EXPECT_EQ(client.frame().payload, "127.0.0.1");
  }
}

TEST_F(Pass, WhileANodeDrainsItServesAndSaysSo) {
  const auto health = [&] {
    RawClient client(a.port());
    client.send("GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n");
    return client.rest();
  };
  EXPECT_NE(health().find("\r\n\r\nok\n"), std::string::npos);
  RawClient client(a.port());
  ASSERT_TRUE(ask(client, "/ws").starts_with("HTTP/1.1 101"));
  const int stopped = told().stopped;
  told().drains = true;
  a.begin_stop();
  usleep(100'000);
  EXPECT_EQ(told().stopped, stopped);
  EXPECT_LT(echo_ms(client), 1000);
  EXPECT_NE(health().find(" 503 "), std::string::npos);
  RawClient fresh(a.port());
  EXPECT_TRUE(ask(fresh, "/ws").starts_with("HTTP/1.1 503"));
  RawClient late(a.port());
  EXPECT_TRUE(ask(late, "/node/b/ws").starts_with("HTTP/1.1 503"));
  RawClient page(a.port());
  EXPECT_TRUE(page.get("/assets/app-1.js").starts_with("HTTP/1.1 200"));
  told().drains = false;
  EXPECT_EQ(client.close_code(), 1001);
  EXPECT_EQ(told().stopped, stopped + 1);
}

TEST_F(Pass, WhatANodePassesOnEndsBeforeItGoes) {
  RawClient first(a.port()), second(a.port());
  for (RawClient* client : {&first, &second})
    ASSERT_TRUE(ask(*client, "/node/b/ws").starts_with("HTTP/1.1 101"));
  told().drains = true;
  a.begin_stop();
  EXPECT_TRUE(first.hung_up());
  EXPECT_TRUE(second.hung_up());
  told().drains = false;
}

TEST_F(Pass, WhoeverAsksTwiceWaitsForNoDrain) {
  told().drains = true;
  a.begin_stop();
  a.stop();
  told().drains = false;
}

}  // namespace
}  // namespace comodin::server
