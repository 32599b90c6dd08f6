// A View as lines, in a fixed order; lines without content are left out.
#include <algorithm>

#include "engine/imagine.hpp"
#include "engine/match.hpp"
#include "notation/moves.hpp"
#include "notation/protocol.hpp"
#include "notation/protocol_parts.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

using namespace protocol;

constexpr int kScoreMax = 1000000000;

std::string phase_text(const View& view) {
  const std::string word(phase_word(view.phase));
  return view.phase == Phase::Won ? word + " " + seat_or_none(view.winner) : word;
}

// Known cards, then a `?` for each of the others.
std::string cards_held(const RuleSet& rules, const View& view, Seat seat) {
  std::string out = hand_text(rules, view.known.cards[seat]);
  for (int hidden = view.count[seat] - view.known.cards[seat].size(); hidden > 0; --hidden)
    out += out.empty() ? "?" : " ?";
  return out;
}

class ViewPrinter {
 public:
  ViewPrinter(const RuleSet& rules, const View& view) : rules_(rules), view_(view) {}

  std::string run() {
    line("view", view_.viewer == kSpectator ? "spectator" : seat_or_none(view_.viewer));
    line("phase", phase_text(view_));
    line("awaits", await_text(view_.await));
    line("course", course_text(view_.course));
    std::string texts;
    for (const std::string& text : asked_texts(rules_, view_))
      (texts += texts.empty() ? "" : " ") += quoted(text);
    if (!texts.empty()) line("asks", texts);
    if (view_.drawn) line("drawn", hand_text(rules_, {.has = view_.drawn}));
    table();
    hands();
    seats();
    return std::move(out_);
  }

 private:
  void line(std::string_view word, const std::string& text) {
    out_ += word;
    if (!text.empty()) (out_ += ' ') += text;
    out_ += '\n';
  }
  void number(std::string_view word, int value) { line(word, std::to_string(value)); }
  void set(std::string_view word, int seats) {
    if (seats) line(word, seat_set(rules_.seats, seats));
  }

  void table() {
    line("dealer", seat_or_none(view_.dealer));
    line("direction", std::string(direction_word(view_.direction)));
    line("top", view_.top == kNoCard ? "none" : card_name(rules_, view_.top));
    line("color", color_or_none(view_.color));
    if (view_.hyper != Color::None) line("hyperspeed", color_or_none(view_.hyper));
    number("pile", view_.pile);
    number("discards", view_.discards);
    if (view_.sum) number("sum", view_.sum);
    set("owes", view_.owes);
    set("hands-up", view_.hands_up);
    for (int c = 0; c < kColors; ++c)
      if (const Seat holder = view_.power[static_cast<std::size_t>(c)]; holder != kNoSeat)
        line("power", std::string(color_word(static_cast<Color>(c))) + " " + seat_or_none(holder));
  }

  void hands() {
    for (Seat k = 0; k < rules_.seats; ++k)
      line("hand", seat_or_none(k) + " " + cards_held(rules_, view_, k));
    for (Seat k = 0; k < rules_.seats; ++k)
      if (view_.known.since[k].has)
        line("since", seat_or_none(k) + " " + hand_text(rules_, view_.known.since[k]));
    line("laid", hand_text(rules_, view_.known.laid));
  }

  void seats() {
    for (Seat k = 0; k < rules_.seats; ++k)
      if (view_.marks[k]) line("marks", seat_or_none(k) + " " + mark_set(rules_, view_.marks[k]));
    for (Seat k = 0; k < rules_.seats; ++k)
      if (view_.stuck_draw[k]) line("stuck", seat_or_none(k) + " " + std::to_string(view_.stuck_draw[k]));
    line("scores", per_seat(view_.scores));
    line("points", per_seat(view_.points));
    set("champions", view_.champions);
  }

  std::string per_seat(const std::array<std::int32_t, kSeatsMax>& values) const {
    std::string out;
    for (std::size_t k = 0; k < static_cast<std::size_t>(rules_.seats); ++k)
      (out += k ? " " : "") += std::to_string(values[k]);
    return out;
  }

  const RuleSet& rules_;
  const View& view_;
  std::string out_;
};

class ViewParser {
 public:
  ViewParser(const std::vector<Token>& tokens, const RuleSet& rules, View& out)
      : at_(tokens), rules_(rules), view_(out) {}

  TextError run() {
    view_ = {};
    if (head() && table() && hands() && seats()) {
      if (!at_.at_end()) at_.fail("view.end"_fault);
      else if (const Fault wrong = {impossible()}) at_.refuse_at(at_.peek(), wrong);
    }
    return at_.error();
  }

