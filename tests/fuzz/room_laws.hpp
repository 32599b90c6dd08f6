// What holds for every room and every entry of its log.
#pragma once

#include <string>
#include <vector>

#include "server/room/room.hpp"

namespace comodin::fuzz {

// The rule sets of all inputs; kept, because making them takes longer than an input.
server::RuleCache& rule_cache();

// Everything that anybody is shown of a room.
std::string looks(const server::Room& room);

void prints_and_reads_back(const server::Entry& entry);

// True: it has happened, and counts as one. False: it was refused in words; with `compare`, not a byte of
// what anybody sees has changed.
bool apply_or_not(server::Room& room, const server::Entry& entry, bool compare);

// The entries it has accepted make a room that looks the same.
void makes_the_same_room(const server::Room& room, const std::vector<server::Entry>& accepted);

// What is due is never refused.
void due_can_happen(server::Room& room);

}  // namespace comodin::fuzz
