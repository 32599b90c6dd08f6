#include "table/bench.hpp"

#include <ctime>

#include "table/random_games.hpp"

namespace comodin {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

BenchResult bench(const PlainRules& rules, std::uint64_t key, double seconds) {
  RandomGames row(rules, key);
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

BenchResult bench_hands(const PlainRules& rules, std::uint64_t key, std::uint64_t hands) {
  RandomGames row(rules, key);
  BenchResult result;
  const double start = processor_seconds();
  for (; result.hands < hands; ++result.hands) row.hand();
  result.decisions = row.decisions();
  result.seconds = processor_seconds() - start;
  return result;
}

}  // namespace comodin
