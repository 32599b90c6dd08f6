// comodin bot: one of our bots behind the protocol, on standard input and output.
#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "bots/ladder.hpp"
#include "programs/bot_session.hpp"

namespace comodin {
namespace {

struct BotOptions {
  std::string name;
  std::optional<std::uint64_t> seed;
};

// One line, without its end. False: there is none. Of a line that is too long as much as shows that it is.
bool read_line(std::string& line) {
  line.resize(kMessageMax + 2);
  std::cin.getline(line.data(), static_cast<std::streamsize>(line.size()));
  if (std::cin.bad() || std::cin.gcount() == 0) return false;
  line.resize(std::char_traits<char>::length(line.c_str()));
  return true;
}

int run_bot(const BotOptions& wish) {
  std::string why, line, reply;
  auto bot = make_bot(wish.name, why);
  if (!bot) return usage_error(why);
  BotSession session(std::move(bot), wish.name, wish.seed);
  while (read_line(line)) {
    if (!session.hear(line, reply)) break;
    if (!reply.empty() && !(std::cout << reply << std::flush)) return 2;  // main says why
  }
  return session.error().empty() ? 0 : usage_error(session.error());
}

}  // namespace

Command add_bot(CLI::App& app) {
  auto wish = std::make_shared<BotOptions>();
  app.description(
      "Plays as one of our bots over standard input and output, in the protocol of docs/PROTOCOL.md: the "
      "way\n"
      "in which programs of others play, too (`--bots exec:./mybot.py`).");
  app.add_option("name", wish->name, "which bot (comodin show bots)")->required();
  app.add_option("-s,--seed", wish->seed, "for everything random; left out: what the table says")
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
  return [wish] { return run_bot(*wish); };
}

}  // namespace comodin
