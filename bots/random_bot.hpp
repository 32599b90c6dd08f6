// A player that picks legal moves at random. Like every bot it sees nothing but its own choices.
// It makes millions of decisions a second, so the common ones are inline.
#pragma once

#include <bit>

#include "engine/game.hpp"

namespace comodin {

class RandomBot {
 public:
  // How many times in 64 it draws, keeps or stops although it could play.
  explicit RandomBot(Key key, std::uint32_t draws_of_64 = 2) : random_(key), draws_(draws_of_64) {}

  // Answers what the game waits for: `from` are the seat's own choices. Cards are picked before
  // colours, so a wild is as likely as any other card.
  Move answer(const PlainRules& rules, const Choices& from, Seat seat) {
    ++decisions_;
    const Key word = random_.next();
    const std::uint32_t verbs = from.verbs & kAnswers;
    if (from.cards) {  // it mostly plays when it can
      if ((word >> 58) >= draws_ || !verbs) return play(rules, from, seat, word);
    } else if (std::has_single_bit(verbs) && (verbs & kPlain)) {
      return {static_cast<Verb>(std::countr_zero(verbs)), seat};
    }
    return other(from, seat, word);
  }

  // Out of turn: a call, a catch, a gift or a jump, one time in four. False: it stays quiet.
  bool react(const Choices& from, Seat seat, Card top, Move& out);

  // How many decisions it has made, those to stay quiet included.
  std::uint64_t decisions() const { return decisions_; }

  // A number below n.
  std::uint32_t below(std::uint32_t n) { return random_.below(n); }

 private:
  static constexpr std::uint32_t kAnswers = ~(verb_bit(Verb::Uno) | verb_bit(Verb::Jump));
  static constexpr std::uint32_t kPlain = verb_bit(Verb::Draw) | verb_bit(Verb::Keep) | verb_bit(Verb::Stop) |
                                          verb_bit(Verb::Accept) | verb_bit(Verb::Confirm) |
                                          verb_bit(Verb::Flip);

  static Move play(const PlainRules& rules, const Choices& from, Seat seat, Key word) {
    Mask cards = from.cards;
    if (cards & (cards - 1))
      for (std::uint32_t n =
               comodin::below(word & 0xFFFFFFFFu, static_cast<std::uint32_t>(std::popcount(cards)));
           n > 0; --n)
        cards &= cards - 1;
    Move move{from.with_cards, seat, static_cast<Card>(std::countr_zero(cards))};
    if (from.with_cards != Verb::Play) return move;
    if (rules.names_color & bit(move.what)) {
      move.color = static_cast<Color>(word >> 40 & 3);
      if (rules.cards[move.what].picks_power) move.power = static_cast<Color>(word >> 44 & 3);
    }
    if (from.uno) move.uno = word >> 48 & 1;
    return move;
  }

  Move other(Choices from, Seat seat, Key word);

  Random random_;
  std::uint64_t decisions_ = 0;
  std::uint32_t draws_;
};

}  // namespace comodin
