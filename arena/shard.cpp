#include "arena/shard.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "arena/number_text.hpp"
#include "engine/chance.hpp"
#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr const char* kFirstLine = "comodin arena shard 2";  // the number is the version of the format
constexpr std::int64_t kValueMax = 1'000'000'000'000;        // of one box; no honest sum comes near

std::string hex(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

std::uint64_t checksum(std::string_view text) {
  Key sum = 0;
  for (char c : text) sum = mix(sum + static_cast<unsigned char>(c) + 1);
  return sum;
}

// What all shards of an experiment have in common.
std::string plan_text(const Plan& plan) {
  std::string out = "version " + plan.version + "\nedition " + plan.edition + "\nplayers " +
                    std::to_string(plan.players) + "\n";
  for (const std::string& option : plan.options) out += "option " + option + "\n";
  out += "custom-rules " + std::to_string(plan.custom_rules) + "\n";
  for (const std::string& bot : plan.bots) out += "bot " + bot + "\n";
  out += plan.arrangement == Arrangement::Field ? "lineup field\n" : "lineup split\n";
  if (plan.round_robin) out += "round-robin\n";
  out += (plan.unit == Unit::Hands ? "hands " : "matches ") + std::to_string(plan.games) + "\n";
  out += "seed " + std::to_string(plan.seed) + "\ngoal " + plan.goal + "\nrules " +
         std::to_string(plan.rules) + "\n";
  return out;
}

void put_sums(const char* word, std::span<const Sums> all, std::string& out) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].deals == 0) continue;
    out += word + std::to_string(k) + ' ' + std::to_string(all[k].deals);
    for (std::int64_t value : all[k].row) out += ' ' + std::to_string(value);
    out += '\n';
  }
}

void put_timing(std::size_t entrant, const Timing& timing, std::string& out) {
  out += "timing " + std::to_string(entrant) + ' ' + std::to_string(timing.total());
  for (std::size_t k = 0; k < Timing::kClasses; ++k)
    if (timing.of_class(k)) out += ' ' + std::to_string(k) + ' ' + std::to_string(timing.of_class(k));
  out += '\n';
}

void put_lapses(std::size_t entrant, const Lapses& lapses, std::string& out) {
  out += "faults " + std::to_string(entrant);
  for (std::int64_t number : {lapses.asked, lapses.late, lapses.wrong, lapses.dead})
    out += ' ' + std::to_string(number);
  out += ' ' + lapses.last + '\n';
}

// A line as it is read: the first word, and the rest by words or whole.
class ShardLine {
 public:
  explicit ShardLine(std::string_view text) : rest_(text) { word_ = next(); }
  std::string_view word() const { return word_; }
  std::string rest() const { return std::string(rest_); }
  bool empty() const { return rest_.empty(); }
  bool take_rest(std::string& out) const {
    out = rest_;
    return true;
  }

  template <class Number>
  bool number(Number& out, Number least, Number most) {
    return read_number(next(), out, least, most);
  }

 private:
  std::string_view next() {
    const std::size_t space = rest_.find(' ');
    const std::string_view word = rest_.substr(0, space);
    rest_ = space == std::string_view::npos ? std::string_view() : rest_.substr(space + 1);
    return word;
  }

  std::string_view word_, rest_;
};

class ShardReader {
 public:
  explicit ShardReader(Shard& out) : out_(out) {}

  // False: no shard file has such a line.
  bool take(std::string_view text) {
    ShardLine line(text);
    const std::string_view word = line.word();
    if (word == "box") return sums(line, kBoxes, true);
    if (word == "stretch") return sums(line, kStretches, false);
    if (word == "timing") return timing(line);
    if (word == "faults") return lapses(line);
    if (word == "shard") return shard(line);
    return !schedule_.deals && plan(word, line);
  }

  bool finished() const { return schedule_.deals > 0; }

 private:
  static constexpr std::uint64_t kAny = ~std::uint64_t{0};

