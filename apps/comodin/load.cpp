// comodin load: the options of the load generator.
#include "load/load.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/stop.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kFilesBeside = 32;  // that are open besides the sockets

int run(const std::vector<std::string>& urls, LoadPlan plan, bool json) {
  plan.servers.resize(urls.size());
  for (std::size_t k = 0; k < urls.size(); ++k)
    if (!read_address(urls[k], plan.servers[k]))
      return usage_error("--url must look like ws://127.0.0.1:8080/ws");
  if (plan.bots >= plan.seats) return usage_error("--bots must leave at least one seat to people");
  const std::uint64_t files = raise_files();
  const auto sockets =
      static_cast<std::uint64_t>(plan.rooms) * static_cast<std::uint64_t>(plan.seats - plan.bots);
  if (sockets + kFilesBeside > files)
    return usage_error(
        std::to_string(sockets) + " sockets are more than the " + std::to_string(files) +
        " files that this process may open: raise the limit (ulimit -Hn), or take fewer rooms");
  LoadReport report;
  std::string why;
  plan.stop = &listen_for_stop();
  if (!run_load(plan, report, why)) {
    for (const auto& [what, count] : report.errors) std::cerr << what << ": " << count << '\n';
    return usage_error(why);
  }
  std::cout << (json ? report_json(plan, report) + "\n" : report_text(plan, report));
  if (report.rooms_playing < plan.rooms || report.unanswered > 0) return 1;
  return *plan.stop ? stopped_status() : 0;
}

}  // namespace

Command add_load(CLI::App& app) {
  auto plan = std::make_shared<LoadPlan>();
  plan->edition = "powers";
  auto urls = std::make_shared<std::vector<std::string>>(1, address_text({}));
  auto json = std::make_shared<bool>(false);
  app.description(
      "Plays many tables against a server, and reports how long moves took and what the server used. Moves "
      "are\n"
      "made at times that are set beforehand, and latency counts from those times, so a slow server does "
      "not\n"
      "slow down its own test.");
  app.add_option("--url", *urls, "address of the server; once for each node of a cluster")
      ->take_all()
      ->allow_extra_args(false)
      ->default_str(urls->front());
  app.add_option("--rooms", plan->rooms, "number of rooms")
      ->check(whole(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--seats", plan->seats, "seats of each room; each has a socket of its own")
      ->check(whole(kSeatsMin, kSeatsMax))
      ->capture_default_str();
  app.add_option("--bots", plan->bots, "seats of each room that bots of the server take")
      ->check(whole(0, kSeatsMax - 1))
      ->capture_default_str();
  app.add_option("--rate", plan->rate, "moves per second in each room")
      ->check(decimal(0.001, 1000))
      ->capture_default_str();
  app.add_option("--seconds", plan->seconds,
                 "how long to play; Ctrl-C ends it earlier, with the report so far")
      ->check(decimal(0.001, 864000))
      ->capture_default_str();
  app.add_option("--ramp", plan->ramp,
                 "seconds to spread the connections over, and again the creation of rooms")
      ->check(decimal(0, 3600))
      ->capture_default_str();
  app.add_option("-e,--edition", plan->edition, "edition to play")->capture_default_str();
  app.add_option("-o,--options", plan->options, "rule options as in a room, such as format=hand,cards=5");
  app.add_option("--clock", plan->clock, "seconds for each decision; 0 for no limit")
      ->check(whole(0, 3600))
      ->capture_default_str();
  app.add_option("--games", plan->games, "leave a room after this many games and create another; 0 for never")
      ->check(whole(0, 1'000'000))
      ->capture_default_str();
  app.add_flag("--reconnect", plan->reconnect, "connect again when a connection is lost, and play on");
  app.add_option(
         "--patience", plan->patience,
         "with --reconnect: seconds without any answer after which a connection is given up; after three "
         "times as long\nof silence, one asks")
      ->check(decimal(0.1, 3600))
      ->capture_default_str();
  app.add_flag("--relay", plan->relay, "the server is tools/relay: same schedule, but no game");
  app.add_option("--server-pid", plan->server_pid, "process id of the server, to measure what it uses")
      ->check(whole(1, 1 << 22));
  app.add_option("--acks", plan->acks, "file to append each acknowledged command to, as ROOM N ID");
  app.add_option("--seed", plan->seed, "seed of everything random")->check(whole(0))->capture_default_str();
  app.add_flag("--json", *json, "print the report as JSON");
  app.footer(
      "Example:\n  comodin load --rooms 100 --rate 0.25 --seconds 30 --server-pid $(pgrep -f 'comodin "
      "serve')\n\n"
      "Exit status: 0 all rooms played and every command was answered, 1 some did not or were not, 2 nothing "
      "could be\n"
      "measured, 130 (143) as 0, but stopped before its time.");
  return [plan, urls, json] { return run(*urls, *plan, *json); };
}

}  // namespace comodin
