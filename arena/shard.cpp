#include "arena/shard.hpp"

#include <sstream>

#include "arena/number_text.hpp"
#include "notation/number.hpp"
#include "parts/work_part.hpp"

namespace comodin {
namespace {

constexpr const char* kKind = "comodin arena part 3";  // the number is the version of the format
constexpr std::int64_t kValueMax = 1'000'000'000'000;  // of one box; no honest sum comes near
constexpr std::uint64_t kAny = ~std::uint64_t{0};
constexpr int kAnswerMax = 600000;              // milliseconds
constexpr std::uint64_t kTestedBlockMax = 256;  // deals
static_assert(kTestedBlockMax <= kBoxes);

std::string plan_text(const Plan& plan) {
  std::string out = "version " + plan.version + "\nedition " + plan.edition + "\nplayers " +
                    std::to_string(plan.players) + "\n";
  for (const std::string& option : plan.options) out += "option " + option + "\n";
  out += "custom-rules " + std::to_string(plan.custom_rules) + "\n";
  for (std::size_t k = 0; k < plan.bots.size(); ++k) {
    out += "bot " + plan.bots[k] + "\n";
    if (k < plan.fingerprints.size()) out += "fingerprint " + std::to_string(plan.fingerprints[k]) + "\n";
  }
  if (plan.bot_ms) out += "bot-time " + std::to_string(plan.bot_ms) + "\n";
  out += plan.arrangement == Arrangement::Field ? "lineup field\n" : "lineup split\n";
  if (plan.round_robin) out += "round-robin\n";
  out += (plan.unit == Unit::Hands ? "hands " : "matches ") + std::to_string(plan.games) + "\n";
  if (plan.sprt_points > 0) out += "sprt " + shortest(plan.sprt_points) + "\n";
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

// Reads the lines of a head.
class HeadReader {
 public:
  explicit HeadReader(Shard& out) : out_(out), plan_(out.plan) {}

  // False: no head has such a line.
  bool take(std::string_view text) {
    ShardLine line(text);
    const std::string_view word = line.word();
    if (finished_) return false;
    if (word == "shard") return shard(line);
    if (word == "timing") {
      out_.timing = true;
      return line.empty();
    }
    return table(word, line) || bots(word, line) || games(word, line);
  }

  bool finished() const { return finished_; }

 private:
  bool table(std::string_view word, ShardLine& line) {
    if (word == "version") return line.take_rest(plan_.version);
    if (word == "edition") return line.take_rest(plan_.edition);
    if (word == "players") return line.number(plan_.players, 2, 10);
    if (word == "option") return line.take_rest(plan_.options.emplace_back());
    if (word == "custom-rules") return line.number(plan_.custom_rules, std::uint64_t{0}, kAny);
    if (word == "goal") return line.take_rest(plan_.goal);
    return word == "rules" && line.number(plan_.rules, std::uint64_t{0}, kAny);
  }

  bool bots(std::string_view word, ShardLine& line) {
    if (word == "bot") return line.take_rest(plan_.bots.emplace_back());
    if (word == "fingerprint")
      return plan_.fingerprints.size() < plan_.bots.size() &&
             line.number(plan_.fingerprints.emplace_back(), std::uint64_t{0}, kAny);
    if (word == "bot-time") return line.number(plan_.bot_ms, 1, kAnswerMax);
    if (word == "round-robin") plan_.round_robin = true;
    else if (word == "lineup" && line.rest() == "split") plan_.arrangement = Arrangement::Split;
    else return word == "lineup" && line.rest() == "field";
    return true;
  }

  bool games(std::string_view word, ShardLine& line) {
    if (word == "hands" || word == "matches") {
      plan_.unit = word == "hands" ? Unit::Hands : Unit::Matches;
      return line.number(plan_.games, std::uint64_t{1}, kDealsMax);
    }
    if (word == "sprt") return read_decimal(line.rest(), plan_.sprt_points, 0.0, 1e6);
    return word == "seed" && line.number(plan_.seed, std::uint64_t{0}, kAny);
  }

  // The plan is complete.
  bool shard(ShardLine& line) {
    Schedule schedule;
    std::string why;
    finished_ = line.number(out_.share.of, std::uint64_t{1}, kPartsMax) &&
                line.number(out_.share.number, std::uint64_t{1}, out_.share.of) && line.empty() &&
                make_schedule(plan_, schedule, why);
    out_.share = share_for(plan_, schedule, out_.share.number, out_.share.of);
    return finished_;
  }

  Shard& out_;
  Plan& plan_;
  bool finished_ = false;
};

// Reads the lines of a block.
class BlockReader {
 public:
  BlockReader(const Schedule& schedule, Block& out) : schedule_(schedule), out_(out.played) {
    out_ = {.tally = Tally(schedule.width)};
  }

  bool take(std::string_view text) {
    ShardLine line(text);
    if (line.word() == "box") return sums(line, kBoxes, true);
    if (line.word() == "stretch") return sums(line, kStretches, false);
    if (line.word() == "timing") return timing(line);
    return line.word() == "faults" && lapses(line);
  }

 private:
  bool entrant(ShardLine& line, std::size_t& out) const {
    return line.number(out, std::size_t{0}, schedule_.entrants.size() - 1);
  }

  bool sums(ShardLine& line, std::size_t count, bool box) {
    std::size_t index = 0;
    Sums sums;
    std::vector<std::int64_t> row(static_cast<std::size_t>(schedule_.width));
    std::uint64_t deals = 0;
    if (!line.number(index, std::size_t{0}, count - 1) || !line.number(deals, std::uint64_t{1}, kDealsMax))
      return false;
    for (std::int64_t& value : row)
      if (!line.number(value, -kValueMax, kValueMax)) return false;
    sums.add(deals, row);
    if (box) out_.tally.add_box(index, sums);
    else out_.tally.add_stretch(index, sums);
    return line.empty();
  }

  bool timing(ShardLine& line) {
    std::size_t of = 0, index = 0;
    std::uint64_t total = 0, count = 0;
    if (!entrant(line, of) || !line.number(total, std::uint64_t{0}, kAny)) return false;
    out_.timings.resize(schedule_.entrants.size());
    Timing& timing = out_.timings[of];
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
    std::size_t of = 0;
    Lapses lapses;
    if (!entrant(line, of)) return false;
    for (std::int64_t* number : {&lapses.asked, &lapses.late, &lapses.wrong, &lapses.dead})
      if (!line.number(*number, std::int64_t{0}, kValueMax)) return false;
    lapses.last = line.rest();
    return out_.lapses.emplace(of, lapses).second;
  }

  const Schedule& schedule_;
  Played& out_;
};

}  // namespace

// Where a test may end within a block, every deal has a box of its own; and what a program loses is told by
// blocks, so they must not go on behind the verdict.
Share share_for(const Plan& plan, const Schedule& schedule, std::uint64_t number, std::uint64_t of) {
  const bool tested = plan.sprt_points > 0;
  const std::uint64_t most = !tested ? kDealsMax : plan.bot_ms ? 1 : kTestedBlockMax;
  return {.deals = schedule.deals,
          .block = block_for(schedule.deals, most),
          .number = number,
          .of = of,
          .in_turn = tested};
}

std::string experiment_text(const Shard& shard) {
  return std::string(kKind) + "\n" + plan_text(shard.plan) + (shard.timing ? "timing\n" : "");
}

std::string shard_text(const Shard& shard) {
  return experiment_text(shard) + "shard " + std::to_string(shard.share.of) + ' ' +
         std::to_string(shard.share.number) + '\n';
}

bool read_shard(const std::string& text, Shard& out, std::string& why) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != kKind) {
    why =
        std::string("expected a shard file: `") + kKind + "`" +
        (line.starts_with("comodin arena ") ? ", not `" + line + "`: merge it with the version that wrote it"
                                            : "");
    return false;
  }
  out = {};
  HeadReader reader(out);
  for (int number = 2; std::getline(lines, line); ++number)
    if (!reader.take(line)) {
      why = "line " + std::to_string(number) + ": not as expected";
      return false;
    }
  if (!reader.finished()) why = "it says nowhere which shard it is";
  return reader.finished();
}

std::string block_text(const Block& block) {
  const Played& played = block.played;
  std::string out = "block " + std::to_string(block.index) + '\n';
  put_sums("box ", played.tally.boxes(), out);
  put_sums("stretch ", played.tally.stretches(), out);
  for (std::size_t k = 0; k < played.timings.size(); ++k) put_timing(k, played.timings[k], out);
  for (const auto& [entrant, lapses] : played.lapses) put_lapses(entrant, lapses, out);
  return out;
}

bool read_block(const std::string& text, const Shard& of, const Schedule& schedule, Block& out) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line)) return false;
  ShardLine first(line);
  if (first.word() != "block" || of.share.all_blocks() == 0 ||
      !first.number(out.index, std::uint64_t{0}, of.share.all_blocks() - 1) || !first.empty())
    return false;
  BlockReader reader(schedule, out);
  while (std::getline(lines, line))
    if (!reader.take(line)) return false;
  return out.played.tally.deals() == of.share.deals_in(out.index);
}

}  // namespace comodin
