#include "bots/answers.hpp"

namespace comodin {
namespace {

constexpr Verb kBare[] = {Verb::Draw, Verb::Keep, Verb::Accept, Verb::Challenge,
                          Verb::Stop, Verb::Flip, Verb::Confirm};

void list_cards(const Question& question, std::vector<Move>& out) {
  const Choices& may = question.choices;
  for_each_kind(may.cards, [&](Card card) {
    const CardInfo& info = question.rules.cards[card];
    const bool plays = may.with_cards == Verb::Play;
    const bool names = plays && (question.rules.names_color & bit(card));
    const bool picks = plays && info.picks_power;
    for (int color = 0; color < (names ? kColors : 1); ++color)
      for (int power = 0; power < (picks ? kColors : 1); ++power)
        out.push_back({may.with_cards, question.seat(), card, names ? static_cast<Color>(color) : Color::None,
                       picks ? static_cast<Color>(power) : Color::None,
                       static_cast<std::uint8_t>(may.with_cards == Verb::Play ? may.uno : 0)});
  });
}

}  // namespace

void list_answers(const Question& question, std::vector<Move>& out) {
  const Choices& may = question.choices;
  const Seat seat = question.seat();
  out.clear();
  list_cards(question, out);
  for (const Verb verb : kBare)
    if (may.has(verb)) out.push_back({verb, seat});
  if (may.has(Verb::Throw)) out.push_back({Verb::Throw, seat, kNoCard});
  for (int color = 0; color < kColors; ++color) {
    const auto named = static_cast<Color>(color);
    if (may.has(Verb::Color)) out.push_back({.verb = Verb::Color, .seat = seat, .color = named});
    if (may.has(Verb::Power)) out.push_back({.verb = Verb::Power, .seat = seat, .power = named});
  }
  for (std::uint8_t yes = 0; yes < 2; ++yes)
    if (may.has(Verb::Vote)) out.push_back({Verb::Vote, seat, yes});
  for (int k = 1; k <= may.branches; ++k) out.push_back({Verb::Choose, seat, static_cast<std::uint8_t>(k)});
  for (Seat k = 0; k < question.rules.seats; ++k) {
    if (!(may.seats & seat_bit(k))) continue;
    if (may.has(Verb::Swap)) out.push_back({Verb::Swap, seat, k});
    else out.push_back({Verb::Choose, seat, static_cast<std::uint8_t>(k + 1)});
  }
}

}  // namespace comodin
