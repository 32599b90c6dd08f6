// Sets up positions and prints scenarios.
#include "notation/scenario.hpp"

#include <algorithm>

#include "engine/match.hpp"
#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin {

State position(const Setup& setup) {
  const RuleSet& rules = *setup.rules;
  State s;
  s.key = setup.seed;
  s.phase = Phase::Running;
  s.rounds = s.shuffles = 1;
  s.direction = setup.direction.value_or(rules.edition.direction);
  s.dealer = setup.dealer.value_or(static_cast<Seat>(rules.seats - 1));
  s.power = setup.power;
  s.hyper = setup.hyper;
  std::copy(setup.scores.begin(), setup.scores.end(), s.scores.begin());

  Hand rest;
  for (int i = 0; i < rules.deck_size; ++i) rest.add(rules.deck[static_cast<std::size_t>(i)]);
  for (std::size_t k = 0; k < setup.hands.size(); ++k) {
    if (!setup.hands[k]) continue;
    for (Card card : *setup.hands[k]) {
      s.hands[k].add(card);
      rest.remove(card);
    }
    s.count[k] = static_cast<std::uint8_t>(setup.hands[k]->size());
  }
  for (Card card : setup.discard) {
    s.cards[static_cast<std::size_t>(kCardsMax - ++s.discards)] = card;
    rest.remove(card);
  }
  for (Card card : setup.pile) rest.remove(card);
  if (!setup.rest_none) {
    for_each_card(rest, [&](Card card) { s.cards[s.pile++] = card; });
    s.loose = s.pile;
    s.stream = split(s.key, kDeck);
  }
  for (auto card = setup.pile.rbegin(); card != setup.pile.rend(); ++card) s.cards[s.pile++] = *card;

  if (setup.start == Start::Turn) {
    s.turn = setup.turn;
    s.next = seat_after(rules, s.turn, s.direction);
    s.await = {Awaits::Turn, s.turn};
    const Color top = rules.cards[s.top()].color;
    s.color = top == Color::None ? setup.color : top;
    s.match = matching(rules, s.top(), s.color);
  }
  return s;
}

namespace {

std::string word_or_quoted(const std::string& text) {
  const bool plain =
      !text.empty() && text != "none" && text.find_first_of(" \t\"#:;{}|\\") == std::string::npos;
  return plain ? text : quoted(text);
}

std::string with_cards(const std::string& head, const RuleSet& rules, const std::vector<Card>& cards) {
  return cards.empty() ? head : head + " " + cards_text(rules, cards);
}

std::string custom_text(const Rule& rule) {
  if (!rule.name.empty()) return rule.name;
  return is_text_only(rule) ? quoted(rule.texts[0]) : "do " + quoted(print_rule(rule));
}

std::string print_check(const RuleSet& rules, const ScenarioLine& line) {
  const std::string seat = line.seat == kNoSeat ? "none" : seat_text(line.seat);
  const std::string number = std::to_string(line.number);
  const std::string color = line.color == Color::None ? "none" : std::string(1, color_letter(line.color));
  switch (line.kind) {
    case LineKind::Awaits:
      return "awaits " + seat + (line.seat == kNoSeat ? "" : " " + std::string(awaits_word(line.awaits)));
    case LineKind::Hand: return with_cards("hand " + seat, rules, line.cards);
    case LineKind::Count: return "count " + seat + " " + number;
    case LineKind::Top: return "top " + card_name(rules, line.card);
    case LineKind::Color: return "color " + color;
    case LineKind::Direction: return "direction " + std::string(direction_word(line.direction));
    case LineKind::Pile: return "pile " + number;
    case LineKind::Discards: return "discards " + number;
    case LineKind::Dealer: return "dealer " + seat;
    case LineKind::Power: return "power " + std::string(color_word(line.color)) + " " + seat;
    case LineKind::Hyperspeed: return "hyperspeed " + color;
    case LineKind::Mark:
      return "mark " + seat + " " + (line.text.empty() ? "none" : word_or_quoted(line.text));
    case LineKind::Owes: {
      std::string out = "owes";
      for (Seat k = 0; k < rules.seats; ++k)
        if (line.seats & seat_bit(k)) (out += ' ') += seat_text(k);
      return line.seats ? out : out + " none";
    }
    case LineKind::Knows: return with_cards("knows " + seat + " " + seat_text(line.other), rules, line.cards);
    case LineKind::Over: return "over " + seat;
    case LineKind::Blocked: return "blocked";
    case LineKind::Running: return "running";
    case LineKind::Points: return "points " + seat + " " + number;
    case LineKind::Score: return "score " + seat + " " + number;
    case LineKind::Champion: return "champion " + seat;
    default: return "?";
  }
}

}  // namespace

