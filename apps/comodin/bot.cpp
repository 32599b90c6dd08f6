// comodin bot: one of our bots behind the protocol, on standard input and output.
#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "bots/ladder.hpp"
#include "programs/bot_session.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

struct BotOptions {
  std::string name;
  std::optional<std::uint64_t> seed;
};

// One line, without its end. False: there is none. A line that is too long is cut just beyond the limit.
bool read_line(std::string& line) {
  line.resize(kMessageMax + 2);
  std::cin.getline(line.data(), static_cast<std::streamsize>(line.size()));
  if (std::cin.bad() || std::cin.gcount() == 0) return false;
  line.resize(std::char_traits<char>::length(line.c_str()));
  return true;
}

int run_bot(const BotOptions& options) {
  Fault why;
  auto bot = make_bot(options.name, why);
  if (!bot) return usage_error(english(why));
  BotSession session(std::move(bot), options.name, options.seed);
  std::string line, reply;
  while (read_line(line)) {
    if (!session.hear(line, reply)) break;
    if (!reply.empty() && !(std::cout << reply << std::flush)) return 2;  // main says why
  }
  return session.error().empty() ? 0 : usage_error(session.error());
}

}  // namespace

Command add_bot(CLI::App& app) {
  auto options = std::make_shared<BotOptions>();
  app.description(
      "Plays as one of our bots over standard input and output, in the protocol of docs/PROTOCOL.md. "
      "External\n"
      "programs take part in the same way (`--bots exec:./mybot.py`).");
  app.add_option("BOT", options->name, "the bot (see `comodin show bots`)")->required();
  app.add_option("-s,--seed", options->seed,
                 "seed of everything random; the one that the table gives if left out")
      ->check(whole(0));
  app.footer(
      "Example:\n"
      "  comodin bot aprendiz\n"
      "  comodin record --bots \"aprendiz,exec:comodin bot aprendiz\" --out games\n"
      "\n"
      "A session (> is the table, < the bot):\n"
      "  > hello comodin 1\n"
      "  < name \"aprendiz\"\n"
      "  < wants pace\n"
      "  < ready\n"
      "  > game 1\n"
      "  > ...                     the rules, the seat, a seed\n"
      "  > begin\n"
      "  > event began 3           what happens, as this seat sees it\n"
      "  > view 1\n"
      "  > ...                     what this seat may know\n"
      "  > move 1 play r7\n"
      "  > move 2 draw\n"
      "  > go 1 1000               question 1, to be answered in a second\n"
      "  < choose 1 1\n"
      "  > quit");
  return [options] { return run_bot(*options); };
}

}  // namespace comodin
