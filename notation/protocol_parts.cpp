#include "notation/protocol_parts.hpp"

#include <algorithm>

#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin::protocol {
namespace {

constexpr std::string_view kOriginWords[] = {"none",  "first", "play",   "second",
                                             "drawn", "flip",  "answer", "jump"};

// A whole number from 0 into a small field.
template <class Field>
bool small(Cursor& at, Field& out, int max, std::string_view what) {
  int number = 0;
  if (!at.number(number, 0, max, what)) return false;
  out = static_cast<Field>(number);
  return true;
}

}  // namespace

std::string seat_or_none(Seat seat) { return seat == kNoSeat ? "none" : std::to_string(seat + 1); }

bool parse_seat_or_none(Cursor& at, int seats, Seat& out) {
  if (at.accept_word("none")) return out = kNoSeat, true;
  return parse_seat(at, seats, out);
}

std::string seat_set(int seats, int set) {
  std::string out;
  for (int k = 0; k < seats; ++k)
    if (set >> k & 1) (out += out.empty() ? "" : " ") += std::to_string(k + 1);
  return out.empty() ? "none" : out;
}

bool parse_seat_set(Cursor& at, int seats, int& out) {
  out = 0;
  if (at.accept_word("none")) return true;
  do {
    Seat seat = 0;
    if (!parse_seat(at, seats, seat)) return false;
    out |= seat_bit(seat);
  } while (!at.at_line_end());
  return true;
}

std::string color_or_none(Color color) {
  return color == Color::None ? "none" : std::string(1, color_letter(color));
}

bool parse_color_or_none(Cursor& at, Color& out) {
  if (at.accept_word("none")) return out = Color::None, true;
  return parse_color_letter(at, out);
}

std::string_view direction_word(Direction direction) {
  return direction == Direction::Left ? "left" : "right";
}

bool parse_direction(Cursor& at, Direction& out) {
  if (at.accept_word("left")) return out = Direction::Left, true;
  if (at.accept_word("right")) return out = Direction::Right, true;
  return at.fail("left or right");
}

std::string mark_set(const RuleSet& rules, int set) {
  std::string out;
  for (std::size_t i = 0; i < rules.marks.size(); ++i)
    if (set >> i & 1) (out += out.empty() ? "" : " ") += quoted(rules.marks[i]);
  return out.empty() ? "none" : out;
}

bool parse_mark_set(Cursor& at, const RuleSet& rules, int& out) {
  out = 0;
  if (at.accept_word("none")) return true;
  do {
    const auto mark = std::find(rules.marks.begin(), rules.marks.end(), at.peek().text);
    if (at.peek().kind != TokenKind::Quoted || mark == rules.marks.end())
      return at.fail("a mark of this table in quotes, or none");
    out |= 1 << (mark - rules.marks.begin());
    at.next();
  } while (!at.at_line_end());
  return true;
}

bool parse_hand(Cursor& at, const RuleSet& rules, Hand& out) {
  std::vector<Card> cards;
  if (!parse_cards(at, rules, cards)) return false;
  for (Card card : cards) {
    const auto copies = std::count(rules.deck.begin(), rules.deck.begin() + rules.deck_size, card);
    if (out.count(card) == copies) return at.fail("no more cards of a kind than the deck has");
    out.add(card);
  }
  return true;
}

bool parse_kinds(Cursor& at, const RuleSet& rules, Mask& out) {
  out = 0;
  do {
    Card card = 0;
    if (!parse_card(at, rules, card)) return false;
    out |= bit(card);
  } while (!at.at_line_end() && !at.at_word("course"));
  return true;
}

std::string await_text(Await await) {
  if (await.kind == Awaits::None) return "none";
  return std::to_string(await.seat + 1) + " " + std::string(awaits_word(await.kind));
}

bool parse_await(Cursor& at, const RuleSet& rules, Await& out) {
  if (at.accept_word("none")) return out = {}, true;
  return parse_seat(at, rules.seats, out.seat) && parse_awaits(at, out.kind);
}

std::string_view origin_word(Origin origin) { return kOriginWords[static_cast<std::size_t>(origin)]; }

bool parse_origin(Cursor& at, Origin& out) {
  for (std::size_t i = 0; i < std::size(kOriginWords); ++i)
    if (at.accept_word(kOriginWords[i])) return out = static_cast<Origin>(i), true;
  return at.fail("none, first, play, second, drawn, flip, answer or jump");
}

