// A record, told line by line: every move with its number, all hands open.
#include <iostream>

#include "clients/terminal/lines.hpp"
#include "clients/terminal/screen.hpp"
#include "notation/player.hpp"
#include "table/event_list.hpp"

namespace comodin {
namespace {

class LineReplay {
 public:
  LineReplay(Client& client, const Scenario& scenario)
      : say_(client.say),
        scenario_(scenario),
        rules_(*scenario.setup.rules),
        words_(rules_, say_.language(), person_of(scenario), seat_names(rules_.seats)),
        player_(scenario, &heard_) {}

  int run() {
    introduce();
    player_.start();
    tell("");
    int move = 0;
    while (player_.next_line() < scenario_.lines.size()) {
      const bool counts = is_move(scenario_.lines[player_.next_line()]);
      if (!player_.step()) break;
      tell(counts ? std::to_string(++move) + ". " : "");
    }
    if (player_.failures().empty()) return 0;
    const Failure& first = player_.failures().front();
    out_.line(say_("replay.fault", {std::to_string(first.line), fault_text(say_.language(), first.fault)}));
    return 1;
  }

 private:
  void introduce() {
    const auto& names = scenario_.setup.names;
    out_.line(edition_title(rules_.edition, say_.language()) + ". " + scenario_.name);
    for (Seat k = 0; k < rules_.seats; ++k)
      if (k < names.size() && k != person_of(scenario_))
        out_.line(words_.seat(k) + ": " + level_title(say_, names[k]));
  }

  void tell(const std::string& number) {
    std::string before = number;
    for (const std::string& line : words_.story(heard_.events, told_)) {
      out_.line(before + line);
      before = "  ";
    }
    for (; told_ < heard_.events.size(); ++told_)
      if (heard_.events[told_].kind == EventKind::ScoreIs) score(heard_.events[told_]);
  }

  void score(const Event& event) {
    out_.line("  " + (event.seat == person_of(scenario_)
                          ? say_.counted("lines.score.you", event.value)
                          : say_.counted("lines.score", event.value, {words_.seat(event.seat)})));
  }

  const Catalogue& say_;
  const Scenario& scenario_;
  const RuleSet& rules_;
  Words words_;
  EventList heard_;
  ScenarioPlayer player_;
  Lines out_;
  std::size_t told_ = 0;
};

}  // namespace

int replay_in_lines(Client& client, const std::filesystem::path& path) {
  Scenario scenario;
  std::string why;
  if (!read_record(client, path, scenario, why)) {
    std::cerr << "comodin: " << path.string() << ": " << why << '\n';
    return 2;
  }
  return LineReplay(client, scenario).run();
}

}  // namespace comodin
