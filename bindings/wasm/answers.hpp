// The JSON texts that the module gives (clients/web/src/engine/api.ts). Views, events and moves are written
// by the functions that the server uses, so a page cannot tell where a table lives. Refusals are the
// server's without the English sentence: the page has its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/view.hpp"
#include "fair/retelling.hpp"
#include "notation/json.hpp"
#include "notation/library.hpp"
#include "table/hint.hpp"
#include "table/replay.hpp"
#include "table/trial.hpp"

namespace comodin::answers {

std::string fault(const TextError& wrong);
std::string fault(const Fault& fault);
std::string refused(Refusal refusal);
std::string refused(FaultCode code);  // "room.WHY": what a server refuses, too
std::string why(std::string_view move, Refusal refusal);
std::string after(int milliseconds);  // how long bots take before they move
std::string events(const RuleSet& rules, const Seen& seen);
std::string view(const RuleSet& rules, const Seen& seen);
std::string text(std::string_view value);
std::string about(Library& library);
std::string rule(const Rule& rule);
std::string deck(const RuleSet& rules);
std::string hint(const RuleSet& rules, const std::vector<MoveChance>& rows, int percent);
std::string record(const Replay& replay);
std::string chances(const std::vector<double>& wins, int worlds);
std::string prospects(const RuleSet& rules, const Move& played, const std::vector<MoveChance>& rows);
std::string proof(const Proof& proof, const Retelling* retelling);  // null: the proof does not hold
std::string trial(const TrialReport& report, int seats);
std::string bench(long long hands, long long decisions);

}  // namespace comodin::answers
