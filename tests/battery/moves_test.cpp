// legal, check and apply say the same about every move.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <tuple>

#include "notation/moves.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/writable.hpp"

namespace comodin::battery {
namespace {

bool same_bytes(const State& a, const State& b) { return std::memcmp(&a, &b, sizeof(State)) == 0; }

class Silence : public Listener, public Chance {
 public:
  void on(const Event&) override { ++heard; }
  void shuffle(std::span<Card>) override { ++heard; }
  int put_back(int, int under) override {
    ++heard;
    return under;
  }
  int heard = 0;
};

std::string bytes_of(const Move& move) {
  std::string out = "move bytes";
  unsigned char bytes[sizeof(Move)];
  std::memcpy(bytes, &move, sizeof move);
  for (unsigned char byte : bytes) out += " " + std::to_string(byte);
  return out;
}

// Refused moves change nothing and report nothing, and check() knows why.
std::string refusal_leaves_a_trace(const Step& step, const Move& move) {
  State quiet = step.after, heard = step.after;
  Silence silence;
  const Refusal why = apply(step.rules, quiet, move);
  if (check(step.rules, step.after, move) != why) return bytes_of(move) + ": check and apply disagree";
  if (why == Refusal::None) return {};
  if (!same_bytes(quiet, step.after)) return bytes_of(move) + ": refused, but the state changed";
  if (apply(step.rules, heard, move, silence, silence) != why)
    return bytes_of(move) + ": refused otherwise when heard";
  if (!same_bytes(heard, step.after) || silence.heard)
    return bytes_of(move) + ": refused, but something was told";
  return {};
}

Move garbage(Random& random) {
  unsigned char bytes[sizeof(Move)];
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.below(256));
  Move move;
  std::memcpy(&move, bytes, sizeof move);
  return move;
}

// Nearly right: most fields in range, so that it gets past the first tests.
Move plausible(const RuleSet& rules, const State& s, Random& random) {
  const auto below = [&](int bound) {
    return static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(bound)));
  };
  Move move{static_cast<Verb>(below(kVerbs)), below(rules.seats),           below(rules.kinds + 2),
            static_cast<Color>(below(6)),     static_cast<Color>(below(6)), below(3)};
  if (random.one_in(2) && s.await.seat < rules.seats) move.seat = s.await.seat;
  if (random.one_in(3)) move.color = Color::None;
  if (random.one_in(2)) move.power = Color::None;
  if (random.one_in(8)) move.what = static_cast<std::uint8_t>(random.below(256));
  return move;
}

TEST(Refusal, LeavesTheStateAsItWasToTheLastBit) {
  holds_at_all_tables({.games = 4, .steps = 200}, [](const Step& step) -> std::string {
    if (!step.every(4) && step.after.phase == Phase::Running) return {};
    Random random = step.random();
    for (int k = 0; k < 60; ++k) {
      const Move move = k % 3 ? plausible(step.rules, step.after, random) : garbage(random);
      if (std::string wrong = refusal_leaves_a_trace(step, move); !wrong.empty()) return wrong;
    }
    return {};
  });
}

TEST(Refusal, OfADealChangesNothing) {
  holds_at_all_tables({.games = 1, .steps = 200}, [](const Step& step) -> std::string {
    if (check_deal(step.after) == Refusal::None) return {};
    State tried = step.after;
    if (deal(step.rules, tried) == Refusal::None) return "a deal was made that check_deal refuses";
    return same_bytes(tried, step.after) ? "" : "a refused deal changed the state";
  });
}

// UNO-4 … HOUSE-2: every refusal has a reason, which names a clause.
TEST(Refusal, HasAReasonOfItsOwn) {
  std::set<std::string_view> words;
  for (int k = 1; k <= static_cast<int>(Refusal::NotIdentical); ++k) {
    const Reason why = reason(static_cast<Refusal>(k));
    EXPECT_EQ(why.code.name(), "refusal." + std::string(why.word())) << k;
    EXPECT_TRUE(words.insert(why.word()).second) << why.word();
    EXPECT_FALSE(why.clause.empty()) << k;
  }
}

// ---- legal and check -------------------------------------------------------------------------------

auto order(const Move& m) { return std::tuple(m.verb, m.what, m.color, m.power, m.uno); }

std::string unsorted(const RuleSet& rules, const std::vector<Move>& moves) {
  for (std::size_t i = 1; i < moves.size(); ++i)
    if (!(order(moves[i - 1]) < order(moves[i])))
      return "legal lists `" + seated_move_text(rules, moves[i]) + "` out of order or twice";
  return {};
}

std::string disagreement(const RuleSet& rules, const State& s, Seat seat, const std::vector<Move>& writable) {
  const std::vector<Move> listed = legal_moves(rules, s, seat);
  if (std::string wrong = unsorted(rules, listed); !wrong.empty()) return wrong;
  auto next = listed.begin();
  for (const Move& move : writable) {
    const bool is_listed = next != listed.end() && *next == move;
    if (is_listed) ++next;
    const Refusal why = check(rules, s, move);
    if (is_listed != (why == Refusal::None))
      return "`" + seated_move_text(rules, move) + "` is " + (is_listed ? "" : "not ") +
             "legal, but check says: " + std::string(reason(why).word());
  }
  return next == listed.end()
             ? ""
             : "legal lists `" + seated_move_text(rules, *next) + "`, which cannot be written so";
}

TEST(Legal, AgreesWithCheckOnEveryMoveThatCanBeWritten) {
  const RuleSet* of = nullptr;
  std::vector<std::vector<Move>> writable;  // of each seat at this table
  holds_at_all_tables({.games = 8, .steps = 240}, [&](const Step& step) -> std::string {
    const bool rare = step.after.await.kind != Awaits::Turn && step.after.await.kind != Awaits::Drawn;
    if (!step.every(rare ? 6 : 24)) return {};
    if (of != &step.rules) {
      of = &step.rules;
      writable.clear();
      for (Seat k = 0; k < of->seats; ++k) writable.push_back(writable_moves(*of, k));
    }
    for (Seat k = 0; k < step.rules.seats; ++k)
      if (std::string wrong = disagreement(step.rules, step.after, k, writable[k]); !wrong.empty())
        return wrong;
    return {};
  });
}

// The list is bounded (MoveList::kMax): a hand of every kind in `mixed` must fit.
TEST(Legal, ListFitsAHandOfEveryKind) {
  for (const char* edition : {"mixed", "powers", "classic"}) {
    const Table table = make_table(edition, 2, "jump_in on; stacking any", {rule_pool()[0]});
    const RuleSet& rules = *table.rules;
    State s = new_game(rules, 1);
    deal(rules, s);
    for (int kind = 0; kind < rules.kinds; ++kind)
      if (!s.hands[0].holds(static_cast<Card>(kind))) {
        s.hands[0].add(static_cast<Card>(kind));
        ++s.count[0];
      }
    s.await = {Awaits::Turn, 0};
    s.turn = 0;
    s.count[0] = 2;  // a lie, so that every play can be made with `uno` too
    EXPECT_LE(static_cast<int>(legal_moves(rules, s, 0).size()), MoveList::kMax) << edition;
  }
}

}  // namespace
}  // namespace comodin::battery
