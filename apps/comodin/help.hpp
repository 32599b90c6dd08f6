// The commands as data, for what is made from them: --help, the manual, and the completion of shells.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace comodin {

// One command, with the words that call it: "comodin arena merge".
struct CommandWords {
  std::string words;
  const CLI::App* app;
};
// A command and all those below it.
std::vector<CommandWords> with_subcommands(const CLI::App& app, const std::string& words);

// The values of an option or argument, if they are a short list; a file may be possible, too.
std::vector<std::string> known_values(const CLI::Option& option);
// Does the option take a list, with commas?
bool takes_list(const CLI::Option& option);
bool takes_value(const CLI::Option& option);
// The table's options whose values have names, each with its values.
struct NamedOption {
  std::string name;
  std::vector<std::string> values;
};
std::vector<NamedOption> named_options();

// The first sentence of a command's description, without its full stop.
std::string summary(const CLI::App& app);

// A page for section 1. `command` is the whole program or one of its commands; further ones are sections of a
// page.
std::string manual_page(const CLI::App& root, const CLI::App& command);
// What a shell reads: "bash", "zsh" or "fish".
std::string completion(const CLI::App& root, const std::string& shell);

}  // namespace comodin
