// A world imagined from a view: with the true cards it is the game itself.
#include <gtest/gtest.h>

#include "engine/imagine.hpp"
#include "engine/match.hpp"
#include "notation/moves.hpp"
#include "tests/battery/play.hpp"

namespace comodin::battery {
namespace {

Guess the_truth(const RuleSet& rules, const State& s) {
  Guess guess;
  for (Seat k = 0; k < rules.seats; ++k) guess.hands[k] = s.hands[k];
  for (int i = 0; i < s.pile; ++i) guess.pile.add(s.cards[static_cast<std::size_t>(i)]);
  guess.key = s.key;
  guess.drawn = s.drawn;
  guess.may_keep = s.may_keep;
  guess.guilty = s.guilty;
  return guess;
}

// The parts of two states that an imagined world must share with the true one, by name.
std::string difference(const RuleSet& rules, const State& a, const State& b) {
  if (a.hands != b.hands || a.count != b.count) return "hands";
  if (a.pile != b.pile || a.discards != b.discards) return "piles";
  if (a.match != b.match || a.color != b.color || a.hyper != b.hyper) return "what matches";
  if (!(course_of(rules, a) == course_of(rules, b)) || !(a.await == b.await)) return "the course of the turn";
  if (a.sum != b.sum || a.owes != b.owes || a.hands_up != b.hands_up) return "sum, owes or hands up";
  if (a.scores != b.scores || a.power != b.power || a.marks != b.marks) return "scores, powers or marks";
  if (hash(a) == hash(b)) return {};
  MoveList one, two;  // ten kilobytes each: not a pair for every seat
  for (Seat k = 0; k < rules.seats; ++k) {
    legal(rules, a, k, one);
    legal(rules, b, k, two);
    if (!std::equal(one.begin(), one.end(), two.begin(), two.end())) return "the legal moves";
  }
  return {};
}

TEST(Imagine, TheTruthIsTheGame) {
  holds_at_all_tables({.games = 2, .steps = 250}, [](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running) return {};
    for (Seat k = 0; k < step.rules.seats; ++k) {
      const State world =
          imagine(step.rules, view(step.after, step.knows, k), the_truth(step.rules, step.after));
      const std::string wrong = difference(step.rules, world, step.after);
      if (!wrong.empty()) return "seat " + std::to_string(k + 1) + " imagines other " + wrong;
    }
    return {};
  });
}

TEST(Imagine, UnseenIsWhatOthersHoldAndThePile) {
  holds_at_all_tables({.games = 2, .steps = 250}, [](const Step& step) -> std::string {
    if (step.after.phase != Phase::Running) return {};
    for (Seat viewer = 0; viewer < step.rules.seats; ++viewer) {
      const View now = view(step.after, step.knows, viewer);
      Hand hidden;
      for (int i = 0; i < step.after.pile; ++i) hidden.add(step.after.cards[static_cast<std::size_t>(i)]);
      for (Seat k = 0; k < step.rules.seats; ++k) {
        Hand unknown = step.after.hands[k];
        for_each_card(now.known.cards[k], [&](Card card) { unknown.remove(card); });
        add_all(hidden, unknown);
      }
      if (!(unseen(step.rules, now) == hidden)) return "seat " + std::to_string(viewer + 1) + " counts wrong";
    }
    return {};
  });
}

}  // namespace
}  // namespace comodin::battery
