#include "notation/json.hpp"

#include <algorithm>
#include <charconv>

#include "notation/moves.hpp"
#include "notation/protocol_parts.hpp"
#include "notation/rule.hpp"

namespace comodin {

// ---- the pen ---------------------------------------------------------------------------------------

namespace {

// Characters that stand for themselves between quotes.
constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < plain.size(); ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }

}  // namespace

void JsonPen::flush() {
  out_.append(piece_.data(), used_);
  used_ = 0;
}

// Where a value of up to kShort characters, its quotes and a colon can be written; end() says up to where.
char* JsonPen::begin() {
  if (piece_.size() - used_ < kShort + 4) flush();
  char* at = piece_.data() + used_;
  if (!first_) *at++ = ',';
  return at;
}

void JsonPen::end(const char* at) {
  used_ = static_cast<std::size_t>(at - piece_.data());
  first_ = false;
  if (open_ == 0) flush();
}

// Nearly all texts are short and plain. A server writes 400 of them for each move.
JsonPen& JsonPen::text(std::string_view value) {
  if (value.size() > kShort) return escaped(value);
  char* at = begin();
  *at++ = '"';
  const char *from = value.data(), *const last = from + value.size();
  while (from != last && is_plain(*from)) *at++ = *from++;
  if (from != last) return escaped(value);
  *at++ = '"';
  end(at);
  return *this;
}

JsonPen& JsonPen::escaped(std::string_view value) {
  constexpr char kHex[] = "0123456789abcdef";
  char* at = begin();
  *at++ = '"';
  end(at);
  flush();
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c)) out_ += c;
    else if (byte >= 0x20) (out_ += '\\') += c;
    else ((out_ += "\\u00") += kHex[byte >> 4]) += kHex[byte & 15];
  }
  out_ += '"';
  return *this;
}

JsonPen& JsonPen::open(char bracket) {
  char* at = begin();
  *at++ = bracket;
  ++open_;
  end(at);
  first_ = true;
  return *this;
}

JsonPen& JsonPen::close(char bracket) {
  first_ = true;
  char* at = begin();
  *at++ = bracket;
  --open_;
  end(at);
  return *this;
}

JsonPen& JsonPen::key(std::string_view name) {
  text(name);
  char* at = piece_.data() + used_;
  *at++ = ':';
  end(at);
  first_ = true;
  return *this;
}

JsonPen& JsonPen::number(long long value) {
  char* at = begin();
  end(std::to_chars(at, at + kShort, value).ptr);
  return *this;
}

JsonPen& JsonPen::flag(bool value) { return raw(value ? "true" : "false"); }

JsonPen& JsonPen::null() { return raw("null"); }

JsonPen& JsonPen::raw(std::string_view json) {
  end(begin());
  flush();
  out_ += json;
  return *this;
}

// ---- values of the game ----------------------------------------------------------------------------

namespace {

using namespace protocol;

// Writes fields of one object: a key, and a value in the words of the notation.
class Scribe {
 public:
  Scribe(JsonPen& pen, const RuleSet& rules) : pen_(pen), rules_(rules) {}

  void text(std::string_view key, std::string_view value) { pen_.key(key).text(value); }
  void number(std::string_view key, long long value) { pen_.key(key).number(value); }
  void flag(std::string_view key, bool value) { pen_.key(key).flag(value); }
  void seat(std::string_view key, Seat seat) {
    pen_.key(key);
    if (seat == kNoSeat) pen_.null();
    else pen_.number(seat + 1);
  }
  void card(std::string_view key, Card card) {
    pen_.key(key);
    if (card == kNoCard) pen_.null();
    else pen_.text(card_name(rules_, card));
  }
  void color(std::string_view key, Color color) {
    pen_.key(key);
    if (color == Color::None) pen_.null();
    else pen_.text(color_or_none(color));
  }
  void cards(std::string_view key, const Hand& hand) {
    pen_.key(key).open('[');
    for_each_card(hand, [&](Card card) { pen_.text(card_name(rules_, card)); });
    pen_.close(']');
  }
  void label(std::uint8_t index) {
    if (index != kNoText) text("text", rules_.texts[index]);
  }
  void seats(std::string_view key, int set) {
    pen_.key(key).open('[');
    for (int k = 0; k < rules_.seats; ++k)
      if (set >> k & 1) pen_.number(k + 1);
    pen_.close(']');
  }
  void marks(std::string_view key, int set) {
    pen_.key(key).open('[');
    for (std::size_t i = 0; i < rules_.marks.size(); ++i)
      if (set >> i & 1) pen_.text(rules_.marks[i]);
    pen_.close(']');
  }

