// Reports: the same results as a table, as JSON, as CSV and as a web page that needs no network. None of them
// mentions threads, machines or times of day, so equal results are equal texts.
#pragma once

#include <string>

#include "arena/results.hpp"

namespace comodin {

std::string text_report(const Results& results);
std::string json_report(const Results& results);
std::string csv_report(const Results& results);
std::string html_report(const Results& results);

// ---- what they have in common ----------------------------------------------------------------------

// "20,000 hands: 10,000 deals, each in 2 rotations"
std::string games_line(const Results& results);
// "1 aprendiz against 3 novato"; of a round robin: how many pairs.
std::string line_up_line(const Results& results);
// One for each program that has lost choices: "exec:./a.py: 3 late, 0 wrong, 1 dead of 120 questions; …"
std::vector<std::string> fault_lines(const Results& results);
inline constexpr const char* kAbsentNote =
    "line-ups with a program that never played are left out of all figures";
// What the sequential test says; empty if there was none.
std::string sprt_line(const Results& results);
// Bots from the highest rating to the lowest; at the end those without one.
std::vector<std::size_t> by_rating(const Results& results);

}  // namespace comodin
