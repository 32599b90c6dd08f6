// comodin show: editions and rules as the program understands them.
#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "bots/ladder.hpp"
#include "notation/edition.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

int show_edition(const std::string& name) {
  std::string why;
  const Edition* edition = library().edition(name, "", why);
  if (!edition) return usage_error(why);
  std::cout << print_edition(*edition);
  int cards = 0;
  for (const Symbol& symbol : edition->symbols) cards += symbol.copies * (symbol.wild ? 1 : kColors);
  std::cout << "# " << cards << " cards\n";
  return 0;
}

int show_editions() {
  for (const NamedText& known : library().editions()) {
    std::string why;
    const Edition* edition = library().edition(std::string(known.name), "", why);
    std::cout << std::left << std::setw(12) << known.name
              << (edition ? edition->title_es + " / " + edition->title_en : why) << '\n';
  }
  return 0;
}

int show_rules() {
  for (const NamedText& known : library().ready_rules()) {
    Rule rule;
    parse_rule_text(known.text, rule);
    std::cout << std::left << std::setw(18) << known.name << print_rule(rule) << '\n';
  }
  return 0;
}

int show_bots() {
  for (const Level& level : ladder())
    std::cout << std::left << std::setw(12) << level.name << level.about_en << '\n';
  return 0;
}

// A ready rule by name, or a text of the language.
int show_rule(const std::string& text) {
  Rule rule;
  const std::string_view ready = library().ready_rule(text);
  if (const TextError wrong = parse_rule_text(ready.empty() ? text : std::string(ready), rule)) {
    std::cerr << wrong.line << ':' << wrong.column << ": " << wrong.what << '\n';
    return 2;
  }
  std::cout << print_rule(rule) << '\n';
  return 0;
}

}  // namespace

Command add_show(CLI::App& app) {
  auto edition = std::make_shared<std::string>(), rule = std::make_shared<std::string>();
  app.description("Shows editions and rules as the program understands them.");
  app.require_subcommand(1);
  CLI::App* one = app.add_subcommand("edition", "an edition, flattened: deck, options, what each card does");
  one->add_option("name", *edition, "classic, streams, creeper, hyperdrive, powers, or an edition file")
      ->required();
  one->footer("Example:\n  comodin show edition powers");
  CLI::App* all = app.add_subcommand("editions", "the editions that come with the program");
  CLI::App* text =
      app.add_subcommand("rule", "a ready rule, or a text of the rule language, read and written again");
  text->add_option("text", *rule, "a ready rule's name, or sentences")->required();
  text->footer("Example:\n  comodin show rule \"next draws 2; player plays again\"");
  CLI::App* ready = app.add_subcommand("rules", "the ten ready rules");
  CLI::App* bots = app.add_subcommand("bots", "the players that come with the program, weakest first");
  app.footer("Example:\n  comodin show edition creeper");
  return [=] {
    if (one->parsed()) return show_edition(*edition);
    if (text->parsed()) return show_rule(*rule);
    if (ready->parsed()) return show_rules();
    if (bots->parsed()) return show_bots();
    return all->parsed() ? show_editions() : 2;
  };
}

}  // namespace comodin
