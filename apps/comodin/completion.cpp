// What shells need to complete a command. In all three the script first finds the command that the words so
// far name. Then it offers the values of the option before the cursor if they are known, or files if the
// option takes one, or else the command's words.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "apps/comodin/help.hpp"

namespace comodin {
namespace {

using CLI::detail::join;

// With their dashes, short ones first.
std::vector<std::string> dashed_names(const CLI::Option& option) {
  std::vector<std::string> out;
  for (const std::string& name : option.get_snames()) out.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.push_back("--" + name);
  return out;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string quoted(const std::string& text, const std::string& special) {
  std::string out = "'";
  for (char c : text) out += special.find(c) == special.npos ? std::string(1, c) : std::string("\\") + c;
  return out + "'";
}

// The arm of a `case` that stands for all these words.
std::string pattern(const std::vector<std::string>& words) { return "'" + join(words, "'|'") + "'"; }

// "comodin arena --bots", by what is to be offered after them.
struct Followed {
  std::map<std::string, std::vector<std::string>> values, lists;  // key: the values, with blanks between
  std::vector<std::string> files;                                 // an option whose values are not known
};

Followed followed(const CLI::App& root) {
  Followed out;
  for (const CommandWords& command : with_subcommands(root, "comodin"))
    for (const CLI::Option* option : command.app->get_options()) {
      if (!takes_value(*option)) continue;
      const std::string values = join(known_values(*option), " ");
      auto& places = values.empty() ? out.files : (takes_list(*option) ? out.lists : out.values)[values];
      for (const std::string& name : dashed_names(*option)) places.push_back(command.words + " " + name);
    }
  return out;
}

// Commands and values of arguments that may come next.
std::vector<std::string> words_of(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* sub : app.get_subcommands({})) out.push_back(sub->get_name());
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional())
      for (const std::string& value : known_values(*option)) out.push_back(value);
  return out;
}

// A place on the command line: the words that lead there, the command whose subcommands and arguments may
// follow, and the command whose options may.
struct Slot {
  std::string words;
  const CLI::App *listed, *optioned;
};

// Every command, and `comodin help` with the words of each.
std::vector<Slot> all_places(const CLI::App& root) {
  std::vector<Slot> out;
  for (const CommandWords& command : with_subcommands(root, "comodin"))
    out.push_back({command.words, command.app, command.app});
  const auto help =
      std::find_if(out.begin(), out.end(), [](const Slot& at) { return at.words == "comodin help"; });
  help->listed = &root;
  const CLI::App* const options = help->optioned;
  for (const CommandWords& command : with_subcommands(root, "comodin help"))
    if (command.app != &root && command.app != options) out.push_back({command.words, command.app, options});
  return out;
}

// ---- bash --------------------------------------------------------------------------------------

std::string find_command(const CLI::App& root, const std::string& words) {
  std::vector<std::string> known;
  for (const Slot& place : all_places(root))
    if (place.listed != &root || place.optioned != &root) known.push_back(place.words);
  return "  for next in " + words + "; do\n    case \"$at $next\" in\n      " + pattern(known) +
         ") at=\"$at $next\" ;;\n    esac\n  done\n";
}

std::string bash(const CLI::App& root) {
  std::string out =
      "# Completion of comodin for bash, made by `comodin help --completion bash`.\n"
      "_comodin() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at=comodin next known='' "
      "head=''\n"
      "  # A shell takes NAME=VALUE for three words.\n"
      "  next=''\n"
      "  if [[ $word == '=' ]]; then word='' next=$before\n"
      "  elif [[ $before == '=' ]]; then next=${COMP_WORDS[COMP_CWORD-2]}\n  fi\n"
      "  case ${next##*,} in\n";
  for (const NamedOption& option : named_options())
    out += "    " + option.name + ") COMPREPLY=($(compgen -W '" + join(option.values, " ") +
           "' -- \"$word\")); return ;;\n";
  out +=
      "  esac\n" + find_command(root, "\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"") + "  case \"$at $before\" in\n";
  const Followed after = followed(root);
  for (const auto& [values, places] : after.values)
    out += "    " + pattern(places) + ") COMPREPLY=($(compgen -W '" + values + "' -- \"$word\")) ;;\n";
  for (const auto& [values, places] : after.lists)
    out += "    " + pattern(places) +
           ")\n      [[ $word == *,* ]] && head=${word%,*},\n      COMPREPLY=($(compgen -P \"$head\" -W '" +
           values + "' -- \"${word##*,}\")) ;;\n";
  out += "    " + pattern(after.files) + ") ;;\n    *)\n      case $at in\n";
  for (const Slot& place : all_places(root)) {
    std::vector<std::string> words = words_of(*place.listed);
    for (const CLI::Option* option : place.optioned->get_options())
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    out += "        '" + place.words + "') known='" + join(words, " ") + "' ;;\n";
  }
  return out +
         "      esac\n"
         "      COMPREPLY=($(compgen -W \"$known\" -- \"$word\")) ;;\n"
         "  esac\n"
         "  [[ $word == -* || ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "}\ncomplete -F _comodin comodin\n";
}

// ---- zsh ---------------------------------------------------------------------------------------

// 'name:what it is'
std::string described(const std::string& name, const std::string& about) {
  std::string text = first_line(about);
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos; at += 4) text.replace(at, 1, "'\\''");
  return "'" + name + ":" + text + "'";
}

