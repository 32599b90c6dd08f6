#include "arena/plan.hpp"

#include <algorithm>

#include "arena/number_text.hpp"
#include "engine/types.hpp"

namespace comodin {
namespace {

int index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::vector<std::string> different(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names)
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  return out;
}

// After this many turns of the table the line-up is back at the same seats.
int period(const std::vector<int>& seats) {
  std::vector<int> turned = seats;
  int turns = 0;
  do {
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    ++turns;
  } while (turned != seats);
  return turns;
}

class Scheduler {
 public:
  Scheduler(const Plan& plan, Schedule& out) : plan_(plan), out_(out) {}

  void run() {
    out_ = {.entrants = different(plan_.bots)};
    const int count = static_cast<int>(out_.entrants.size());
    const bool all_pairs = plan_.round_robin || (plan_.players == 2 && plan_.bots.size() > 2);
    if (count > 1 && all_pairs) pairs(count);
    else if (plan_.bots.size() == 2 && plan_.players > 2 && count == 2) add(share(0, 1));
    else if (count == 1) add(share(0, 0));
    else as_named();
    out_.rotations = period(out_.line_ups.front().entrant_at);
    const auto rotations = static_cast<std::uint64_t>(out_.rotations);
    out_.deals = plan_.games / rotations + (plan_.games % rotations != 0);
  }

 private:
  std::vector<int> share(int first, int second) const {
    std::vector<int> seats;
    for (int p = 0; p < plan_.players; ++p) {
      const bool other = plan_.arrangement == Arrangement::Field ? p > 0 : p % 2 == 1;
      seats.push_back(other ? second : first);
    }
    return seats;
  }

  void as_named() {
    std::vector<int> seats;
    for (const std::string& name : plan_.bots) seats.push_back(index_of(out_.entrants, name));
    add(seats);
  }

  // Both ways round where the two have different numbers of seats.
  void pairs(int count) {
    for (int a = 0; a < count; ++a)
      for (int b = a + 1; b < count; ++b) {
        const std::vector<int> seats = share(a, b);
        add(seats);
        if (2 * std::count(seats.begin(), seats.end(), a) != plan_.players) add(share(b, a));
      }
  }

  void add(const std::vector<int>& seats) {
    LineUp line_up{.entrant_at = seats, .column = out_.width};
    for (int entrant : seats) {
      const auto found = std::find(line_up.entrants.begin(), line_up.entrants.end(), entrant);
      const auto slot = static_cast<std::size_t>(found - line_up.entrants.begin());
      if (found == line_up.entrants.end()) {
        line_up.entrants.push_back(entrant);
        line_up.copies.push_back(0);
      }
      ++line_up.copies[slot];
      line_up.slot_at.push_back(static_cast<int>(slot));
    }
    out_.width += line_up.width();
    out_.line_ups.push_back(std::move(line_up));
  }

  const Plan& plan_;
  Schedule& out_;
};

std::string what_is_wrong(const Plan& plan) {
  const std::size_t named = plan.bots.size(), players = static_cast<std::size_t>(plan.players);
  if (plan.players < kSeatsMin || plan.players > kSeatsMax) return "--players is a number from 2 to 10";
  if (named == 0) return "name the players, e.g. --bots aprendiz,novato (comodin show bots lists them)";
  for (const std::string& text : plan.bots)
    if (text.empty() || text.find_first_of("\r\n") != std::string::npos) return "--bots has an empty name";
  const std::size_t count = different(plan.bots).size();
  if (count > kEntrantsMax) return "--bots takes 16 different bots at most";
  const bool all_pairs = plan.round_robin || plan.players == 2;
  if (named > 2 && named != players && !all_pairs && count > 1)
    return "--bots names " + std::to_string(named) + " bots for " + std::to_string(players) +
           " seats: name one, two or as many as there are seats, or add --round-robin";
  if (plan.games < 1 || plan.games > kDealsMax)
    return std::string(plan.unit == Unit::Hands ? "--hands" : "--matches") +
           " is a number from 1 to 100000000";
  return {};
}

// A word of a command line, in quotes where it needs them.
std::string for_shell(const std::string& word) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

// As one list, or one by one where a list would be split in the wrong places.
std::string named_bots(const std::vector<std::string>& bots) {
  std::string list, each;
  for (const std::string& bot : bots) {
    list += (list.empty() ? "" : ",") + bot;
    each += " --bot " + for_shell(bot);
  }
  return split_bots(list) == bots ? " --bots " + for_shell(list) : each;
}

}  // namespace

bool make_schedule(const Plan& plan, Schedule& out, std::string& why) {
  why = what_is_wrong(plan);
  if (!why.empty()) return false;
  Scheduler(plan, out).run();
  if (plan.sprt_points > 0 &&
      (plan.unit != Unit::Hands || out.entrants.size() < 2 || out.line_ups.size() > 1))
    why =
        "--sprt compares the first bot with the others of one line-up, in hands: give it two bots and "
        "--hands";
  return why.empty();
}

std::vector<std::string> split_bots(std::string_view list) {
  const auto is_setting = [](std::string_view text) {
    const std::size_t equals = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    return equals != std::string_view::npos && equals > 0 && text[equals] == '=';
  };
  std::vector<std::string> out(1);
  for (std::size_t at = 0; at < list.size(); ++at)
    if (list[at] == ',' && !is_setting(list.substr(at + 1))) out.emplace_back();
    else out.back() += list[at];
  return out;
}

std::string command_of(const Plan& plan) {
  std::string out =
      "comodin arena --edition " + for_shell(plan.edition) + " --players " + std::to_string(plan.players);
  for (const std::string& option : plan.options) out += " --option " + for_shell(option);
  if (plan.custom_rules) out += " --custom-rules " + std::to_string(plan.custom_rules);
  out += named_bots(plan.bots);
  if (plan.arrangement == Arrangement::Split) out += " --lineup split";
  if (plan.round_robin) out += " --round-robin";
  out += (plan.unit == Unit::Hands ? " --hands " : " --matches ") + std::to_string(plan.games);
  out += " --seed " + std::to_string(plan.seed);
  if (plan.sprt_points > 0) out += " --sprt --sprt-points " + shortest(plan.sprt_points);
  return out;
}

}  // namespace comodin
