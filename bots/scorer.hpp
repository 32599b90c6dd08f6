// Scorer: a linear judgement of every move, quick enough for millions of them. Its weights are tuned by
// playing (comodin lab tune), one set for two players and one for more.
#pragma once

#include <array>
#include <string_view>

#include "bots/belief.hpp"

namespace comodin {

// What is weighed. Names are in scorer.cpp, values in veterana_weights.inc.
enum class Weight {
  Points,      // of the card, in tens
  PointsLate,  // the same, once a rival is down to two cards
  Wild,        // any wild
  WildLate,    // a wild, once one's own hand is down to three
  SameSymbol,  // cards left in the hand with the same symbol
  Attack,      // cards that next has to draw
  AttackLate,  // the same, once next is down to two cards
  Skip,        // next loses the turn
  SkipLate,    // the same, once next is down to two cards
  Again,       // an extra turn
  Reverse,     // how many cards fewer next holds than the one before
  OthersDraw,  // cards that each of the others has to draw
  SelfDraws,   // cards that one has to draw oneself
  Hyperspeed,  // cards left in the hand of the colour that will skip
  Throws,      // a round of throws
  Shows,       // hands are shown
  Swaps,       // hands change places: how many cards that would save
  Power,       // a power taken from a rival, or from nobody
  PowerGift,   // which power it is
  PowerDouble,
  PowerFlip,
  PowerShield,
  Bluff,       // a restricted wild while holding the colour
  Held,        // colour: cards of it left in the hand
  Alone,       // colour: none of it left in the hand
  Stay,        // colour: the one in force now
  Unseen,      // colour: its share of the unseen cards, in tenths
  NextLacks,   // colour: next has passed it up
  NextNamed,   // colour: next has named it
  Draw,        // drawing although a card could be played
  DrawWild,    // the same, if all that could be played are wilds
  DrawLate,    // the same, once a rival is down to two cards
  Keep,        // keeping the drawn card although it could be played
  KeepWild,    // the same, if it is a wild
  KeepLate,    // the same, once a rival is down to two cards
  Challenge,   // how much surer than the odds one wants to be, in tenths
  PointsNear,  // of the card, in tens, over the cards of the closest rival
  AttackNear,  // cards that next has to draw, over the cards it holds
  SkipNear,    // next loses the turn: one over the cards it holds
  Finish,      // the one card left would be a wild
  Spread,      // colours left in the hand
  WildSpare,   // a wild, for each that is left in the hand
};
inline constexpr int kWeights = 42;

using Weights = std::array<float, kWeights>;

std::string_view name_of(Weight weight);

// The tuned weights for so many seats.
const Weights& tuned_weights(int seats);

// The move that the weights like best. `mood` (0 … 1) is what is left to chance: bluffs and challenges.
Move best_move(const Situation& situation, const Weights& weights, float mood);

// How the weights like one of the answers; only those to the same question can be compared.
float move_value(const Situation& situation, const Weights& weights, const Move& move);

}  // namespace comodin
