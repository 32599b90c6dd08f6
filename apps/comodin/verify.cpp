// comodin verify RECORD… : proves the deals of a server's games.
#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "fair/proof.hpp"

namespace comodin {
namespace {

std::string verdict(const Proof& proof) {
  if (!proof.holds) return english(proof.why);
  const std::string hands = std::to_string(proof.hands) + (proof.hands == 1 ? " hand" : " hands");
  return hands + " proved" + (proof.ended ? "" : "; the game was not over");
}

int run_verify(const std::vector<std::string>& paths) {
  int status = 0;
  for (const std::string& path : paths) {
    std::string text;
    if (!read_file(path, text)) {
      std::cerr << path << ": cannot be read\n";
      status = 2;
      continue;
    }
    std::vector<Scenario> scenarios;
    if (const TextError wrong = parse_scenarios(text, "", library(), scenarios)) {
      std::cerr << path << ':' << wrong.line << ':' << wrong.column << ": " << english(wrong.fault) << '\n';
      status = 2;
      continue;
    }
    const Proof proof = prove(text, library());
    std::cout << path << ": " << verdict(proof) << '\n';
    if (!proof.holds) status = std::max(status, 1);
  }
  return status;
}

}  // namespace

Command add_verify(CLI::App& app) {
  auto paths = std::make_shared<std::vector<std::string>>();
  app.description(
      "Proves the deals of games that were played on a server: every shuffle must follow from the secrets "
      "and\n"
      "numbers in the record (docs/FAIR.md). Only you can tell whether these are the ones you were "
      "promised:\n"
      "compare the commits in the record with those that your client showed before each hand.");
  app.add_option("RECORD", *paths, "records that a server handed out")->required();
  app.footer(
      "Example:\n  comodin verify games/x.scn\n\n"
      "Exit status: 0 all deals are proved, 1 a deal is not proved, 2 a file cannot be read as a record.");
  return [paths] { return run_verify(*paths); };
}

}  // namespace comodin
