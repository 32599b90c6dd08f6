// The report as a web page: everything in one file, nothing from the network.
#include <algorithm>
#include <cmath>

#include "arena/chart.hpp"
#include "arena/number_text.hpp"
#include "arena/report.hpp"

namespace comodin {
namespace {

constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --page: #f6f6f3; --card: #fff; --ink: #1d1f24; --soft: #5c6270; --line: #d9dbe0;
  --c0: #1f5fbf; --c1: #b3470f; --c2: #1c7a4a; --c3: #8a3ca6;
  --c4: #8a6a00; --c5: #00727f; --c6: #b0256b; --c7: #555b66; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14161a; --card: #1d2026; --ink: #e9eaee; --soft: #a3a9b6; --line: #383d47;
    --c0: #7db0ff; --c1: #ff9d5c; --c2: #5fd39a; --c3: #d592f0;
    --c4: #e3c14b; --c5: #55cfdc; --c6: #ff86bd; --c7: #b4bac6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 54rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.1rem; margin: 0 0 .2rem; }
p { margin: 0 0 .8rem; } .soft { color: var(--soft); font-size: .93rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.1rem 1.2rem;
  margin: 1.2rem 0; }
.wide { overflow-x: auto; }
.verdict { border-left: .3rem solid var(--c0); } .faults { border-left: .3rem solid var(--c1); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; } thead th { color: var(--soft); font-weight: 600; }
td b { display: block; font-weight: 600; } td small { color: var(--soft); }
.heat td, .heat th { border: 1px solid var(--line); text-align: center; } .heat small { color: var(--ink); }
svg { display: block; width: 100%; min-width: 34rem; height: auto; font: 13px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); } .reference { stroke: var(--soft); stroke-dasharray: 4 3; }
.axis { fill: var(--soft); font-size: 12px; } .end { text-anchor: end; } .middle { text-anchor: middle; }
.figures { font-variant-numeric: tabular-nums; }
.whisker { stroke: var(--c0); stroke-width: 2; } .dot { fill: var(--c0); }
.curve { fill: none; stroke-width: 2; } .funnel { opacity: .13; } .name { font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; } dd { margin: 0; }
dt { color: var(--soft); } code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
)css";

// The colours of the curves: stroke, area and name.
std::string curve_colors() {
  std::string out;
  for (int k = 0; k < 8; ++k) {
    const std::string n = std::to_string(k), color = ": var(--c" + n + "); }";
    out +=
        ".curve.c" + n + " { stroke" + color + " .funnel.c" + n + ", .name.c" + n + " { fill" + color + "\n";
  }
  return out;
}

std::string net_text(double value) { return fixed(value, 2, true); }
std::string percent(double value) { return fixed(100 * value, 1) + " %"; }
std::string elo(double value) { return fixed(value, 0, true); }

std::string section(const std::string& title, const std::string& about, const std::string& body) {
  // What is too wide for a small screen can be scrolled, with the keyboard too.
  return "<section>\n<h2>" + escaped(title) + "</h2>\n<p class=\"soft\">" + escaped(about) +
         "</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" + escaped(title) + "\">\n" +
         body + "</div>\n</section>\n";
}

// ---- names beside charts ---------------------------------------------------------------------------

constexpr std::size_t kNameMax = 14;  // letters that have room, in wide fonts too

// The last letters of a text, at most this many.
std::string tail(const std::string& text, std::size_t letters) {
  std::size_t at = text.size();
  for (; at > 0 && letters > 0; --letters) {
    do --at;
    while (at > 0 && (text[at] & 0xC0) == 0x80);
  }
  return text.substr(at);
}

// The end of a long name, because that is where programs of one folder differ. Those that do not are
// numbered.
std::vector<std::string> chart_names(const Results& results) {
  std::vector<std::string> out;
  for (const BotResult& bot : results.bots)
    out.push_back(tail(bot.name, kNameMax) == bot.name ? bot.name : "…" + tail(bot.name, kNameMax - 1));
  const std::vector<std::string> cut = out;
  for (std::size_t k = 0; k < cut.size(); ++k)
    if (std::count(cut.begin(), cut.end(), cut[k]) > 1)
      out[k] = std::to_string(k + 1) + " …" + tail(cut[k], kNameMax - 4);
  return out;
}

// ---- charts ----------------------------------------------------------------------------------------

