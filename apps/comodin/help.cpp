// comodin help: what --help says, as a page of the manual, and what shells need to complete a command. All of
// it is made from the commands themselves.
#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "bots/ladder.hpp"
#include "notation/edition.hpp"

namespace comodin {
namespace {

struct HelpOptions {
  std::vector<std::string> command;
  bool man = false;
  std::string shell;
};

// `visit` is called with a command's words ("comodin arena merge") and the command, for each of them.
template <class Visit>
void for_all(const CLI::App& app, const std::string& words, Visit visit) {
  visit(words, app);
  for (const CLI::App* sub : app.get_subcommands({})) for_all(*sub, words + " " + sub->get_name(), visit);
}

// The table's options whose values have names: the name, and " none same any".
std::vector<std::pair<std::string, std::string>> named_options() {
  std::vector<std::pair<std::string, std::string>> out;
  for (int i = 0; i < kOptions; ++i) {
    const OptionInfo& about = info(static_cast<Option>(i));
    if (about.values.empty()) continue;
    out.emplace_back(about.name, "");
    for (const std::string_view value : about.values) (out.back().second += " ") += value;
  }
  return out;
}

// `literal`, and each setting of those options.
std::string option_settings() {
  std::string out = " " + std::string(kLiteral);
  for (const auto& [name, values] : named_options()) {
    std::string settings = values;
    for (std::size_t at = 0; (at = settings.find(' ', at)) != std::string::npos; at += name.size() + 2)
      settings.insert(at + 1, name + "=");
    out += settings;
  }
  return out;
}

// What may be written behind an option, where that is a short list.
std::vector<std::pair<std::string, std::string>> known_values() {
  std::string editions, bots;
  for (const NamedText& edition : library().editions()) (editions += " ") += edition.name;
  for (const Level& level : ladder()) (bots += " ") += level.name;
  return {{"--edition", editions}, {"--bots", bots}, {"--bot", bots}, {"--option|-o", option_settings()}};
}

// ---- the manual ------------------------------------------------------------------------------------

// A text for roff: a line that begins with a dot, and backslashes, are nothing special in ours.
std::string roff(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((at == 0 || text[at - 1] == '\n') && (text[at] == '.' || text[at] == '\'')) out += "\\&";
    out += text[at] == '\\' ? "\\e" : text[at] == '-' ? "\\-" : std::string(1, text[at]);
  }
  return out;
}

void print_man(const CLI::App& app) {
  std::cout << ".TH COMODIN 1 \"\" \"comodin " << kVersion << "\" \"Comod\\['i]n\"\n.SH NAME\n"
            << "comodin \\- one card game, five editions\n.SH SYNOPSIS\n.B comodin\nCOMMAND [OPTION...]\n";
  for_all(app, "comodin", [](const std::string& words, const CLI::App& one) {
    std::cout << ".SH " << roff(words) << '\n' << roff(one.get_description()) << '\n';
    for (const CLI::Option* option : one.get_options()) {
      std::cout << ".TP\n.B " << roff(option->get_name(option->get_positional(), true)) << '\n';
      if (!option->get_type_name().empty()) std::cout << ".I " << roff(option->get_type_name()) << '\n';
      std::cout << (option->get_description().empty() ? "\\&" : roff(option->get_description()));
      if (!option->get_default_str().empty()) std::cout << " [" << roff(option->get_default_str()) << ']';
      std::cout << '\n';
    }
    if (!one.get_footer().empty()) std::cout << ".PP\n.nf\n" << roff(one.get_footer()) << "\n.fi\n";
  });
}

// ---- completion ------------------------------------------------------------------------------------

std::string words_of(const CLI::App& app) {
  std::string out;
  for (const CLI::App* sub : app.get_subcommands({})) (out += " ") += sub->get_name();
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) (out += " --") += name;
  return out.empty() ? out : out.substr(1);
}

