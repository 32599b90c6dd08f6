#include "clients/terminal/deal_show.hpp"

#include <algorithm>

#include "clients/terminal/screen.hpp"

namespace comodin {
namespace {

using namespace theme;

constexpr Millis kDeafMs = 400;
constexpr int kTieMs = 1200, kDealMs = 1900;  // to read a round that is drawn again; to read who deals
constexpr int kHeadRows = 4, kFootRows = 4;

// Cards side by side below their players' names, as large as all of them fit.
struct Places {
  CardSize size = CardSize::Large;
  int columns = 1, pitch = 1, height = 1;
};

Places lay_places(const Rect& area, int seats) {
  for (const CardSize size : {CardSize::Large, CardSize::Small}) {
    const auto [w, h] = box_of(size);
    const int pitch = w + 3, in_a_row = std::max(1, area.w / pitch), height = h + 2;
    const int rows = (seats + in_a_row - 1) / in_a_row;
    if (size == CardSize::Small || rows * height <= area.h)
      return {size, (seats + rows - 1) / rows, pitch, height};
  }
  return {};
}

// The card that each seat drew last.
std::vector<Card> last_cards(const DealDraw& draw, std::size_t rounds) {
  std::vector<Card> out(draw.rounds.front().size(), kNoCard);
  for (std::size_t k = 0; k < rounds; ++k)
    for (const auto& [seat, card] : draw.rounds[k]) out[seat] = card;
  return out;
}

// "A tie, once more: you, Paco"; their cards are to be seen.
std::string who_again(const Words& words, const std::vector<DealDraw::Taken>& round) {
  std::string names;
  for (const auto& taken : round) names += (names.empty() ? "" : ", ") + words.seat(taken.seat);
  return words.say()("event.draw_again", {names});
}

}  // namespace

Millis DealShow::tick(Millis now, Speed speed) {
  const auto lasts = [&] { return at_speed(shown_ < draw_.rounds.size() ? kTieMs : kDealMs, speed); };
  if (!on()) return now < deaf_until_ ? deaf_until_ : LiveGame::kNever;
  if (speed == Speed::Instant) {
    skip();
    return LiveGame::kNever;
  }
  if (next_at_ == 0) next_at_ = now + lasts();
  if (now < next_at_) return next_at_;
  if (shown_ == draw_.rounds.size()) {
    skip();
    deaf_until_ = now + kDeafMs;
    return deaf_until_;
  }
  ++shown_;
  next_at_ = now + lasts();
  return next_at_;
}

void DealShow::draw(const RuleSet& rules, const Words& words, const std::vector<SeatLabel>& seats,
                    const std::string& title, Surface& out) const {
  const Catalogue& say = words.say();
  const Rect area = draw_frame(out, title, {key_button("Enter", say("key.go_on"), {.key = Stroke::Enter})});
  out.clickable(out.grid.area(), {.key = Stroke::Enter});
  Grid& grid = out.grid;
  grid.put(area.x, area.y, say("table.draw_for_deal"), kAccent);
  draw_text(grid, {area.x, area.y + 1, area.w, 2}, say("table.draw_highest"), kQuiet);
  const std::vector<Card> cards = last_cards(draw_, shown_);
  const bool ends = shown_ == draw_.rounds.size();
  const auto& round = draw_.rounds[shown_ - 1];
  const Rect middle{area.x, area.y + kHeadRows, area.w, area.h - kHeadRows - kFootRows};
  const Places places = lay_places(middle, static_cast<int>(cards.size()));
  int bottom = middle.y;
  for (std::size_t k = 0; k < cards.size(); ++k) {
    const int column = static_cast<int>(k) % places.columns, row = static_cast<int>(k) / places.columns;
    const int x = middle.x + column * places.pitch, y = middle.y + row * places.height;
    const bool draws =
        std::any_of(round.begin(), round.end(), [&](const auto& taken) { return taken.seat == k; });
    const bool deals = ends && draw_.dealer == k;
    grid.put(x, y, shortened(seats[k].name, places.pitch - 1), deals ? kAccent : draws ? kStrong : kQuiet);
    draw_card(grid, x, y + 1, places.size, words, rules, cards[k],
              {.can = draws, .chosen = deals, .asked = !draws});
    bottom = y + places.height;
  }
  if (shown_ > 1) bottom += draw_text(grid, {area.x, bottom, area.w, 2}, who_again(words, round), kPlain);
  if (ends) grid.put(area.x, bottom, words.deals(draw_.dealer), kAccent);
}

}  // namespace comodin
