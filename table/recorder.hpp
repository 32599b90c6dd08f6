// Plays whole games of bots and writes them down as records.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bots/bot.hpp"
#include "notation/record.hpp"

namespace comodin {

inline constexpr int kHandsMax = 1000;  // of one recorded game: with some options nobody ever wins

// Returns the text of the record; `final_hash` becomes the hash of the last position. Without bots, all seats
// make random legal moves.
std::string record_game(const RecordHead& head, const std::vector<std::unique_ptr<Bot>>& bots,
                        std::uint64_t* final_hash = nullptr);

}  // namespace comodin
