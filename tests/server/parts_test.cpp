// The parts of the network layer that need no sockets.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "engine/game.hpp"
#include "server/common/buckets.hpp"
#include "server/common/log_line.hpp"
#include "server/net/address.hpp"
#include "server/net/door.hpp"
#include "server/net/frames.hpp"
#include "server/net/metrics.hpp"
#include "server/net/page_origin.hpp"
#include "tests/server/echo_hub.hpp"
#include "tests/server/raw_client.hpp"

namespace comodin::server {
namespace {

TEST(Origin, IsComparedWhole) {
  const std::vector<std::string> ours = {"https://play.example", "http://localhost:8080"};
  EXPECT_TRUE(origin_allowed("", "x", ours));
  EXPECT_TRUE(origin_allowed("https://play.example", "x", ours));
  for (const std::string_view foreign :
       {"https://play.example.evil.example", "https://evilplay.example", "http://play.example",
        "https://play.example:444", "https://play.example/", "null", "https://a.play.example"})
    EXPECT_FALSE(origin_allowed(foreign, "play.example", ours)) << foreign;
  EXPECT_TRUE(origin_allowed("https://a.example:1", "a.example:1", {}));
  EXPECT_FALSE(origin_allowed("https://a.example:1", "a.example", {}));
  EXPECT_FALSE(origin_allowed("https://", "", {}));
  EXPECT_TRUE(is_origin("https://play.example:8443"));
  for (const std::string_view wrong : {"play.example", "https://", "https://a/", "ftp://a", "https://a b"})
    EXPECT_FALSE(is_origin(wrong)) << wrong;
}

TEST(Address, CountsLinesNotHosts) {
  EXPECT_EQ(plain_address("::ffff:10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(plain_address("2001:DB8:0:0::1"), "2001:db8::1");
  EXPECT_EQ(plain_address("10.0.0.1 "), "");
  EXPECT_EQ(plain_address("unknown"), "");
  EXPECT_EQ(counted_as("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(counted_as("2001:db8:1:2:3:4:5:6"), counted_as("2001:db8:1:2::1"));
  EXPECT_NE(counted_as("2001:db8:1:3::1"), counted_as("2001:db8:1:2::1"));
}

TEST(Address, IsForwardedByProxiesOnly) {
  const std::vector<std::string> proxies = {"10.0.0.1", "10.0.0.2"};
  const auto from = [&](const char* peer, std::string_view said) {
    return client_address(peer, said, proxies).address;
  };
  EXPECT_EQ(from("1.1.1.1", "6.6.6.6"), "1.1.1.1");
  EXPECT_EQ(from("10.0.0.1", "6.6.6.6, 1.1.1.1"), "1.1.1.1");
  EXPECT_EQ(from("10.0.0.1", "6.6.6.6, 1.1.1.1,10.0.0.2"), "1.1.1.1");
  EXPECT_EQ(from("10.0.0.1", "6.6.6.6, , 1.1.1.1 ,\t"), "1.1.1.1");
  EXPECT_EQ(from("10.0.0.1", ""), "10.0.0.1");
}

TEST(Address, ProxiesCanBeANetwork) {
  EXPECT_EQ(plain_network("10.0.0.0/8"), "10.0.0.0/8");
  EXPECT_EQ(plain_network("2001:DB8:0::/32"), "2001:db8::/32");
  EXPECT_EQ(plain_network("::ffff:10.0.0.1"), "10.0.0.1");
  for (const char* junk :
       {"10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0.0.0/08", "10.0.0/8", "/8", "::/129", ""})
    EXPECT_EQ(plain_network(junk), "") << junk;
  const std::vector<std::string> networks = {"10.1.0.0/16", "192.168.1.4/30", "2001:db8::/33", "9.9.9.9"};
  for (const char* in : {"10.1.0.0", "10.1.255.255", "192.168.1.7", "2001:db8:7fff::1", "9.9.9.9"})
    EXPECT_TRUE(in_networks(in, networks)) << in;
  for (const char* out : {"10.2.0.0", "10.0.255.255", "192.168.1.8", "2001:db8:8000::1", "9.9.9.8", "", "x"})
    EXPECT_FALSE(in_networks(out, networks)) << out;
  EXPECT_TRUE(in_networks("8.8.8.8", {"0.0.0.0/0"}));
  EXPECT_FALSE(in_networks("::1", {"0.0.0.0/0"}));
  EXPECT_EQ(client_address("10.1.2.3", "6.6.6.6, 1.1.1.1, 10.1.9.9", networks).address, "1.1.1.1");
}

TEST(Address, IsReadInEveryUsualForm) {
  const std::pair<const char*, const char*> forms[] = {
      {"1.2.3.4:5678", "1.2.3.4"},
      {"\"1.2.3.4\"", "1.2.3.4"},
      {"2001:DB8::1", "2001:db8::1"},
      {"[2001:db8::1]", "2001:db8::1"},
      {"[2001:db8::1]:443", "2001:db8::1"},
      {"\"[2001:db8::1]:443\"", "2001:db8::1"},
      {"::ffff:1.2.3.4", "1.2.3.4"},
      {" 1.2.3.4 ", "1.2.3.4"},
      {"6.6.6.6, [2001:db8::1]:443, 10.0.0.1:80", "2001:db8::1"},
  };
  for (const auto& [said, address] : forms) {
    const ClientAddress client = client_address("10.0.0.1", said, {"10.0.0.1"});
    EXPECT_EQ(client.address, address) << said;
    EXPECT_TRUE(client.understood) << said;
  }
}

TEST(Address, OfJunkTheProxyCounts) {
  for (const std::string_view junk :
       {"", "unknown", "6.6.6.6, junk", "1.2.3.4:", "1.2.3.4:x", "1.2.3.4:123456", "[1.2.3.4]",
        "[2001:db8::1", "2001:db8::1]:4", "[2001:db8::1]4", "1.2.3", "_hidden", "\"", "\"1.2.3.4", "10.0.0.1",
        "6.6.6.6;1.2.3.4"}) {
    const ClientAddress client = client_address("10.0.0.1", junk, {"10.0.0.1"});
    EXPECT_EQ(client.address, "10.0.0.1") << junk;
    EXPECT_FALSE(client.understood) << junk;
  }
  EXPECT_TRUE(client_address("1.1.1.1", "junk", {"10.0.0.1"}).understood) << "nobody asked";
}

TEST(Buckets, AreChargedForWhatWasTakenElsewhere) {
  const Rate rate{10, 1};
  Bucket bucket;
  bucket.charge(1000, rate, 4);
  for (int k = 0; k < 6; ++k) EXPECT_TRUE(bucket.take(1000, rate));
  EXPECT_FALSE(bucket.take(1000, rate));
  bucket.charge(1000, rate, INT64_MAX);
  EXPECT_FALSE(bucket.take(1999, rate));
  EXPECT_TRUE(bucket.take(2000, rate)) << "never fuller than full";
}

TEST(Buckets, LeakAtTheirRate) {
  const Rate rate{3, 2};
  Bucket bucket;
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(bucket.take(1000, rate));
  EXPECT_FALSE(bucket.take(1000, rate));
  EXPECT_FALSE(bucket.take(1499, rate));
  EXPECT_TRUE(bucket.take(1500, rate));
  EXPECT_FALSE(bucket.take(1500, rate));
  EXPECT_TRUE(bucket.empty(4000, rate));
}

TEST(Buckets, StayFew) {
  Buckets buckets({2, 1});
  for (int k = 0; k < 300'000; ++k) buckets.take(1000, std::to_string(k));
  EXPECT_LE(buckets.size(), Buckets::kMost);
  Buckets quiet({2, 1});
  for (int k = 0; k < 300'000; ++k) quiet.take(k, std::to_string(k));
  EXPECT_LE(quiet.size(), 5000U);
  EXPECT_TRUE(quiet.take(300'000, "a") && quiet.take(300'000, "a"));
  EXPECT_FALSE(quiet.take(300'000, "a"));
}

// However the bytes are cut, the frames are the same.
TEST(Frames, AreCountedAcrossReads) {
  std::string bytes = made(1, "abc") + made(1, std::string(200, 'x')) + made(9, "") + made(0, "", false);
  bytes +=
      std::string("\x81\xff\x00\x00\x00\x00\x00\x01\x00\x00\x01\x02\x03\x04", 14) + std::string(65536, 'y');
  bytes += made(10, "z", true, false);
  FrameLimits roomy;
  roomy.bytes = {1 << 20, 1};
  for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{1536}}) {
    FrameCounter counter;
    for (std::size_t k = 0; k < bytes.size(); k += step) {
      const std::string part = bytes.substr(k, step);
      const std::span<const std::uint8_t> view(reinterpret_cast<const std::uint8_t*>(part.data()),
                                               part.size());
      EXPECT_EQ(counter.feed(view, 0, roomy), FrameCheck::Fine);
    }
    EXPECT_EQ(counter.frames(), 6U) << step;
  }
}

TEST(Frames, TextsOfAnySizeAreAnnounced) {
  for (const bool masked : {false, true}) {
    FrameLimits roomy;
    roomy.bytes = {1 << 20, 1};
    FrameCounter counter;
    std::uint64_t frames = 0;
    for (const std::size_t size : {0u, 1u, 125u, 126u, 127u, 255u, 256u, 65535u, 65536u, 70000u}) {
      std::array<char, kFrameHeaderMax> header{};
      header.fill('?');
      const std::size_t length = write_text_header(size, masked, header);
      const std::string bytes = std::string(header.data(), length) + std::string(size, 'x');
      EXPECT_EQ(static_cast<unsigned char>(bytes[0]), 0x81) << size;
      EXPECT_EQ((bytes[1] & 0x80) != 0, masked) << size;
      if (masked) {
        EXPECT_EQ(bytes.substr(length - 4, 4), std::string(4, '\0')) << size;
      }
      EXPECT_EQ(counter.feed({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, 0, roomy),
                FrameCheck::Fine);
      EXPECT_EQ(counter.frames(), ++frames) << size;
    }
  }
  std::array<char, kFrameHeaderMax> header{};
  ASSERT_EQ(write_text_header(0x1234, false, header), 4U);
  EXPECT_EQ(std::string(header.data(), 4), std::string("\x81\x7e\x12\x34", 4));
  ASSERT_EQ(write_text_header(0x12345, false, header), 10U);
  EXPECT_EQ(std::string(header.data(), 10), std::string("\x81\x7f\0\0\0\0\0\x01\x23\x45", 10));
  EXPECT_EQ(ping_frame(false), std::string("\x89\0", 2));
  EXPECT_EQ(ping_frame(true), std::string("\x89\x80\0\0\0\0", 6));
}

TEST(Frames, CloseFramesAreWellFormed) {
  EXPECT_EQ(close_frame(1008, "no", false), std::string("\x88\x04\x03\xf0no", 6));
  EXPECT_EQ(close_frame(1000, "", true), std::string("\x88\x82\0\0\0\0\x03\xe8", 8));
  EXPECT_EQ(close_frame(1000, std::string(500, 'x'), false).size(), 2 + 125U);
}

TEST(Metrics, HistogramsAddUp) {
  Histogram histogram;
  for (const int micros : {50, 100, 101, 2'000'000}) histogram.add(micros);
  const std::string text = histogram.text("t", "h");
  EXPECT_NE(text.find("t_bucket{le=\"0.000100\"} 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("t_bucket{le=\"0.000250\"} 3\n"), std::string::npos);
  EXPECT_NE(text.find("t_bucket{le=\"+Inf\"} 4\n"), std::string::npos);
  EXPECT_NE(text.find("t_sum 2.000251\nt_count 4\n"), std::string::npos);
}

TEST(Note, IsOneLineWhateverIsInIt) {
  EXPECT_EQ(
      log_line(Log::Json, 0, "a\"b", "c\n\x1b\xff"),
      "{\"time\":\"1970-01-01T00:00:00Z\",\"event\":\"a\\\"b\",\"detail\":\"c\\u000a\\u001b\\u00ff\"}\n");
  EXPECT_EQ(log_line(Log::Words, 0, "a", "b\nc"), "1970-01-01T00:00:00Z a: b\\u000ac\n");
  EXPECT_EQ(log_line(Log::None, 0, "a", "b"), "");
}

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe(ends.data()) != 0) ADD_FAILURE() << "no pipe";
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    close_reader();
    ::close(ends[1]);
  }
  void close_reader() {
    if (ends[0] >= 0) ::close(std::exchange(ends[0], -1));
  }
  std::string read() const {
    std::string all(1 << 20, ' ');
    const ssize_t got = ::read(ends[0], all.data(), all.size());
    all.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return all;
  }
};

// A reader that has stopped does not stop the server; lost lines are reported.
TEST(Note, NobodyWaitsForThoseWhoReadTheLog) {
  Pipe pipe;
  LogQueue notes(pipe.ends[1], Log::Words);
  notes.put(0, "first", "x");
  EXPECT_EQ(pipe.read(), "1970-01-01T00:00:00Z first: x\n");
  const std::string detail(1000, 'y');
  for (int k = 0; k < 1000; ++k) notes.put(0, "many", detail);
  EXPECT_GT(notes.dropped(), 100U);
  std::string all;
  for (std::string part = pipe.read(); !part.empty(); part = pipe.read()) {
    all += part;
    notes.flush(1);
  }
  const auto lines = static_cast<std::uint64_t>(std::count(all.begin(), all.end(), '\n'));
  EXPECT_EQ(lines, 1000 - notes.dropped() + 1);
  const std::string last =
      "1970-01-01T00:00:01Z log_dropped: " + std::to_string(notes.dropped()) + " lines\n";
  EXPECT_TRUE(all.ends_with(last)) << all.substr(all.size() - 100);
  notes.put(2, "after", "x");
  EXPECT_EQ(pipe.read(), "1970-01-01T00:00:02Z after: x\n");
}

TEST(Note, AReaderThatIsGoneIsNoHarm) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  pipe.close_reader();
  LogQueue notes(pipe.ends[1], Log::Words);
  for (int k = 0; k < 1000; ++k) notes.put(0, "many", std::string(1000, 'y'));
  EXPECT_EQ(notes.dropped(), 0U);
  LogQueue closed(-1, Log::Words);
  closed.put(0, "a", "b");
}

TEST(Note, WhatHappensOftenIsSaidSeldom) {
  Seldom seldom;
  std::uint64_t times = 0;
  EXPECT_TRUE(seldom.now(1000, times));
  EXPECT_EQ(times, 1U);
  for (int k = 0; k < 500; ++k) EXPECT_FALSE(seldom.now(1000 + k / 10, times));
  EXPECT_TRUE(seldom.now(1060, times));
  EXPECT_EQ(times, 501U);
}

TEST(Door, SettingsAreChecked) {
  std::string why;
  DoorSettings good{.origins = {"https://a"}, .proxies = {"::ffff:1.2.3.4"}};
  EXPECT_TRUE(Door::check(good, why));
  EXPECT_EQ(good.proxies[0], "1.2.3.4");
  DoorSettings bad{.origins = {"a"}};
  EXPECT_FALSE(Door::check(bad, why));
  bad = {.proxies = {"proxy.example"}};
  EXPECT_FALSE(Door::check(bad, why));
}

TEST(Door, ForgetsThoseWhoLeave) {
  Traffic traffic;
  DoorSettings settings;
  settings.connections_per_address = 1;
  settings.proxies = {"9.9.9.9"};
  Door door(settings, traffic);
  for (int k = 0; k < 3; ++k) {
    Guest guest(door, "1.1.1.1"), second(door, "::ffff:1.1.1.1");
    EXPECT_EQ(door.admit(guest).status, 200);
    EXPECT_EQ(door.admit(second).status, 429);
    // A proxy may speak for many, one after the other, on one socket.
    Guest proxy(door, "9.9.9.9");
    EXPECT_EQ(door.admit(proxy).status, 200);
    EXPECT_EQ(door.request(proxy, "1.1.1.1", false, 0).status, 200);
    EXPECT_EQ(door.upgrade(proxy, {}, "h", 0).status, 429);
    EXPECT_EQ(door.request(proxy, "2.2.2.2", false, 0).status, 200);
    EXPECT_EQ(door.upgrade(proxy, {}, "h", 0).status, 101);
  }
  EXPECT_EQ(traffic.sockets, 0U);
}

TEST(Think, AsksTheBotsAtTheTable) {
  const ThinkJob job = some_job("novato");
  const Thought thought = think(job);
  ASSERT_TRUE(thought.moves);
  EXPECT_EQ(check(*job.rules, job.state, thought.reaction.move), Refusal::None);
  const Thought again = think(job);
  EXPECT_EQ(again.reaction.after_ms, thought.reaction.after_ms);
  EXPECT_FALSE(think(some_job("")).moves);
  EXPECT_FALSE(takes_long(job));
  EXPECT_TRUE(takes_long(some_job("contadora:worlds=5")));
}

}  // namespace
}  // namespace comodin::server
