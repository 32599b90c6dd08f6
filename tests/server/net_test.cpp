// The network against clients that do what they should not. In each test a second client, which behaves, is
// still served at once.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ctime>

#include "server/net/dial.hpp"
#include "tests/server/echo_hub.hpp"
#include "tests/server/raw_client.hpp"

namespace comodin::server {
namespace {

constexpr int kPrompt = 500;  // milliseconds; sanitizers are slow

class Net : public testing::Test {
 protected:
  explicit Net(NetSettings settings = test_settings()) : server(std::move(settings)), good(server.port()) {
    good.shake();
  }
  void TearDown() override {
    EXPECT_LT(echo_ms(good), kPrompt) << "somebody else has to wait";
    EXPECT_EQ(told().twice, 0) << "the hub was entered twice, or told twice";
  }
  // CPU of this process, both ends, in milliseconds.
  static int cpu_ms() { return static_cast<int>(std::clock() * 1000 / CLOCKS_PER_SEC); }

  EchoServer server;
  RawClient good;
};

TEST_F(Net, EchoesTextsOfAnySize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{125}, std::size_t{511},
                                 std::size_t{512}, std::size_t{513}, std::size_t{4096}})
    EXPECT_LT(echo_ms(good, std::string(size, 'a')), kPrompt) << size;
}

TEST_F(Net, EchoesAMessageInParts) {
  good.send(made(1, "one ", false) + made(9, "ping") + made(0, "two ", false) + made(0, "three"));
  EXPECT_EQ(good.frame().op, 10);
  EXPECT_EQ(good.frame().payload, "one two three");
}

