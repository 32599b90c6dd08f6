// A State is a value: quiet or heard, copied or not, it goes on the same way.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "tests/battery/play.hpp"

namespace comodin::battery {
namespace {

static_assert(std::is_trivially_copyable_v<State> && std::is_standard_layout_v<State>);
static_assert(sizeof(State) <= 1024, "states are copied by the million");

TEST(State, GoesOnTheSameQuietOrHeard) {
  holds_at_all_tables({.games = 3, .steps = 400}, [](const Step& step) -> std::string {
    State quiet = step.before;
    const Refusal no = step.is_deal ? deal(step.rules, quiet) : apply(step.rules, quiet, step.move);
    if (no != Refusal::None) return "refused when quiet, accepted when heard";
    return hash(quiet) == hash(step.after) ? "" : "quiet and heard play part";
  });
}

// A whole game without listeners beside one with them, piles unsettled to the end.
TEST(State, StaysTheSameOverAWholeQuietGame) {
  State quiet;
  holds_at_all_tables({.games = 2, .steps = 400}, [&](const Step& step) -> std::string {
    if (step.number == 1) quiet = new_game(step.rules, step.seed);
    if (step.is_deal) deal(step.rules, quiet);
    else apply(step.rules, quiet, step.move);
    return hash(quiet) == hash(step.after) ? "" : "a quiet game has gone another way";
  });
}

std::uint64_t play_on(const RuleSet& rules, State state, Key bot_key, int moves) {
  Players players(bot_key);
  while (moves-- > 0 && state.phase == Phase::Running)
    if (apply(rules, state, players.next(rules, state)) != Refusal::None) return 0;
  return hash(state);
}

// In the middle of an effect too: the agenda is data, and the bytes are all there is.
TEST(State, CopyGoesOnIdentically) {
  holds_at_all_tables({.games = 6, .steps = 300}, [](const Step& step) -> std::string {
    const bool in_the_middle = step.after.await.kind > Awaits::Drawn;
    if (!step.every(in_the_middle ? 5 : 20)) return {};
    unsigned char bytes[sizeof(State)];
    std::memcpy(bytes, &step.after, sizeof bytes);
    State copy;
    std::memcpy(&copy, bytes, sizeof bytes);
    State settled = step.after;
    settle(settled);
    const Key bot = step.random().next();
    const std::uint64_t wanted = play_on(step.rules, step.after, bot, 40);
    if (play_on(step.rules, copy, bot, 40) != wanted) return "a copy goes on otherwise";
    return play_on(step.rules, settled, bot, 40) == wanted ? "" : "a settled pile goes on otherwise";
  });
}

// ---- hash ------------------------------------------------------------------------------------------

bool within(std::size_t at, std::size_t from, std::size_t size) { return at >= from && at < from + size; }

// Bytes that are no part of the game: how the pile is stored, and the gap between the piles.
bool is_storage(const State& s, std::size_t at) {
  if (within(at, offsetof(State, stream), sizeof s.stream)) return true;
  if (at == offsetof(State, pile) || at == offsetof(State, loose) || at == offsetof(State, discards))
    return true;
  const std::size_t gap = static_cast<std::size_t>(kCardsMax - s.pile - s.discards);
  return within(at, offsetof(State, cards) + s.pile, gap);
}

TEST(Hash, ChangesWithEveryByteOfTheGame) {
  holds_at_all_tables({.games = 1, .steps = 200}, [](const Step& step) -> std::string {
    if (!step.every(97)) return {};
    State s = step.after;
    settle(s);
    const std::uint64_t plain = hash(s);
    for (std::size_t at = 0; at < sizeof(State); ++at) {
      if (is_storage(s, at)) continue;
      State other = s;
      reinterpret_cast<unsigned char*>(&other)[at] ^= 1;
      if (hash(other) == plain) return "byte " + std::to_string(at) + " of the State does not count";
    }
    return {};
  });
}

TEST(Hash, DoesNotDependOnHowThePileIsStored) {
  holds_at_all_tables({.games = 1, .steps = 200}, [](const Step& step) -> std::string {
    State other = step.before;  // quiet, so that its pile is loose
    if (step.is_deal) deal(step.rules, other);
    State settled = other;
    settle(settled);
    settled.stream = 12345;
    return hash(other) == hash(settled) ? "" : "a settled pile has another hash";
  });
}

TEST(Hash, TellsPilesOfDifferentSizeApart) {
  State s = new_game(*tables()[0].rules, 1);
  deal(*tables()[0].rules, s);
  settle(s);
  State fewer = s;
  --fewer.pile;
  State more = s;
  more.cards[static_cast<std::size_t>(kCardsMax - ++more.discards)] = 3;
  EXPECT_NE(hash(s), hash(fewer));
  EXPECT_NE(hash(s), hash(more));
}

}  // namespace
}  // namespace comodin::battery
