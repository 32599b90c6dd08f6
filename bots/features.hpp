// Features: a move and the table it leads to, as the network sees them: a short list of facts, each a number
// below kFeatures. Colours are put in an order of their own (the one in force first), and cards are told by
// what they do, so the same network plays every edition, known or not.
#pragma once

#include <array>
#include <span>

#include "bots/bot.hpp"
#include "bots/effect.hpp"
#include "bots/situation.hpp"

namespace comodin {

using Feature = std::uint16_t;
inline constexpr int kFeatures = 672;
inline constexpr int kActiveMax = 160;  // facts that can hold at once

class FactList {
 public:
  void clear() { size_ = 0; }
  void add(int feature) {
    ensure(size_ < kActiveMax);
    ensure_slowly([&] { return feature >= 0 && feature < kFeatures; });
    facts_[static_cast<std::size_t>(size_++)] = static_cast<Feature>(feature);
  }
  std::span<const Feature> span() const { return {facts_.data(), static_cast<std::size_t>(size_)}; }

 private:
  int size_ = 0;
  std::array<Feature, kActiveMax> facts_;
};

// What the cards of one deck are to the network; read once for each game.
class Classes {
 public:
  void read(const PlainRules& rules, const Effects& effects);
  int symbol(Card card) const { return of_[card]; }  // of a coloured card, or of a wild: a class of its own

 private:
  std::array<std::uint8_t, kKindsMax> of_{};
};

// Lists the facts of one question's moves. What all its moves share is gathered once.
class Facts {
 public:
  Facts(const Question& question, const Effects& effects, const Classes& classes);
  void of(const Move& move, FactList& out) const;

 private:
  struct After;
  void hand(const After& after, FactList& out) const;
  void action(const After& after, FactList& out) const;
  void table(const After& after, FactList& out) const;
  void others(const After& after, FactList& out) const;
  void unseen(const After& after, FactList& out) const;
  void powers(const After& after, FactList& out) const;
  void together(const After& after, FactList& out) const;

  const Question& q_;
  const Effects& effects_;
  const Classes& classes_;
  Situation situation_;
  std::array<int, kColors + 1> unseen_{};  // of each colour, and wilds
  int all_unseen_ = 0;
  int playable_ = 0;
  float guilt_ = 0;
  FactList shared_;
};

}  // namespace comodin
