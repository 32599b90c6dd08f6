#include "notation/view_text.hpp"

#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

std::string seat_line(const RuleSet& rules, const View& view, Seat seat) {
  const int known = view.known.cards[seat].size();
  std::string line = view.await.seat == seat ? "> " : "  ";
  line += "seat " + seat_text(seat) + (seat < 9 ? "  " : " ");
  std::string cards = hand_text(rules, view.known.cards[seat]);
  for (int hidden = view.count[seat] - known; hidden > 0; --hidden)
    (cards += cards.empty() ? "" : " ") += "?";
  line += "(" + std::to_string(view.count[seat]) + ") " + cards;
  for (int c = 0; c < kColors; ++c)
    if (view.power[static_cast<std::size_t>(c)] == seat)
      (line += "  power ") += color_word(static_cast<Color>(c));
  for (std::size_t i = 0; i < rules.marks.size(); ++i)
    if (view.marks[seat] >> i & 1) line += "  [" + rules.marks[i] + "]";
  if (view.owes & seat_bit(seat)) line += "  owes UNO";
  return line;
}

std::string table_line(const RuleSet& rules, const View& view) {
  std::string line = "  top " + (view.top == kNoCard ? "none" : card_name(rules, view.top));
  if (view.color != Color::None) (line += "  color ") += color_word(view.color);
  line += view.direction == Direction::Left ? "  direction left" : "  direction right";
  line += "  pile " + std::to_string(view.pile) + "  discards " + std::to_string(view.discards);
  line += "  dealer " + seat_text(view.dealer);
  if (view.hyper != Color::None) (line += "  hyperspeed ") += color_word(view.hyper);
  if (view.sum) line += "  to draw " + std::to_string(view.sum);
  if (view.hands_up) line += "  hands up";
  return line;
}

std::string state_line(const RuleSet& rules, const View& view) {
  if (view.phase == Phase::Running)
    return "  awaits " + seat_text(view.await.seat) + " " + std::string(awaits_word(view.await.kind));
  std::string line = view.phase == Phase::Blocked ? "  blocked" : "  won by " + seat_text(view.winner);
  line += "  scores";
  for (Seat k = 0; k < rules.seats; ++k) line += " " + std::to_string(view.scores[k]);
  for (Seat k = 0; k < rules.seats; ++k)
    if (view.champions & seat_bit(k)) line += "  champion " + std::to_string(k + 1);
  return line;
}

}  // namespace

View open_view(const RuleSet& rules, const State& state, const Knowledge& knowledge) {
  View open = view(state, knowledge, kSpectator);
  for (Seat k = 0; k < rules.seats; ++k) open.known.cards[k] = state.hands[k];
  return open;
}

std::string view_text(const RuleSet& rules, const View& view) {
  std::string text;
  for (Seat k = 0; k < rules.seats; ++k) text += seat_line(rules, view, k) + "\n";
  return text + table_line(rules, view) + "\n" + state_line(rules, view) + "\n";
}

}  // namespace comodin
