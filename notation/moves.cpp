#include "notation/moves.hpp"

#include <array>

#include "notation/rule.hpp"

namespace comodin {
namespace {

constexpr std::array<std::string_view, kVerbs> kVerbWords = {
    "play",    "draw", "keep",   "accept",  "challenge", "color", "power", "throw", "stop", "flip",
    "discard", "vote", "choose", "confirm", "swap",      "uno",   "catch", "give",  "jump"};

constexpr std::array<std::string_view, 13> kAwaitsWords = {
    "none",   "turn",    "drawn", "challenge", "color",   "power", "throw",
    "second", "discard", "vote",  "choice",    "confirm", "swap"};

bool parse_play(Cursor& at, const RuleSet& rules, Move& out) {
  if (!parse_card(at, rules, out.what)) return false;
  if (color_of_letter(at.peek().text) != Color::None && !parse_color_letter(at, out.color)) return false;
  if (at.accept_word("power") && !parse_color_word(at, out.power)) return false;
  if (at.accept_word("uno")) out.uno = 1;
  if (!at.at_line_end()) return at.fail("move.play_rest"_fault);
  return true;
}

bool parse_vote(Cursor& at, Move& out) {
  return at.accept_word("yes", out.what, 1) || at.accept_word("no", out.what, 0) ||
         at.fail_either("yes", "no");
}

bool parse_arguments(Cursor& at, const RuleSet& rules, Move& out) {
  int number = 0;
  switch (out.verb) {
    case Verb::Play: return parse_play(at, rules, out);
    case Verb::Jump:
      if (!parse_card(at, rules, out.what)) return false;
      if (at.accept_word("uno")) out.uno = 1;
      return true;
    case Verb::Throw: return at.accept_word("none", out.what, kNoCard) || parse_card(at, rules, out.what);
    case Verb::Discard: return parse_card(at, rules, out.what);
    case Verb::Color: return parse_color_letter(at, out.color);
    case Verb::Power: return parse_color_word(at, out.power);
    case Verb::Catch:
    case Verb::Give:
    case Verb::Swap: return parse_seat(at, rules.seats, out.what);
    case Verb::Vote: return parse_vote(at, out);
    case Verb::Choose:
      if (!at.number(number, 0, 99)) return false;
      out.what = static_cast<std::uint8_t>(number);
      return true;
    default: return true;
  }
}

}  // namespace

const std::string& card_name(const RuleSet& rules, Card card) { return rules.names[card]; }

Card find_card(const RuleSet& rules, std::string_view name) {
  for (std::size_t k = 0; k < rules.names.size(); ++k)
    if (rules.names[k] == name) return static_cast<Card>(k);
  return kNoCard;
}

std::string hand_text(const RuleSet& rules, const Hand& hand) {
  std::string out;
  for_each_card(hand, [&](Card card) { (out += out.empty() ? "" : " ") += card_name(rules, card); });
  return out;
}

std::string cards_text(const RuleSet& rules, const std::vector<Card>& cards) {
  std::string out;
  for (Card card : cards) (out += out.empty() ? "" : " ") += card_name(rules, card);
  return out;
}

bool parse_card(Cursor& at, const RuleSet& rules, Card& out) {
  if (at.peek().kind != TokenKind::Word) return at.fail("move.card"_fault);
  out = find_card(rules, at.peek().text);
  if (out == kNoCard) return at.fail("move.card_of_deck"_fault, {rules.edition.id});
  at.next();
  return true;
}

bool parse_cards(Cursor& at, const RuleSet& rules, std::vector<Card>& out) {
  while (!at.at_line_end()) {
    Card card = kNoCard;
    if (!parse_card(at, rules, card)) return false;
    if (out.size() == kCardsMax) return at.fail("move.cards"_fault);
    out.push_back(card);
  }
  return true;
}

std::string seat_text(Seat seat) { return std::to_string(seat + 1); }

bool parse_seat(Cursor& at, int seats, Seat& out) {
  int number = 0;
  if (!at.number(number, 1, seats, "expected.seat"_fault)) return false;
  out = static_cast<Seat>(number - 1);
  return true;
}

bool parse_color_letter(Cursor& at, Color& out) {
  out = color_of_letter(at.peek().text);
  if (at.peek().kind != TokenKind::Word || out == Color::None) return at.fail("move.color_letter"_fault);
  at.next();
  return true;
}

bool parse_color_word(Cursor& at, Color& out) {
  out = color_of_word(at.peek().text);
  if (at.peek().kind != TokenKind::Word || out == Color::None)
    return at.fail_either("red, yellow, green", "blue");
  at.next();
  return true;
}

bool parse_move(Cursor& at, const RuleSet& rules, Move& out) {
  out = {};
  if (!parse_seat(at, rules.seats, out.seat)) return false;
  for (std::size_t i = 0; i < kVerbWords.size(); ++i) {
    if (!at.accept_word(kVerbWords[i])) continue;
    out.verb = static_cast<Verb>(i);
    if (!parse_arguments(at, rules, out)) return false;
    return at.at_line_end() || at.fail("expected.line_end"_fault);
  }
  return at.fail("move.move"_fault, {"play, draw, keep, accept, challenge, uno, catch, color, power, throw, "
                                     "stop, flip, give, discard, vote, choose, confirm, jump",
                                     "swap"});
}

std::string seated_move_text(const RuleSet& rules, const Move& move) {
  return seat_text(move.seat) + " " + move_text(rules, move);
}

std::string move_text(const RuleSet& rules, const Move& move) {
  std::string out(kVerbWords[static_cast<std::size_t>(move.verb)]);
  switch (move.verb) {
    case Verb::Throw: return out + " " + (move.what == kNoCard ? "none" : card_name(rules, move.what));
    case Verb::Play:
    case Verb::Discard:
    case Verb::Jump: out += " " + card_name(rules, move.what); break;
    case Verb::Catch:
    case Verb::Give:
    case Verb::Swap: return out + " " + std::to_string(move.what + 1);
    case Verb::Vote: return out + (move.what ? " yes" : " no");
    case Verb::Choose: return out + " " + std::to_string(move.what);
    case Verb::Power: return out + " " + std::string(color_word(move.power));
    default: break;
  }
  if (move.color != Color::None) (out += ' ') += color_letter(move.color);
  if (move.power != Color::None) (out += " power ") += color_word(move.power);
  return move.uno ? out + " uno" : out;
}

std::string_view direction_word(Direction direction) {
  return direction == Direction::Left ? "left" : "right";
}

std::string_view awaits_word(Awaits kind) { return kAwaitsWords[static_cast<std::size_t>(kind)]; }

bool parse_awaits(Cursor& at, Awaits& out) {
  for (std::size_t i = 1; i < kAwaitsWords.size(); ++i)
    if (at.accept_word(kAwaitsWords[i], out, static_cast<Awaits>(i))) return true;
  return at.fail_either("turn, drawn, challenge, color, power, throw, second, discard, vote, choice, confirm",
                        "swap");
}

bool read_move(const RuleSet& rules, Seat seat, const std::string& text, Move& out) {
  std::vector<Token> tokens;
  if (text.find('\n') != std::string::npos || tokenize(seat_text(seat) + " " + text, tokens)) return false;
  Cursor at(tokens);
  return parse_move(at, rules, out) && at.line_end() && at.at_end() && out.seat == seat;
}

}  // namespace comodin
