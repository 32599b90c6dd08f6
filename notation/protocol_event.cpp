// Events as lines. One function prints a field of kEventForms, another reads it.
#include <algorithm>

#include "notation/moves.hpp"
#include "notation/protocol.hpp"
#include "notation/protocol_parts.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

using namespace protocol;

constexpr int kValueMax = 1000000000;

std::string card_or(const RuleSet& rules, Card card, const char* none) {
  return card == kNoCard ? none : card_name(rules, card);
}

std::string await_and_course(const Event& e, const RuleSet& rules) {
  std::string out = await_text({static_cast<Awaits>(e.value), e.seat});
  if (e.cards.has) out += " drawn " + hand_text(rules, e.cards);
  return out + " course " + course_text(e.course);
}

std::string field_text(const RuleSet& rules, const Event& e, char field) {
  switch (field) {
    case 's':
    case 'S': return seat_or_none(e.seat);
    case 'o': return seat_or_none(e.other);
    case 'O': return e.other == kNoSeat ? "all" : seat_or_none(e.other);
    case 'c': return card_name(rules, e.card);
    case 'h': return card_or(rules, e.card, "?");
    case 'n': return card_or(rules, e.card, "none");
    case 'H': return e.cards.has ? hand_text(rules, e.cards) : "?";
    case 'C': return color_or_none(e.color);
    case 'p': return std::string(color_word(e.color));
    case '#': return std::to_string(e.value);
    case 'y': return e.value ? "yes" : "no";
    case 'g': return e.value ? "guilty" : "honest";
    case 'b': return e.value ? "before" : "now";
    case 'd': return std::string(direction_word(static_cast<Direction>(e.value)));
    case 'm': return seat_set(rules.seats, e.value);
    case 'M': return mark_set(rules, e.value);
    case 'A': return await_and_course(e, rules);
    case 'k': return e.color == Color::None ? "" : "color " + color_or_none(e.color);
    case 'f': return e.origin == Origin::Play ? "" : "as " + std::string(origin_word(e.origin));
    case 'w': return e.seat == kNoSeat ? "" : "by " + seat_or_none(e.seat);
    case 't': return e.text == kNoText ? "" : quoted(rules.texts[e.text]);
    default: return e.open ? "open" : "";
  }
}

bool either(Cursor& at, std::string_view one, std::string_view zero, int& out) {
  return at.accept_word(one, out, 1) || at.accept_word(zero, out, 0) ||
         at.fail_either(std::string(one), std::string(zero));
}

bool parse_awaiting(Cursor& at, const RuleSet& rules, Event& e) {
  Await await;
  if (!parse_await(at, rules, await)) return false;
  e.seat = await.seat;
  e.value = static_cast<int>(await.kind);
  if (await.kind == Awaits::Drawn && at.accept_word("drawn") && !parse_kinds(at, rules, e.cards.has))
    return false;
  return at.accept_word("course") ? parse_course(at, rules, e.course) : at.fail_text("`course`");
}

bool parse_label(Cursor& at, const RuleSet& rules, std::uint8_t& out) {
  std::string text;
  const Token token = at.peek();
  if (!at.quoted_text(text, "protocol.choice"_fault)) return false;
  const auto found = std::find(rules.texts.begin(), rules.texts.end(), text);
  if (found == rules.texts.end()) return at.fail_at(token, "protocol.label"_fault);
  out = static_cast<std::uint8_t>(found - rules.texts.begin());
  return true;
}

bool parse_value(Cursor& at, const RuleSet& rules, Event& e, char field) {
  Direction direction{};
  switch (field) {
    case '#': return at.number(e.value, -kValueMax, kValueMax);
    case 'y': return either(at, "yes", "no", e.value);
    case 'g': return either(at, "guilty", "honest", e.value);
    case 'b': return either(at, "before", "now", e.value);
    case 'd':
      if (!parse_direction(at, direction)) return false;
      e.value = static_cast<int>(direction);
      return true;
    case 'm': return parse_seat_set(at, rules.seats, e.value);
    case 'M': return parse_mark_set(at, rules, e.value);
    default: return parse_awaiting(at, rules, e);
  }
}

bool parse_field(Cursor& at, const RuleSet& rules, Event& e, char field) {
  switch (field) {
    case 's': return parse_seat(at, rules.seats, e.seat);
    case 'S': return parse_seat_or_none(at, rules.seats, e.seat);
    case 'O':
      if (at.accept_word("all")) return true;
      [[fallthrough]];
    case 'o': return parse_seat(at, rules.seats, e.other);
    case 'c': return parse_card(at, rules, e.card);
    case 'h': return at.accept_word("?") || parse_card(at, rules, e.card);
    case 'n': return at.accept_word("none") || parse_card(at, rules, e.card);
    case 'H': return at.accept_word("?") || parse_hand(at, rules, e.cards);
    case 'C': return parse_color_or_none(at, e.color);
    case 'p': return parse_color_word(at, e.color);
    case 'k': return !at.accept_word("color") || parse_color_letter(at, e.color);
    case 'f': e.origin = Origin::Play; return !at.accept_word("as") || parse_origin(at, e.origin);
    case 'u': e.open = at.accept_word("open"); return true;
    case 'w': return !at.accept_word("by") || parse_seat(at, rules.seats, e.seat);
    case 't': return at.at_line_end() || parse_label(at, rules, e.text);
    default: return parse_value(at, rules, e, field);
  }
}

}  // namespace

std::string print_event(const RuleSet& rules, const Event& event) {
  const EventForm& form = kEventForms[static_cast<std::size_t>(event.kind)];
  std::string out = "event ";
  out += form.word;
  for (char field : form.fields)
    if (const std::string text = field_text(rules, event, field); !text.empty()) (out += ' ') += text;
  return out;
}

TextError parse_event(std::string_view line, const RuleSet& rules, Event& out) {
  return read_line(line, [&](Cursor& at) {
    out = {};
    if (!at.accept_word("event")) return at.fail_text("`event`");
    for (std::size_t i = 0; i < kEventForms.size(); ++i) {
      if (!at.accept_word(kEventForms[i].word)) continue;
      out.kind = static_cast<EventKind>(i);
      for (char field : kEventForms[i].fields)
        if (!parse_field(at, rules, out, field)) return false;
      return true;
    }
    std::string all;
    for (const EventForm& form : kEventForms) (all += all.empty() ? "" : ", ") += form.word;
    return at.fail("protocol.event"_fault, {all});
  });
}

}  // namespace comodin
