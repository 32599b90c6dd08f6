// The subcommands of `comodin`, one file each. Each declares its options on its own CLI::App and returns a
// function that runs it and returns the exit status (kStatuses).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/ruleset.hpp"
#include "notation/library.hpp"
#include "notation/scenario.hpp"
#include "words/fault.hpp"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace comodin {

struct ExecSettings;

// What the exit status of every command means.
struct Status {
  const char *code, *means;
};
inline constexpr Status kStatuses[] = {
    {"0", "done, and the answer is yes"},
    {"1", "done, and the answer is no: a scenario failed, a deal is not proved, a program did not play"},
    {"2", "not done: wrong usage, input that cannot be read, output that cannot be written"},
    {"128+N",
     "stopped by signal N: 130 is Ctrl-C, 141 means that nobody reads the output any more, 143 is SIGTERM"},
};

using Command = std::function<int()>;

Command add_check(CLI::App& app);
Command add_record(CLI::App& app);
Command add_replay(CLI::App& app);
Command add_show(CLI::App& app);
Command add_perft(CLI::App& app);
Command add_bench(CLI::App& app);
Command add_lab(CLI::App& app);
Command add_play(CLI::App& app);
Command add_bot(CLI::App& app);
Command add_arena(CLI::App& app);
Command add_serve(CLI::App& app);
Command add_verify(CLI::App& app);
Command add_load(CLI::App& app);
Command add_help(CLI::App& app);
Command add_licences(CLI::App& app);

// ---- what several of them need -----------------------------------------------------------------

// The texts in the binary, and edition files on disk.
Library& library();

bool read_file(const std::string& path, std::string& text);
// Writes beside the file and renames, so that there is never half a file. "-" is standard output; devices and
// pipes are written directly. False, and why.
inline constexpr const char* kStandardOutput = "-";
bool write_file(const std::string& path, const std::string& text, std::string& why);
// Can the file be written? Ask before long work, so that nobody plays for hours and then loses the result.
bool can_write(const std::string& path, std::string& why);
// Returns the status to end with: 2 if what was printed did not arrive.
int after_output(int status);

// The scenarios of a file. False if it cannot be read; the reason goes to standard error.
bool read_scenarios(const std::string& path, std::vector<Scenario>& out);

// For every option that is a number. They read with read_number() and read_decimal(), as everything does.
CLI::Validator whole(std::uint64_t least, std::uint64_t most = ~std::uint64_t{0});
CLI::Validator decimal(double least, double most);

// One clear line on standard error; returns 2.
int usage_error(const std::string& what);

// An edition with `NAME=VALUE` options and ready rules on its custom wilds. False, and why.
struct TableChoice {
  std::string edition = "classic";
  int players = 4;
  std::vector<std::string> options;
};
inline constexpr const char* kOptionAbout =
    "rule options as NAME=VALUE (see `comodin show options`),\nor literal, for every reading to the letter "
    "of the "
    "rulebook; may be repeated";
void add_table_options(CLI::App& app, TableChoice& choice);
// `custom_seed`: ready rules are picked by it; 0: each wild carries the default rule.
bool freeze_table(const TableChoice& choice, std::uint64_t custom_seed, RuleSet& out, std::string& why);

// A number that changes with the rules in force.
std::uint64_t rules_fingerprint(const RuleSet& rules);

// Who plays: a list for --bots, and --bot for one whole name.
CLI::Option* add_bots_option(CLI::App& app, const char* name, std::vector<std::string>& bots,
                             const char* about);
void add_bot_options(CLI::App& app, std::vector<std::string>& bots, const char* about);
// How long bots that are programs may think, and where their standard error goes.
void add_program_options(CLI::App& app, ExecSettings& settings);

}  // namespace comodin