void print_bash(const CLI::App& app) {
  std::cout
      << "_comodin() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path=comodin next known\n"
         "  case $before in\n";
  for (const auto& [option, values] : known_values())
    std::cout << "    " << option << ") COMPREPLY=($(compgen -W \"" << values.substr(1)
              << "\" -- \"$word\")); return ;;\n";
  // A shell takes NAME=VALUE for three words.
  std::cout << "  esac\n"
               "  if [[ $word == '=' ]]; then word='' next=$before\n"
               "  elif [[ $before == '=' ]]; then next=${COMP_WORDS[COMP_CWORD-2]}\n  fi\n"
               "  case $next in\n";
  for (const auto& [name, values] : named_options())
    std::cout << "    " << name << ") COMPREPLY=($(compgen -W \"" << values.substr(1)
              << "\" -- \"$word\")); return ;;\n";
  std::cout << "  esac\n"
               "  for next in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
               "    case \"$path $next\" in\n";
  for_all(app, "comodin", [](const std::string& words, const CLI::App& one) {
    if (one.get_parent()) std::cout << "      '" << words << "') path='" << words << "' ;;\n";
  });
  std::cout << "    esac\n  done\n  case $path in\n";
  for_all(app, "comodin", [](const std::string& words, const CLI::App& one) {
    std::cout << "    '" << words << "') known='" << words_of(one) << "' ;;\n";
  });
  std::cout << "  esac\n"
               "  COMPREPLY=($(compgen -W \"$known\" -- \"$word\"))\n"
               "  [[ $word == -* || ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
               "}\ncomplete -F _comodin comodin\n";
}

void print_zsh(const CLI::App& app) {
  std::cout << "autoload -U +X bashcompinit && bashcompinit\n";
  print_bash(app);
}

// In the quotes of fish.
std::string fish(const std::string& text) {
  std::string out = "'";
  for (char c : text.substr(0, text.find('\n')))
    out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "'";
}

void print_fish(const CLI::App& app) {
  for_all(app, "comodin", [](const std::string& words, const CLI::App& one) {
    std::string when = one.get_parent() ? "" : "not __fish_seen_subcommand_from " + words_of(one);
    for (std::size_t at = words.find(' '); at != std::string::npos; at = words.find(' ', at + 1))
      when += (when.empty() ? "" : "; and ") + std::string("__fish_seen_subcommand_from ") +
              words.substr(at + 1, words.find(' ', at + 1) - at - 1);
    for (const CLI::App* sub : one.get_subcommands({}))
      std::cout << "complete -c comodin -n " << fish(when) << " -a " << sub->get_name() << " -d "
                << fish(sub->get_description()) << '\n';
    for (const CLI::Option* option : one.get_options())
      for (const std::string& name : option->get_lnames())
        std::cout << "complete -c comodin -n " << fish(when) << " -l " << name << " -d "
                  << fish(option->get_description()) << '\n';
  });
}

int run_help(const CLI::App& app, const HelpOptions& wish) {
  const CLI::App* about = &app;
  std::string words = app.get_name();
  for (const std::string& word : wish.command) {
    const std::vector<const CLI::App*> subs = about->get_subcommands([](const CLI::App*) { return true; });
    const auto found =
        std::find_if(subs.begin(), subs.end(), [&](auto* sub) { return sub->get_name() == word; });
    if (found == subs.end()) return usage_error("there is no command " + word + " (try `comodin help`)");
    about = *found;
    words += " " + word;
  }
  if (wish.man) print_man(app);
  else if (wish.shell == "bash") print_bash(app);
  else if (wish.shell == "zsh") print_zsh(app);
  else if (wish.shell == "fish") print_fish(app);
  else std::cout << about->get_formatter()->make_help(about, words, CLI::AppFormatMode::Normal);
  return 0;
}

}  // namespace

Command add_help(CLI::App& app) {
  auto wish = std::make_shared<HelpOptions>();
  app.description("What --help says, as a manual page or for the completion of a shell, too.");
  app.add_option("command", wish->command, "about this one, e.g. `arena merge`");
  auto* man = app.add_flag("--man", wish->man, "all commands as a page for man");
  app.add_option("--completion", wish->shell, "what a shell needs to complete commands and options")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->excludes(man);
  app.footer(
      "Examples:\n"
      "  comodin help arena\n"
      "  comodin help --man | man -l -\n"
      "  comodin help --completion bash > ~/.local/share/bash-completion/completions/comodin\n"
      "  comodin help --completion fish > ~/.config/fish/completions/comodin.fish");
  return [wish, &app] { return run_help(*app.get_parent(), *wish); };
}

}  // namespace comodin
