#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "apps/comodin/commands.hpp"
#include "arena/number_text.hpp"
#include "arena/plan.hpp"
#include "editions/editions.hpp"
#include "engine/chance.hpp"
#include "notation/edition.hpp"
#include "notation/number.hpp"
#include "notation/rule.hpp"
#include "programs/exec_bot.hpp"
#include "table/signature.hpp"

namespace comodin {

namespace fs = std::filesystem;

Library& library() {
  static Library standard = standard_library(read_file);
  return standard;
}

bool read_file(const std::string& path, std::string& text) {
  std::error_code problem;
  if (!fs::is_regular_file(path, problem) || fs::file_size(path, problem) > kTextMax || problem) return false;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  text = std::move(content).str();
  return in.good() || in.eof();
}

bool read_scenarios(const std::string& path, std::vector<Scenario>& out) {
  std::string text;
  if (!read_file(path, text)) {
    std::cerr << path << ": cannot be read\n";
    return false;
  }
  const TextError wrong = parse_scenarios(text, fs::path(path).parent_path().string(), library(), out);
  if (wrong)
    std::cerr << path << ':' << wrong.line << ':' << wrong.column << ": " << english(wrong.fault) << '\n';
  return !wrong;
}

namespace {

// What was given, short enough for one line.
std::string shown(const std::string& text) {
  std::string out;
  for (char c : text.substr(0, 24)) out += c >= 0x20 && c < 0x7F ? c : '.';
  return "`" + out + (text.size() > 24 ? "…`" : "`");
}

// CLI11 puts the option's name before what a validator says.
template <class Read>
CLI::Validator number_check(const std::string& kind, const std::string& range, Read read) {
  return CLI::Validator(
      [=](std::string& text) {
        return read(text) ? std::string() : "expected " + kind + " from " + range + ", got " + shown(text);
      },
      range);
}

}  // namespace

CLI::Validator whole(std::uint64_t least, std::uint64_t most) {
  return number_check("a whole number", std::to_string(least) + " to " + std::to_string(most),
                      [=](const std::string& text) {
                        std::uint64_t number = 0;
                        return read_number(text, number, least, most);
                      });
}

CLI::Validator decimal(double least, double most) {
  return number_check("a number", shortest(least) + " to " + shortest(most), [=](const std::string& text) {
    double number = 0;
    return read_decimal(text, number, least, most);
  });
}

int usage_error(const std::string& what) {
  std::cerr << "comodin: " << what << '\n';
  return 2;
}

void add_table_options(CLI::App& app, TableChoice& choice) {
  app.add_option("-e,--edition", choice.edition,
                 "classic, streams, creeper, hyperdrive, powers, or an edition file")
      ->capture_default_str();
  app.add_option("-p,--players", choice.players, "seats at the table")
      ->check(whole(kSeatsMin, kSeatsMax))
      ->capture_default_str();
  app.add_option("-o,--option", choice.options, kOptionAbout)->take_all()->delimiter(',');
}

CLI::Option* add_bots_option(CLI::App& app, const char* name, std::vector<std::string>& bots,
                             const char* about) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [&bots](const std::vector<std::string>& lists) {
            for (const std::string& list : lists)
              for (std::string& bot : split_bots(list)) bots.push_back(std::move(bot));
          },
          about)
      ->type_name("BOT,BOT");
}

void add_bot_options(CLI::App& app, std::vector<std::string>& bots, const char* about) {
  add_bots_option(app, "--bots", bots, about);
  app.add_option_function<std::vector<std::string>>(
         "--bot",
         [&bots](const std::vector<std::string>& names) {
           bots.insert(bots.end(), names.begin(), names.end());
         },
         "one more bot, whose name may contain commas; may be repeated")
      ->take_all()
      ->type_name("BOT");
}

void add_program_options(CLI::App& app, ExecSettings& settings) {
  app.add_option("--bot-time", settings.move_ms, "milliseconds that a program (exec:) has for each answer")
      ->check(whole(1, 600000))
      ->capture_default_str();
  app.add_option("--bot-log", settings.log, "file to keep what programs write to standard error")
      ->check(CLI::Validator(
          [](std::string& path) {
            std::string why;
            return can_write(path, why) ? std::string() : why;
          },
          ""));
}

namespace {

// Ready rules for the custom wilds, as the seed picks them.
std::vector<Rule> pick_rules(int count, std::uint64_t seed) {
  std::vector<Rule> out(static_cast<std::size_t>(count));
  const auto ready = library().ready_rules();
  Random random(split(seed, 77));
  for (Rule& rule : out) {
    const std::string_view name =
        seed == 0 ? kBenchRule : ready[random.below(static_cast<std::uint32_t>(ready.size()))].name;
    parse_rule_text(library().ready_rule(name), rule);
    rule.name = name;
  }
  return out;
}

}  // namespace

std::uint64_t rules_fingerprint(const RuleSet& rules) {
  constexpr Key kKey = 7;
  constexpr int kHands = 20;
  return signature(rules, kKey, kHands);
}

bool freeze_table(const TableChoice& choice, std::uint64_t custom_seed, RuleSet& out, std::string& why) {
  Fault wrong;
  const Edition* edition = library().edition(choice.edition, "", wrong);
  Options options = edition ? edition->options : Options();
  for (const std::string& text : choice.options)
    if (!wrong) set_option(*edition, text, options, wrong);
  if (!wrong)
    wrong = freeze(*edition, options, choice.players,
                   pick_rules(custom_count(*edition, options), custom_seed), out);
  why = english(wrong);
  return !wrong;
}

}  // namespace comodin
