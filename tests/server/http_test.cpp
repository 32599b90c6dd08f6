// What the server says in HTTP.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/server/echo_hub.hpp"
#include "tests/server/raw_client.hpp"

namespace comodin::server {
namespace {

NetSettings measured() {
  NetSettings settings = test_settings();
  settings.metrics_port = 20000 + getpid() % 10000;
  return settings;
}

class Http : public testing::Test {
 protected:
  Http() : server(measured()) {}
  std::string ask(const std::string& path, const std::string& more = "", const std::string& method = "GET") {
    RawClient client(server.port());
    const std::string head = client.get(path, "Connection: close\r\n" + more, method);
    return head + client.rest();
  }
  // A request word for word.
  std::string say(const std::string& bytes) {
    RawClient client(server.port());
    client.send(bytes);
    return client.rest();
  }
  static int status(const std::string& answer) {
    return answer.size() > 12 ? std::stoi(answer.substr(9)) : 0;
  }
  static std::string body(const std::string& answer) { return answer.substr(answer.find("\r\n\r\n") + 4); }
  EchoServer server;
};

TEST_F(Http, ServesWhatItHas) {
  EXPECT_EQ(body(ask("/healthz")), "ok\n");
  EXPECT_EQ(body(ask("/api/rooms")), "[]");
  EXPECT_NE(ask("/?x=1").find("Comodín"), std::string::npos);
  const std::string record = ask("/api/games/" + std::string(32, 'a'));
  EXPECT_EQ(body(record), "# a record\n");
  EXPECT_NE(record.find("Content-Disposition: attachment"), std::string::npos);
}

TEST_F(Http, HeadHasTheLengthAndNoBody) {
  const std::string answer = ask("/healthz", "", "HEAD");
  EXPECT_NE(answer.find("Content-Length: 3\r\n"), std::string::npos);
  EXPECT_EQ(body(answer), "");
  const std::string packed = ask("/assets/app-1.js", "Accept-Encoding: gzip\r\n", "HEAD");
  EXPECT_NE(packed.find("Content-Length: 6\r\n"), std::string::npos) << packed;
  EXPECT_EQ(body(packed), "");
}

TEST_F(Http, SendsFilesOfThePagePackedOnceAndForAWhile) {
  const std::string packed = ask("/assets/app-1.js", "Accept-Encoding: gzip, br\r\n");
  EXPECT_EQ(body(packed), "packed");
  for (const std::string line :
       {"Content-Encoding: gzip\r\n", "Vary: Accept-Encoding\r\n", "ETag: \"11-gz\"\r\n",
        "Cache-Control: public, max-age=31536000, immutable\r\n", "Content-Type: text/javascript"})
    EXPECT_NE(packed.find(line), std::string::npos) << line << packed;
  const std::string same = ask("/assets/app-1.js", "Accept-Encoding: gzip\r\nIf-None-Match: \"11-gz\"\r\n");
  EXPECT_EQ(status(same), 304);
  EXPECT_EQ(body(same), "");
  EXPECT_EQ(same.find("Content-Length"), std::string::npos);
  RawClient client(server.port());  // goes on with the same connection
  EXPECT_TRUE(client.get("/assets/app-1.js", "If-None-Match: \"11\"\r\n").starts_with("HTTP/1.1 304"));
  EXPECT_TRUE(client.get("/healthz").starts_with("HTTP/1.1 200"));
}

TEST(HttpStore, DoesNotWaitForeverForARecord) {
  NetSettings settings = test_settings();
  settings.stuck_ms = 200;
  EchoServer server(settings);
  RawClient client(server.port());
  EXPECT_TRUE(client.get("/api/games/" + std::string(32, 'c')).starts_with("HTTP/1.1 503"));
}

TEST_F(Http, RefusesTheRest) {
  EXPECT_EQ(status(ask("/nothing")), 404);
  for (const std::string path : {"/../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/./", "/%00",
                                 "/api/games/../../etc/passwd"})
    EXPECT_EQ(status(ask(path)), 404) << path;
  EXPECT_EQ(status(ask("/api/games/" + std::string(32, 'b'))), 404);
  EXPECT_EQ(status(ask("/api/games/" + std::string(32, 'A'))), 404);
  EXPECT_EQ(status(ask("http://elsewhere/")), 400);
  for (const std::string method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "FLY"})
    EXPECT_EQ(status(ask("/", "", method)), 405) << method;
  EXPECT_EQ(status(ask("/", "Content-Length: 5\r\n")), 400);
  EXPECT_EQ(status(ask("/", "Transfer-Encoding: chunked\r\n")), 400);
  EXPECT_EQ(status(ask("/ws")), 426);
  EXPECT_EQ(status(say("GET / HTTP/1.1\r\n\r\n")), 400);
  EXPECT_EQ(status(say("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")), 400);
  EXPECT_EQ(status(say("what?\r\n\r\n")), 400);
  EXPECT_EQ(status(ask("/", "X: " + std::string(4096, 'x') + "\r\n")), 431);
  EXPECT_EQ(status(say("GET /" + std::string(100'000, 'x'))), 431);
}

TEST_F(Http, RefusesBadHandshakes) {
  const std::string shake = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  EXPECT_EQ(status(say("GET /ws HTTP/1.1\r\n" + shake +
                       "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")),
            400);
  const std::string host = "GET /ws HTTP/1.1\r\nHost: a\r\n" + shake;
  EXPECT_EQ(status(say(host + "Sec-WebSocket-Version: 13\r\n\r\n")), 400);
  EXPECT_EQ(
      status(say(host + "Sec-WebSocket-Version: 7\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")),
      426);
}

TEST_F(Http, GuardsEveryAnswer) {
  RawClient client(server.port());
  const std::string answers[] = {
      ask("/"),         ask("/healthz"),     ask("/api/rooms"),
      ask("/nothing"),  ask("/", "", "PUT"), say("what?\r\n\r\n"),
      client.upgrade(), ask("/ws"),          say("GET /" + std::string(9000, 'x'))};
  const char* const policy =
      "Content-Security-Policy: default-src 'none'; connect-src 'self'; img-src 'self' data:; style-src "
      "'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; font-src "
      "'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n";
  for (const std::string& answer : answers) {
    for (const std::string guard :
         {policy, "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
          "Cross-Origin-Opener-Policy: same-origin\r\n", "Cross-Origin-Resource-Policy: same-origin\r\n",
          "Cache-Control: no-"})
      EXPECT_NE(answer.find(guard), std::string::npos) << guard << answer.substr(0, 400);
    EXPECT_EQ(answer.find("Beast"), std::string::npos);
    EXPECT_TRUE(status(answer) == 101 || answer.find("Server:") == std::string::npos);
  }
}

TEST_F(Http, KeepsAConnectionForAWhile) {
  RawClient client(server.port());
  int served = 0;
  while (served < 200 && client.get("/healthz").starts_with("HTTP/1.1 200") && client.until("ok\n") == "ok\n")
    ++served;
  EXPECT_EQ(served, 64);
}

TEST_F(Http, TellsItsFiguresOnLoopback) {
  RawClient one(server.port());
  one.shake();
  EXPECT_LT(echo_ms(one), 500);
  RawClient client(server.metrics_port());
  client.get("/metrics", "Connection: close\r\n");
  const std::string text = client.rest();
  for (const std::string line :
       {"comodin_websockets 1\n", "comodin_messages_in_total 1\n", "comodin_commands_total 1\n",
        "comodin_loop_lag_seconds_bucket{le=\"+Inf\"}", "more 1\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
  EXPECT_EQ(status(ask("/metrics")), 404);
  RawClient other(server.metrics_port());
  EXPECT_EQ(status(other.get("/healthz")), 404);
}

TEST(HttpLimits, RequestsAndHandshakesOfAnAddress) {
  NetSettings settings = test_settings();
  settings.door.handshakes = {3, 1};
  settings.door.requests = {10, 1};
  EchoServer server(settings);
  RawClient good(server.port(), "127.0.0.2");
  good.shake();
  int shaken = 0, asked = 0;
  for (int k = 0; k < 6; ++k) {
    RawClient client(server.port());
    shaken += client.upgrade().starts_with("HTTP/1.1 101");
  }
  for (int k = 0; k < 12; ++k) {
    RawClient client(server.port());
    asked += client.get("/healthz").starts_with("HTTP/1.1 200");
  }
  EXPECT_EQ(shaken, 3);
  EXPECT_LE(asked, 5);
  EXPECT_LT(echo_ms(good), 500);
}

TEST(HttpLists, AreNotMadeAnewForEveryone) {
  int made = 0;
  const auto list = kept_for(50, [&] { return std::to_string(++made); });
  for (int k = 0; k < 20; ++k) EXPECT_EQ(list(), "1");
  usleep(60'000);
  EXPECT_EQ(list(), "2");
}

}  // namespace
}  // namespace comodin::server
