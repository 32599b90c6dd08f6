// The report for a terminal: aligned tables.
#include <algorithm>
#include <cmath>

#include "arena/number_text.hpp"
#include "arena/report.hpp"

namespace comodin {
namespace {

// Columns as wide as they need to be; the first to the left, all others to the right.
class Columns {
 public:
  using Cells = std::vector<std::string>;

  void add(Cells cells) { rows_.push_back(std::move(cells)); }

  std::string text() const {
    std::vector<std::size_t> wide;
    for (const Cells& row : rows_)
      for (std::size_t c = 0; c < row.size(); ++c) {
        wide.resize(std::max(wide.size(), c + 1));
        wide[c] = std::max(wide[c], letters(row[c]));
      }
    std::string out;
    for (const Cells& row : rows_) {
      std::string line;
      for (std::size_t c = 0; c < row.size(); ++c) {
        const std::string space(wide[c] - letters(row[c]), ' ');
        line += c == 0 ? row[c] + space : "  " + space + row[c];
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
    return out;
  }

 private:
  static std::size_t letters(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  }

  std::vector<Cells> rows_;
};

struct Style {
  int digits = 2;
  bool plus = false;
  double scale = 1;
};
constexpr Style kPoints{.digits = 2}, kNet{.digits = 2, .plus = true}, kShare{.digits = 2, .scale = 100},
    kRating{.digits = 0, .plus = true};

std::string number(double value, const Style& style) {
  if (!std::isfinite(value)) return "-";
  return fixed(value * style.scale, style.digits, style.plus);
}

// Two cells: the value, and its interval.
void put(const Estimate& estimate, const Style& style, Columns::Cells& out) {
  out.push_back(number(estimate.value, style));
  out.push_back(estimate.has_interval()
                    ? "[" + number(estimate.low, style) + ", " + number(estimate.high, style) + "]"
                : std::isfinite(estimate.value) ? "[?]"
                                                : "");
}

std::string with_half_width(const Estimate& estimate, const Style& style) {
  std::string out = number(estimate.value, style);
  if (estimate.has_interval())
    out += " ±" + fixed((estimate.high - estimate.low) / 2 * style.scale, style.digits);
  return out;
}

std::string main_table(const Results& results) {
  const bool matches = results.plan.unit == Unit::Matches;
  Columns table;
  Columns::Cells head{"bot", "net/hand", "95 %", "points", "95 %", "hands %", "95 %"};
  if (matches) head.insert(head.end(), {"matches %", "95 %"});
  table.add(head);
  for (const BotResult& bot : results.bots) {
    Columns::Cells cells{bot.never_played() ? bot.name + " (never played)" : bot.name};
    put(bot.net, kNet, cells);
    put(bot.points, kPoints, cells);
    put(bot.hand_wins, kShare, cells);
    if (matches) put(bot.match_wins, kShare, cells);
    table.add(cells);
  }
  return table.text();
}

std::string matrix(const Results& results, const char* title, Estimate PairResult::* figure,
                   const Style& style) {
  Columns table;
  Columns::Cells head{title};
  for (const BotResult& bot : results.bots) head.push_back(bot.name);
  table.add(head);
  for (std::size_t a = 0; a < results.bots.size(); ++a) {
    Columns::Cells cells{results.bots[a].name};
    for (std::size_t b = 0; b < results.bots.size(); ++b)
      cells.push_back(a == b ? "·" : with_half_width(results.pair(a, b).*figure, style));
    table.add(cells);
  }
  return table.text();
}

std::string rating_table(const Results& results) {
  Columns table;
  table.add({"rating", "Elo", "95 %"});
  for (std::size_t k : by_rating(results)) {
    Columns::Cells cells{results.bots[k].name};
    put(results.bots[k].rating, kRating, cells);
    table.add(cells);
  }
  return table.text();
}

std::string timing_table(const Results& results) {
  Columns table;
  table.add({"time to answer", "answers", "mean µs", "p95 µs", "p99 µs"});
  for (const BotResult& bot : results.bots)
    table.add({bot.name, grouped(bot.timing->count()), fixed(bot.timing->mean_us(), 2),
               fixed(bot.timing->quantile_us(0.95), 2), fixed(bot.timing->quantile_us(0.99), 2)});
  return table.text();
}

}  // namespace

std::string games_line(const Results& results) {
  const Schedule& schedule = results.schedule;
  std::string out;
  if (results.plan.unit == Unit::Matches)
    out = grouped(results.matches) + " matches " + results.plan.goal + ", ";
  out += grouped(results.hands) + " hands: " + grouped(results.deals) +
         (results.deals == 1 ? " deal" : " deals");
  if (schedule.line_ups.size() > 1)
    out += ", each by " + std::to_string(schedule.line_ups.size()) + " line-ups";
  if (schedule.rotations > 1) out += ", each in " + std::to_string(schedule.rotations) + " rotations";
  if (results.blocked) out += "; " + grouped(results.blocked) + " hands blocked";
  if (results.unfinished) out += "; " + grouped(results.unfinished) + " matches unfinished";
  return out;
}

std::string line_up_line(const Results& results) {
  const Schedule& schedule = results.schedule;
  const LineUp& first = schedule.line_ups.front();
  if (schedule.entrants.size() == 1) return schedule.entrants[0] + " against itself";
  if (schedule.line_ups.size() > 1) {
    const std::size_t pairs = schedule.entrants.size() * (schedule.entrants.size() - 1) / 2;
    std::string out = "round robin, " + std::to_string(pairs) + (pairs == 1 ? " pair" : " pairs");
    if (results.plan.players == 2) return out;
    return out + (results.plan.arrangement == Arrangement::Field ? ", each one against a field of the other"
                                                                 : ", seats split between the two");
  }
  std::string out;
  for (std::size_t slot = 0; slot < first.entrants.size(); ++slot)
    out += (slot ? " against " : "") + std::to_string(first.copies[slot]) + " " +
           schedule.entrants[static_cast<std::size_t>(first.entrants[slot])];
  return out;
}

std::vector<std::string> fault_lines(const Results& results) {
  std::vector<std::string> out;
  for (const BotResult& bot : results.bots)
    if (bot.lapses && bot.lapses->any()) out.push_back(bot.name + ": " + describe(*bot.lapses));
  return out;
}

std::string sprt_line(const Results& results) {
  if (!results.sprt) return {};
  for (const BotResult& bot : results.bots)
    if (bot.never_played()) return "sequential test: no verdict, as " + bot.name + " never played";
  const Sprt& sprt = *results.sprt;
  const std::string name = results.bots.front().name, points = fixed(sprt.points(), 2, true);
  std::string out = "sequential test after " + grouped(sprt.deals()) + " deals: ";
  switch (sprt.verdict()) {
    case SprtVerdict::Open: out += "no verdict yet"; break;
    case SprtVerdict::Better:
      out += name + " is better: " + points + " net points a hand rather than 0";
      break;
    case SprtVerdict::NotBetter:
      out += name + " is not better: 0 net points a hand rather than " + points;
      break;
  }
  return out + " (log ratio " + fixed(sprt.log_ratio(), 2, true) + ", bounds ±" + fixed(Sprt::bound(), 2) +
         ")";
}

std::vector<std::size_t> by_rating(const Results& results) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < results.bots.size(); ++k) order.push_back(k);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double one = results.bots[a].rating.value, other = results.bots[b].rating.value;
    if (std::isnan(one) || std::isnan(other))
      return std::isnan(one) == std::isnan(other) ? a < b : std::isnan(other);
    return one != other ? one > other : a < b;
  });
  return order;
}

