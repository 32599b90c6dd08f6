#include "arena/bench.hpp"

#include <cstdlib>
#include <ctime>

#include "arena/table.hpp"
#include "engine/verbs.hpp"

namespace comodin {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// An endless row of games at one table.
class Row {
 public:
  Row(const RuleSet& rules, std::uint64_t key)
      : rules_(rules), key_(key), bot_(split(key, 1)), state_(new_game(rules, key)) {}

  void hand() {
    if (check_deal(state_) != Refusal::None) state_ = new_game(rules_, split(key_, 2, ++games_));
    deal(rules_, state_);
    while (state_.phase == Phase::Running)
      if (flow::make(rules_, state_, next_move(rules_, state_, bot_), quiet_) != Refusal::None)
        std::abort();  // a move of our own bot
  }

  const State& state() const { return state_; }
  std::uint64_t decisions() const { return bot_.decisions(); }

 private:
  const RuleSet& rules_;
  std::uint64_t key_, games_ = 0;
  RandomBot bot_;
  flow::Quiet quiet_;
  State state_;
};

}  // namespace

BenchResult bench(const RuleSet& rules, std::uint64_t key, double seconds) {
  Row row(rules, key);
  for (int warm_up = 0; warm_up < 100; ++warm_up) row.hand();
  BenchResult result;
  const std::uint64_t before = row.decisions();
  const double start = processor_seconds();
  do {
    for (int i = 0; i < 1000; ++i, ++result.hands) row.hand();
    result.seconds = processor_seconds() - start;
  } while (result.seconds < seconds);
  result.decisions = row.decisions() - before;
  return result;
}

BenchResult bench_hands(const RuleSet& rules, std::uint64_t key, std::uint64_t hands) {
  Row row(rules, key);
  BenchResult result;
  const double start = processor_seconds();
  for (; result.hands < hands; ++result.hands) row.hand();
  result.decisions = row.decisions();
  result.seconds = processor_seconds() - start;
  return result;
}

std::uint64_t signature(const RuleSet& rules, std::uint64_t key, int hands) {
  Row row(rules, key);
  std::uint64_t sum = 0;
  for (int i = 0; i < hands; ++i) {
    row.hand();
    sum = mix(sum + hash(row.state()) + row.decisions());
  }
  return sum;
}

}  // namespace comodin
