// comodin help: what --help says, as manual pages, and what shells need to complete a command. All of it is
// made from the commands themselves.
#include "apps/comodin/help.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "bots/ladder.hpp"
#include "notation/edition.hpp"

namespace comodin {

namespace fs = std::filesystem;

std::vector<CommandWords> with_subcommands(const CLI::App& app, const std::string& words) {
  std::vector<CommandWords> out = {{words, &app}};
  for (const CLI::App* sub : app.get_subcommands({}))
    for (CommandWords& one : with_subcommands(*sub, words + " " + sub->get_name()))
      out.push_back(std::move(one));
  return out;
}

std::vector<NamedOption> named_options() {
  std::vector<NamedOption> out;
  for (int i = 0; i < kOptions; ++i) {
    const OptionInfo& about = info(static_cast<Option>(i));
    if (!about.values.empty())
      out.push_back({std::string(about.name), {about.values.begin(), about.values.end()}});
  }
  return out;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

namespace {

// `literal`, and each setting of the table's options.
std::vector<std::string> option_settings() {
  std::vector<std::string> out = {std::string(kLiteral)};
  for (const NamedOption& option : named_options())
    for (const std::string& value : option.values) out.push_back(option.name + "=" + value);
  return out;
}

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& one : list) out.emplace_back(one.name);
  return out;
}

// The text that CLI::IsMember makes from its values: "{one,two}".
std::vector<std::string> values_in_braces(const std::string& type) {
  const std::size_t begin = type.find('{'), end = type.find('}');
  if (begin == type.npos || end == type.npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

}  // namespace

bool takes_list(const CLI::Option& option) {
  return option.check_lname("bots") || option.check_lname("option") || option.check_lname("options");
}

std::vector<std::string> known_values(const CLI::Option& option) {
  const auto is = [&option](const char* name) {
    return option.check_lname(name) || option.get_name() == name;
  };
  if (is("edition") || is("EDITION")) return names_of(library().editions());
  if (is("bots") || is("bot") || is("BOT")) return names_of(ladder());
  if (is("option") || is("options")) return option_settings();
  if (is("rule") || is("RULE")) return names_of(library().ready_rules());
  return values_in_braces(option.get_type_name());
}

std::string summary(const CLI::App& app) {
  std::string out = app.get_description();
  std::replace(out.begin(), out.end(), '\n', ' ');
  for (const char* end : {". ", ": ", "; "}) out = out.substr(0, out.find(end));
  if (out.ends_with('.')) out.pop_back();
  return out;
}

namespace {

struct HelpOptions {
  std::vector<std::string> command;
  bool man = false;
  std::string shell, folder;
};

// Everything that comes with an installed program, at the places below `folder` where it is looked for.
int write_all(const CLI::App& root, const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> files = {
      {"man/man1/comodin.1", manual_page(root, root)},
      {"bash-completion/completions/comodin", completion(root, "bash")},
      {"zsh/site-functions/_comodin", completion(root, "zsh")},
      {"fish/vendor_completions.d/comodin.fish", completion(root, "fish")},
  };
  for (const CLI::App* command : root.get_subcommands({}))
    files.emplace_back("man/man1/comodin-" + command->get_name() + ".1", manual_page(root, *command));
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    std::error_code problem;
    fs::create_directories(path.parent_path(), problem);
    std::string why;
    if (!write_file(path.string(), text, why)) return usage_error(why);
    std::cout << path.string() << '\n';
  }
  return 0;
}

int run_help(const CLI::App& root, const HelpOptions& options) {
  const CLI::App* about = &root;
  std::string words = root.get_name();
  for (const std::string& word : options.command) {
    const std::vector<const CLI::App*> subs = about->get_subcommands([](const CLI::App*) { return true; });
    const auto found =
        std::find_if(subs.begin(), subs.end(), [&](auto* sub) { return sub->check_name(word); });
    if (found == subs.end()) return usage_error("there is no command " + word + " (try `comodin help`)");
    about = *found;
    words += " " + about->get_name();
  }
  if (options.man && options.command.size() > 1)
    return usage_error(words + " is described in the page of " + options.command.front() +
                       " (try `comodin help --man " + options.command.front() + "`)");
  if (!options.folder.empty()) return write_all(root, options.folder);
  if (options.man) std::cout << manual_page(root, *about);
  else if (!options.shell.empty()) std::cout << completion(root, options.shell);
  else std::cout << about->get_formatter()->make_help(about, words, CLI::AppFormatMode::Normal);
  return 0;
}

}  // namespace

Command add_help(CLI::App& app) {
  auto options = std::make_shared<HelpOptions>();
  app.description(
      "Explains a command as its --help does. Also prints manual pages and the completion of shells, all "
      "made\n"
      "from the same texts.");
  CLI::Option* command = app.add_option("COMMAND", options->command,
                                        "the command, e.g. `arena merge`; the whole program if left out");
  CLI::Option* man =
      app.add_flag("--man", options->man, "print the page for man: of the program, or of COMMAND");
  CLI::Option* shell = app.add_option("--completion", options->shell,
                                      "print what a shell needs to complete commands and options")
                           ->check(CLI::IsMember({"bash", "zsh", "fish"}))
                           ->excludes(man)
                           ->excludes(command);
  app.add_option("--install", options->folder,
                 "write all manual pages and completions below this folder, where they are looked for")
      ->type_name("FOLDER")
      ->excludes(man)
      ->excludes(shell)
      ->excludes(command);
  app.footer(
      "Examples:\n"
      "  comodin help arena\n"
      "  comodin help --man arena | man -l -\n"
      "  comodin help --install ~/.local/share\n"
      "  comodin help --completion bash > ~/.local/share/bash-completion/completions/comodin\n"
      "  comodin help --completion zsh > ~/.zfunc/_comodin\n"
      "  comodin help --completion fish > ~/.config/fish/completions/comodin.fish");
  return [options, &app] { return run_help(*app.get_parent(), *options); };
}

}  // namespace comodin
