// A View as lines, in a fixed order; lines that would say nothing are left out.
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
      if (!at_.at_end()) at_.fail("the end of the view");
      else if (const char* wrong = impossible()) at_.refuse_at(at_.peek(), wrong);
    }
    return at_.error();
  }

 private:
  template <class Read>
  bool need(std::string_view word, Read read) {
    if (!at_.accept_word(word)) return at_.fail("`" + std::string(word) + "`");
    return read() && at_.line_end();
  }
  template <class Read>
  bool may(std::string_view word, Read read) {
    return !at_.at_word(word) || need(word, read);
  }
  // As many such lines as there are.
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
    if (!at_.number(read, 0, max, "a number")) return false;
    return out = static_cast<Field>(read), true;
  }
  bool set(std::string_view word, SeatSet& out) {
    return may(word, [&] {
      int read = 0;
      if (!parse_seat_set(at_, rules_.seats, read)) return false;
      return out = static_cast<SeatSet>(read), true;
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
    if (at_.accept_word("spectator")) return view_.viewer = kSpectator, true;
    return parse_seat(at_, rules_.seats, view_.viewer);
  }

  bool phase() {
    if (at_.accept_word("ready")) return view_.phase = Phase::Ready, true;
    if (at_.accept_word("running")) return view_.phase = Phase::Running, true;
    if (at_.accept_word("blocked")) return view_.phase = Phase::Blocked, true;
    if (!at_.accept_word("won")) return at_.fail("ready, running, won or blocked");
    view_.phase = Phase::Won;
    return parse_seat(at_, rules_.seats, view_.winner);
  }

  // They follow from the rules and the course: read over.
  bool texts() {
    std::string text;
    while (!at_.at_line_end())
      if (!at_.quoted_text(text, "a text in quotes")) return false;
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
    const std::string wanted = std::to_string(seat + 1);
    if (!at_.accept_word(wanted)) return at_.fail(wanted + ", the next seat");
    Hand& known = view_.known.cards[seat];
    int count = 0;
    for (; !at_.at_line_end(); ++count) {
      Card card = kNoCard;
      if (count == rules_.deck_size) return at_.fail("no more cards than the deck has");
      if (at_.accept_word("?")) continue;
      if (!parse_card(at_, rules_, card)) return false;
      if (known.count(card) == kCopiesMax) return at_.fail("no more cards of a kind than the deck has");
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
    return view_.marks[seat] = static_cast<std::uint8_t>(read), true;
  }

  bool per_seat(std::array<std::int32_t, kSeatsMax>& out) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(rules_.seats); ++k)
      if (!at_.number(out[k], -kScoreMax, kScoreMax, "a score for each seat")) return false;
    return true;
  }

  static bool is_part_of(const Hand& part, const Hand& whole) {
    bool inside = true;
    for_each_kind(part.has, [&](Card card) { inside &= part.count(card) <= whole.count(card); });
    return inside;
  }

  // What no table can look like, in words; null if it can.
  const char* impossible() const {
    for (const char* wrong : {wrong_cards(), wrong_table(), wrong_step(), wrong_question(), wrong_own()})
      if (wrong) return wrong;
    return nullptr;
  }

  const char* wrong_cards() const {
    const Known& known = view_.known;
    std::array<int, kKindsMax> seen{};
    int cards = view_.pile + view_.discards;
    for (Seat k = 0; k < rules_.seats; ++k) {
      for_each_card(known.cards[k], [&](Card card) { ++seen[card]; });
      if (!is_part_of(known.since[k], known.cards[k])) return "expected `since` cards to be in the hand";
      cards += view_.count[k];
    }
    for_each_card(known.laid, [&](Card card) { ++seen[card]; });
    for (int i = 0; i < rules_.deck_size; ++i) --seen[rules_.deck[static_cast<std::size_t>(i)]];
    for (int n : seen)
      if (n > 0) return "expected no more cards of a kind than the deck has";
    if (cards != (view_.phase == Phase::Ready ? 0 : rules_.deck_size))
      return "expected as many cards as the deck has, and none before the first deal";
    if (known.laid.size() != view_.discards) return "expected as many cards in `laid` as `discards` says";
    if (view_.top == kNoCard ? view_.discards > 0 : !known.laid.holds(view_.top))
      return "expected the top card to be one of `laid`";
    return nullptr;
  }

  const char* wrong_table() const {
    const Color color = view_.top == kNoCard ? Color::None : rules_.cards[view_.top].color;
    if (color != Color::None && color != view_.color) return "expected the colour of the top card";
    for (Seat k = 0; k < rules_.seats; ++k) {
      if (running() && view_.count[k] == 0) return "expected a card in each hand while the hand runs";
      if ((view_.owes & seat_bit(k)) && view_.count[k] != 1) return "expected one card where a call is owed";
    }
    if (running() && (view_.top == kNoCard || view_.champions))
      return "expected a top card and no champions while the hand runs";
    for (std::size_t c = 0; c < kColors; ++c) {
      const bool exists = std::count(rules_.powers.begin(), rules_.powers.end(), static_cast<Color>(c)) > 0;
      if (view_.power[c] != kNoSeat && !exists) return "expected powers that this edition has";
    }
    return nullptr;
  }

  // What is asked, and what belongs to that question and to no other.
  const char* wrong_question() const {
    const Await await = view_.await;
    const Course& course = view_.course;
    if (running() != (await.kind != Awaits::None))
      return "expected somebody to be awaited while the hand runs, and nobody otherwise";
    if (own_turn(await.kind) && await.seat != course.turn) return "expected `turn` to name who is awaited";
    const bool drew = await == Await{Awaits::Drawn, view_.viewer};
    if (drew != (view_.drawn != 0) || (course.may_keep && !drew))
      return "expected `drawn` and `may-keep` where the viewer has drawn, and only there";
    const bool bluff = view_.top != kNoCard && may_be_bluff(rules_, view_.top);
    if (course.accused != kNoSeat && !bluff) return "expected `accused` under a card that can be challenged";
    if (bluff && await.kind == Awaits::Challenge &&
        (course.accused == kNoSeat || course.accused == await.seat))
      return "expected `accused` and another seat where there is something to challenge";
    return nullptr;
  }

  // An answer goes on from the step that asked.
  const char* wrong_step() const {
    const Agenda& agenda = view_.course.agenda;
    const Awaits kind = view_.await.kind;
    if (kind == Awaits::None || own_turn(kind)) return nullptr;
    if (asks(rules_.steps[agenda.step].op) != kind) return "expected `step` to be one that asks this";
    return agenda.next == kNoSeat ? "expected a `target` while a card runs" : nullptr;
  }

  const char* wrong_own() const {
    if (view_.viewer == kSpectator) return nullptr;
    const Hand& own = view_.known.cards[view_.viewer];
    if (own.size() != view_.count[view_.viewer]) return "expected the viewer's own hand without `?`";
    return view_.drawn & ~own.has ? "expected what was drawn in the hand" : nullptr;
  }

  bool running() const { return view_.phase == Phase::Running; }
  // Asked for the turn itself, by no card.
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