std::string_view phase_word(Phase phase) {
  switch (phase) {
    case Phase::Ready: return "ready";
    case Phase::Running: return "running";
    case Phase::Won: return "won";
    default: return "blocked";
  }
}

std::vector<std::string> asked_texts(const RuleSet& rules, const View& view) {
  const Step step = rules.steps[view.course.agenda.step];
  const bool asks = view.await.kind == Awaits::Vote || view.await.kind == Awaits::Confirm ||
                    view.await.kind == Awaits::Choice;
  int count = 0;
  if (asks && (step.op == Op::Vote || step.op == Op::Confirm)) count = 1;
  if (asks && step.op == Op::Choose) count = step.n;
  const auto first = rules.texts.begin() + (count ? step.text : 0);
  return {first, first + count};
}

std::string course_text(const Course& course) {
  const Agenda& agenda = course.agenda;
  std::string out = "turn " + std::to_string(course.turn + 1) + " next " + std::to_string(course.next + 1) +
                    " turns " + std::to_string(course.turns);
  const auto number = [&](std::string_view name, int value) {
    if (value) ((out += ' ') += name) += " " + std::to_string(value);
  };
  const auto seat = [&](std::string_view name, Seat value) {
    number(name, value == kNoSeat ? 0 : value + 1);
  };
  const auto color = [&](std::string_view name, Color value) {
    if (value != Color::None) (((out += ' ') += name) += ' ') += color_letter(value);
  };
  const auto flag = [&](std::string_view name, int value) {
    if (value) (out += ' ') += name;
  };
  if (course.origin != Origin::None) (out += " origin ") += origin_word(course.origin);
  number("step", agenda.step);
  number("done", agenda.turn_of);
  number("left", agenda.left);
  seat("target", agenda.next);
  seat("picked", agenda.picked);
  color("thrown", agenda.thrown);
  color("power", agenda.power);
  seat("accused", course.accused);
  number("passes", course.passes);
  flag("lost", course.lost);
  flag("again", course.again);
  flag("uno-later", course.uno_later);
  flag("may-keep", course.may_keep);
  return out;
}

namespace {

bool parse_register(Cursor& at, const RuleSet& rules, Course& out) {
  const int seats = rules.seats;
  if (at.accept_word("origin")) return parse_origin(at, out.origin);
  if (at.accept_word("step"))
    return small(at, out.agenda.step, static_cast<int>(rules.steps.size()) - 1, "a step");
  if (at.accept_word("done")) return small(at, out.agenda.turn_of, 255, "a number");
  if (at.accept_word("left")) return small(at, out.agenda.left, 255, "a number");
  if (at.accept_word("target")) return parse_seat(at, seats, out.agenda.next);
  if (at.accept_word("picked")) return parse_seat(at, seats, out.agenda.picked);
  if (at.accept_word("thrown")) return parse_color_letter(at, out.agenda.thrown);
  if (at.accept_word("power")) return parse_color_letter(at, out.agenda.power);
  if (at.accept_word("accused")) return parse_seat(at, seats, out.accused);
  if (at.accept_word("passes")) return small(at, out.passes, 255, "a number");
  if (at.accept_word("lost")) return out.lost = 1, true;
  if (at.accept_word("again")) return out.again = 1, true;
  if (at.accept_word("uno-later")) return out.uno_later = 1, true;
  if (at.accept_word("may-keep")) return out.may_keep = 1, true;
  return at.fail(
      "origin, step, done, left, target, picked, thrown, power, accused, passes, lost, again, uno-later, "
      "may-keep or the end of the line");
}

}  // namespace

bool parse_course(Cursor& at, const RuleSet& rules, Course& out) {
  out = {};
  if (!at.accept_word("turn")) return at.fail("turn and a seat");
  if (!parse_seat(at, rules.seats, out.turn)) return false;
  if (!at.accept_word("next")) return at.fail("next and a seat");
  if (!parse_seat(at, rules.seats, out.next)) return false;
  if (!at.accept_word("turns")) return at.fail("turns and a number");
  if (!small(at, out.turns, 1000000000, "a number of turns")) return false;
  while (!at.at_line_end())
    if (!parse_register(at, rules, out)) return false;
  return true;
}

}  // namespace comodin::protocol