  bool plan(std::string_view word, ShardLine& line) {
    Plan& plan = out_.plan;
    if (word == "version") return line.take_rest(plan.version);
    if (word == "edition") return line.take_rest(plan.edition);
    if (word == "players") return line.number(plan.players, 2, 10);
    if (word == "option") return line.take_rest(plan.options.emplace_back());
    if (word == "custom-rules") return line.number(plan.custom_rules, std::uint64_t{0}, kAny);
    if (word == "bot") return line.take_rest(plan.bots.emplace_back());
    if (word == "lineup") return arrangement(line.rest());
    if (word == "round-robin") {
      plan.round_robin = true;
      return true;
    }
    if (word == "hands" || word == "matches") {
      plan.unit = word == "hands" ? Unit::Hands : Unit::Matches;
      return line.number(plan.games, std::uint64_t{1}, kDealsMax);
    }
    if (word == "seed") return line.number(plan.seed, std::uint64_t{0}, kAny);
    if (word == "goal") return line.take_rest(plan.goal);
    return word == "rules" && line.number(plan.rules, std::uint64_t{0}, kAny);
  }

  bool arrangement(const std::string& name) {
    out_.plan.arrangement = name == "split" ? Arrangement::Split : Arrangement::Field;
    return name == "split" || name == "field";
  }

  // The plan is complete; numbers follow.
  bool shard(ShardLine& line) {
    std::string why;
    if (finished() || !line.number(out_.of, std::uint64_t{1}, kShardsMax) ||
        !line.number(out_.number, std::uint64_t{1}, out_.of) || !make_schedule(out_.plan, schedule_, why))
      return false;
    out_.played = {.tally = Tally(schedule_.width), .complete = true};
    return schedule_.deals > 0;
  }

  bool sums(ShardLine& line, std::size_t count, bool box) {
    std::size_t index = 0;
    Sums sums;
    std::vector<std::int64_t> row(static_cast<std::size_t>(schedule_.width));
    std::uint64_t deals = 0;
    if (!finished() || !line.number(index, std::size_t{0}, count - 1) ||
        !line.number(deals, std::uint64_t{1}, kDealsMax))
      return false;
    for (std::int64_t& value : row)
      if (!line.number(value, -kValueMax, kValueMax)) return false;
    sums.add(deals, row);
    if (box) out_.played.tally.add_box(index, sums);
    else out_.played.tally.add_stretch(index, sums);
    return line.empty();
  }

  bool timing(ShardLine& line) {
    std::size_t entrant = 0, index = 0;
    std::uint64_t total = 0, count = 0;
    if (!finished() || !line.number(entrant, std::size_t{0}, schedule_.entrants.size() - 1) ||
        !line.number(total, std::uint64_t{0}, kAny))
      return false;
    out_.played.timings.resize(schedule_.entrants.size());
    Timing& timing = out_.played.timings[entrant];
    timing.restore_total(total);
    while (!line.empty()) {
      if (!line.number(index, std::size_t{0}, Timing::kClasses - 1) ||
          !line.number(count, std::uint64_t{0}, kAny))
        return false;
      timing.restore(index, count);
    }
    return true;
  }

  bool lapses(ShardLine& line) {
    std::size_t entrant = 0;
    Lapses lapses;
    if (!finished() || !line.number(entrant, std::size_t{0}, schedule_.entrants.size() - 1)) return false;
    for (std::int64_t* number : {&lapses.asked, &lapses.late, &lapses.wrong, &lapses.dead})
      if (!line.number(*number, std::int64_t{0}, kValueMax)) return false;
    lapses.last = line.rest();
    return out_.played.lapses.emplace(entrant, lapses).second;
  }

  Shard& out_;
  Schedule schedule_;
};

// The first line in which two plans differ, as each has it.
std::string difference(const Plan& one, const Plan& other) {
  std::istringstream a(plan_text(one)), b(plan_text(other));
  std::string line_a, line_b;
  while (std::getline(a, line_a) && std::getline(b, line_b))
    if (line_a != line_b) return "`" + line_b + "`, not `" + line_a + "`";
  return "more or fewer lines";
}

