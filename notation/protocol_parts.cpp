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
bool small(Cursor& at, Field& out, int max, FaultCode expected = "expected.number"_fault) {
  int number = 0;
  if (!at.number(number, 0, max, expected)) return false;
  out = static_cast<Field>(number);
  return true;
}

}  // namespace

std::string seat_or_none(Seat seat) { return seat == kNoSeat ? "none" : seat_text(seat); }

bool parse_seat_or_none(Cursor& at, int seats, Seat& out) {
  return at.accept_word("none", out, kNoSeat) || parse_seat(at, seats, out);
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
  return at.accept_word("none", out, Color::None) || parse_color_letter(at, out);
}

bool parse_direction(Cursor& at, Direction& out) {
  return at.accept_word("left", out, Direction::Left) || at.accept_word("right", out, Direction::Right) ||
         at.fail_either("left", "right");
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
      return at.fail("protocol.mark"_fault);
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
    if (out.count(card) == copies) return at.fail("view.kinds"_fault);
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
  return seat_text(await.seat) + " " + std::string(awaits_word(await.kind));
}

bool parse_await(Cursor& at, const RuleSet& rules, Await& out) {
  if (at.accept_word("none", out, Await{})) return true;
  return parse_seat(at, rules.seats, out.seat) && parse_awaits(at, out.kind);
}

std::string_view origin_word(Origin origin) { return kOriginWords[static_cast<std::size_t>(origin)]; }

bool parse_origin(Cursor& at, Origin& out) {
  for (std::size_t i = 0; i < std::size(kOriginWords); ++i)
    if (at.accept_word(kOriginWords[i], out, static_cast<Origin>(i))) return true;
  return at.fail_either("none, first, play, second, drawn, flip, answer", "jump");
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

namespace {

// Writes each register that is not at its default.
struct RegisterWriter {
  std::string& out;

  void value(std::string_view name, std::string_view text) { (((out += ' ') += name) += ' ') += text; }
  void number(std::string_view name, int number) {
    if (number) value(name, std::to_string(number));
  }
  void step(std::string_view name, int index) { number(name, index); }
  void seat(std::string_view name, Seat seat) {
    if (seat != kNoSeat) number(name, seat + 1);
  }
  void color(std::string_view name, Color color) {
    if (color != Color::None) value(name, color_or_none(color));
  }
  void origin(std::string_view name, Origin origin) {
    if (origin != Origin::None) value(name, origin_word(origin));
  }
  void flag(std::string_view name, int set) {
    if (set) (out += ' ') += name;
  }
};

// Reads the one register whose name comes next.
struct RegisterReader {
  Cursor& at;
  const RuleSet& rules;
  bool found = false, good = false;

  bool here(std::string_view name) { return !found && (found = at.accept_word(name)); }
  void number(std::string_view name, std::uint8_t& out) {
    if (here(name)) good = small(at, out, 255);
  }
  void step(std::string_view name, std::uint16_t& out) {
    if (here(name)) good = small(at, out, static_cast<int>(rules.steps.size()) - 1, "course.step"_fault);
  }
  void seat(std::string_view name, Seat& out) {
    if (here(name)) good = parse_seat(at, rules.seats, out);
  }
  void color(std::string_view name, Color& out) {
    if (here(name)) good = parse_color_letter(at, out);
  }
  void origin(std::string_view name, Origin& out) {
    if (here(name)) good = parse_origin(at, out);
  }
  void flag(std::string_view name, std::uint8_t& out) {
    if (!here(name)) return;
    out = 1;
    good = true;
  }
};

}  // namespace

std::string course_text(const Course& course) {
  std::string out = "turn " + seat_text(course.turn) + " next " + seat_text(course.next) + " turns " +
                    std::to_string(course.turns);
  RegisterWriter writer{out};
  for_each_register(course, writer);
  return out;
}

bool parse_course(Cursor& at, const RuleSet& rules, Course& out) {
  out = {};
  if (!at.accept_word("turn")) return at.fail("course.turn"_fault);
  if (!parse_seat(at, rules.seats, out.turn)) return false;
  if (!at.accept_word("next")) return at.fail("course.next"_fault);
  if (!parse_seat(at, rules.seats, out.next)) return false;
  if (!at.accept_word("turns")) return at.fail("course.turns"_fault);
  if (!small(at, out.turns, 1000000000, "course.turns_number"_fault)) return false;
  while (!at.at_line_end()) {
    RegisterReader reader{at, rules};
    for_each_register(out, reader);
    if (!reader.found) return at.fail("course.field"_fault);
    if (!reader.good) return false;
  }
  return true;
}

}  // namespace comodin::protocol