std::string whiskers(const Results& results, const char* id, const std::string& title,
                     const std::string& about, Estimate BotResult::* figure, double reference,
                     const Print& format) {
  WhiskerChart chart{
      .id = id, .title = title, .description = about, .reference = reference, .format = format};
  const std::vector<std::string> names = chart_names(results);
  for (std::size_t k : by_rating(results)) {
    const BotResult& bot = results.bots[k];
    if (!std::isfinite((bot.*figure).value)) continue;
    chart.labels.push_back(names[k]);
    chart.estimates.push_back(bot.*figure);
    chart.description += " " + bot.name + ": " + format((bot.*figure).value) + ".";
  }
  return chart.labels.empty() ? "" : section(title, about, draw(chart));
}

// From a thousandth of the deals on: before that the curves leave the page.
std::string convergence(const Results& results) {
  CurveChart chart{.id = "curve",
                   .title = "How the estimate settled",
                   .description =
                       "Net points a hand over the deals played so far. The shaded funnel is where an "
                       "estimate from so many deals should lie, 95 times in 100.",
                   .across = "deals",
                   .format = [](double value) { return fixed(value, 1, true); }};
  for (const CurvePoint& point : results.curve) {
    if (point.deals * 1024 < results.deals) continue;
    chart.x.push_back(static_cast<double>(point.deals));
    chart.y.emplace_back();
    for (double net : point.net)
      if (std::isfinite(net)) chart.y.back().push_back(net);
  }
  const std::vector<std::string> names = chart_names(results);
  for (std::size_t k = 0; k < results.bots.size(); ++k) {
    const Estimate& net = results.bots[k].net;
    if (!std::isfinite(net.value)) continue;
    chart.labels.push_back(names[k]);
    chart.half_widths.push_back((net.high - net.low) / 2);
  }
  if (chart.x.size() < 2 || chart.labels.empty()) return {};
  return section(chart.title, chart.description, draw(chart));
}

// ---- tables ----------------------------------------------------------------------------------------

std::string cell(const Estimate& estimate, const Print& format) {
  if (!std::isfinite(estimate.value)) return "<td>–</td>";
  std::string out = "<td><b>" + format(estimate.value) + "</b>";
  if (estimate.has_interval())
    out += "<small>" + format(estimate.low) + " to " + format(estimate.high) + "</small>";
  return out + "</td>";
}

