// Which moves answer the present question, and which lead to another one: what a table needs to know to tell
// an answer in time from an answer to an older question.
#pragma once

#include "engine/types.hpp"

namespace comodin {

// Calls, catches and gifts may come between a question and its answer: the question remains.
constexpr bool leaves_question(Verb verb) {
  return verb == Verb::Uno || verb == Verb::Catch || verb == Verb::Give;
}

// Does a move of this seat answer the question? A jump does not, even if its seat is asked.
constexpr bool answers_question(Await question, Seat seat, Verb verb) {
  return question.seat == seat && !leaves_question(verb) && verb != Verb::Jump;
}

// Does a new question stand after the move?
constexpr bool asks_anew(Verb verb, Await before, Await after) {
  return !leaves_question(verb) || after != before;
}

}  // namespace comodin
