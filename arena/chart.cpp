#include "arena/chart.hpp"

#include <algorithm>
#include <cmath>

#include "arena/number_text.hpp"

namespace comodin {
namespace {

constexpr double kWidth = 760;
constexpr double kRow = 34, kAxis = 34;          // whisker charts: a row, and the axis below
constexpr double kLabels = 150, kFigures = 190;  // … and what stands left and right of the plot
constexpr double kCurveHeight = 340, kCurveLeft = 64, kCurveRight = 150, kCurveTop = 12, kCurveBottom = 44;
constexpr double kLabelGap = 16;  // between the names at the ends of two curves
constexpr std::size_t kColorsOfCurves = 8;

// From a range of values to a range of places.
struct Scale {
  double from, to, start, end;
  double operator()(double value) const { return start + (value - from) / (to - from) * (end - start); }
};

// A little wider than the values, and never empty.
Scale scale_for(double low, double high, double start, double end) {
  const double room = high > low ? 0.06 * (high - low) : std::max(1e-3, 0.1 * std::abs(high));
  return {low - room, high + room, start, end};
}

// About this many round steps, of 1, 2 or 5.
std::vector<double> ticks(const Scale& scale, double about) {
  const double rough = (scale.to - scale.from) / about;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = power;
  for (double factor : {2.0, 5.0, 10.0})
    if (step < rough) step = factor * power;
  std::vector<double> out;
  for (double at = std::ceil(scale.from / step) * step; at <= scale.to; at += step) out.push_back(at);
  return out;
}

std::string at(double place) { return fixed(place, 1); }

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return "<line class=\"" + style + "\" x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"" + at(x2) +
         "\" y2=\"" + at(y2) + "\"/>\n";
}

std::string label(double x, double y, const std::string& style, const std::string& text) {
  return "<text class=\"" + style + "\" x=\"" + at(x) + "\" y=\"" + at(y) + "\">" + escaped(text) +
         "</text>\n";
}

std::string head(const std::string& id, double height, const std::string& title, const std::string& about) {
  return "<svg viewBox=\"0 0 " + at(kWidth) + " " + at(height) + "\" role=\"img\" aria-labelledby=\"" + id +
         "-t " + id + "-d\">\n<title id=\"" + id + "-t\">" + escaped(title) + "</title>\n<desc id=\"" + id +
         "-d\">" + escaped(about) + "</desc>\n";
}

// ---- whiskers --------------------------------------------------------------------------------------

std::string whisker(const Estimate& estimate, const Scale& x, double y) {
  std::string out;
  if (estimate.has_interval()) {
    out += line(x(estimate.low), y, x(estimate.high), y, "whisker");
    for (double end : {estimate.low, estimate.high}) out += line(x(end), y - 6, x(end), y + 6, "whisker");
  }
  return out + "<circle class=\"dot\" cx=\"" + at(x(estimate.value)) + "\" cy=\"" + at(y) + "\" r=\"5\"/>\n";
}

// ---- curves ----------------------------------------------------------------------------------------

std::string color_class(std::size_t k) { return " c" + std::to_string(k % kColorsOfCurves); }

// One edge of a funnel: 1 the upper, -1 the lower.
double edge_of_funnel(const CurveChart& chart, std::size_t k, std::size_t i, double side) {
  return chart.y.back()[k] + side * chart.half_widths[k] * std::sqrt(chart.x.back() / chart.x[i]);
}

std::string funnel(const CurveChart& chart, std::size_t k, const Scale& x, const Scale& y) {
  if (!(chart.half_widths[k] > 0)) return {};
  const auto edge = [&](std::size_t i, double side) {
    return at(x(std::log(chart.x[i]))) + "," + at(y(edge_of_funnel(chart, k, i, side))) + " ";
  };
  std::string points;
  for (std::size_t i = 0; i < chart.x.size(); ++i) points += edge(i, 1);
  for (std::size_t i = chart.x.size(); i-- > 0;) points += edge(i, -1);
  return "<polygon class=\"funnel" + color_class(k) + "\" points=\"" + points + "\"/>\n";
}

std::string curve(const CurveChart& chart, std::size_t k, const Scale& x, const Scale& y) {
  std::string points;
  for (std::size_t i = 0; i < chart.x.size(); ++i)
    points += at(x(std::log(chart.x[i]))) + "," + at(y(chart.y[i][k])) + " ";
  return "<polyline class=\"curve" + color_class(k) + "\" points=\"" + points + "\"/>\n";
}

// The names at the right, pushed apart where the curves end close together.
std::string curve_names(const CurveChart& chart, const Scale& y) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < chart.labels.size(); ++k) order.push_back(k);
  const auto& last = chart.y.back();
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return last[a] != last[b] ? last[a] > last[b] : a < b; });
  std::string out;
  double free = 0;
  for (std::size_t k : order) {
    const double place = std::max(y(last[k]) + 4, free);
    free = place + kLabelGap;
    out += label(kWidth - kCurveRight + 8, place, "name" + color_class(k), chart.labels[k]);
  }
  return out;
}