 private:
  template <class Read>
  bool need(std::string_view word, Read read) {
    if (!at_.accept_word(word)) return at_.fail_text("`" + std::string(word) + "`");
    return read() && at_.line_end();
  }
  template <class Read>
  bool may(std::string_view word, Read read) {
    return !at_.at_word(word) || need(word, read);
  }
  // All lines that begin with this word.
  template <class Read>
  bool each(std::string_view word, Read read) {
    while (at_.at_word(word))
      if (!need(word, read)) return false;
    return true;
  }
  template <class Field>
  bool number(std::string_view word, Field& out, int max) {
    return need(word, [&] { return value(out, max); });
  }
  template <class Field>
  bool value(Field& out, int max) {
    int read = 0;
    if (!at_.number(read, 0, max)) return false;
    out = static_cast<Field>(read);
    return true;
  }
  bool set(std::string_view word, SeatSet& out) {
    return may(word, [&] {
      int read = 0;
      if (!parse_seat_set(at_, rules_.seats, read)) return false;
      out = static_cast<SeatSet>(read);
      return true;
    });
  }
  // A line that begins with a seat.
  template <class Read>
  bool by_seat(std::string_view word, Read read) {
    return each(word, [&] {
      Seat seat = 0;
      return parse_seat(at_, rules_.seats, seat) && read(seat);
    });
  }

  bool head() {
    return need("view", [&] { return viewer(); }) && need("phase", [&] { return phase(); }) &&
           need("awaits", [&] { return parse_await(at_, rules_, view_.await); }) &&
           need("course", [&] { return parse_course(at_, rules_, view_.course); }) &&
           may("asks", [&] { return texts(); }) &&
           may("drawn", [&] { return parse_kinds(at_, rules_, view_.drawn); });
  }

  bool viewer() {
    return at_.accept_word("spectator", view_.viewer, kSpectator) ||
           parse_seat(at_, rules_.seats, view_.viewer);
  }

  bool phase() {
    if (at_.accept_word("ready", view_.phase, Phase::Ready)) return true;
    if (at_.accept_word("running", view_.phase, Phase::Running)) return true;
    if (at_.accept_word("blocked", view_.phase, Phase::Blocked)) return true;
    if (!at_.accept_word("won")) return at_.fail_either("ready, running, won", "blocked");
    view_.phase = Phase::Won;
    return parse_seat(at_, rules_.seats, view_.winner);
  }

  // Skipped: they follow from the rules and the course.
  bool texts() {
    std::string text;
    while (!at_.at_line_end())
      if (!at_.quoted_text(text, "expected.quoted"_fault)) return false;
    return true;
  }

  bool table() {
    return need("dealer", [&] { return parse_seat(at_, rules_.seats, view_.dealer); }) &&
           need("direction", [&] { return parse_direction(at_, view_.direction); }) &&
           need("top", [&] { return at_.accept_word("none") || parse_card(at_, rules_, view_.top); }) &&
           need("color", [&] { return parse_color_or_none(at_, view_.color); }) &&
           may("hyperspeed", [&] { return parse_color_letter(at_, view_.hyper); }) &&
           number("pile", view_.pile, kCardsMax) && number("discards", view_.discards, kCardsMax) &&
           may("sum", [&] { return value(view_.sum, 65535); }) && set("owes", view_.owes) &&
           set("hands-up", view_.hands_up) && each("power", [&] { return power(); });
  }

  bool power() {
    Color color = Color::None;
    if (!parse_color_word(at_, color)) return false;
    return parse_seat(at_, rules_.seats, view_.power[static_cast<std::size_t>(color)]);
  }

  bool hands() {
    for (Seat k = 0; k < rules_.seats; ++k)
      if (!need("hand", [&] { return hand(k); })) return false;
    return by_seat("since", [&](Seat k) { return parse_hand(at_, rules_, view_.known.since[k] = {}); }) &&
           need("laid", [&] { return parse_hand(at_, rules_, view_.known.laid); });
  }

  bool hand(Seat seat) {
    const std::string wanted = seat_text(seat);
    if (!at_.accept_word(wanted)) return at_.fail("view.next_seat"_fault, {wanted});
    Hand& known = view_.known.cards[seat];
    int count = 0;
    for (; !at_.at_line_end(); ++count) {
      Card card = kNoCard;
      if (count == rules_.deck_size) return at_.fail("view.cards"_fault);
      if (at_.accept_word("?")) continue;
      if (!parse_card(at_, rules_, card)) return false;
      if (known.count(card) == kCopiesMax) return at_.fail("view.kinds"_fault);
      known.add(card);
    }
    view_.count[seat] = static_cast<std::uint8_t>(count);
    return true;
  }

  bool seats() {
    return by_seat("marks", [&](Seat k) { return marks(k); }) &&
           by_seat("stuck", [&](Seat k) { return value(view_.stuck_draw[k], 255); }) &&
           need("scores", [&] { return per_seat(view_.scores); }) &&
           need("points", [&] { return per_seat(view_.points); }) && set("champions", view_.champions);
  }

  bool marks(Seat seat) {
    int read = 0;
    if (!parse_mark_set(at_, rules_, read)) return false;
    view_.marks[seat] = static_cast<std::uint8_t>(read);
    return true;
  }

