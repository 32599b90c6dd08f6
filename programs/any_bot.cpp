#include "programs/any_bot.hpp"

#include "bots/ladder.hpp"
#include "programs/process.hpp"
#include "words/fault.hpp"

namespace comodin {

std::unique_ptr<Bot> make_any_bot(std::string_view spec, const ExecSettings& settings, std::string& why) {
  constexpr std::string_view kExec = "exec:";
  if (!spec.starts_with(kExec)) {
    Fault unknown;
    auto bot = make_bot(spec, unknown);
    if (!bot) why = english(unknown) + "; or exec: and the command of a program";
    return bot;
  }
  const std::vector<std::string> command = split_command(spec.substr(kExec.size()));
  if (command.empty()) {
    why = "exec: needs the command of a program";
    return nullptr;
  }
  if (!can_run(command[0])) {
    why = "cannot run the bot " + command[0];
    return nullptr;
  }
  return std::make_unique<ExecBot>(std::make_unique<Process>(command, settings.log), settings);
}

}  // namespace comodin
