// The report for programs: one JSON object, and one CSV line for each bot.
#include <algorithm>
#include <cmath>

#include "arena/number_text.hpp"
#include "arena/report.hpp"

namespace comodin {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
    else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    }
  }
  return out + '"';
}

std::string number(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

std::string estimate(const Estimate& estimate) {
  return "{\"value\": " + number(estimate.value) + ", \"low\": " + number(estimate.low) +
         ", \"high\": " + number(estimate.high) + "}";
}

template <class List, class Print>
std::string list(const List& items, const char* between, Print print) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : between) + print(item);
  return out;
}

std::string plan_json(const Plan& plan) {
  std::string out =
      "  \"comodin\": " + quoted(plan.version) + ",\n  \"command\": " + quoted(command_of(plan));
  out += ",\n  \"edition\": " + quoted(plan.edition) + ",\n  \"players\": " + std::to_string(plan.players);
  out += ",\n  \"options\": [" + list(plan.options, ", ", quoted) + "]";
  out += ",\n  \"custom_rules\": " + std::to_string(plan.custom_rules);
  out += ",\n  \"unit\": " + quoted(plan.unit == Unit::Hands ? "hands" : "matches");
  out += ",\n  \"goal\": " + quoted(plan.goal);
  return out + ",\n  \"seed\": " + std::to_string(plan.seed);
}

std::string counts_json(const Results& results) {
  const Schedule& schedule = results.schedule;
  std::string out = ",\n  \"deals\": " + std::to_string(results.deals);
  out += ",\n  \"deals_planned\": " + std::to_string(schedule.deals);
  out += std::string(",\n  \"complete\": ") + (results.complete ? "true" : "false");
  out += std::string(",\n  \"faulty\": ") + (results.faulty() ? "true" : "false");
  out += ",\n  \"rotations\": " + std::to_string(schedule.rotations);
  out += ",\n  \"hands\": " + std::to_string(results.hands);
  out += ",\n  \"matches\": " + std::to_string(results.matches);
  out += ",\n  \"blocked_hands\": " + std::to_string(results.blocked);
  out += ",\n  \"unfinished_matches\": " + std::to_string(results.unfinished);
  out += ",\n  \"interval\": {\"level\": 0.95, \"method\": \"bootstrap over deals\", \"resamples\": " +
         std::to_string(kResamples) + ", \"boxes\": " + std::to_string(kBoxes) + "}";
  const auto line_up = [&](const LineUp& one) {
    return "[" +
           list(one.entrant_at, ", ",
                [&](int k) { return quoted(schedule.entrants[static_cast<std::size_t>(k)]); }) +
           "]";
  };
  return out + ",\n  \"line_ups\": [" + list(schedule.line_ups, ", ", line_up) + "]";
}

std::string bot_json(const BotResult& bot) {
  std::string out = "    {\"name\": " + quoted(bot.name) + ", \"seat_hands\": " + std::to_string(bot.hands);
  out += ",\n     \"net_points\": " + estimate(bot.net) + ",\n     \"points\": " + estimate(bot.points);
  out += ",\n     \"hand_wins\": " + estimate(bot.hand_wins) +
         ",\n     \"match_wins\": " + estimate(bot.match_wins);
  out += ",\n     \"rating\": " + estimate(bot.rating);
  if (bot.timing)
    out += ",\n     \"timing\": {\"answers\": " + std::to_string(bot.timing->count()) +
           ", \"mean_us\": " + number(bot.timing->mean_us()) +
           ", \"p95_us\": " + number(bot.timing->quantile_us(0.95)) +
           ", \"p99_us\": " + number(bot.timing->quantile_us(0.99)) + "}";
  if (bot.lapses)
    out += ",\n     \"faults\": {\"questions\": " + std::to_string(bot.lapses->asked) +
           ", \"late\": " + std::to_string(bot.lapses->late) +
           ", \"wrong\": " + std::to_string(bot.lapses->wrong) +
           ", \"dead\": " + std::to_string(bot.lapses->dead) + ", \"last\": " + quoted(bot.lapses->last) +
           ", \"never_played\": " + (bot.never_played() ? "true" : "false") + "}";
  return out + "}";
}

