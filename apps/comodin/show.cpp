// comodin show: editions, rules and bots as the program understands them.
#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "bots/ladder.hpp"
#include "notation/edition.hpp"
#include "notation/json.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

struct ShowOptions {
  std::string edition, rule;
  bool json = false;
};

// A list for people or for machines: `item` writes the fields of one into a pen, `line` its line of text.
template <class List, class Item, class Line>
int show_list(const List& list, bool json, Item item, Line line) {
  std::string out;
  JsonPen pen(out);
  pen.open('[');
  for (const auto& one : list) {
    if (!json) {
      const auto [name, text] = line(one);
      std::cout << std::left << std::setw(18) << name << text << '\n';
      continue;
    }
    pen.open('{');
    item(one, pen);
    pen.close('}');
  }
  pen.close(']');
  if (json) std::cout << out << '\n';
  return 0;
}

int cards_of(const Edition& edition) {
  int cards = 0;
  for (const Symbol& symbol : edition.symbols) cards += symbol.copies * (symbol.wild ? 1 : kColors);
  return cards;
}

void put_titles(const Edition& edition, JsonPen& pen) {
  pen.key("id").text(edition.id).key("es").text(edition.title_es).key("en").text(edition.title_en);
}

std::vector<Option> all_options() {
  std::vector<Option> out;
  for (int i = 0; i < kOptions; ++i) out.push_back(static_cast<Option>(i));
  return out;
}

// "none, same, any", or "1 to 10".
std::string values_of(Option option, std::string_view between) {
  const OptionInfo& about = info(option);
  if (about.values.empty()) return std::to_string(about.min) + " to " + std::to_string(about.max);
  std::string out;
  for (const std::string_view value : about.values) (out += out.empty() ? "" : between) += value;
  return out;
}

std::string literal_of(Option option) {
  const OptionInfo& about = info(option);
  return about.reading() ? std::string(about.values[static_cast<std::size_t>(about.literal)]) : "";
}

int show_edition(const ShowOptions& options) {
  Fault why;
  const Edition* edition = library().edition(options.edition, "", why);
  if (!edition) return usage_error(english(why));
  if (!options.json) {
    std::cout << print_edition(*edition) << "# " << cards_of(*edition) << " cards\n";
    for (const Option option : all_options())
      if (edition->uses(option) && info(option).reading())
        std::cout << "# open: " << info(option).name << ' ' << values_of(option, ", ") << "; here "
                  << option_value(edition->options, option) << ", to the letter " << literal_of(option)
                  << '\n';
    return 0;
  }
  std::string out;
  JsonPen pen(out);
  pen.open('{');
  put_titles(*edition, pen);
  pen.key("cards").number(cards_of(*edition)).key("symbols").open('[');
  for (const Symbol& symbol : edition->symbols) {
    pen.open('{').key("text").text(symbol.text).key("wild").flag(symbol.wild);
    pen.key("copies").number(symbol.copies).key("points").number(symbol.points).close('}');
  }
  pen.close(']').key("options").open('{');
  for (const Option option : all_options())
    if (edition->uses(option)) pen.key(info(option).name).text(option_value(edition->options, option));
  pen.close('}').key("text").text(print_edition(*edition)).close('}');
  std::cout << out << '\n';
  return 0;
}

// Empty, and why: one of them cannot be read.
std::vector<const Edition*> all_editions(std::string& why) {
  std::vector<const Edition*> out;
  for (const NamedText& known : library().editions()) {
    Fault wrong;
    out.push_back(library().edition(std::string(known.name), "", wrong));
    if (out.back()) continue;
    why = english(wrong);
    return {};
  }
  return out;
}

int show_editions(const ShowOptions& options) {
  std::string why;
  const std::vector<const Edition*> editions = all_editions(why);
  if (editions.empty()) return usage_error(why);
  return show_list(
      editions, options.json, [](const Edition* one, JsonPen& pen) { put_titles(*one, pen); },
      [](const Edition* one) { return std::pair(one->id, one->title_es + " / " + one->title_en); });
}

// What an option is unless somebody changes it: "may; hyperdrive must".
std::string default_of(Option option, const std::vector<const Edition*>& editions) {
  const std::string usual = option_value(Options(), option);
  std::string out = usual;
  for (const Edition* one : editions)
    if (const std::string own = option_value(one->options, option); own != usual)
      out += "; " + one->id + " " + own;
  return out;
}

void put_option(Option option, const std::vector<const Edition*>& editions, JsonPen& pen) {
  const OptionInfo& about = info(option);
  const std::string usual = option_value(Options(), option);
  pen.open('{').key("name").text(about.name);
  if (about.values.empty()) pen.key("min").number(about.min).key("max").number(about.max);
  else pen.key("values").open('[');
  for (const std::string_view value : about.values) pen.text(value);
  if (!about.values.empty()) pen.close(']');
  pen.key("default").text(usual);
  if (about.reading()) pen.key("literal").text(literal_of(option));
  pen.key("editions").open('{');  // those that use it, with its value there
  for (const Edition* one : editions)
    if (one->uses(option)) pen.key(one->id).text(option_value(one->options, option));
  pen.close('}').close('}');
}

