// Cards, hands and moves as text: `r7`, `W4`, `2 play Wp g power red uno`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "notation/tokens.hpp"

namespace comodin {

const std::string& card_name(const RuleSet& rules, Card card);
Card find_card(const RuleSet& rules, std::string_view name);  // kNoCard if the deck has no such card

std::string hand_text(const RuleSet& rules, const Hand& hand);  // "r7 r7 W4", in order of kinds
std::string cards_text(const RuleSet& rules, const std::vector<Card>& cards);

bool parse_card(Cursor& at, const RuleSet& rules, Card& out);
bool parse_cards(Cursor& at, const RuleSet& rules, std::vector<Card>& out);  // up to the line's end
std::string seat_text(Seat seat);                                            // "1"
bool parse_seat(Cursor& at, int seats, Seat& out);                           // 1 … seats
bool parse_color_letter(Cursor& at, Color& out);
bool parse_color_word(Cursor& at, Color& out);

// SEAT VERB …, up to the end of the line. Reads every move that can be written, legal or not.
bool parse_move(Cursor& at, const RuleSet& rules, Move& out);
std::string seated_move_text(const RuleSet& rules, const Move& move);
// A move without its seat, as clients read and write it: "play r7 uno".
std::string move_text(const RuleSet& rules, const Move& move);
// False: the text is not a move.
bool read_move(const RuleSet& rules, Seat seat, const std::string& text, Move& out);

std::string_view direction_word(Direction direction);  // "left", "right"
std::string_view awaits_word(Awaits kind);
bool parse_awaits(Cursor& at, Awaits& out);

}  // namespace comodin
