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

int show_edition(const ShowOptions& wish) {
  std::string why;
  const Edition* edition = library().edition(wish.edition, "", why);
  if (!edition) return usage_error(why);
  if (!wish.json) {
    std::cout << print_edition(*edition) << "# " << cards_of(*edition) << " cards\n";
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
  pen.close(']').key("text").text(print_edition(*edition)).close('}');
  std::cout << out << '\n';
  return 0;
}

int show_editions(const ShowOptions& wish) {
  std::vector<const Edition*> editions;
  std::string why;
  for (const NamedText& known : library().editions()) {
    editions.push_back(library().edition(std::string(known.name), "", why));
    if (!editions.back()) return usage_error(why);
  }
  return show_list(
      editions, wish.json, [](const Edition* one, JsonPen& pen) { put_titles(*one, pen); },
      [](const Edition* one) { return std::pair(one->id, one->title_es + " / " + one->title_en); });
}

std::string as_understood(const NamedText& known) {
  Rule rule;
  parse_rule_text(known.text, rule);
  return print_rule(rule);
}

int show_rules(const ShowOptions& wish) {
  return show_list(
      library().ready_rules(), wish.json,
      [](const NamedText& known, JsonPen& pen) {
        pen.key("name").text(known.name).key("text").text(as_understood(known));
      },
      [](const NamedText& known) { return std::pair(known.name, as_understood(known)); });
}

int show_bots(const ShowOptions& wish) {
  return show_list(
      ladder(), wish.json,
      [](const Level& level, JsonPen& pen) {
        pen.key("name").text(level.name).key("title").text(level.title);
        pen.key("es").text(level.about_es).key("en").text(level.about_en);
      },
      [](const Level& level) { return std::pair(level.name, level.about_en); });
}

// A ready rule by name, or a text of the language.
int show_rule(const ShowOptions& wish) {
  Rule rule;
  const std::string_view ready = library().ready_rule(wish.rule);
  if (const TextError wrong = parse_rule_text(ready.empty() ? wish.rule : std::string(ready), rule)) {
    std::cerr << wrong.line << ':' << wrong.column << ": " << wrong.what << '\n';
    return 2;
  }
  if (!wish.json) return std::cout << print_rule(rule) << '\n', 0;
  std::string out;
  JsonPen(out).open('{').key("text").text(print_rule(rule)).close('}');
  std::cout << out << '\n';
  return 0;
}

}  // namespace

Command add_show(CLI::App& app) {
  auto wish = std::make_shared<ShowOptions>();
  app.description("Shows editions, rules and bots as the program understands them.");
  app.require_subcommand(1);
  const struct {
    const char *name, *about;
    int (*show)(const ShowOptions&);
  } kinds[] = {
      {"edition", "an edition, flattened: deck, options, what each card does", show_edition},
      {"editions", "the editions that come with the program", show_editions},
      {"rule", "a ready rule, or a text of the rule language, read and written again", show_rule},
      {"rules", "the ten ready rules", show_rules},
      {"bots", "the players that come with the program, weakest first", show_bots},
  };
  std::vector<std::pair<CLI::App*, int (*)(const ShowOptions&)>> shows;
  for (const auto& kind : kinds) {
    shows.emplace_back(app.add_subcommand(kind.name, kind.about), kind.show);
    shows.back().first->add_flag("--json", wish->json, "for machines");
  }
  CLI::App *edition = shows[0].first, *rule = shows[2].first;
  edition
      ->add_option("name", wish->edition, "classic, streams, creeper, hyperdrive, powers, or an edition file")
      ->required();
  edition->footer("Example:\n  comodin show edition powers");
  rule->add_option("text", wish->rule, "a ready rule's name, or sentences")->required();
  rule->footer("Example:\n  comodin show rule \"next draws 2; player plays again\"");
  app.footer("Example:\n  comodin show edition creeper");
  return [wish, shows] {
    for (const auto& [kind, show] : shows)
      if (kind->parsed()) return show(*wish);
    return 2;
  };
}

}  // namespace comodin