int show_options(const ShowOptions& options) {
  std::string why;
  const std::vector<const Edition*> editions = all_editions(why);
  if (editions.empty()) return usage_error(why);
  if (options.json) {
    std::string out;
    JsonPen pen(out);
    pen.open('[');
    for (const Option option : all_options()) put_option(option, editions, pen);
    pen.close(']');
    std::cout << out << '\n';
    return 0;
  }
  const auto row = [](std::string_view name, std::string_view values, std::string_view usual,
                      std::string_view literal, std::string_view where) {
    std::cout << std::left << std::setw(20) << name << std::setw(21) << values << std::setw(22) << usual
              << std::setw(10) << literal << where << '\n';
  };
  row("option", "values", "default", "literal", "editions");
  for (const Option option : all_options()) {
    std::string where;
    std::size_t used = 0;
    for (const Edition* one : editions)
      if (one->uses(option)) {
        ++used;
        (where += where.empty() ? "" : ", ") += one->id;
      }
    row(info(option).name, values_of(option, ", "), default_of(option, editions),
        info(option).reading() ? literal_of(option) : "-", used == editions.size() ? "all" : where);
  }
  return 0;
}

std::string as_understood(const NamedText& known) {
  Rule rule;
  parse_rule_text(known.text, rule);
  return print_rule(rule);
}

int show_rules(const ShowOptions& options) {
  return show_list(
      library().ready_rules(), options.json,
      [](const NamedText& known, JsonPen& pen) {
        pen.key("name").text(known.name).key("text").text(as_understood(known));
      },
      [](const NamedText& known) { return std::pair(known.name, as_understood(known)); });
}

int show_bots(const ShowOptions& options) {
  const auto about = [](Language language, const Level& level) {
    return Catalogue(language)("bot." + std::string(level.name));
  };
  return show_list(
      ladder(), options.json,
      [&](const Level& level, JsonPen& pen) {
        pen.key("name").text(level.name).key("title").text(level.title);
        pen.key("es").text(about(Language::Spanish, level)).key("en").text(about(Language::English, level));
      },
      [&](const Level& level) { return std::pair(level.name, about(Language::English, level)); });
}

// A ready rule by name, or a text of the language.
int show_rule(const ShowOptions& options) {
  Rule rule;
  const std::string_view ready = library().ready_rule(options.rule);
  if (const TextError wrong = parse_rule_text(ready.empty() ? options.rule : std::string(ready), rule)) {
    std::cerr << wrong.line << ':' << wrong.column << ": " << english(wrong.fault) << '\n';
    return 2;
  }
  if (!options.json) {
    std::cout << print_rule(rule) << '\n';
    return 0;
  }
  std::string out;
  JsonPen(out).open('{').key("text").text(print_rule(rule)).close('}');
  std::cout << out << '\n';
  return 0;
}

}  // namespace

Command add_show(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();
  app.description("Shows editions, table options, rules and bots as the program understands them.");
  app.require_subcommand(1);
  const struct {
    const char *name, *about;
    int (*show)(const ShowOptions&);
  } kinds[] = {
      {"edition", "one edition in full: its deck, its options, what each card does", show_edition},
      {"editions", "the editions that come with the program", show_editions},
      {"options", "what a table can change: values, defaults, and what the rulebooks say literally",
       show_options},
      {"rule", "one rule, a ready one or your own text, read and printed again", show_rule},
      {"rules", "the ten ready rules", show_rules},
      {"bots", "the players that come with the program, weakest first", show_bots},
  };
  std::vector<std::pair<CLI::App*, int (*)(const ShowOptions&)>> shows;
  for (const auto& kind : kinds) {
    shows.emplace_back(app.add_subcommand(kind.name, kind.about), kind.show);
    shows.back().first->add_flag("--json", options->json, "print JSON");
  }
  CLI::App *edition = shows[0].first, *rule = shows[3].first;
  edition
      ->add_option("EDITION", options->edition,
                   "classic, streams, creeper, hyperdrive, powers, or an edition file")
      ->required();
  edition->footer("Example:\n  comodin show edition powers");
  rule->add_option("RULE", options->rule, "the name of a ready rule, or sentences of the rule language")
      ->required();
  rule->footer("Example:\n  comodin show rule \"next draws 2; player plays again\"");
  app.footer("Example:\n  comodin show edition creeper");
  return [options, shows] {
    for (const auto& [kind, show] : shows)
      if (kind->parsed()) return show(*options);
    return 2;
  };
}

}  // namespace comodin
