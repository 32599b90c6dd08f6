// Pages of the manual, in the man macros of roff.
#include <CLI/CLI.hpp>
#include <sstream>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/help.hpp"
#include "apps/comodin/version.hpp"

namespace comodin {
namespace {

constexpr std::size_t kLineWidth = 78;     // of the source
constexpr std::size_t kValuesWidth = 200;  // a longer list of values is left to `comodin show`

// One character, and its length in UTF-8.
std::pair<unsigned, std::size_t> code_point(const std::string& text, std::size_t at) {
  const auto byte = [&text, at](std::size_t k) {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U;
  };
  if (byte(0) < 0x80) return {byte(0), 1};
  if (byte(0) < 0xE0) return {(byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU), 2};
  if (byte(0) < 0xF0) return {(byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU), 3};
  return {(byte(0) & 7U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 | (byte(3) & 0x3FU), 4};
}

// Characters that roff would take for something else are escaped.
std::string escaped(const std::string& text) {
  static constexpr struct {
    char character;
    const char* escape;
  } kEscapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                  {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = code_point(text, at);
    const auto* const found = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                           [c = text[at]](const auto& row) { return row.character == c; });
    char wide[16];
    std::snprintf(wide, sizeof wide, "\\[u%04X]", code);
    if (length > 1) out += wide;
    else if (found != std::end(kEscapes)) out += found->escape;
    else out += text[at];
    at += length;
  }
  return out;
}

// `quoted` words are set in bold.
std::string with_bold(const std::string& text) {
  std::string out;
  bool bold = false;
  for (const std::string& part : CLI::detail::split(text, '`')) {
    out += bold ? "\\fB" + escaped(part) + "\\fR" : escaped(part);
    bold = !bold;
  }
  return out;
}

// A paragraph for roff to fill. No line of it begins with a control character.
std::string filled(const std::string& text) {
  std::string out, line;
  std::istringstream words(with_bold(text));
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > kLineWidth) {
      out += line + "\n";
      line.clear();
    }
    if (line.empty() && word[0] == '.') word = "\\&" + word;
    line += (line.empty() ? "" : " ") + word;
  }
  return out + line + "\n";
}

// Lines as they are.
std::string verbatim(const std::string& text) {
  std::string out = ".nf\n";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    out += (line.empty() ? ".sp" : (line[0] == '.' ? "\\&" : "") + escaped(line)) + "\n";
  return out + ".fi\n";
}

std::string heading(const std::string& title) { return ".SH " + escaped(title) + "\n"; }

// "\-e, \-\-edition TEXT"
std::string option_line(const CLI::Option& option) {
  std::string out = "\\fB" + escaped(option.get_name(option.get_positional(), true)) + "\\fR";
  for (std::size_t at = 0; (at = out.find(',', at)) != out.npos; at += 8) out.replace(at, 1, "\\fR, \\fB");
  std::string type = option.get_type_name();
  if (!takes_value(option) || option.get_positional()) type.clear();
  return out + (type.empty() ? "" : " \\fI" + escaped(type.substr(0, type.find(':'))) + "\\fR") + "\n";
}

std::string option_text(const CLI::Option& option) {
  std::string text = option.get_description();
  const std::string type = option.get_type_name();
  if (const std::size_t colon = type.find(':'); colon != type.npos && type.find('{') == type.npos)
    text += " (" + type.substr(colon + 1) + ")";
  const std::vector<std::string> values = known_values(option);
  if (const std::string list = CLI::detail::join(values, ", ");
      !values.empty() && list.size() <= kValuesWidth)
    if (text.find(values.front()) == text.npos) text += text.empty() ? list : ": " + list;
  if (!option.get_default_str().empty()) text += " [" + option.get_default_str() + "]";
  return text.empty() ? "\\&\n" : filled(text);
}

std::string options_text(const CLI::App& app) {
  std::string out;
  for (const CLI::Option* option : app.get_options())
    out += ".TP\n" + option_line(*option) + option_text(*option);
  return out;
}