std::string pairs_json(const Results& results) {
  std::string out;
  for (std::size_t a = 0; a < results.bots.size(); ++a)
    for (std::size_t b = 0; b < results.bots.size(); ++b) {
      if (a == b) continue;
      const PairResult& pair = results.pair(a, b);
      out += (out.empty() ? "" : ",\n") + ("    {\"row\": " + quoted(results.bots[a].name)) +
             ", \"column\": " + quoted(results.bots[b].name) + ", \"net_points\": " + estimate(pair.net) +
             ", \"wins\": " + estimate(pair.wins) + "}";
    }
  return out;
}

std::string sprt_json(const Results& results) {
  const Sprt& sprt = *results.sprt;
  const char* verdict = results.absent() || sprt.verdict() == SprtVerdict::Open ? "open"
                        : sprt.verdict() == SprtVerdict::Better                 ? "better"
                                                                                : "not better";
  return ",\n  \"sprt\": {\"points\": " + number(sprt.points()) + ", \"verdict\": " + quoted(verdict) +
         ", \"deals\": " + std::to_string(sprt.deals()) + ", \"log_ratio\": " + number(sprt.log_ratio()) +
         ", \"bound\": " + number(Sprt::bound()) + "}";
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

std::string csv_estimate(const Estimate& estimate) {
  std::string out;
  for (double value : {estimate.value, estimate.low, estimate.high})
    out += "," + (std::isfinite(value) ? shortest(value) : "");
  return out;
}

// Empty cells for a bot that is no program.
std::string csv_lapses(const std::optional<Lapses>& lapses) {
  if (!lapses) return ",,,,,";
  std::string out;
  for (std::int64_t number : {lapses->asked, lapses->late, lapses->wrong, lapses->dead})
    out += "," + std::to_string(number);
  return out + "," + csv_cell(lapses->last);
}

}  // namespace

std::string json_report(const Results& results) {
  std::string out = "{\n" + plan_json(results.plan) + counts_json(results);
  out += ",\n  \"bots\": [\n" + list(results.bots, ",\n", bot_json) + "\n  ]";
  out += ",\n  \"pairs\": [\n" + pairs_json(results) + "\n  ]";
  out += ",\n  \"curve\": [\n" +
         list(results.curve, ",\n",
              [](const CurvePoint& point) {
                return "    {\"deals\": " + std::to_string(point.deals) + ", \"net_points\": [" +
                       list(point.net, ", ", number) + "]}";
              }) +
         "\n  ]";
  if (results.sprt) out += sprt_json(results);
  return out + "\n}\n";
}

std::string csv_report(const Results& results) {
  std::string out = "edition,players,seed,unit,deals,hands,bot,seat_hands";
  for (const char* figure : {"net_points", "points", "hand_wins", "match_wins", "rating"})
    out += std::string(",") + figure + "," + figure + "_low," + figure + "_high";
  if (results.bots.front().timing) out += ",answers,mean_us,p95_us,p99_us";
  const bool programs =
      std::any_of(results.bots.begin(), results.bots.end(), [](auto& bot) { return bot.lapses.has_value(); });
  out += programs ? ",questions,late,wrong,dead,last_fault\n" : "\n";
  const Plan& plan = results.plan;
  for (const BotResult& bot : results.bots) {
    out += csv_cell(plan.edition) + "," + std::to_string(plan.players) + "," + std::to_string(plan.seed) +
           "," + (plan.unit == Unit::Hands ? "hands," : "matches,") + std::to_string(results.deals) + "," +
           std::to_string(results.hands) + "," + csv_cell(bot.name) + "," + std::to_string(bot.hands);
    for (const Estimate* figure : {&bot.net, &bot.points, &bot.hand_wins, &bot.match_wins, &bot.rating})
      out += csv_estimate(*figure);
    if (bot.timing)
      out += "," + std::to_string(bot.timing->count()) + "," + shortest(bot.timing->mean_us()) + "," +
             shortest(bot.timing->quantile_us(0.95)) + "," + shortest(bot.timing->quantile_us(0.99));
    if (programs) out += csv_lapses(bot.lapses);
    out += "\n";
  }
  return out;
}

}  // namespace comodin
