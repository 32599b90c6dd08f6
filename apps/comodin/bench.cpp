// comodin bench: speed, and the signature of what was played.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "engine/chance.hpp"
#include "table/bench.hpp"
#include "table/signature.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kHandsMax = 1'000'000'000;

struct BenchOptions {
  std::string edition;  // empty: all
  std::vector<int> players{kBenchPlayers.begin(), kBenchPlayers.end()};
  std::vector<std::string> options;
  double seconds = 1;
  std::uint64_t hands = 0;
  bool json = false, signature_only = false;
};

struct Row {
  std::string edition;
  int players = 0;
  BenchResult result;
};

void print_rows(const BenchOptions& options, const std::vector<Row>& rows, const std::string& signature) {
  if (options.json) {
    std::printf("{\"signature\": \"%s\", \"rows\": [", signature.c_str());
    for (std::size_t i = 0; i < rows.size(); ++i)
      std::printf(
          "%s\n  {\"edition\": \"%s\", \"players\": %d, \"hands\": %llu, \"decisions\": %llu, "
          "\"seconds\": %.6f, \"hands_per_second\": %.0f, \"decisions_per_second\": %.0f}",
          i ? "," : "", rows[i].edition.c_str(), rows[i].players,
          static_cast<unsigned long long>(rows[i].result.hands),
          static_cast<unsigned long long>(rows[i].result.decisions), rows[i].result.seconds,
          rows[i].result.hands_per_second(), rows[i].result.decisions_per_second());
    std::printf("\n]}\n");
    return;
  }
  std::printf("signature %s\n", signature.c_str());
}

void print_row(const Row& row) {
  std::printf("%-12s %7d %12.0f %14.2f %12.1f\n", row.edition.c_str(), row.players,
              row.result.hands_per_second(), row.result.decisions_per_second() / 1e6,
              static_cast<double>(row.result.decisions) / static_cast<double>(row.result.hands));
  std::fflush(stdout);
}

int run_bench(const BenchOptions& options) {
  std::vector<std::string> editions;
  for (const NamedText& known : library().editions())
    if (options.edition.empty()) editions.emplace_back(known.name);
  if (!options.edition.empty()) editions.push_back(options.edition);

  const bool table = !options.json && !options.signature_only;
  if (table)
    std::printf("%-12s %7s %12s %14s %12s\n", "edition", "players", "hands/s", "M decisions/s", "per hand");
  std::uint64_t sum = 0;
  std::vector<Row> rows;
  for (const std::string& edition : editions) {
    for (int players : options.players) {
      RuleSet rules;
      std::string why;
      if (!freeze_table({edition, players, options.options}, 0, rules, why)) return usage_error(why);
      sum = split(sum, signature(rules, kBenchKey, kSignatureHands));
      if (options.signature_only) continue;
      const BenchResult result = options.hands ? bench_hands(rules, kBenchKey, options.hands)
                                               : bench(rules, kBenchKey, options.seconds);
      rows.push_back({rules.edition.id, players, result});
      if (table) print_row(rows.back());
    }
  }
  if (options.signature_only) std::cout << signature_text(sum) << '\n';
  else print_rows(options, rows, signature_text(sum));
  return 0;
}

}  // namespace

Command add_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  app.description(
      "Plays random legal hands on one core and measures the speed. The signature is a hash over hands from\n"
      "fixed seeds: it is the same for every compiler and build as long as the rules are the same.");
  app.add_option("-e,--edition", options->edition, "an edition or an edition file; all editions if left out");
  app.add_option("-p,--players", options->players, "numbers of players, with commas")
      ->delimiter(',')
      ->check(whole(kSeatsMin, kSeatsMax))
      ->capture_default_str();
  app.add_option("-o,--option", options->options, kOptionAbout)->take_all()->delimiter(',');
  app.add_option("--seconds", options->seconds, "processor time for each row")
      ->check(decimal(0.001, 3600))
      ->capture_default_str();
  app.add_option("--hands", options->hands,
                 "play exactly this many hands instead, for example under callgrind")
      ->check(whole(1, kHandsMax));
  app.add_flag("--json", options->json, "print the result as JSON");
  app.add_flag("--signature", options->signature_only, "print only the signature");
  app.footer("Example:\n  comodin bench --edition powers --players 2,4 --seconds 2");
  return [options] { return run_bench(*options); };
}

}  // namespace comodin
