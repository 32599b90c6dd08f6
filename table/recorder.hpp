// Plays whole games of bots and writes them down as records.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bots/bot.hpp"
#include "notation/record.hpp"

namespace comodin {

inline constexpr int kHandsMax = 1000;  // of one recorded game: some options let nobody ever win it

// The text of the record; `final_hash` is that of the last position. No bots: one that makes random legal
// moves plays all seats.
std::string record_game(const RecordHead& head, const std::vector<std::unique_ptr<Bot>>& bots,
                        std::uint64_t* final_hash = nullptr);

}  // namespace comodin