std::string zsh(const CLI::App& root) {
  std::string out =
      "#compdef comodin\n"
      "# Completion of comodin for zsh, made by `comodin help --completion zsh`.\n"
      "_comodin() {\n"
      "  local at=comodin before=$words[CURRENT-1] next\n"
      "  local -a known options\n" +
      find_command(root, "${words[2,CURRENT-1]}") + "  case \"$at $before\" in\n";
  const Followed after = followed(root);
  for (const auto& [values, places] : after.values)
    out += "    " + pattern(places) + ") compadd -- " + values + "; _files; return ;;\n";
  for (const auto& [values, places] : after.lists)
    out += "    " + pattern(places) + ") compset -P '*,'; compadd -- " + values + "; return ;;\n";
  out += "    " + pattern(after.files) + ") _files; return ;;\n  esac\n  case $at in\n";
  for (const Slot& place : all_places(root)) {
    std::vector<std::string> known, options;
    for (const CLI::App* sub : place.listed->get_subcommands({}))
      known.push_back(described(sub->get_name(), sub->get_description()));
    for (const CLI::Option* option : place.listed->get_options())
      if (option->get_positional())
        for (const std::string& value : known_values(*option)) known.push_back("'" + value + "'");
    for (const CLI::Option* option : place.optioned->get_options())
      for (const std::string& name : dashed_names(*option))
        options.push_back(described(name, option->get_description()));
    out += "    '" + place.words + "')\n      known=(" + join(known, " ") + ")\n      options=(" +
           join(options, "\n        ") + ") ;;\n";
  }
  return out +
         "  esac\n"
         "  (( $#known )) && _describe comodin known\n"
         "  _describe -o option options\n"
         "  [[ $PREFIX == -* ]] || _files\n"
         "}\n"
         "if [[ $funcstack[1] == _comodin ]]; then _comodin \"$@\"; else compdef _comodin comodin; fi\n";
}

// ---- fish --------------------------------------------------------------------------------------

std::string in_fish(const std::string& text) { return quoted(text, "'\\"); }

// A condition: the words so far name this command, and none below it.
std::string fish_condition(const CommandWords& command) {
  std::vector<std::string> parts;
  for (std::size_t at = command.words.find(' '); at != std::string::npos;
       at = command.words.find(' ', at + 1))
    parts.push_back("__fish_seen_subcommand_from " +
                    command.words.substr(at + 1, command.words.find(' ', at + 1) - at - 1));
  std::vector<std::string> below;
  for (const CLI::App* sub : command.app->get_subcommands({})) below.push_back(sub->get_name());
  if (!below.empty()) parts.push_back("not __fish_seen_subcommand_from " + join(below, " "));
  return parts.empty() ? "true" : join(parts, "; and ");
}

std::string fish(const CLI::App& root) {
  std::string out = "# Completion of comodin for fish, made by `comodin help --completion fish`.\n";
  for (const CommandWords& command : with_subcommands(root, "comodin")) {
    const std::string begin = "complete -c comodin -n " + in_fish(fish_condition(command));
    const CLI::App& listed = command.words == "comodin help" ? root : *command.app;
    for (const CLI::App* sub : listed.get_subcommands({}))
      out += begin + " -f -a " + sub->get_name() + " -d " + in_fish(summary(*sub)) + "\n";
    for (const CLI::Option* option : command.app->get_options()) {
      const std::vector<std::string> values = known_values(*option);
      if (option->get_positional()) {
        if (!values.empty()) out += begin + " -a " + in_fish(join(values, " ")) + "\n";
        continue;
      }
      out += begin;
      for (const std::string& name : option->get_snames()) out += " -s " + name;
      for (const std::string& name : option->get_lnames()) out += " -l " + name;
      if (takes_value(*option)) out += values.empty() ? " -r" : " -r -a " + in_fish(join(values, " "));
      out += " -d " + in_fish(first_line(option->get_description())) + "\n";
    }
  }
  return out;
}

}  // namespace

std::string completion(const CLI::App& root, const std::string& shell) {
  return shell == "bash" ? bash(root) : shell == "zsh" ? zsh(root) : fish(root);
}

}  // namespace comodin
