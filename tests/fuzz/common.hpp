// What the fuzz targets share: the shipped texts, laws that hold in every position, short games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "notation/library.hpp"
#include "words/fault.hpp"

namespace comodin::fuzz {

// Says which law was broken and stops; libFuzzer keeps the input.
[[noreturn]] void broken(const char* law, const char* file, int line);
#define LAW(holds) ((holds) ? (void)0 : ::comodin::fuzz::broken(#holds, __FILE__, __LINE__))

// Editions and rules as shipped; it reads no file.
Library& library();

// Bytes of an input, one after another; zeros when they are used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool empty() const { return at_ == end_; }
  std::uint8_t next() { return at_ == end_ ? std::uint8_t{0} : *at_++; }
  int below(int bound) { return next() % bound; }

 private:
  const std::uint8_t *at_, *end_;
};

// Does the fault have a sentence?
inline bool says(const Fault& fault) { return !english(fault).empty(); }

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A table of a shipped edition; options that its seats do not allow are left at their defaults.
RuleSet table(Bytes& bytes);

// Every card of the deck is in exactly one place, and the counts are right.
void cards_are_conserved(const RuleSet& rules, const State& state);

// One move by anybody, from anywhere. If it is refused, the state stays as it was. If it is accepted, it was
// listed, except for fields that its verb ignores (`draw` with a card, say), which change nothing.
Refusal apply_any(const RuleSet& rules, State& state, const Move& move);

// Makes this many moves chosen among the legal ones, deals when a hand is over, and checks the laws.
void play_on(const RuleSet& rules, State& state, std::uint64_t seed, int moves);

}  // namespace comodin::fuzz
