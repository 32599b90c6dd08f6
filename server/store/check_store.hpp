// `comodin serve --check-store`: is everything in a store as it should be? Reads only; a server may be
// running.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace comodin::server {

// Does this log make a room? False, and why.
using LogJudge =
    std::function<bool(const std::string& room, const std::vector<std::string>& log, std::string& why)>;

// True: no fault was found. `report` is lines of text: counts, then a line "fault: …" for each fault.
bool check_store(const std::string& path, const LogJudge& judge, std::string& report);

}  // namespace comodin::server