TEST_F(Net, ClosesWhenTheHubSaysSo) {
  RawClient client(server.port());
  client.shake();
  const int closed = told().closed;
  client.send(made(1, "first") + made(1, "bye"));
  EXPECT_EQ(client.frame().payload, "first");
  const RawClient::Frame last = client.frame();
  EXPECT_EQ(last.code(), 1008);
  EXPECT_EQ(last.payload.substr(2), "as you wish");
  EXPECT_TRUE(client.hung_up());

  RawClient silent(server.port());  // neither says anything nor hangs up
  silent.shake();
  good.send(made(1, "kick"));
  EXPECT_EQ(silent.close_code(), 1013);
  usleep(50'000);
  EXPECT_EQ(told().closed, closed + 2) << "the hub has to wait for the client";
}

TEST_F(Net, AnswersACloseWithTheSameCode) {
  RawClient client(server.port());
  client.shake();
  client.send(made(8, std::string("\x03\xe8", 2)));
  EXPECT_EQ(client.close_code(), 1000);
  EXPECT_TRUE(client.hung_up());
}

TEST_F(Net, RefusesForeignPages) {
  const std::string here = "127.0.0.1:" + std::to_string(server.port());
  for (const std::string origin :
       {"https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "http://x127.0.0.1:1"}) {
    RawClient client(server.port());
    EXPECT_TRUE(client.upgrade("Origin: " + origin + "\r\n").starts_with("HTTP/1.1 403")) << origin;
  }
  for (const std::string& origin : {"http://" + here + ".evil.example", "http://evil.example/http://" + here,
                                    "http://evil@" + here, "ftp://" + here, "http://" + here + "/"}) {
    RawClient client(server.port());
    EXPECT_TRUE(client.upgrade("Origin: " + origin + "\r\n").starts_with("HTTP/1.1 403")) << origin;
  }
  RawClient two(server.port());
  const std::string own = "Origin: http://" + here + "\r\n";
  EXPECT_TRUE(two.upgrade(own + "Origin: http://evil.example\r\n").starts_with("HTTP/1.1 403"));
  RawClient same(server.port());
  EXPECT_TRUE(same.upgrade(own).starts_with("HTTP/1.1 101"));
}

TEST_F(Net, RefusesFramesBeforeItsAnswer) {
  RawClient client(server.port());
  EXPECT_TRUE(client.upgrade("\r\n" + made(1, "early")).starts_with("HTTP/1.1 400"));
}

TEST_F(Net, RefusesLongMessages) {
  RawClient client(server.port());
  client.shake();
  client.send(made(1, std::string(4097, 'a')));
  EXPECT_EQ(client.close_code(), 1009);
  RawClient parts(server.port());
  parts.shake();
  parts.send(made(1, std::string(4000, 'a'), false) + made(0, std::string(97, 'a')));
  EXPECT_EQ(parts.close_code(), 1009);
}

TEST_F(Net, RefusesAFrameOfATerabyte) {
  RawClient client(server.port());
  client.shake();
  client.send(std::string("\x81\xff\x00\x00\x01\x00\x00\x00\x00\x00\x01\x02\x03\x04", 14));
  EXPECT_EQ(client.close_code(), 1009);
  EXPECT_TRUE(client.hung_up());
}

// With the library alone each of these went on without end, or cost a core.
struct Flood {
  const char* name;
  std::string why;
  std::string bytes;
};

TEST_F(Net, StopsFloodsEarlyAndCheaply) {
  const std::string begin = made(1, "a", false);
  const Flood floods[] = {
      {"one-byte fragments", "too many fragments", begin + times(made(0, "a", false), 400'000)},
      {"empty fragments", "too many fragments", begin + times(made(0, "", false), 400'000)},
      {"pings", "too many frames", times(made(9, ""), 400'000)},
      {"pongs", "too many frames", times(made(10, "x"), 400'000)},
      {"empty messages", "too many frames", times(made(1, ""), 400'000)},
      {"long pings", "too many frames", times(made(9, std::string(125, 'p')), 20'000)},
      {"bytes", "too many bytes", times(made(1, std::string(4000, 'b')), 700)},
  };
  for (const Flood& flood : floods) {
    RawClient client(server.port());
    client.shake();
    const int before = cpu_ms();
    client.send(flood.bytes);
    int answers = 0;
    RawClient::Frame last = client.frame();
    for (; last.op == 1 || last.op == 10; last = client.frame()) ++answers;
    EXPECT_EQ(last.code(), 1008) << flood.name;
    EXPECT_EQ(last.payload.substr(last.code() ? 2 : 0), flood.why) << flood.name;
    EXPECT_LE(answers, FrameLimits{}.frames.burst + 10) << flood.name;
    EXPECT_TRUE(client.hung_up()) << flood.name;
    EXPECT_LT(cpu_ms() - before, 100) << flood.name;
    EXPECT_LT(echo_ms(good), kPrompt) << flood.name;
  }
}

TEST_F(Net, AllowsAsManyFragmentsAsItSays) {
  good.send(made(1, "0", false) + times(made(0, "0", false), 14) + made(0, "!"));
  EXPECT_EQ(good.frame().payload, std::string(15, '0') + "!");
  RawClient client(server.port());
  client.shake();
  client.send(made(1, "0", false) + times(made(0, "0", false), 15) + made(0, "!"));
  EXPECT_EQ(client.close_code(), 1008);
}

TEST_F(Net, TakesTextOnly) {
  RawClient binary(server.port());
  binary.shake();
  binary.send(made(2, "bytes"));
  EXPECT_EQ(binary.close_code(), 1003);
  RawClient wrong(server.port());
  wrong.shake();
  wrong.send(made(1, "\xC0\xAF"));
  EXPECT_EQ(wrong.close_code(), 1007);
}

TEST_F(Net, RefusesBrokenFrames) {
  for (const std::string& bytes :
       {made(1, "bare", true, false), made(0, "goes on from nothing"), made(3, "?"),
        made(9, std::string(126, 'p')), std::string("\xF1\x80\x01\x02\x03\x04")}) {
    RawClient client(server.port());
    client.shake();
    client.send(bytes);
    EXPECT_EQ(client.close_code(), 1002);
    EXPECT_TRUE(client.hung_up());
  }
}

TEST_F(Net, AsksBotsOnAndOffTheLoop) {
  for (const std::string level : {"novato", "contadora:worlds=20", "no such level"}) {
    good.send(made(1, "think " + level));
    const std::string said = good.frame(5000).payload;
    EXPECT_EQ(said.starts_with("seat "), level != "no such level") << level << ": " << said;
  }
}

TEST_F(Net, OfMessagesAboutTheRoomThatWaitOnlyTheLastIsSent) {
  RawClient reader(server.port());
  reader.shake();
  reader.send(made(1, "rooms 100000"));
  std::vector<std::string> heard;
  while (heard.empty() || heard.back() != "end") {
    const auto frame = reader.frame(2000);
    ASSERT_EQ(frame.op, 1) << "cut, or nothing more comes";
    heard.push_back(frame.payload);
  }
  EXPECT_EQ(heard, (std::vector<std::string>{"room 1", "room 100000", "end"}));
}

// What a slow reader is sent goes out in pieces; what Beast writes by itself must not come between them.
TEST_F(Net, AnswersPingsBetweenMessagesNotInsideThem) {
  constexpr int kMessages = 120, kPings = 10;
  RawClient reader(server.port());
  reader.small_window();
  reader.shake();
  reader.send(made(1, "pour " + std::to_string(kMessages)));
  for (int k = 0; k < kPings; ++k) {
    EXPECT_LT(echo_ms(good), kPrompt);
    reader.send(made(9, "ping " + std::to_string(k)));
  }
  int texts = 0, pongs = 0;
  while (texts < kMessages || pongs < kPings) {
    const auto frame = reader.frame();
    ASSERT_TRUE(frame.op == 1 || frame.op == 10) << "after " << texts << " texts and " << pongs << " pongs";
    ASSERT_EQ(frame.payload, frame.op == 1 ? std::string(1024, 'x') : "ping " + std::to_string(pongs));
    ++(frame.op == 1 ? texts : pongs);
  }
}

TEST(NetStop, IsInPeace) {
  EchoServer server(test_settings());
  RawClient good(server.port()), client(server.port());
  good.shake();
  client.shake();
  EXPECT_LT(echo_ms(good), kPrompt);
  client.send(made(1, "pour 50"));
  EXPECT_EQ(client.frame().payload.size(), 1024U);
  const int stopped = told().stopped;
  server.stop();
  EXPECT_EQ(told().stopped, stopped + 1);
  EXPECT_EQ(told().opened, told().closed);
  for (int k = 1; k < 50; ++k) EXPECT_EQ(client.frame().payload.size(), 1024U);
  EXPECT_EQ(client.close_code(), 1001);
  EXPECT_EQ(good.close_code(), 1001);
}

TEST_F(Net, WaitsWhenThereAreNoDescriptorsLeft) {
#if defined(__has_feature)
#if __has_feature(undefined_behavior_sanitizer)
  GTEST_SKIP() << "the sanitizer itself needs descriptors";
#endif
#endif
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{200, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  std::vector<int> taken;
  for (int fd = dup(0); fd >= 0; fd = dup(0)) taken.push_back(fd);
  ASSERT_FALSE(taken.empty());
  close(taken.back());
  RawClient client(server.port());  // takes the last descriptor; the server has none for its end
  const int cpu = cpu_ms();
  EXPECT_LT(echo_ms(good), kPrompt);
  usleep(400'000);
  EXPECT_LT(cpu_ms() - cpu, 100) << "it spins";
  taken.pop_back();
  for (const int fd : taken) close(fd);
  setrlimit(RLIMIT_NOFILE, &before);
  client.shake();
}

// ---- with other settings ------------------------------------------------------------------------

NetSettings impatient() {
  NetSettings settings = test_settings();
  settings.request_ms = 300;
  settings.idle_ms = 600;
  return settings;
}
class NetImpatient : public Net {
 protected:
  NetImpatient() : Net(impatient()) {}
};

TEST_F(NetImpatient, HangsUpOnThoseWhoDawdle) {
  RawClient silent(server.port()), slow(server.port());
  slow.send("GET / HTTP/1.1\r\nHost: x\r\n");
  for (int k = 0; k < 20 && slow.send("X: y\r\n"); ++k) {
    EXPECT_LT(echo_ms(good), kPrompt);
    usleep(30'000);
  }
  EXPECT_FALSE(slow.send("X: y\r\n"));
  EXPECT_TRUE(silent.hung_up(500));
  // A client without pongs is taken for dead. The others' pongs are sent by hand here.
  RawClient dead(server.port());
  dead.shake();
  const Millis by = 1200;
  for (Millis waited = 0; waited < by; waited += 100) {
    EXPECT_LT(echo_ms(good), kPrompt);
    usleep(100'000);
    while (good.frame(0).op >= 0) good.send(made(10, ""));
  }
  EXPECT_TRUE(dead.hung_up(500));
}

NetSettings narrow() {
  NetSettings settings = test_settings();
  settings.stuck_ms = 500;
  return settings;
}
class NetNarrow : public Net {
 protected:
  NetNarrow() : Net(narrow()) {}
};

TEST_F(NetNarrow, CutsSlowReaders) {
  RawClient deep(server.port());  // more is queued than may be
  deep.shake();
  const int closed = told().closed;
  for (int k = 0; k < 80 && told().closed == closed; ++k) {
    deep.send(made(1, "pour 200"));
    EXPECT_LT(echo_ms(good), kPrompt);
  }
  EXPECT_EQ(told().closed, closed + 1);

  RawClient stuck(server.port());  // less is queued than may be, but nothing gets out
  stuck.small_window();
  stuck.shake();
  for (int k = 0; k < 100 && told().closed < closed + 2; ++k) {
    if (k < 2) stuck.send(made(1, "pour 100"));
    EXPECT_LT(echo_ms(good), kPrompt);
    usleep(30'000);
  }
  EXPECT_EQ(told().closed, closed + 2);
}

NetSettings crowded() {
  NetSettings settings = test_settings();
  settings.door.connections = 12;
  settings.door.connections_per_address = 4;
  settings.door.proxies = {"127.0.0.9"};
  return settings;
}
class NetCrowded : public Net {
 protected:
  NetCrowded() : Net(crowded()) {}
};

TEST_F(NetCrowded, LimitsConnectionsOfAnAddress) {
  auto two = std::make_unique<RawClient>(server.port());
  RawClient three(server.port()), four(server.port());
  two->shake();
  three.shake();
  four.shake();
  RawClient five(server.port());
  const std::string head = five.until("\r\n\r\n");
  EXPECT_TRUE(head.starts_with("HTTP/1.1 429")) << head;
  EXPECT_NE(head.find("Retry-After: "), std::string::npos);
  RawClient other(server.port(), "127.0.0.2");
  other.shake();
  two.reset();
  usleep(50'000);
  RawClient again(server.port());
  again.shake();
}

TEST_F(NetCrowded, IsFullAtSomePoint) {
  std::vector<std::unique_ptr<RawClient>> all;
  for (int k = 0; k < 11; ++k) {
    const std::string from = "127.0.1." + std::to_string(k + 1);
    all.push_back(std::make_unique<RawClient>(server.port(), from.c_str()));
    all.back()->shake();
  }
  RawClient late(server.port(), "127.0.2.1");
  EXPECT_TRUE(late.until("\r\n\r\n").starts_with("HTTP/1.1 503"));
}

TEST_F(NetCrowded, BelievesOnlyProxiesAboutAddresses) {
  const std::string forged = "X-Forwarded-For: 6.6.6.6, 2001:db8:1:2:3::4\r\n";
  const auto who = [&](const char* from, const std::string& more) {
    RawClient client(server.port(), from);
    client.upgrade(more);
    client.send(made(1, "who"));
    return client.frame().payload;
  };
  EXPECT_EQ(who("127.0.0.9", forged), "2001:db8:1:2::/64");
  EXPECT_EQ(who("127.0.0.9", "X-Forwarded-For: 1.2.3.4, 127.0.0.9\r\n"), "1.2.3.4");
  EXPECT_EQ(who("127.0.0.3", forged), "127.0.0.3");
  // Two lines: what the client wrote, and what the proxy adds.
  const std::string own = "X-Forwarded-For: 6.6.6.6\r\n";
  EXPECT_EQ(who("127.0.0.9", own + "X-Forwarded-For: 1.2.3.4\r\n"), "1.2.3.4");
  EXPECT_EQ(who("127.0.0.9", own + "x-forwarded-for: [2001:db8:1:2::1]:99\r\n"), "2001:db8:1:2::/64");
  EXPECT_EQ(who("127.0.0.9", own + "X-Forwarded-For: unknown\r\n"), "127.0.0.9");
}

// ---- the client side ------------------------------------------------------------------------------

TEST_F(Net, DialsManyTimes) {
  constexpr int kMany = 50;
  int opened = 0, heard = 0, closed = 0;
  Dialer* me = nullptr;
  Dialer::Callbacks callbacks;
  callbacks.opened = [&](Dialer::Id id) {
    ++opened;
    me->send(id, "number " + std::to_string(id));
  };
  callbacks.text = [&](Dialer::Id id, std::string_view text) {
    EXPECT_EQ(text, "number " + std::to_string(id));
    ++heard;
    id % 2 ? me->close(id) : me->send(id, "bye");
  };
  callbacks.closed = [&](Dialer::Id id, int code) {
    EXPECT_TRUE(id % 2 || code == 1008) << code;
    if (++closed == kMany) me->stop();
  };
  Dialer dialer(callbacks);
  me = &dialer;
  for (int k = 0; k < kMany; ++k) EXPECT_NE(dialer.connect("127.0.0.1", server.port(), "/ws"), 0U);
  dialer.after(5000, [&] { dialer.stop(); });
  dialer.run();
  EXPECT_EQ(opened, kMany);
  EXPECT_EQ(heard, kMany);
  EXPECT_EQ(closed, kMany);
}

}  // namespace
}  // namespace comodin::server