  bool per_seat(std::array<std::int32_t, kSeatsMax>& out) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(rules_.seats); ++k)
      if (!at_.number(out[k], -kScoreMax, kScoreMax, "view.scores"_fault)) return false;
    return true;
  }

  static bool is_part_of(const Hand& part, const Hand& whole) {
    bool inside = true;
    for_each_kind(part.has, [&](Card card) { inside &= part.count(card) <= whole.count(card); });
    return inside;
  }

  // Why no table can look like this; empty if one can.
  FaultCode impossible() const {
    for (const FaultCode wrong : {wrong_cards(), wrong_table(), wrong_step(), wrong_question(), wrong_own()})
      if (!wrong.name().empty()) return wrong;
    return {};
  }

  FaultCode wrong_cards() const {
    const Known& known = view_.known;
    std::array<int, kKindsMax> seen{};
    int cards = view_.pile + view_.discards;
    for (Seat k = 0; k < rules_.seats; ++k) {
      for_each_card(known.cards[k], [&](Card card) { ++seen[card]; });
      if (!is_part_of(known.since[k], known.cards[k])) return "view.since"_fault;
      cards += view_.count[k];
    }
    for_each_card(known.laid, [&](Card card) { ++seen[card]; });
    for (int i = 0; i < rules_.deck_size; ++i) --seen[rules_.deck[static_cast<std::size_t>(i)]];
    for (int n : seen)
      if (n > 0) return "view.too_many"_fault;
    if (cards != (view_.phase == Phase::Ready ? 0 : rules_.deck_size)) return "view.all_cards"_fault;
    if (known.laid.size() != view_.discards) return "view.laid"_fault;
    if (view_.top == kNoCard ? view_.discards > 0 : !known.laid.holds(view_.top))
      return "view.top_laid"_fault;
    return {};
  }

  FaultCode wrong_table() const {
    const Color color = view_.top == kNoCard ? Color::None : rules_.cards[view_.top].color;
    if (color != Color::None && color != view_.color) return "view.color"_fault;
    for (Seat k = 0; k < rules_.seats; ++k) {
      if (running() && view_.count[k] == 0) return "view.empty_hand"_fault;
      if ((view_.owes & seat_bit(k)) && view_.count[k] != 1) return "view.owes"_fault;
    }
    if (running() && (view_.top == kNoCard || view_.champions)) return "view.top"_fault;
    for (std::size_t c = 0; c < kColors; ++c) {
      const bool exists = std::count(rules_.powers.begin(), rules_.powers.end(), static_cast<Color>(c)) > 0;
      if (view_.power[c] != kNoSeat && !exists) return "view.powers"_fault;
    }
    return {};
  }

  // What is asked, and what belongs only to that question.
  FaultCode wrong_question() const {
    const Await await = view_.await;
    const Course& course = view_.course;
    if (running() != (await.kind != Awaits::None)) return "view.awaited"_fault;
    if (own_turn(await.kind) && await.seat != course.turn) return "view.turn"_fault;
    const bool drew = await == Await{Awaits::Drawn, view_.viewer};
    if (drew != (view_.drawn != 0) || (course.may_keep && !drew)) return "view.drawn"_fault;
    const bool bluff = view_.top != kNoCard && may_be_bluff(rules_, view_.top);
    if (course.accused != kNoSeat && !bluff) return "view.accused"_fault;
    if (bluff && await.kind == Awaits::Challenge &&
        (course.accused == kNoSeat || course.accused == await.seat))
      return "view.accused_other"_fault;
    return {};
  }

  // An answer continues from the step that asked.
  FaultCode wrong_step() const {
    const Agenda& agenda = view_.course.agenda;
    const Awaits kind = view_.await.kind;
    if (kind == Awaits::None || own_turn(kind)) return {};
    if (asks(rules_.steps[agenda.step].op) != kind) return "view.step"_fault;
    return agenda.next == kNoSeat ? "view.target"_fault : FaultCode{};
  }

  FaultCode wrong_own() const {
    if (view_.viewer == kSpectator) return {};
    const Hand& own = view_.known.cards[view_.viewer];
    if (own.size() != view_.count[view_.viewer]) return "view.own_hand"_fault;
    return view_.drawn & ~own.has ? "view.drawn_in_hand"_fault : FaultCode{};
  }

  bool running() const { return view_.phase == Phase::Running; }
  // A question about the turn itself, not asked by a card.
  static bool own_turn(Awaits kind) {
    return kind == Awaits::Turn || kind == Awaits::Drawn || kind == Awaits::Second;
  }

  Cursor at_;
  const RuleSet& rules_;
  View& view_;
};

}  // namespace

std::string print_view(const RuleSet& rules, const View& view) { return ViewPrinter(rules, view).run(); }

TextError parse_view(std::string_view lines, const RuleSet& rules, View& out) {
  std::vector<Token> tokens;
  if (const TextError wrong = tokenize(lines, tokens)) return wrong;
  return ViewParser(tokens, rules, out).run();
}

}  // namespace comodin
