// Pieces that several lines of the protocol share, and its JSON: seats, colours, cards, where the turn
// stands, what each kind of event tells.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/view.hpp"
#include "notation/protocol.hpp"

namespace comodin::protocol {

// Reads one line with `read(cursor)`, to its end.
template <class Read>
TextError read_line(std::string_view line, Read read) {
  std::vector<Token> tokens;
  if (line.size() > kMessageMax) return {1, 1, "expected a line of at most 64 KiB"};
  if (const TextError wrong = tokenize(line, tokens)) return wrong;
  Cursor at(tokens);
  if (read(at)) at.line_end();
  if (at.ok() && !at.at_end()) at.fail("one line");
  return at.error();
}

std::string seat_or_none(Seat seat);  // "2", "none"
bool parse_seat_or_none(Cursor& at, int seats, Seat& out);

std::string seat_set(int seats, int set);  // "1 3", "none"; up to the line's end
bool parse_seat_set(Cursor& at, int seats, int& out);

std::string color_or_none(Color color);  // "g", "none"
bool parse_color_or_none(Cursor& at, Color& out);

std::string_view direction_word(Direction direction);
bool parse_direction(Cursor& at, Direction& out);

std::string mark_set(const RuleSet& rules, int set);  // "\"elbows\"", "none"; up to the line's end
bool parse_mark_set(Cursor& at, const RuleSet& rules, int& out);

// Cards up to the line's end; no more of a kind than the deck has.
bool parse_hand(Cursor& at, const RuleSet& rules, Hand& out);

// One or more kinds of card, each once, up to something else.
bool parse_kinds(Cursor& at, const RuleSet& rules, Mask& out);

std::string await_text(Await await);  // "2 turn", "none"
bool parse_await(Cursor& at, const RuleSet& rules, Await& out);

std::string_view origin_word(Origin origin);
bool parse_origin(Cursor& at, Origin& out);

// "turn 2 next 3 turns 14", and what is not as usual: "origin play step 17"; up to the line's end.
std::string course_text(const Course& course);
bool parse_course(Cursor& at, const RuleSet& rules, Course& out);

std::string_view phase_word(Phase phase);  // "running"

// The texts that go with a question of a card: what is voted on or confirmed, what there is to choose.
std::vector<std::string> asked_texts(const RuleSet& rules, const View& view);

// What is told of an event of each kind: a word, and a list of fields. Their letters:
//   s seat · S seat or none · o the other seat · O the other seat or all · c card · h card or ? · n card or
//   none · H cards or ? · C colour · p colour as a word · # number · y yes or no · g guilty or honest · b now
//   or before · d direction · m set of seats · M set of marks · A what is awaited, and the course
// and, told only if they say something:  k `color C` · f `as ORIGIN` · u `open` · w `by SEAT` · t a quoted
// text
struct EventForm {
  std::string_view word, fields;
};
inline constexpr std::array<EventForm, static_cast<int>(EventKind::Champions) + 1> kEventForms = {{
    {"drew-for-deal", "sc#"},
    {"began", "s"},
    {"dealt", "s#H"},
    {"turned", "c"},
    {"put-back", "c"},
    {"passed-over", "c"},
    {"played", "sckf"},
    {"flipped", "sc"},
    {"drew", "shu"},
    {"went-off", "scu"},
    {"drew-nothing", "s"},
    {"kept", "s"},
    {"stopped", "s"},
    {"accepted", "s"},
    {"challenged", "sog"},
    {"shown", "sObH"},
    {"called", "s"},
    {"caught", "so"},
    {"gave", "so#H"},
    {"threw", "sn"},
    {"discarded", "sc"},
    {"swapped", "so"},
    {"hands-passed", "d"},
    {"received", "sH"},
    {"voted", "sy"},
    {"chose", "s#t"},
    {"confirmed", "s"},
    {"color", "Cw"},
    {"direction", "d"},
    {"power", "ps"},
    {"hyperspeed", "C"},
    {"marks", "sM"},
    {"hands-up", "m"},
    {"stuck", "s#"},
    {"lost-turn", "s"},
    {"owes", "m"},
    {"sum", "#"},
    {"reshuffled", "c#"},
    {"awaits", "A"},
    {"ended", "S"},
    {"scored", "s#"},
    {"score", "s#"},
    {"champions", "m"},
}};

}  // namespace comodin::protocol
