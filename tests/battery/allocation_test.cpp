// The engine never allocates: every operator new of this process is counted while it works.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "engine/view.hpp"
#include "tests/battery/play.hpp"

namespace {
long g_allocations = 0;

void* counted(std::size_t size) {
  ++g_allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++g_allocations;
  return std::malloc(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  ++g_allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace comodin::battery {
namespace {

// Listens without keeping anything but knowledge, as a server's table would.
class Ears : public Listener, public Chance {
 public:
  explicit Ears(const RuleSet& rules) : knowledge(rules) {}
  void on(const Event& event) override { knowledge.on(event); }
  Knowledge knowledge;
};

// One hand, every function of the surface; how many allocations it took.
long allocations_of_a_hand(const RuleSet& rules, Key seed) {
  Players players(seed);
  MoveList scratch;
  Ears ears(rules);
  const long before = g_allocations;
  State quiet = new_game(rules, seed);
  deal(rules, quiet);
  State heard = new_game(rules, seed);
  deal(rules, heard, ears, ears);
  while (quiet.phase == Phase::Running) {
    const Move move = players.next(rules, quiet);
    for (Seat k = 0; k < rules.seats; ++k) legal(rules, quiet, k, scratch);
    check(rules, quiet, move);
    apply(rules, quiet, {Verb::Swap, move.seat, 99});  // most likely refused
    if (apply(rules, quiet, move) != Refusal::None) return -1;
    apply(rules, heard, move, ears, ears);
    view(heard, ears.knowledge, move.seat);
    hash(quiet);
  }
  return g_allocations - before;
}

TEST(Engine, NeverAllocates) {
  ASSERT_FALSE(tables().empty());
  const long at_start = g_allocations;
  EXPECT_GT(at_start, 0) << "the counter does not count";
  for (std::size_t t = 0; t < tables().size(); t += kTableStride)
    for (int game = 0; game < scaled(4); ++game)
      ASSERT_EQ(allocations_of_a_hand(*tables()[t].rules, game_seed(t, 400 + game)), 0)
          << describe(tables()[t]);
}

}  // namespace
}  // namespace comodin::battery