std::string text_report(const Results& results) {
  const Plan& plan = results.plan;
  std::string out = plan.edition + ", " + std::to_string(plan.players) + " players, seed " +
                    std::to_string(plan.seed) + "; " + line_up_line(results) + "\n" + games_line(results) +
                    "\n";
  if (!results.complete) out += "stopped early: these are the first deals only\n";
  out += "\n" + main_table(results);
  if (plan.players > 2)
    out += "(all figures are per seat: an even share is " + fixed(100.0 / plan.players, 2) + " %)\n";
  if (results.bots.size() > 2) {
    out += "\n" + matrix(results, "net/hand", &PairResult::net, kNet);
    out +=
        "\n" + matrix(results, plan.unit == Unit::Hands ? "hands %" : "matches %", &PairResult::wins, kShare);
  }
  if (results.bots.size() > 1) out += "\n" + rating_table(results);
  if (results.bots.front().timing) out += "\n" + timing_table(results);
  if (results.sprt) out += "\n" + sprt_line(results) + "\n";
  if (results.faulty()) out += "\nmoves that programs did not make themselves:\n";
  for (const std::string& line : fault_lines(results)) out += line + "\n";
  if (results.absent()) out += std::string(kAbsentNote) + "\n";
  return out;
}

}  // namespace comodin