std::string curve_axes(const CurveChart& chart, const Scale& x, const Scale& y) {
  const double bottom = kCurveHeight - kCurveBottom, right = kWidth - kCurveRight;
  std::string out;
  for (double tick : ticks(y, 6)) {
    out += line(kCurveLeft, y(tick), right, y(tick), std::abs(tick) < 1e-12 ? "reference" : "grid");
    out += label(kCurveLeft - 8, y(tick) + 4, "axis end", chart.format(tick));
  }
  for (double n = 1; n <= chart.x.back(); n *= 10)
    for (double factor : {1.0, 2.0, 5.0}) {
      const double tick = n * factor;
      if (tick < chart.x.front() || tick > chart.x.back()) continue;
      out += line(x(std::log(tick)), bottom, x(std::log(tick)), bottom + 5, "grid");
      out += label(x(std::log(tick)), bottom + 19, "axis middle", grouped(static_cast<std::uint64_t>(tick)));
    }
  return out + label((kCurveLeft + right) / 2, kCurveHeight - 6, "axis middle", chart.across);
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  return out;
}

std::string draw(const WhiskerChart& chart) {
  double low = chart.reference, high = chart.reference;
  for (const Estimate& estimate : chart.estimates) {
    low = std::min({low, estimate.value, estimate.has_interval() ? estimate.low : low});
    high = std::max({high, estimate.value, estimate.has_interval() ? estimate.high : high});
  }
  const Scale x = scale_for(low, high, kLabels, kWidth - kFigures);
  const double bottom = kRow * static_cast<double>(chart.labels.size());
  std::string out = head(chart.id, bottom + kAxis, chart.title, chart.description);
  for (double tick : ticks(x, 5)) {
    out += line(x(tick), 0, x(tick), bottom, "grid");
    out += label(x(tick), bottom + 20, "axis middle", chart.format(tick));
  }
  out += line(x(chart.reference), 0, x(chart.reference), bottom, "reference");
  for (std::size_t k = 0; k < chart.labels.size(); ++k) {
    const Estimate& estimate = chart.estimates[k];
    const double y = kRow * (static_cast<double>(k) + 0.5);
    out += label(kLabels - 12, y + 4, "name end", chart.labels[k]) + whisker(estimate, x, y);
    std::string figures = chart.format(estimate.value);
    if (estimate.has_interval())
      figures += "  [" + chart.format(estimate.low) + ", " + chart.format(estimate.high) + "]";
    out += label(kWidth - kFigures + 12, y + 4, "figures", figures);
  }
  return out + "</svg>\n";
}

std::string draw(const CurveChart& chart) {
  double low = 0, high = 0;
  for (const auto& values : chart.y)
    for (double value : values) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  for (std::size_t k = 0; k < chart.labels.size(); ++k) {  // funnels are widest at the first point
    if (!(chart.half_widths[k] > 0)) continue;
    low = std::min(low, edge_of_funnel(chart, k, 0, -1));
    high = std::max(high, edge_of_funnel(chart, k, 0, 1));
  }
  const Scale x{std::log(chart.x.front()), std::log(chart.x.back()), kCurveLeft, kWidth - kCurveRight};
  const Scale y = scale_for(low, high, kCurveHeight - kCurveBottom, kCurveTop);
  std::string out = head(chart.id, kCurveHeight, chart.title, chart.description) + curve_axes(chart, x, y);
  for (std::size_t k = 0; k < chart.labels.size(); ++k) out += funnel(chart, k, x, y);
  for (std::size_t k = 0; k < chart.labels.size(); ++k) out += curve(chart, k, x, y);
  return out + curve_names(chart, y) + "</svg>\n";
}

}  // namespace comodin