std::string synopsis(const CommandWords& command) {
  std::string out = ".PP\n\\fB" + escaped(command.words) + "\\fR";
  if (!command.app->get_subcommands({}).empty())
    out += command.app->get_require_subcommand_min() > 0 ? " \\fICOMMAND\\fR" : " [\\fICOMMAND\\fR]";
  if (!command.app->get_options().empty()) out += " [\\fIOPTION\\fR...]";
  for (const CLI::Option* option : command.app->get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = "\\fI" + escaped(option->get_name(true)) + "\\fR" +
                             (option->get_items_expected_max() > 1 ? "..." : "");
    out += option->get_required() ? " " + name : " [" + name + "]";
  }
  return out + "\n";
}

// A footer is paragraphs; those that begin with these words are sections of the manual.
struct Footer {
  std::string examples, statuses, notes;
};

Footer read_footer(const CLI::App& app) {
  Footer out;
  std::string text = app.get_footer();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    const std::string paragraph = text.substr(0, end);
    text = end < text.size() ? text.substr(end + 2) : "";
    const std::size_t colon = std::min(paragraph.find(':'), paragraph.size());
    const std::string word = paragraph.substr(0, colon);
    const std::string rest =
        paragraph.substr(std::min(paragraph.find_first_not_of(":\n", colon), paragraph.size()));
    if (word == "Example" || word == "Examples") out.examples += verbatim(rest);
    else if (word == "Exit status") out.statuses += filled(rest);
    else
      out.notes +=
          ".PP\n" + (paragraph.find("\n  ") == paragraph.npos ? filled(paragraph) : verbatim(paragraph));
  }
  return out;
}

std::string general_statuses() {
  std::string out;
  for (const Status& status : kStatuses)
    out += ".TP\n" + with_bold(status.code) + "\n" + filled(status.means);
  return out;
}

std::string commands_text(const CLI::App& root) {
  std::string out;
  for (const CLI::App* command : root.get_subcommands({}))
    out += ".TP\n\\fBcomodin\\-" + escaped(command->get_name()) + "\\fR(1)\n" +
           filled(command->get_description());
  return out;
}

}  // namespace

std::string manual_page(const CLI::App& root, const CLI::App& command) {
  const bool whole = &root == &command;
  const std::string name = whole ? "comodin" : "comodin-" + command.get_name();
  const std::string words = whole ? "comodin" : "comodin " + command.get_name();
  std::vector<CommandWords> all = with_subcommands(command, words);
  if (whole) all.resize(1);

  std::string upper = name;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string out = ".TH " + escaped(upper) + " 1 \"" + kCommitDay + "\" \"comodin " + kVersion + "\" \"" +
                    escaped("Comodín") + "\"\n";
  out += heading("NAME") + escaped(name) + " \\- " + filled(summary(command)) + heading("SYNOPSIS");
  for (const CommandWords& one : all) out += synopsis(one).substr(one.app == &command ? 4 : 0);
  out += heading("DESCRIPTION") + filled(command.get_description());
  if (whole) out += heading("COMMANDS") + commands_text(root);
  out += heading("OPTIONS") + options_text(command);
  Footer footer = read_footer(command);
  for (std::size_t k = 1; k < all.size(); ++k) {
    const CLI::App& sub = *all[k].app;
    out += ".SS " + escaped(all[k].words) + "\n" + filled(sub.get_description()) + options_text(sub);
    const Footer more = read_footer(sub);
    footer.examples += more.examples;
    footer.notes += more.notes;
  }
  if (!footer.notes.empty()) out += heading("NOTES") + footer.notes.substr(4);
  out += heading("EXIT STATUS") + (footer.statuses.empty() ? general_statuses() : footer.statuses);
  if (!footer.examples.empty()) out += heading("EXAMPLES") + footer.examples;
  out += heading("SEE ALSO") +
         (whole ? "\\fBcomodin\\-play\\fR(1), \\fBcomodin\\-help\\fR(1)\n" : "\\fBcomodin\\fR(1)\n");
  return out;
}

}  // namespace comodin