 private:
  JsonPen& pen_;
  const RuleSet& rules_;
};

// Where the turn stands: the fields of course_text(), in JSON's spelling.
struct CourseWriter {
  Scribe& write;

  static std::string key(std::string_view name) {
    std::string out(name);
    std::replace(out.begin(), out.end(), '-', '_');
    return out;
  }
  void number(std::string_view name, int value) {
    if (value) write.number(key(name), value);
  }
  void step(std::string_view name, int index) { number(name, index); }
  void seat(std::string_view name, Seat value) {
    if (value != kNoSeat) write.seat(key(name), value);
  }
  void color(std::string_view name, Color value) {
    if (value != Color::None) write.color(key(name), value);
  }
  void origin(std::string_view name, Origin value) {
    if (value != Origin::None) write.text(key(name), origin_word(value));
  }
  void flag(std::string_view name, int set) {
    if (set) write.flag(key(name), true);
  }
};

void write_course(JsonPen& pen, Scribe& write, const Course& course) {
  pen.key("course").open('{');
  write.seat("turn", course.turn);
  write.seat("next", course.next);
  write.number("turns", course.turns);
  CourseWriter registers{write};
  for_each_register(course, registers);
  pen.close('}');
}

// ---- views -----------------------------------------------------------------------------------------

class ViewWriter {
 public:
  ViewWriter(JsonPen& pen, const RuleSet& rules, const View& view)
      : pen_(pen), write_(pen, rules), rules_(rules), view_(view) {}

  void run() {
    pen_.open('{');
    if (view_.viewer == kSpectator) write_.text("viewer", "spectator");
    else write_.seat("viewer", view_.viewer);
    question();
    table();
    pen_.key("seats").open('[');
    for (Seat k = 0; k < rules_.seats; ++k) seat(k);
    pen_.close(']');
    write_.cards("laid", view_.known.laid);
    if (view_.champions) write_.seats("champions", view_.champions);
    pen_.close('}');
  }

 private:
  void question() {
    write_.text("phase", phase_word(view_.phase));
    if (view_.phase == Phase::Won) write_.seat("winner", view_.winner);
    pen_.key("awaits");
    if (view_.await.kind == Awaits::None) {
      pen_.null();
    } else {
      pen_.open('{');
      write_.seat("seat", view_.await.seat);
      write_.text("kind", awaits_word(view_.await.kind));
      pen_.close('}');
    }
    if (const std::vector<std::string> texts = asked_texts(rules_, view_); !texts.empty()) {
      pen_.key("asks").open('[');
      for (const std::string& text : texts) pen_.text(text);
      pen_.close(']');
    }
    if (view_.drawn) write_.cards("drawn", {.has = view_.drawn});
    write_.seat("turn", view_.course.turn);
    write_.seat("next", view_.course.next);
    write_.number("turns", view_.course.turns);
    write_course(pen_, write_, view_.course);
  }

  void table() {
    write_.seat("dealer", view_.dealer);
    write_.text("direction", direction_word(view_.direction));
    write_.card("top", view_.top);
    write_.color("color", view_.color);
    if (view_.hyper != Color::None) write_.color("hyperspeed", view_.hyper);
    write_.number("pile", view_.pile);
    write_.number("discards", view_.discards);
    if (view_.sum) write_.number("sum", view_.sum);
    if (view_.owes) write_.seats("owes", view_.owes);
    if (view_.hands_up) write_.seats("hands_up", view_.hands_up);
    powers();
  }

  void powers() {
    bool any = false;
    for (int c = 0; c < kColors; ++c) {
      const Seat holder = view_.power[static_cast<std::size_t>(c)];
      if (holder == kNoSeat) continue;
      if (!any) pen_.key("power").open('{');
      any = true;
      write_.seat(color_word(static_cast<Color>(c)), holder);
    }
    if (any) pen_.close('}');
  }

