// Plays whole games of random bots and writes them down as records.
#pragma once

#include <string>

#include "engine/ruleset.hpp"
#include "notation/scenario.hpp"

namespace comodin {

inline constexpr int kHandsMax = 1000;  // of one recorded game: some options let nobody ever win it

struct RecordWish {
  std::string name;     // of the scenario
  std::string edition;  // as the record's `edition` line writes it
  std::shared_ptr<const RuleSet> rules;
  std::vector<std::string> seats;  // names of the players
  std::uint64_t key = 1;
  bool trace = false;  // the whole position after every move
};

// The text of the record; `final_hash` is that of the last position.
std::string record_game(const RecordWish& wish, std::uint64_t* final_hash = nullptr);

}  // namespace comodin
