// comodin play: a game against bots, on a whole screen or line by line.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "apps/comodin/commands.hpp"
#include "clients/terminal/terminal.hpp"

namespace comodin {
namespace {

struct PlayOptions {
  PlayRequest request;
  CLI::Option *edition = nullptr, *players = nullptr, *option = nullptr, *bots = nullptr, *rules = nullptr,
              *seed = nullptr;
};

int run_play(PlayOptions& options) {
  PlayRequest& request = options.request;
  for (const CLI::Option* asked :
       {options.edition, options.players, options.option, options.bots, options.rules, options.seed})
    request.at_once |= asked->count() > 0;
  Settings settings;
  std::string why;
  if (!check_request(library(), request, settings, why)) return usage_error(why);
  if (!request.lines)
    request.no_screen = why_no_screen(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO), std::getenv("TERM"));
  const bool screen = !request.lines && request.no_screen.empty();
  return screen ? play_on_screen(library(), request, settings) : play_in_lines(library(), request, settings);
}

}  // namespace

Command add_play(CLI::App& app) {
  auto options = std::make_shared<PlayOptions>();
  PlayRequest& request = options->request;
  app.description(
      "Plays a game against bots. On a terminal the game fills the screen and begins with a menu; if the "
      "command\n"
      "line describes a table, it begins at once. With --lines, without a terminal, or on a terminal that "
      "cannot be\n"
      "drawn on (TERM=dumb), it goes line by line.");
  options->edition = app.add_option("-e,--edition", request.table.edition,
                                    "classic, streams, creeper, hyperdrive, powers, or an edition file");
  options->players = app.add_option("-p,--players", request.table.players, "number of players, including you")
                         ->check(whole(kSeatsMin, kSeatsMax))
                         ->capture_default_str();
  options->bots = add_bots_option(app, "-b,--bots", request.table.levels,
                                  "levels of the others, in turn (see `comodin show bots`)");
  options->option =
      app.add_option("-o,--option", request.table.options, kOptionAbout)->take_all()->delimiter(',');
  options->rules =
      app.add_option("--rule", request.table.rules,
                     "rule on the next custom wild: the name of a ready rule, or a text; may be repeated")
          ->take_all();
  options->seed = app.add_option("-s,--seed", request.table.seed,
                                 "seed of the deal and the bots; taken from the clock if left out")
                      ->check(whole(0));
  app.add_option("--lang", request.language, "language; taken from the locale if left out")
      ->check(CLI::IsMember({"es", "en"}));
  app.add_option("--speed", request.speed, "how fast bots play: slow, normal, fast or instant");
  app.add_flag("--lines", request.lines, "play line by line, for pipes and screen readers");
  CLI::Option* resume = app.add_option("--resume", request.resume, "continue a saved game");
  CLI::Option* replay = app.add_option("--replay", request.replay, "watch a record");
  resume->excludes(replay);
  for (CLI::Option* of_table :
       {options->edition, options->players, options->option, options->bots, options->rules, options->seed})
    of_table->excludes(resume)->excludes(replay);  // these bring a table of their own
  app.footer(
      "Examples:\n"
      "  comodin play\n"
      "  comodin play --edition creeper --players 4 --lang en\n"
      "  comodin play --edition classic --bots novato,aprendiz --rule joke --rule \"next draws 2\"\n"
      "  comodin play --lines --option stacking=any --seed 7\n"
      "  comodin play --edition powers --option literal\n"
      "  comodin play --lines --replay game.scn\n\n"
      "Games are saved as they are played, under $XDG_DATA_HOME/comodin or ~/.local/share/comodin.");
  return [options] { return run_play(*options); };
}

}  // namespace comodin
