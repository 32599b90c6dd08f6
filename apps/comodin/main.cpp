#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/version.hpp"

using namespace comodin;

namespace {

// "comodin arena merge": as far as the command line was understood.
std::string command_of(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app.get_name() : app.get_name() + " " + command_of(*chosen.back());
}

std::string version_text() {
  const std::string version = std::string("comodin ") + kVersion;
  return *kCommit ? version + " (" + kCommit + ")" : version;
}

std::string statuses_text() {
  std::string out = "Exit status:\n";
  for (const Status& status : kStatuses) {
    out += "  ";
    out.append(status.code).append(7 - std::string_view(status.code).size(), ' ');
    out.append(status.means).append("\n");
  }
  return out.substr(0, out.size() - 1);
}

int run(int argc, char** argv) {
  CLI::App app(
      "Comodín, a matching card game in five editions, with a rules engine to play, test and measure them.",
      "comodin");
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text());
  app.footer("`comodin COMMAND --help` and `comodin help COMMAND` explain a command and show examples.\n\n" +
             statuses_text());

  static constexpr struct {
    const char* name;
    Command (*add)(CLI::App&);
  } kCommands[] = {
      {"play", add_play},         {"check", add_check}, {"record", add_record}, {"replay", add_replay},
      {"show", add_show},         {"perft", add_perft}, {"bench", add_bench},   {"arena", add_arena},
      {"bot", add_bot},           {"lab", add_lab},     {"verify", add_verify},
#ifdef COMODIN_SERVER
      {"serve", add_serve},       {"load", add_load},
#endif
      {"licences", add_licences}, {"help", add_help},
  };
  std::vector<std::pair<CLI::App*, Command>> commands;
  for (const auto& command : kCommands) {
    CLI::App* sub = app.add_subcommand(command.name);
    commands.emplace_back(sub, command.add(*sub));
  }
  if (argc > 1 && argv[1][0] != '-') {
    std::string all;
    bool known = false;
    for (const auto& [sub, command] : commands) {
      all += " " + sub->get_name();
      known |= sub->check_name(argv[1]);
    }
    if (!known)
      return usage_error("there is no command " + std::string(argv[1]) + "; the commands are:" + all);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {  // --help, --version
    return app.exit(done);
  } catch (const CLI::ParseError& wrong) {
    return usage_error(std::string(wrong.what()) + " (try `" + command_of(app) + " --help`)");
  }
  for (const auto& [sub, command] : commands)
    if (sub->parsed()) return command();
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is a file that cannot be written: commands say so
  return after_output(run(argc, argv));
}
