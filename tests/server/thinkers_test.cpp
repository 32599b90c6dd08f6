// Bots that think long: everybody who pays for thoughts has their turn, and what nobody waits for is dropped.
#include <gtest/gtest.h>

#include <future>

#include "server/net/thinkers.hpp"
#include "tests/server/echo_hub.hpp"

namespace comodin::server {
namespace {

// A question that nobody waits for: it is answered at once, with nothing.
ThinkJob stale(const std::string& payer) {
  ThinkJob job = some_job("novato");
  job.payer = payer;
  job.wanted.reset();
  return job;
}

TEST(Thinkers, PayersTakeTurns) {
  std::promise<void> gate;
  std::shared_future<void> open(gate.get_future());
  std::vector<std::string> order;
  std::promise<void> all;
  {
    Thinkers thinkers(1);
    thinkers.ask(stale("loud"), [open](const Thought&) { open.wait(); });
    const auto ask = [&](const std::string& payer, int number) {
      thinkers.ask(stale(payer), [&, payer, number](const Thought& thought) {
        EXPECT_FALSE(thought.moves);
        order.push_back(payer + std::to_string(number));
        if (order.size() == 8) all.set_value();
      });
    };
    for (int k = 0; k < 6; ++k) ask("loud", k);
    ask("quiet", 0);
    ask("shy", 0);
    EXPECT_GE(thinkers.waiting(), 8u);
    gate.set_value();
    all.get_future().wait();
  }
  EXPECT_EQ(order, (std::vector<std::string>{"quiet0", "shy0", "loud0", "loud1", "loud2", "loud3", "loud4",
                                             "loud5"}));
}

}  // namespace
}  // namespace comodin::server