bool check_shards(const std::vector<Shard>& shards, const std::vector<std::string>& names, std::string& why) {
  std::map<std::uint64_t, std::string> seen;
  const Shard& first = shards.front();
  for (std::size_t k = 0; k < shards.size(); ++k) {
    const Shard& shard = shards[k];
    if (plan_text(shard.plan) != plan_text(first.plan)) {
      why = names[k] + ": of another experiment than " + names[0] + ": " + difference(first.plan, shard.plan);
      return false;
    }
    if (shard.of != first.of) {
      why = names[k] + ": one of " + std::to_string(shard.of) + " shards, " + names[0] + " is one of " +
            std::to_string(first.of);
      return false;
    }
    if (const auto [same, added] = seen.emplace(shard.number, names[k]); !added) {
      why = names[k] + ": shard " + std::to_string(shard.number) + " again, after " + same->second;
      return false;
    }
  }
  for (std::uint64_t number = 1; number <= first.of; ++number)
    if (!seen.contains(number)) {
      why = "shard " + std::to_string(number) + " of " + std::to_string(first.of) + " is missing";
      return false;
    }
  return true;
}

}  // namespace

std::string shard_text(const Shard& shard) {
  std::string out = std::string(kFirstLine) + "\n" + plan_text(shard.plan);
  out += "shard " + std::to_string(shard.of) + ' ' + std::to_string(shard.number) + '\n';
  put_sums("box ", shard.played.tally.boxes(), out);
  put_sums("stretch ", shard.played.tally.stretches(), out);
  for (std::size_t k = 0; k < shard.played.timings.size(); ++k) put_timing(k, shard.played.timings[k], out);
  for (const auto& [entrant, lapses] : shard.played.lapses) put_lapses(entrant, lapses, out);
  return out + "end " + hex(checksum(out)) + "\n";
}

bool read_shard(const std::string& text, Shard& out, std::string& why) {
  const std::size_t end = text.rfind("\nend ");
  if (!text.starts_with(std::string(kFirstLine) + "\n")) {
    why = std::string("expected a shard file: `") + kFirstLine + "`";
    return false;
  }
  if (end == std::string::npos ||
      text.substr(end + 1) != "end " + hex(checksum(text.substr(0, end + 1))) + "\n") {
    why = "cut off or changed: the checksum at its end does not fit";
    return false;
  }
  std::istringstream lines(text.substr(0, end + 1));
  std::string line;
  std::getline(lines, line);
  out = {};
  ShardReader reader(out);
  for (int number = 2; std::getline(lines, line); ++number)
    if (!reader.take(line)) {
      why = "line " + std::to_string(number) + ": not as expected";
      return false;
    }
  if (!reader.finished()) {
    why = "it says nowhere which shard it is";
    return false;
  }
  return true;
}

bool merge_shards(const std::vector<Shard>& shards, const std::vector<std::string>& names, Shard& out,
                  std::string& why) {
  if (!check_shards(shards, names, why)) return false;
  std::vector<const Shard*> in_order;
  for (const Shard& shard : shards) in_order.push_back(&shard);
  std::sort(in_order.begin(), in_order.end(), [](auto* a, auto* b) { return a->number < b->number; });
  out = *in_order.front();
  for (std::size_t k = 1; k < in_order.size(); ++k) {
    const Played& more = in_order[k]->played;
    out.played.tally.add(more.tally);
    out.played.timings.resize(std::max(out.played.timings.size(), more.timings.size()));
    for (std::size_t e = 0; e < more.timings.size(); ++e) out.played.timings[e].add(more.timings[e]);
    for (const auto& [entrant, lapses] : more.lapses) out.played.lapses[entrant].add(lapses);
  }
  out.number = out.of = 1;
  Schedule schedule;
  if (!make_schedule(out.plan, schedule, why)) return false;
  if (out.played.tally.deals() == schedule.deals) return true;
  why = "the shards hold " + std::to_string(out.played.tally.deals()) + " deals, not " +
        std::to_string(schedule.deals);
  return false;
}

}  // namespace comodin
