// One's own hand, as players of several levels look at it.
#pragma once

#include "bots/bot.hpp"

namespace comodin {

inline Mask of_color(const PlainRules& rules, Color color) {
  return rules.of_color[static_cast<std::size_t>(color)];
}

inline const Hand& own_hand(const Question& question) { return question.view.known.cards[question.seat()]; }

// The colour that the seat holds most of; the first of several.
inline Color most_held(const Question& question) {
  int best = -1;
  Color most = Color::Red;
  for (int c = 0; c < kColors; ++c) {
    const int held = own_hand(question).only(of_color(question.rules, static_cast<Color>(c))).size();
    if (held <= best) continue;
    best = held;
    most = static_cast<Color>(c);
  }
  return most;
}

}  // namespace comodin
