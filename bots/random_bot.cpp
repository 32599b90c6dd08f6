#include "bots/random_bot.hpp"

namespace comodin {
namespace {

// The n-th member of a set.
template <class Set>
std::uint8_t member(Set set, std::uint32_t n) {
  for (; n > 0; --n) set = static_cast<Set>(set & (set - 1));
  return static_cast<std::uint8_t>(std::countr_zero(set));
}

template <class Set>
std::uint32_t size_of(Set set) {
  return static_cast<std::uint32_t>(std::popcount(set));
}

}  // namespace

// One of the answers that name no card: verbs, branches, seats to pick.
Move RandomBot::other(Choices from, Seat seat, Key word) {
  const std::uint32_t verbs = from.verbs & kAnswers;
  const std::uint32_t named = size_of(verbs), branches = from.branches;
  const std::uint32_t seats = from.has(Verb::Swap) ? 0 : size_of(from.seats);
  ensure(named + branches + seats > 0);  // whoever is asked has an answer
  std::uint32_t index = comodin::below(word & 0xFFFFFFFFu, named + branches + seats);
  if (index >= named) {
    index -= named;
    const std::uint32_t choice = index < branches ? index : member(from.seats, index - branches);
    return {Verb::Choose, seat, static_cast<std::uint8_t>(choice + 1)};
  }
  Move move{static_cast<Verb>(member(verbs, index)), seat};
  switch (move.verb) {
    case Verb::Color: move.color = static_cast<Color>(word >> 40 & 3); break;
    case Verb::Power: move.power = static_cast<Color>(word >> 40 & 3); break;
    case Verb::Vote: move.what = word >> 40 & 1; break;
    case Verb::Throw: move.what = kNoCard; break;
    case Verb::Swap: move.what = member(from.seats, random_.below(size_of(from.seats))); break;
    default: break;
  }
  return move;
}

bool RandomBot::react(const Choices& from, Seat seat, Card top, Move& out) {
  const std::uint32_t calls = from.has(Verb::Uno), catches = size_of(from.catches);
  const std::uint32_t gifts = size_of(from.gifts), jumps = from.has(Verb::Jump);
  const std::uint32_t count = calls + catches + gifts + jumps;
  if (count == 0) return false;
  ++decisions_;
  if (!random_.one_in(4)) return false;
  std::uint32_t index = random_.below(count);
  if (index < calls) {
    out = {Verb::Uno, seat};
    return true;
  }
  index -= calls;
  if (index < catches) {
    out = {Verb::Catch, seat, member(from.catches, index)};
    return true;
  }
  index -= catches;
  if (index < gifts) {
    out = {Verb::Give, seat, member(from.gifts, index)};
    return true;
  }
  out = {Verb::Jump, seat, top};
  if (from.uno) out.uno = static_cast<std::uint8_t>(random_.below(2));
  return true;
}

}  // namespace comodin
