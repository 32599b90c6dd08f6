#include "arena/results.hpp"

#include <algorithm>

#include "arena/rating.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kCurveFrom = 16;  // deals; before that the curve jumps about

using Row = std::span<const std::int64_t>;

double at(Row sums, int column) { return static_cast<double>(sums[static_cast<std::size_t>(column)]); }
double wins_at(Row sums, int column) { return at(sums, column) / static_cast<double>(kWhole); }

// Where each figure stands in the list that is bootstrapped.
struct Places {
  std::size_t n;  // bots
  std::size_t points(std::size_t bot) const { return bot; }
  std::size_t net(std::size_t bot) const { return n + bot; }
  std::size_t hand_wins(std::size_t bot) const { return 2 * n + bot; }
  std::size_t match_wins(std::size_t bot) const { return 3 * n + bot; }
  std::size_t rating(std::size_t bot) const { return 4 * n + bot; }
  std::size_t pair_net(std::size_t row, std::size_t column) const { return 5 * n + row * n + column; }
  std::size_t pair_wins(std::size_t row, std::size_t column) const { return pair_net(row, column) + n * n; }
  std::size_t size() const { return 5 * n + 2 * n * n; }
};

// What one bot did in all its line-ups.
struct BotSums {
  double hands = 0, matches = 0, points = 0, net = 0, hand_wins = 0, match_wins = 0;
};

// What two bots did where they met: one number for each pair of their seats.
struct PairSums {
  double hands = 0, more = 0;  // points of the first minus those of the second
  double wins = 0, losses = 0;
};

class Computer {
 public:
  Computer(const Plan& plan, const Schedule& schedule, const std::map<std::size_t, Lapses>& lapses)
      : plan_(plan), places_{schedule.entrants.size()} {
    const auto absent = [&](int entrant) {
      const auto found = lapses.find(static_cast<std::size_t>(entrant));
      return found != lapses.end() && found->second.never_played();
    };
    for (const LineUp& line_up : schedule.line_ups)
      if (std::none_of(line_up.entrants.begin(), line_up.entrants.end(), absent))
        line_ups_.push_back(line_up);
  }

  const Places& places() const { return places_; }

  // In a line-up of n seats: own points minus the mean of the n - 1 others.
  BotSums bot(Row sums, std::size_t entrant) const {
    BotSums out;
    for (const LineUp& line_up : line_ups_) {
      double all = 0;
      for (std::size_t slot = 0; slot < line_up.entrants.size(); ++slot)
        all += at(sums, line_up.points(slot));
      for (std::size_t slot = 0; slot < line_up.entrants.size(); ++slot) {
        if (static_cast<std::size_t>(line_up.entrants[slot]) != entrant) continue;
        const double points = at(sums, line_up.points(slot));
        out.hands += line_up.copies[slot] * at(sums, line_up.hands());
        out.matches += line_up.copies[slot] * (matches(sums, line_up));
        out.points += points;
        out.net += (plan_.players * points - line_up.copies[slot] * all) / (plan_.players - 1);
        out.hand_wins += wins_at(sums, line_up.hand_wins(slot));
        out.match_wins += wins_at(sums, line_up.match_wins(slot));
      }
    }
    return out;
  }

  void operator()(Row sums, std::span<double> out) const {
    for (std::size_t k = 0; k < places_.n; ++k) {
      const BotSums bot_sums = bot(sums, k);
      out[places_.points(k)] = bot_sums.points / bot_sums.hands;
      out[places_.net(k)] = bot_sums.net / bot_sums.hands;
      out[places_.hand_wins(k)] = bot_sums.hand_wins / bot_sums.hands;
      out[places_.match_wins(k)] = bot_sums.match_wins / bot_sums.matches;
    }
    pairs(sums, out);
  }

  std::vector<double> net(Row sums) const {
    std::vector<double> out;
    for (std::size_t k = 0; k < places_.n; ++k) {
      const BotSums bot_sums = bot(sums, k);
      out.push_back(bot_sums.net / bot_sums.hands);
    }
    return out;
  }

 private:
  // Unfinished matches have no champion, and none is shared: what is left is decided.
  double matches(Row sums, const LineUp& line_up) const {
    double wins = 0;
    for (std::size_t slot = 0; slot < line_up.entrants.size(); ++slot)
      wins += wins_at(sums, line_up.match_wins(slot));
    return wins + at(sums, line_up.unfinished());
  }

  // Whoever wins has beaten every other seat.
  void meet(Row sums, const LineUp& line_up, std::size_t a, std::size_t b, PairSums& out) const {
    const bool by_match = plan_.unit == Unit::Matches;
    const auto won = [&](std::size_t slot) {
      return wins_at(sums, by_match ? line_up.match_wins(slot) : line_up.hand_wins(slot));
    };
    const double seats_a = line_up.copies[a], seats_b = line_up.copies[b];
    out.hands += seats_a * seats_b * at(sums, line_up.hands());
    out.more += seats_b * at(sums, line_up.points(a)) - seats_a * at(sums, line_up.points(b));
    out.wins += seats_b * won(a);
    out.losses += seats_a * won(b);
  }