std::string print_line(const RuleSet& rules, const ScenarioLine& line) {
  switch (line.kind) {
    case LineKind::Move: return seated_move_text(rules, line.move);
    case LineKind::Reject: return "reject " + seated_move_text(rules, line.move);
    case LineKind::Deal: return "deal";
    case LineKind::RejectDeal: return "reject deal";
    case LineKind::ChancePile: return with_cards("chance pile", rules, line.cards);
    case LineKind::ChancePutBack: return "chance putback " + std::to_string(line.number);
    case LineKind::ChanceDealer: return with_cards("chance dealer", rules, line.cards);
    case LineKind::ChanceDealerSeat: return "chance dealer " + seat_text(line.seat);
    case LineKind::Can: return "expect can " + seated_move_text(rules, line.move);
    case LineKind::Cannot: return "expect cannot " + seated_move_text(rules, line.move);
    case LineKind::CanDeal: return "expect can deal";
    case LineKind::CannotDeal: return "expect cannot deal";
    default: return "expect " + print_check(rules, line);
  }
}

std::string print_setup(const Setup& s) {
  const RuleSet& rules = *s.rules;
  std::string out;
  const auto line = [&](const std::string& text) { (out += text) += '\n'; };
  if (!s.clauses.empty()) {
    std::string clauses = "rules";
    for (const std::string& clause : s.clauses) (clauses += ' ') += clause;
    line(clauses);
  }
  if (s.version > 1) line("version " + std::to_string(s.version));
  line("edition " + word_or_quoted(s.edition));
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (rules.edition.uses(option) && info(option).since <= s.version)
      line("option " + std::string(info(option).name) + " " + option_value(rules.options, option));
  }
  line("players " + std::to_string(rules.seats));
  for (std::size_t k = 0; k < s.names.size(); ++k)
    if (!s.names[k].empty()) line("seat " + std::to_string(k + 1) + " " + quoted(s.names[k]));
  line("seed " + std::to_string(s.seed));
  for (std::size_t k = 0; k < rules.custom_rules.size(); ++k)
    line("custom " + rules.edition.custom()->text + std::to_string(k + 1) + " " +
         custom_text(rules.custom_rules[k]));
  if (s.dealer) line("dealer " + seat_text(*s.dealer));
  if (s.start == Start::Turn) line("turn " + seat_text(s.turn));
  else line(s.start == Start::Begin ? "begin" : "begin draw");
  if (s.direction) line("direction " + std::string(direction_word(*s.direction)));
  if (!s.scores.empty()) {
    std::string scores = "scores";
    for (int score : s.scores) (scores += ' ') += std::to_string(score);
    line(scores);
  }
  for (std::size_t k = 0; k < s.hands.size(); ++k)
    if (s.hands[k]) line(with_cards("hand " + std::to_string(k + 1), rules, *s.hands[k]));
  if (!s.pile.empty()) line(with_cards("pile", rules, s.pile));
  if (s.rest_none) line("rest none");
  if (!s.discard.empty()) line(with_cards("discard", rules, s.discard));
  if (s.color != Color::None) line(std::string("color ") + color_letter(s.color));
  if (s.hyper != Color::None) line(std::string("hyperspeed ") + color_letter(s.hyper));
  for (int c = 0; c < kColors; ++c)
    if (s.power[static_cast<std::size_t>(c)] != kNoSeat)
      line("power " + std::string(color_word(static_cast<Color>(c))) + " " +
           seat_text(s.power[static_cast<std::size_t>(c)]));
  return out;
}

std::string print_scenario(const Scenario& scenario) {
  std::string out = "scenario " + quoted(scenario.name) + "\n" + print_setup(scenario.setup);
  for (const ScenarioLine& line : scenario.lines) (out += print_line(*scenario.setup.rules, line)) += '\n';
  return out;
}

}  // namespace comodin
