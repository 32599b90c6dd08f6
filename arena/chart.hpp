// Charts as SVG texts, to be put into a web page. Colours come from the page's style, so that they follow
// its light and dark themes; each chart has a title and a description for those who cannot see it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/bootstrap.hpp"

namespace comodin {

// <, >, & and quotes as a web page writes them.
std::string escaped(const std::string& text);

using Print = std::function<std::string(double)>;

// One line for each label: a dot, its interval, and both in figures.
struct WhiskerChart {
  std::string id, title, description;
  std::vector<std::string> labels;
  std::vector<Estimate> estimates;
  double reference = 0;  // a line to compare with
  Print format;          // of the axis and the figures
};
std::string draw(const WhiskerChart& chart);

// Lines over a logarithmic axis, and the funnel in which each was expected to reach its last value.
struct CurveChart {
  std::string id, title, description, across;  // what the axis counts
  std::vector<std::string> labels;
  std::vector<double> x;               // rising
  std::vector<std::vector<double>> y;  // for each x: one for each label
  std::vector<double> half_widths;     // at the last x; not a number: no funnel
  Print format;
};
std::string draw(const CurveChart& chart);

}  // namespace comodin
