// comodin lab: trains the bots that learn. `tune` finds Veterana's weights.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/version.hpp"
#include "bots/ladder.hpp"
#include "bots/levels.hpp"
#include "lab/duel.hpp"
#include "lab/trainer.hpp"
#include "lab/tune_part.hpp"

namespace comodin {
namespace {

int all_cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

// The tables to learn from: every edition that comes with the program, and custom wilds with the default rule
// and with others.
bool lab_tables(const std::vector<std::string>& editions, const std::vector<int>& seats,
                std::vector<std::unique_ptr<RuleSet>>& out, std::string& why) {
  for (const std::string& edition : editions)
    for (const int players : seats) {
      out.push_back(std::make_unique<RuleSet>());
      if (!freeze_table({.edition = edition, .players = players}, 0, *out.back(), why)) return false;
    }
  return true;
}

std::vector<std::string> all_editions() {
  std::vector<std::string> names;
  for (const NamedText& edition : library().editions()) names.emplace_back(edition.name);
  return names;
}

struct TuneOptions {
  std::vector<std::string> editions;
  std::uint64_t seed = 1;
  int generations = 40, population = 48, hands = 8000, threads = 0, players = 0;
  std::string out = kStandardOutput, parts, shard;
};

std::string weights_line(const Weights& weights) {
  std::ostringstream text;
  text << "{";
  for (std::size_t i = 0; i < kWeights; ++i) {
    char number[32];
    std::snprintf(number, sizeof number, "%.3ff", static_cast<double>(weights[i]));
    text << (i ? (i % 12 ? ", " : ",\n ") : "") << number;
  }
  text << "},\n";
  return text.str();
}

// What parts must have in common.
std::string about_tuning(const TuneOptions& options, const std::vector<std::unique_ptr<RuleSet>>& tables) {
  Key rules = 0;
  for (const auto& table : tables) rules = split(rules, rules_fingerprint(*table));
  std::string out = std::string("comodin lab tune 1\nversion ") + kVersion + '\n';
  out += "seed " + std::to_string(options.seed) + "\ngenerations " + std::to_string(options.generations) +
         "\npopulation " + std::to_string(options.population) + "\nhands " + std::to_string(options.hands);
  return out + "\nplayers " + std::to_string(options.players) + "\nrules " + std::to_string(rules) +
         "\nweights " + std::to_string(learnt_fingerprint("veterana")) + '\n';
}

// One of the processes that tune together, if --parts says so. False, and why.
bool open_part(const TuneOptions& options, const std::vector<std::unique_ptr<RuleSet>>& tables,
               WorkPart& place, std::optional<TunePart>& out, std::string& why) {
  const Environment environment = [](const char* name) { return std::getenv(name); };
  if (options.parts.empty() && options.shard.empty()) return true;
  if (!options.parts.ends_with('/')) {
    why = "--parts names a folder for the files of all parts, with a slash at its end; --shard needs it";
    return false;
  }
  if (!options.shard.empty() && !read_work_part(options.shard, environment, place, why)) return false;
  if (!out.emplace().open(options.parts, about_tuning(options, tables), place, why)) return false;
  std::cerr << "part " << place.number << " of " << place.of << ": " << out->restored()
            << " values are known\n";
  return true;
}

// Finds one set of weights; `tell` hears about every generation. `part` plays with others, if there is one;
// if that does not go well, `why` says why.
template <class Tell>
Weights tune_for(int seats, const TuneOptions& options, std::vector<std::unique_ptr<RuleSet>>& tables,
                 std::optional<TunePart>& part, std::string& why, Tell tell) {
  TunePlan plan{.start = tuned_weights(seats),
                .seed = split(options.seed, static_cast<std::uint64_t>(seats)),
                .generations = options.generations,
                .population = options.population,
                .elite = std::max(2, options.population / 4),
                .threads = options.threads ? options.threads : all_cores()};
  for (const auto& table : tables)
    if ((table->seats > 2) == (seats > 2)) plan.tables.push_back(table.get());
  // With more players, as many hands as with two.
  int rotations = 0;
  for (const RuleSet* table : plan.tables) rotations += table->seats;
  plan.deals = std::max(1, options.hands / (2 * rotations));
  if (part)
    plan.judge = [&](const Candidates& candidates, std::vector<double>& values) {
      return part->judge(seats, candidates, plan.threads, values, why);
    };
  std::cerr << (seats > 2 ? "more than two players\n" : "two players\n");
  return tune(plan, [&](const TuneStep& step, const Weights& now) {
    tell(now);
    std::fprintf(stderr, "generation %3d   best %+7.2f   elite %+7.2f points/hand   spread %.3f\n",
                 step.generation + 1, step.best, step.mean, step.spread);
    return true;
  });
}

int run_tune(const TuneOptions& options) {
  std::vector<std::unique_ptr<RuleSet>> tables;
  std::string why;
  if (!can_write(options.out, why)) return usage_error(why);
  WorkPart place;
  std::optional<TunePart> part;
  if (!lab_tables(options.editions.empty() ? all_editions() : options.editions, {2, 3, 4, 4, 6}, tables,
                  why) ||
      !open_part(options, tables, place, part, why))
    return usage_error(why);
  const bool writes = place.number == 1;  // all find the same
  Weights found[2] = {tuned_weights(2), tuned_weights(4)};
  const auto text = [&] {
    return "// Made by `comodin lab tune`: two players, then more. Names: bots/scorer.hpp.\n" +
           weights_line(found[0]) + weights_line(found[1]);
  };
  for (const int seats : {2, 4}) {
    if (options.players && (options.players > 2) != (seats > 2)) continue;
    found[seats > 2] = tune_for(seats, options, tables, part, why, [&](const Weights& now) {
      std::string unwritten;
      found[seats > 2] = now;
      if (writes && options.out != kStandardOutput)
        write_file(options.out, text(), unwritten);  // so that a stop loses little
    });
    if (!why.empty()) return usage_error(why);
  }
  if (part)
    std::cerr << "part " << place.number << " of " << place.of << ": played " << part->played() << '\n';
  return !writes || write_file(options.out, text(), why) ? 0 : usage_error(why);
}

constexpr std::int64_t kHandsMost = 1'000'000'000'000;

struct TrainOptions {
  std::uint64_t seed = 1;
  std::int64_t hands = 10000000;
  int threads = 0, minutes = 0;
  std::string out, checkpoint;
};

// What the network meets: all editions, two to ten players; two and four most often. The first edition, the
// one with customizable wilds, with its default rule and with others.
bool train_tables(std::vector<std::unique_ptr<RuleSet>>& kept, std::vector<TrainTable>& out,
                  std::string& why) {
  static constexpr int kShares[] = {0, 0, 60, 8, 22, 3, 3, 1, 1, 1, 1};
  for (const std::string& edition : all_editions())
    for (int players = kSeatsMin; players <= kSeatsMax; ++players)
      for (std::uint64_t custom = 0; custom < 4; ++custom) {
        auto rules = std::make_unique<RuleSet>();
        if (!freeze_table({.edition = edition, .players = players}, custom, *rules, why)) return false;
        if (custom > 0 && rules->custom_rules.empty()) break;
        const int twice = rules->custom_rules.empty() ? 6 : custom == 0 ? 7 : 1;
        out.push_back({rules.get(), kShares[players] * twice});
        kept.push_back(std::move(rules));
      }
  return true;
}

void print_step(const TrainStep& step, std::int64_t wanted) {
  std::fprintf(stderr, "%9lld of %lld hands  %10lld moves  %6.0f s  loss: points %.4f  win %.4f\n",
               static_cast<long long>(step.hands), static_cast<long long>(wanted),
               static_cast<long long>(step.moves), step.seconds, step.points_loss, step.win_loss);
}

// How the network plays now: against Aprendiz and Veterana, two players, the first edition.
void print_strength(const RuleSet& rules, const Net& net) {
  const auto hero = make_aurora(net), aprendiz = make_aprendiz(), veterana = make_veterana();
  for (Bot* other : {aprendiz.get(), veterana.get()}) {
    const DuelResult result = duel(rules, *hero, {&other, 1}, 12345, 2000);
    std::fprintf(stderr, "    against %s: %+.2f points/hand, %.1f %% of 4000 hands\n",
                 other == aprendiz.get() ? "Aprendiz" : "Veterana", result.per_hand(),
                 100 * result.win_share());
  }
}

// Stops before a round that would not end in time, judging by the longest one so far.
class Deadline {
 public:
  explicit Deadline(int minutes) : limit_(60.0 * minutes) {}
  bool goes_on() {
    const double now = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    longest_ = std::max(longest_, now - last_);
    last_ = now;
    return limit_ == 0 || now + longest_ <= limit_;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double limit_, last_ = 0, longest_ = 0;
};

int run_train(const TrainOptions& options) {
  std::vector<std::unique_ptr<RuleSet>> kept;
  TrainPlan plan{.seed = options.seed,
                 .hands = options.hands,
                 .threads = options.threads ? options.threads : all_cores(),
                 .checkpoint = options.checkpoint};
  std::string why;
  if (!train_tables(kept, plan.tables, why) || !can_write(options.out, why) ||
      (!options.checkpoint.empty() && !can_write(options.checkpoint, why)))
    return usage_error(why);
  const std::int64_t rounds = (options.hands + plan.round_hands - 1) / plan.round_hands;
  const std::int64_t hands = rounds * plan.round_hands;
  std::cerr << hands << " hands: " << rounds << " rounds of " << plan.round_hands << '\n';
  Net net;
  double told = 0;
  Deadline deadline(options.minutes);
  why = train(
      plan,
      [&](const TrainStep& step, const Net& now) {
        if (step.seconds - told >= 20 || step.hands >= plan.hands) {
          told = step.seconds;
          print_step(step, hands);
          print_strength(*kept[0], now);
        }
        return deadline.goes_on();
      },
      net);
  if (!why.empty()) return usage_error(why);
  return write_file(options.out, net.write(), why) ? 0 : usage_error(why);
}

void add_train_options(CLI::App& app, TrainOptions& options) {
  app.add_option("-s,--seed", options.seed, "seed of everything random")
      ->check(whole(0))
      ->capture_default_str();
  app.add_option("--hands", options.hands, "hands to play in all, in whole rounds of 4096")
      ->check(whole(1, kHandsMost))
      ->capture_default_str();
  app.add_option("--minutes", options.minutes,
                 "stop after the last whole round that fits into this time (at least one), to continue later "
                 "from the "
                 "checkpoint")
      ->check(whole(1, 1000000));
  app.add_option("--threads", options.threads, "number of threads; all cores if left out")
      ->check(whole(1, 1024));
  app.add_option("--checkpoint", options.checkpoint, "file to continue from, written now and then");
  app.add_option("--out", options.out, "file for the network; - is standard output")->required();
  app.footer(
      "Example:\n  comodin lab train --seed 1 --checkpoint build/aurora.checkpoint --out bots/aurora.net");
}

}  // namespace

Command add_lab(CLI::App& app) {
  auto options = std::make_shared<TuneOptions>();
  app.description("Trains the bots that learn.");
  app.require_subcommand(1);
  CLI::App* tune = app.add_subcommand("tune", "Finds Veterana's weights by the cross-entropy method");
  tune->add_option("-e,--edition", options->editions, "editions to learn from, with commas; all if left out")
      ->delimiter(',');
  tune->add_option("-s,--seed", options->seed, "seed of everything random")
      ->check(whole(0))
      ->capture_default_str();
  tune->add_option("--generations", options->generations, "generations of candidates")
      ->check(whole(1, 10000))
      ->capture_default_str();
  tune->add_option("--population", options->population, "candidates in each generation")
      ->check(whole(4, 10000))
      ->capture_default_str();
  tune->add_option("--hands", options->hands,
                   "hands that each candidate plays in a generation, rounded to whole deals")
      ->check(whole(100, 10000000))
      ->capture_default_str();
  tune->add_option("-p,--players", options->players,
                   "2 for only the weights for two players; more for only those for more")
      ->check(whole(2, 10));
  tune->add_option("--threads", options->threads, "number of threads; all cores if left out")
      ->check(whole(1, 1024));
  tune->add_option("--out", options->out, "file for the weights; - is standard output")
      ->capture_default_str();
  tune->add_option(
      "--parts", options->parts,
      "FOLDER/ to keep what was played, so that the same command goes on after a stop, and for many "
      "processes to tune together");
  tune->add_option(
      "--shard", options->shard,
      "with --parts: which of them this is, as for `comodin arena`: I/N, auto, auto:1-100; part 1 "
      "writes --out");
  tune->footer(
      "Examples:\n  comodin lab tune --seed 1 --out bots/veterana_weights.inc\n"
      "  srun comodin lab tune --seed 1 --parts tuning/ --shard auto --out weights.inc");
  auto lesson = std::make_shared<TrainOptions>();
  app.footer("Example:\n  comodin lab tune --players 2 --out weights.inc");
  CLI::App* train = app.add_subcommand("train", "Trains Aurora's network by self-play");
  add_train_options(*train, *lesson);
  return [=] {
    if (train->parsed()) return run_train(*lesson);
    return tune->parsed() ? run_tune(*options) : 2;
  };
}

}  // namespace comodin