  void pairs(Row sums, std::span<double> out) const {
    const std::size_t n = places_.n;
    std::vector<PairSums> met(n * n);
    for (const LineUp& line_up : line_ups_)
      for (std::size_t a = 0; a < line_up.entrants.size(); ++a)
        for (std::size_t b = 0; b < line_up.entrants.size(); ++b)
          if (a != b)
            meet(sums, line_up, a, b,
                 met[static_cast<std::size_t>(line_up.entrants[a]) * n +
                     static_cast<std::size_t>(line_up.entrants[b])]);
    rate(met, out);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        const PairSums& pair = met[a * n + b];
        out[places_.pair_net(a, b)] = pair.more / pair.hands;
        out[places_.pair_wins(a, b)] = pair.wins / (pair.wins + pair.losses);
      }
    }
  }

  // Whoever has met nobody has no rating.
  void rate(const std::vector<PairSums>& met, std::span<double> out) const {
    const std::size_t n = places_.n;
    std::vector<std::size_t> rated;
    for (std::size_t a = 0; a < n; ++a) {
      const auto row = met.begin() + static_cast<std::ptrdiff_t>(a * n);
      out[places_.rating(a)] = std::numeric_limits<double>::quiet_NaN();
      if (n == 1 ||
          std::any_of(row, row + static_cast<std::ptrdiff_t>(n), [](auto& pair) { return pair.hands > 0; }))
        rated.push_back(a);
    }
    std::vector<double> wins;
    for (std::size_t a : rated)
      for (std::size_t b : rated) wins.push_back(met[a * n + b].wins);
    const std::vector<double> values = ratings(rated.size(), wins);
    for (std::size_t k = 0; k < rated.size(); ++k) out[places_.rating(rated[k])] = values[k];
  }

  const Plan& plan_;
  std::vector<LineUp> line_ups_;  // in which everybody played; the others tell nothing
  Places places_;
};

std::vector<CurvePoint> curve_of(const Tally& tally, const Computer& compute) {
  std::vector<CurvePoint> out;
  Sums so_far;
  for (const Sums& stretch : tally.stretches()) {
    so_far.add(stretch.deals, stretch.row);
    if (stretch.deals > 0 && so_far.deals >= kCurveFrom)
      out.push_back({so_far.deals, compute.net(so_far.row)});
  }
  return out;
}

void count_games(const Tally& tally, Results& out) {
  const std::vector<std::int64_t> sums = tally.total();
  const auto count = [&](int column) {
    return static_cast<std::uint64_t>(sums[static_cast<std::size_t>(column)]);
  };
  for (const LineUp& line_up : out.schedule.line_ups) {
    out.hands += count(line_up.hands());
    out.blocked += count(line_up.blocked());
    out.unfinished += count(line_up.unfinished());
  }
  if (out.plan.unit == Unit::Matches)
    out.matches =
        out.deals * static_cast<std::uint64_t>(out.schedule.rotations) * out.schedule.line_ups.size();
}

}  // namespace

Results results_of(const Plan& plan, const Schedule& schedule, const Played& played) {
  Results out{.plan = plan,
              .schedule = schedule,
              .deals = played.tally.deals(),
              .complete = played.complete,
              .sprt = played.sprt};
  count_games(played.tally, out);
  const Computer compute(plan, schedule, played.lapses);
  const Places& places = compute.places();
  const std::vector<Estimate> all = bootstrap(played.tally, places.size(), compute);
  const std::vector<std::int64_t> sums = played.tally.total();
  for (std::size_t k = 0; k < places.n; ++k) {
    const auto lapses = played.lapses.find(k);
    out.bots.push_back(
        {.name = schedule.entrants[k],
         .hands = static_cast<std::uint64_t>(compute.bot(sums, k).hands),
         .points = all[places.points(k)],
         .net = all[places.net(k)],
         .hand_wins = all[places.hand_wins(k)],
         .match_wins = all[places.match_wins(k)],
         .rating = all[places.rating(k)],
         .timing = played.timings.empty() ? std::nullopt : std::optional(played.timings[k]),
         .lapses = lapses == played.lapses.end() ? std::nullopt : std::optional(lapses->second)});
  }
  for (std::size_t a = 0; a < places.n; ++a)
    for (std::size_t b = 0; b < places.n; ++b)
      out.pairs.push_back({all[places.pair_net(a, b)], all[places.pair_wins(a, b)]});
  out.curve = curve_of(played.tally, compute);
  return out;
}

}  // namespace comodin
