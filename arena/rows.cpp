#include "arena/rows.hpp"

#include <algorithm>

#include "bots/hand_points.hpp"
#include "programs/exec_bot.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kBotPurpose = 1000;  // the bots' own streams of a deal's key

std::int64_t& at(std::span<std::int64_t> row, int column) { return row[static_cast<std::size_t>(column)]; }

}  // namespace

Rows::Rows(const Plan& plan, const Schedule& schedule, const RuleSet& rules)
    : plan_(plan), schedule_(schedule), rules_(rules) {}

bool Rows::make_bots(const BotFactory& make, bool timing, std::string& why) {
  bots_.resize(schedule_.entrants.size());
  timings_.resize(timing ? schedule_.entrants.size() : 0);
  for (const LineUp& line_up : schedule_.line_ups)
    for (std::size_t slot = 0; slot < line_up.entrants.size(); ++slot) {
      const auto entrant = static_cast<std::size_t>(line_up.entrants[slot]);
      while (bots_[entrant].size() < static_cast<std::size_t>(line_up.copies[slot])) {
        std::unique_ptr<Bot> bot = make(schedule_.entrants[entrant], why);
        if (!bot) return false;
        if (const Lapses* lapses = lapses_of(*bot)) programs_.push_back({entrant, lapses, {}});
        if (timing) bot = std::make_unique<TimedBot>(std::move(bot), timings_[entrant]);
        bots_[entrant].push_back(std::move(bot));
      }
    }
  return true;
}

bool Rows::seat(const BotFactory& make, bool timing, std::string& why) {
  if (!make_bots(make, timing, why)) return false;
  const auto players = static_cast<std::size_t>(plan_.players);
  for (const LineUp& line_up : schedule_.line_ups)
    for (std::size_t rotation = 0; rotation < static_cast<std::size_t>(schedule_.rotations); ++rotation) {
      std::vector<std::size_t> slot_of(players), taken(line_up.entrants.size());
      std::vector<Bot*> seats(players);
      for (std::size_t position = 0; position < players; ++position) {
        const auto slot = static_cast<std::size_t>(line_up.slot_at[position]);
        const auto entrant = static_cast<std::size_t>(line_up.entrants[slot]);
        const std::size_t sits = (position + rotation) % players;
        slot_of[sits] = slot;
        seats[sits] = bots_[entrant][taken[slot]++].get();
      }
      seated_.push_back(std::unique_ptr<SeatedLineUp>(
          new SeatedLineUp{line_up, slot_of, rotation, Croupier(rules_, seats)}));
    }
  return true;
}

std::vector<Timing> Rows::take_timings() {
  std::vector<Timing> out = timings_;
  for (Timing& timing : timings_) timing = {};
  return out;
}

std::map<std::size_t, Lapses> Rows::take_lapses() {
  std::map<std::size_t, Lapses> out;
  for (auto& [entrant, lapses, taken] : programs_) {
    out[entrant].add(lapses->since(taken));
    taken = *lapses;
  }
  return out;
}

void Rows::count_hand(const SeatedLineUp& seated, std::span<std::int64_t> row) const {
  const State& state = seated.croupier.state();
  const LineUp& line_up = seated.line_up;
  const SeatSet winners = winners_of(rules_, state);
  ++at(row, line_up.hands());
  if (!winners) ++at(row, line_up.blocked());
  const std::int64_t share = winners ? kWhole / std::popcount(winners) : 0;
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    const std::size_t slot = seated.slot_of[seat];
    at(row, line_up.points(slot)) += hand_points(rules_, state, seat);
    if (winners & seat_bit(seat)) at(row, line_up.hand_wins(slot)) += share;
  }
}

void Rows::count_match(const SeatedLineUp& seated, std::span<std::int64_t> row) const {
  const SeatSet champions = seated.croupier.state().champions;
  if (!champions) ++at(row, seated.line_up.unfinished());
  for (Seat seat = 0; seat < rules_.seats; ++seat)
    if (champions & seat_bit(seat))
      at(row, seated.line_up.match_wins(seated.slot_of[seat])) += kWhole / std::popcount(champions);
}

void Rows::play_game(SeatedLineUp& seated, Key key, std::span<std::int64_t> row) {
  Croupier& croupier = seated.croupier;
  croupier.begin(key, split(key, kBotPurpose, seated.rotation));
  const int hands_max = plan_.unit == Unit::Hands ? 1 : kMatchHandsMax;
  for (int hand = 0; hand < hands_max && !croupier.state().champions; ++hand) {
    croupier.play_hand();
    count_hand(seated, row);
  }
  if (plan_.unit == Unit::Matches) count_match(seated, row);
}

std::uint64_t Rows::play(std::uint64_t deal, std::span<std::int64_t> row) {
  std::fill(row.begin(), row.end(), 0);
  const Key key = split(plan_.seed, deal);
  for (const auto& seated : seated_) play_game(*seated, key, row);
  std::uint64_t hands = 0;
  for (const LineUp& line_up : schedule_.line_ups)
    hands += static_cast<std::uint64_t>(at(row, line_up.hands()));
  return hands;
}

}  // namespace comodin
