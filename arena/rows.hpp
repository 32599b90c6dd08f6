// Rows: plays the games of one deal and adds up who got what. One for each thread.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arena/experiment.hpp"
#include "table/croupier.hpp"

namespace comodin {

class Rows {
 public:
  Rows(const Plan& plan, const Schedule& schedule, const RuleSet& rules);

  // False, and why, if a bot cannot be made.
  bool seat(const BotFactory& make, bool timing, std::string& why);

  // Fills the row of a deal; returns how many hands it took.
  std::uint64_t play(std::uint64_t deal, std::span<std::int64_t> row);

  // Since they were taken last, by entrant: how long answers took, and what the bots that are programs lost.
  std::vector<Timing> take_timings();
  std::map<std::size_t, Lapses> take_lapses();

 private:
  struct SeatedLineUp {
    const LineUp& line_up;
    std::vector<std::size_t> slot_of;  // by seat
    std::uint64_t rotation;
    Croupier croupier;
  };

  struct Program {
    std::size_t entrant;
    const Lapses* lapses;  // what its bot loses
    Lapses taken;
  };

  bool make_bots(const BotFactory& make, bool timing, std::string& why);
  void play_game(SeatedLineUp& seated, Key key, std::span<std::int64_t> row);
  void count_hand(const SeatedLineUp& seated, std::span<std::int64_t> row) const;
  void count_match(const SeatedLineUp& seated, std::span<std::int64_t> row) const;

  const Plan& plan_;
  const Schedule& schedule_;
  const RuleSet& rules_;
  std::vector<Program> programs_;
  std::vector<std::vector<std::unique_ptr<Bot>>> bots_;  // by entrant: at most as many as sit at one table
  std::vector<Timing> timings_;                          // by entrant
  std::vector<std::unique_ptr<SeatedLineUp>> seated_;    // one for each line-up and rotation
};

}  // namespace comodin
