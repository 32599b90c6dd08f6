// Parts that several lines of the protocol and the JSON share: seats, colours, cards, the course of the turn,
// and what each kind of event tells.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/view.hpp"
#include "notation/protocol.hpp"

namespace comodin::protocol {

// Reads one line to its end with `read(cursor)`.
template <class Read>
TextError read_line(std::string_view line, Read read) {
  std::vector<Token> tokens;
  if (line.size() > kMessageMax) return {1, 1, {"protocol.line_size"_fault}};
  if (const TextError wrong = tokenize(line, tokens)) return wrong;
  Cursor at(tokens);
  if (read(at)) at.line_end();
  if (at.ok() && !at.at_end()) at.fail("protocol.one_line"_fault);
  return at.error();
}

std::string seat_or_none(Seat seat);  // "2", "none"
bool parse_seat_or_none(Cursor& at, int seats, Seat& out);

std::string seat_set(int seats, int set);  // "1 3", "none"; up to the line's end
bool parse_seat_set(Cursor& at, int seats, int& out);

std::string color_or_none(Color color);  // "g", "none"
bool parse_color_or_none(Cursor& at, Color& out);

bool parse_direction(Cursor& at, Direction& out);

std::string mark_set(const RuleSet& rules, int set);  // "\"elbows\"", "none"; up to the line's end
bool parse_mark_set(Cursor& at, const RuleSet& rules, int& out);

// Cards up to the end of the line; no more of a kind than the deck has.
bool parse_hand(Cursor& at, const RuleSet& rules, Hand& out);

// One or more kinds of card, each once, up to `course` or the end of the line.
bool parse_kinds(Cursor& at, const RuleSet& rules, Mask& out);

std::string await_text(Await await);  // "2 turn", "none"
bool parse_await(Cursor& at, const RuleSet& rules, Await& out);

std::string_view origin_word(Origin origin);
bool parse_origin(Cursor& at, Origin& out);

// The registers of a course, by name and kind. A register at its default is not told.
template <class AnyCourse, class Each>
void for_each_register(AnyCourse& course, Each& each) {
  auto& agenda = course.agenda;
  each.origin("origin", course.origin);
  each.step("step", agenda.step);
  each.number("done", agenda.seats_done);
  each.number("left", agenda.left);
  each.seat("target", agenda.next);
  each.seat("picked", agenda.picked);
  each.color("thrown", agenda.thrown);
  each.color("power", agenda.power);
  each.seat("accused", course.accused);
  each.number("passes", course.passes);
  each.flag("lost", course.lost);
  each.flag("again", course.again);
  each.flag("uno-later", course.uno_later);
  each.flag("may-keep", course.may_keep);
}

// "turn 2 next 3 turns 14", then the registers that say something: "origin play step 17"; up to the line's
// end.
std::string course_text(const Course& course);
bool parse_course(Cursor& at, const RuleSet& rules, Course& out);

std::string_view phase_word(Phase phase);  // "running"

// The texts of a question that a card asks: what is voted on or confirmed, or the choices.
std::vector<std::string> asked_texts(const RuleSet& rules, const View& view);

// What is told of each kind of event: a word and a list of fields. Their letters:
//   s seat · S seat or none · o the other seat · O the other seat or all · c card · h card or ? · n card or
//   none · H cards or ? · C colour · p colour as a word · # number · y yes or no · g guilty or honest · b now
//   or before · d direction · m set of seats · M set of marks · A what is awaited, and the course
// and, only if they are set:  k `color C` · f `as ORIGIN` · u `open` · w `by SEAT` · t a quoted
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
