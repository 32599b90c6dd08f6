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

  const std::vector<Timing>& timings() const { return timings_; }
  // Adds what the programs among the bots have lost, by entrant.
  void add_faults(std::map<std::size_t, Faults>& out) const;

 private:
  struct Table {
    const LineUp& line_up;
    std::vector<std::size_t> slot_of;  // by seat
    std::uint64_t rotation;
    Croupier croupier;
  };

  bool make_bots(const BotFactory& make, bool timing, std::string& why);
  void play_game(Table& table, Key key, std::span<std::int64_t> row);
  void count_hand(const Table& table, std::span<std::int64_t> row) const;
  void count_match(const Table& table, std::span<std::int64_t> row) const;

  const Plan& plan_;
  const Schedule& schedule_;
  const RuleSet& rules_;
  std::vector<std::vector<std::unique_ptr<Bot>>> bots_;  // by entrant: as many as ever sit at one table
  std::vector<std::pair<std::size_t, const Faults*>> programs_;  // entrants, and what their bots lose
  std::vector<Timing> timings_;                                  // by entrant
  std::vector<std::unique_ptr<Table>> tables_;                   // one for each line-up and rotation
};

}  // namespace comodin