  void seat(Seat k) {
    pen_.open('{');
    write_.seat("seat", k);
    write_.number("count", view_.count[k]);
    if (view_.known.cards[k].has) write_.cards("cards", view_.known.cards[k]);
    if (view_.known.since[k].has) write_.cards("since", view_.known.since[k]);
    if (view_.marks[k]) write_.marks("marks", view_.marks[k]);
    if (view_.stuck_draw[k]) write_.number("stuck", view_.stuck_draw[k]);
    write_.number("score", view_.scores[k]);
    write_.number("points", view_.points[k]);
    pen_.close('}');
  }

  JsonPen& pen_;
  Scribe write_;
  const RuleSet& rules_;
  const View& view_;
};

// ---- events ----------------------------------------------------------------------------------------

void write_awaiting(JsonPen& pen, Scribe& write, const Event& e) {
  write.seat("seat", e.seat);
  write.text("kind", awaits_word(static_cast<Awaits>(e.value)));
  if (e.cards.has) write.cards("drawn", e.cards);
  write_course(pen, write, e.course);
}

void write_value(JsonPen& pen, Scribe& write, const Event& e, char field) {
  switch (field) {
    case '#': return write.number("value", e.value);
    case 'y': return write.flag("vote", e.value);
    case 'g': return write.flag("guilty", e.value);
    case 'b': return write.flag("before", e.value);
    case 'd': return write.text("direction", direction_word(static_cast<Direction>(e.value)));
    case 'm': return write.seats("seats", e.value);
    case 'M': return write.marks("marks", e.value);
    default: return write_awaiting(pen, write, e);
  }
}

void write_field(JsonPen& pen, Scribe& write, const Event& e, char field) {
  switch (field) {
    case 's':
    case 'S': return write.seat("seat", e.seat);
    case 'o': return write.seat("other", e.other);
    case 'O': return e.other == kNoSeat ? write.text("to", "all") : write.seat("to", e.other);
    case 'h':
      if (e.card == kNoCard) return;
      [[fallthrough]];
    case 'c':
    case 'n': return write.card("card", e.card);
    case 'H':
      if (e.cards.has) write.cards("cards", e.cards);
      return;
    case 'k':
      if (e.color == Color::None) return;
      [[fallthrough]];
    case 'C': return write.color("color", e.color);
    case 'p': return write.text("color", color_word(e.color));
    case 'f':
      if (e.origin != Origin::Play) write.text("as", origin_word(e.origin));
      return;
    case 'u':
      if (e.open) write.flag("open", true);
      return;
    case 'w':
      if (e.seat != kNoSeat) write.seat("seat", e.seat);
      return;
    case 't': return write.label(e.text);
    default: return write_value(pen, write, e, field);
  }
}

}  // namespace

void write_view(JsonPen& pen, const RuleSet& rules, const View& view) { ViewWriter(pen, rules, view).run(); }

void write_event(JsonPen& pen, const RuleSet& rules, const Event& event) {
  const EventForm& form = kEventForms[static_cast<std::size_t>(event.kind)];
  Scribe write(pen, rules);
  pen.open('{');
  write.text("event", form.word);
  for (char field : form.fields) write_field(pen, write, event, field);
  pen.close('}');
}

void write_fault(JsonPen& pen, const TextError& wrong) {
  pen.key("code").text(wrong.fault.code).key("args").open('[');
  for (const std::string& arg : wrong.fault.args) pen.text(arg);
  pen.close(']');
  if (wrong.line > 0) pen.key("line").number(wrong.line);
  if (wrong.column > 0) pen.key("column").number(wrong.column);
}

void write_moves(JsonPen& pen, const RuleSet& rules, const MoveList& moves) {
  pen.open('[');
  for (const Move& move : moves) pen.text(move_text(rules, move));
  pen.close(']');
}

namespace {

void write_view_and_moves(JsonPen& pen, const RuleSet& rules, const Seen& seen) {
  write_view(pen.key("view"), rules, seen.view);
  write_moves(pen.key("moves"), rules, seen.moves);
}

}  // namespace

void write_seen(JsonPen& pen, const RuleSet& rules, const Seen& seen) {
  pen.key("n").number(seen.n);
  if (!seen.by.empty()) pen.key("by").text(seen.by);
  pen.key("events").open('[');
  for (const Event& event : seen.events) write_event(pen, rules, event);
  pen.close(']');
  write_view_and_moves(pen, rules, seen);
}

void write_seen_now(JsonPen& pen, const RuleSet& rules, const Seen& seen) {
  pen.key("n").number(seen.n);
  write_view_and_moves(pen, rules, seen);
}

}  // namespace comodin
