// The law of hidden information: two states that differ only in what a seat cannot know give that
// seat the same view, the same moves, the same refusals and the same events.
#include <gtest/gtest.h>

#include <array>

#include "notation/moves.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/worlds.hpp"
#include "tests/battery/writable.hpp"

namespace comodin::battery {
namespace {

constexpr int kMovesTried = 8;  // of each seat at each position

// A viewer of the position behind a step, picked by chance: seats and the spectator.
Seat pick_viewer(const RuleSet& rules, Random& random) {
  const auto k = random.below(static_cast<std::uint32_t>(rules.seats) + 1);
  return k == static_cast<std::uint32_t>(rules.seats) ? kSpectator : static_cast<Seat>(k);
}

State settled(State state) {
  settle(state);
  return state;
}

std::string sees_a_difference(const Step& step, const State& one, const State& two, Seat viewer) {
  if (!(view(one, step.knows, viewer) == view(two, step.knows, viewer))) return "the view";
  if (viewer == kSpectator) return {};
  if (legal_moves(step.rules, one, viewer) != legal_moves(step.rules, two, viewer)) return "the legal moves";
  for (const Move& move : writable_moves(step.rules, viewer))
    if (check(step.rules, one, move) != check(step.rules, two, move))
      return "the refusal of `" + seated_move_text(step.rules, move) + "`";
  return {};
}

TEST(Secrecy, ViewMovesAndRefusalsDoNotDependOnUnseenCards) {
  holds_at_all_tables({.games = 6, .steps = 240}, [](const Step& step) -> std::string {
    if (!step.every(5)) return {};
    Random random = step.random();
    const State one = settled(step.after);
    const Seat viewer = pick_viewer(step.rules, random);
    const State two = other_world(step.rules, one, step.knows.of(viewer), viewer, Exchange::Anything, random);
    const std::string what = sees_a_difference(step, one, two, viewer);
    return what.empty() ? "" : name_of(viewer) + " can tell two worlds apart by " + what;
  });
}

// ---- events ----------------------------------------------------------------------------------------

class Recorder : public Listener, public Chance {
 public:
  void on(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

// How often each kind was compared, so that the test cannot pass by comparing nothing.
struct Compared {
  std::array<int, kVerbs> verbs{};
  std::array<int, static_cast<int>(EventKind::Champions) + 1> events{};
};

std::string event_difference(const RuleSet& rules, const State& one, const State& two, const Move& move,
                             Seat viewer, Exchange exchange, Compared& compared) {
  State first = one, second = two;
  Recorder heard_first, heard_second;
  if (apply(rules, first, move, heard_first, heard_first) != Refusal::None) return {};
  if (apply(rules, second, move, heard_second, heard_second) != Refusal::None) return {};
  if (may_tell(rules, one, move, heard_first.events, viewer, exchange)) return {};
  ++compared.verbs[static_cast<std::size_t>(move.verb)];
  const std::vector<Event>&a = heard_first.events, &b = heard_second.events;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ++compared.events[static_cast<std::size_t>(a[i].kind)];
    if (i >= b.size() || !(mask(a[i], viewer) == mask(b[i], viewer)))
      return name_of(viewer) + " can tell two worlds apart by event " + std::to_string(i + 1) + " (kind " +
             std::to_string(static_cast<int>(a[i].kind)) + ") of `" + seated_move_text(rules, move) + "`";
  }
  return a.size() == b.size()
             ? ""
             : name_of(viewer) + " hears more events of `" + seated_move_text(rules, move) + "` in one world";
}

// Some moves of every seat: the list is thinned out evenly.
std::vector<Move> some_moves(const RuleSet& rules, const State& state) {
  std::vector<Move> out;
  for (Seat seat = 0; seat < rules.seats; ++seat) {
    const std::vector<Move> all = legal_moves(rules, state, seat);
    const std::size_t stride = all.size() / kMovesTried + 1;
    for (std::size_t i = seat % stride; i < all.size(); i += stride) out.push_back(all[i]);
  }
  return out;
}

void compare_events(Exchange exchange, Compared& compared) {
  holds_at_all_tables({.games = 16, .steps = 240}, [&](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running || !step.every(step.after.await.kind == Awaits::Turn ? 8 : 3))
      return {};
    Random random = step.random();
    const State one = settled(step.after);
    const Seat viewer = pick_viewer(step.rules, random);
    const State two = other_world(step.rules, one, step.knows.of(viewer), viewer, exchange, random);
    for (const Move& move : some_moves(step.rules, one))
      if (std::string wrong = event_difference(step.rules, one, two, move, viewer, exchange, compared);
          !wrong.empty())
        return wrong;
    return {};
  });
}

void expect_compared(const Compared& compared, std::initializer_list<EventKind> kinds) {
  for (int verb = 0; verb < kVerbs; ++verb)
    if (static_cast<Verb>(verb) != Verb::Flip && static_cast<Verb>(verb) != Verb::Give && !kSanitized) {
      EXPECT_GT(compared.verbs[static_cast<std::size_t>(verb)], 5) << "verb " << verb;
    }
  for (EventKind kind : kinds)
    EXPECT_GT(compared.events[static_cast<std::size_t>(kind)], kSanitized ? 0 : 5)
        << "event " << static_cast<int>(kind);
}

TEST(Secrecy, EventsDoNotTellUnseenCards) {
  Compared compared;
  compare_events(Exchange::Harmless, compared);
  compared.verbs[static_cast<std::size_t>(Verb::Throw)] += 10;  // compared below, where colours are kept
  expect_compared(compared, {EventKind::Drew, EventKind::Shown, EventKind::Swapped, EventKind::Received,
                             EventKind::Challenged, EventKind::WentOff, EventKind::Awaiting});
}

TEST(Secrecy, EventsTellNoMoreThanColours) {
  Compared compared;
  compare_events(Exchange::SameColor, compared);
  expect_compared(
      compared, {EventKind::Threw, EventKind::Gave, EventKind::Discarded, EventKind::Drew, EventKind::Shown});
}

}  // namespace
}  // namespace comodin::battery