std::string figures_table(const Results& results) {
  const bool matches = results.plan.unit == Unit::Matches;
  const bool timing = results.bots.front().timing.has_value();
  std::string out =
      "<table>\n<thead><tr><th scope=\"col\">bot</th><th scope=\"col\">net points</th>"
      "<th scope=\"col\">points</th><th scope=\"col\">hands won</th>";
  if (matches) out += "<th scope=\"col\">matches won</th>";
  out += "<th scope=\"col\">rating</th>";
  if (timing) out += "<th scope=\"col\">µs: mean, p95, p99</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t k : by_rating(results)) {
    const BotResult& bot = results.bots[k];
    out += "<tr><th scope=\"row\">" + escaped(bot.name) +
           (bot.never_played() ? "<br><small>never played</small>" : "") + "</th>" + cell(bot.net, net_text) +
           cell(bot.points, [](double value) { return fixed(value, 2); }) + cell(bot.hand_wins, percent);
    if (matches) out += cell(bot.match_wins, percent);
    out += cell(bot.rating, elo);
    if (timing)
      out += "<td>" + fixed(bot.timing->mean_us(), 2) + ", " + fixed(bot.timing->quantile_us(0.95), 2) +
             ", " + fixed(bot.timing->quantile_us(0.99), 2) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

// Blue for a gain, orange for a loss; the larger, the deeper. The text stays readable on either.
std::string heat(double value, double most) {
  const double depth = most > 0 ? 0.45 * std::min(1.0, std::abs(value) / most) : 0;
  return std::string("background: rgba(") + (value >= 0 ? "45,120,230," : "235,110,20,") + fixed(depth, 3) +
         ")";
}

std::string payoff_table(const Results& results) {
  double most = 0;
  for (std::size_t a = 0; a < results.bots.size(); ++a)
    for (std::size_t b = 0; b < results.bots.size(); ++b)
      if (a != b) most = std::max(most, std::abs(results.pair(a, b).net.value));
  const std::vector<std::size_t> order = by_rating(results);
  std::string out = "<table class=\"heat\">\n<thead><tr><th scope=\"col\">against</th>";
  for (std::size_t b : order) out += "<th scope=\"col\">" + escaped(results.bots[b].name) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t a : order) {
    out += "<tr><th scope=\"row\">" + escaped(results.bots[a].name) + "</th>";
    for (std::size_t b : order) {
      const PairResult& pair = results.pair(a, b);
      if (a == b) out += "<td>·</td>";
      else if (!std::isfinite(pair.net.value)) out += "<td>–</td>";
      else
        out += "<td style=\"" + heat(pair.net.value, most) + "\"><b>" + net_text(pair.net.value) +
               "</b><small>±" + fixed((pair.net.high - pair.net.low) / 2, 2) + "<br>wins " +
               percent(pair.wins.value) + "</small></td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

std::string how_made(const Results& results) {
  const Plan& plan = results.plan;
  const auto item = [](const std::string& name, const std::string& text) {
    return "<dt>" + name + "</dt><dd>" + escaped(text) + "</dd>\n";
  };
  std::string options;
  for (const std::string& option : plan.options) options += (options.empty() ? "" : ", ") + option;
  std::string out = "<dl>\n<dt>command</dt><dd><code>" + escaped(command_of(plan)) + "</code></dd>\n";
  out += item("program", "comodin " + plan.version) + item("seed", std::to_string(plan.seed));
  out += item("rules", plan.edition + (options.empty() ? "" : ", " + options));
  out += item("deals", grouped(results.deals) +
                           (results.complete ? "" : " of " + grouped(results.schedule.deals)) + ", each in " +
                           std::to_string(results.schedule.rotations) +
                           (results.schedule.rotations == 1 ? " rotation" : " rotations"));
  out += item("hands", grouped(results.hands) + ", " + grouped(results.blocked) + " of them blocked");
  if (plan.unit == Unit::Matches)
    out += item("matches", grouped(results.matches) + " " + plan.goal + ", " + grouped(results.unfinished) +
                               " unfinished");
  out += item("intervals", "95 %, bootstrap over deals: " + std::to_string(kResamples) + " resamples of " +
                               std::to_string(std::min<std::uint64_t>(results.deals, kBoxes)) + " boxes");
  return "<section>\n<h2>How it was made</h2>\n" + out + "</dl>\n</section>\n";
}

std::string faults_section(const Results& results) {
  if (!results.faulty()) return {};
  std::string out =
      "<section class=\"faults\">\n<h2>Moves that programs did not make themselves</h2>\n"
      "<p class=\"soft\">A legal move was made for a program that was late, answered nonsense or had died. "
      "Line-ups with one that never played are left out of all figures.</p>\n<ul>\n";
  for (const std::string& line : fault_lines(results)) out += "<li>" + escaped(line) + "</li>\n";
  return out + "</ul>\n</section>\n";
}

std::string all_charts(const Results& results) {
  const bool matches = results.plan.unit == Unit::Matches;
  const double even = 1.0 / results.plan.players;
  std::string out =
      whiskers(results, "net", "Net points a hand",
               "Points a hand minus the mean of the other seats. The dashed line is an even game.",
               &BotResult::net, 0, net_text);
  if (matches)
    out += whiskers(results, "matches", "Matches won",
                    "Share of the matches, per seat. The dashed line is an even share.",
                    &BotResult::match_wins, even, percent);
  out += whiskers(results, "hands", "Hands won",
                  "Share of the hands, per seat. The dashed line is an even share.", &BotResult::hand_wins,
                  even, percent);
  out += convergence(results);
  if (results.bots.size() < 2) return out;
  out += section("Payoff matrix", "Net points a hand of the row against the column, and the share of wins.",
                 payoff_table(results));
  return out + whiskers(results, "ratings", "Ratings",
                        "Elo scale from the wins above: 400 points are ten to one, the mean of all is 0.",
                        &BotResult::rating, 0, elo);
}

}  // namespace

std::string html_report(const Results& results) {
  const std::string title =
      "Arena: " + results.plan.edition + ", " + std::to_string(results.plan.players) + " players";
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      escaped(title) + "</title>\n<style>" + kStyle + curve_colors() + "</style>\n</head>\n<body>\n<main>\n";
  out += "<h1>" + escaped(title) + "</h1>\n<p>" + escaped(line_up_line(results)) + ". " +
         escaped(games_line(results)) + ".</p>\n";
  if (!results.complete) out += "<p><b>Stopped early: these are the first deals only.</b></p>\n";
  if (results.sprt)
    out += "<section class=\"verdict\"><p>" + escaped(sprt_line(results)) + "</p></section>\n";
  out += faults_section(results) + all_charts(results);
  out += section("All figures", "With their 95 % intervals; points are per hand, and all figures per seat.",
                 figures_table(results));
  return out + how_made(results) + "</main>\n</body>\n</html>\n";
}

}  // namespace comodin
