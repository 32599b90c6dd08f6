#include "bindings/wasm/answers.hpp"

#include <cmath>

#include "bots/ladder.hpp"
#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"
#include "notation/rule_tree.hpp"

namespace comodin::answers {
namespace {

constexpr std::string_view kAbilityWords[kAbilities] = {"gift", "double", "flip", "shield"};
constexpr int kAboutSeats = 4;  // a deck is the same for any number of seats

template <class Write>
std::string written(Write write) {
  std::string out;
  JsonPen pen(out);
  write(pen);
  return out;
}

void write_fault_or_null(JsonPen& pen, const TextError& wrong) {
  if (!wrong) {
    pen.null();
    return;
  }
  pen.open('{');
  write_fault(pen, wrong);
  pen.close('}');
}

// In whole ten-thousandths: code to write any double takes 50 KB.
void write_decimal(JsonPen& pen, double value) {
  constexpr long long kUnit = 10000;
  const long long parts = std::llround(value * kUnit), size = parts < 0 ? -parts : parts;
  std::string digits = std::to_string(size % kUnit);
  digits.insert(0, 4 - digits.size(), '0');
  pen.raw((parts < 0 ? "-" : "") + std::to_string(size / kUnit) + "." + digits);
}

void write_color_word(JsonPen& pen, Color color) {
  if (color == Color::None) pen.null();
  else pen.text(color_word(color));
}

void write_cards(JsonPen& pen, const RuleSet& rules) {
  Hand deck;
  for (int i = 0; i < rules.deck_size; ++i) deck.add(rules.deck[static_cast<std::size_t>(i)]);
  pen.open('[');
  int customs = 0;
  for (int k = 0; k < rules.kinds; ++k) {
    const CardInfo& card = rules.cards[static_cast<std::size_t>(k)];
    const Symbol& symbol = rules.edition.symbols[card.symbol];
    pen.open('{').key("card").text(rules.names[static_cast<std::size_t>(k)]).key("color");
    write_color_word(pen, card.color);
    pen.key("symbol").text(symbol.text).key("custom").number(symbol.custom ? ++customs : 0);
    pen.key("copies").number(deck.count(static_cast<Card>(k))).key("points").number(card.points).close('}');
  }
  pen.close(']');
}

void write_options(JsonPen& pen, const Edition& edition, const Options& options) {
  pen.open('{');
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (edition.uses(option)) pen.key(info(option).name).text(option_value(options, option));
  }
  pen.close('}');
}

void write_edition(JsonPen& pen, const Edition& edition) {
  RuleSet rules;
  const int customs = custom_count(edition, edition.options);
  freeze(edition, edition.options, kAboutSeats, std::vector<Rule>(static_cast<std::size_t>(customs)), rules);
  pen.open('{').key("id").text(edition.id);
  pen.key("title").open('{').key("es").text(edition.title_es).key("en").text(edition.title_en).close('}');
  pen.key("direction").text(edition.direction == Direction::Left ? "left" : "right");
  pen.key("cards");
  write_cards(pen, rules);
  pen.key("customs").number(edition.custom() ? edition.custom()->copies : 0).key("powers").open('{');
  for (std::size_t i = 0; i < kAbilities; ++i)
    if (edition.powers[i] != Color::None) pen.key(color_word(edition.powers[i])).text(kAbilityWords[i]);
  pen.close('}').key("hyperspeed").flag(edition.has_hyperspeed()).key("options");
  write_options(pen, edition, edition.options);
  pen.close('}');
}

void write_option_infos(JsonPen& pen) {
  pen.open('[');
  for (int i = 0; i < kOptions; ++i) {
    const OptionInfo& option = info(static_cast<Option>(i));
    pen.open('{').key("name").text(option.name).key("values").open('[');
    for (const std::string_view value : option.values) pen.text(value);
    pen.close(']').key("min").number(option.min).key("max").number(option.max);
    if (option.reading()) pen.key("literal").text(option.values[static_cast<std::size_t>(option.literal)]);
    pen.close('}');
  }
  pen.close(']');
}

void write_levels(JsonPen& pen) {
  pen.open('[');
  for (const Level& level : ladder()) {
    pen.open('{').key("name").text(level.name).key("title").text(level.title).close('}');
  }
  pen.close(']');
}

void write_chances(JsonPen& pen, const RuleSet& rules, const std::vector<MoveChance>& rows) {
  pen.key("moves").open('[');
  for (const MoveChance& row : rows) {
    pen.open('{').key("move").text(move_text(rules, row.move)).key("win");
    write_decimal(pen, row.win);
    pen.key("points");
    write_decimal(pen, row.points);
    pen.close('}');
  }
  pen.close(']');
}

void write_steps(JsonPen& pen, const Replay& replay) {
  pen.key("steps").open('[');
  for (const Replay::Step& step : replay.steps()) {
    pen.open('{').key("seat");
    const bool move = &step != &replay.steps().front() && step.line.kind == LineKind::Move;
    if (move) pen.number(step.line.move.seat + 1);
    else pen.null();
    pen.key("move");
    if (move) pen.text(move_text(replay.rules(), step.line.move));
    else pen.text(step.line.kind == LineKind::Deal ? "deal" : "");
    pen.key("hand").number(step.after.rounds).close('}');
  }
  pen.close(']');
}

void write_side(JsonPen& pen, const TrialSide& side, int seats) {
  pen.open('{').key("hands").number(side.hands).key("turns");
  write_decimal(pen, side.turns);
  pen.key("lengths").open('[');
  for (const int count : side.lengths) pen.number(count);
  pen.close(']').key("played").number(side.played).key("turned").number(side.turned);
  pen.key("players").number(side.players).key("winners").number(side.winners).key("wins").open('[');
  for (int k = 0; k < seats; ++k) pen.number(side.wins[static_cast<std::size_t>(k)]);
  pen.close(']').key("blocked").number(side.blocked).close('}');
}

}  // namespace

std::string fault(const TextError& wrong) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("type").text("fault");
    write_fault(pen, wrong);
    pen.close('}');
  });
}

std::string fault(const Fault& fault) { return comodin::answers::fault(TextError{0, 0, fault}); }

std::string refused(Refusal refusal) {
  return written([&](JsonPen& pen) {
    const Reason why = reason(refusal);
    pen.open('{').key("type").text("refused").key("why").text(why.word());
    if (!why.clause.empty()) pen.key("clause").text(why.clause);
    pen.close('}');
  });
}

std::string refused(FaultCode code) {
  return written([&](JsonPen& pen) {
    const std::string_view why = code.name().substr(code.name().find('.') + 1);
    pen.open('{').key("type").text("refused").key("why").text(why).key("fault").open('{');
    write_fault(pen, {0, 0, {code, {}}});
    pen.close('}').close('}');
  });
}

std::string why(std::string_view move, Refusal refusal) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("type").text("why").key("move").text(move);
    if (refusal != Refusal::None) {
      const Reason why = reason(refusal);
      pen.key("why").text(why.word());
      if (!why.clause.empty()) pen.key("clause").text(why.clause);
    }
    pen.close('}');
  });
}

std::string after(int milliseconds) {
  return written([&](JsonPen& pen) { pen.open('{').key("after").number(milliseconds).close('}'); });
}

std::string events(const RuleSet& rules, const Seen& seen) {
  return written([&](JsonPen& pen) {
    write_seen(pen.open('{').key("type").text("events"), rules, seen);
    pen.close('}');
  });
}

std::string view(const RuleSet& rules, const Seen& seen) {
  return written([&](JsonPen& pen) {
    write_seen(pen.open('{').key("type").text("view"), rules, seen);
    pen.close('}');
  });
}

std::string text(std::string_view value) {
  return written([&](JsonPen& pen) { pen.text(value); });
}

std::string about(Library& library) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("editions").open('[');
    Fault why;
    for (const NamedText& known : library.editions())
      if (const Edition* edition = library.edition(std::string(known.name), "", why))
        write_edition(pen, *edition);
    pen.close(']').key("options");
    write_option_infos(pen);
    pen.key("levels");
    write_levels(pen);
    pen.key("rules").open('[');
    for (const NamedText& ready : library.ready_rules()) {
      Rule rule;
      if (parse_rule_text(ready.text, rule)) continue;
      pen.open('{').key("name").text(ready.name).key("text").text(print_rule(rule)).key("tree");
      write_rule_tree(pen, rule);
      pen.close('}');
    }
    pen.close(']').close('}');
  });
}

std::string rule(const Rule& rule) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("type").text("rule").key("text").text(print_rule(rule));
    pen.key("confirm").flag(is_text_only(rule)).key("name").text(rule.name).key("tree");
    write_rule_tree(pen, rule);
    pen.close('}');
  });
}

std::string deck(const RuleSet& rules) {
  return written([&](JsonPen& pen) { write_cards(pen, rules); });
}

std::string hint(const RuleSet& rules, const std::vector<MoveChance>& rows, int percent) {
  return written([&](JsonPen& pen) {
    pen.open('{');
    write_chances(pen, rules, rows);
    pen.key("percent").number(percent).close('}');
  });
}

std::string record(const Replay& replay) {
  const RuleSet& rules = replay.rules();
  const Setup& setup = replay.scenario().setup;
  return written([&](JsonPen& pen) {
    pen.open('{').key("type").text("record").key("name").text(replay.scenario().name);
    pen.key("edition").text(setup.edition).key("options");
    write_options(pen, rules.edition, rules.options);
    pen.key("players").number(rules.seats).key("names").open('[');
    for (const std::string& name : setup.names) pen.text(name);
    pen.close(']').key("rules").open('[');
    for (const Rule& rule : rules.custom_rules) pen.text(rule.name.empty() ? print_rule(rule) : rule.name);
    pen.close(']');
    write_steps(pen, replay);
    write_fault_or_null(pen.key("fault"), replay.fault());
    pen.close('}');
  });
}

std::string chances(const std::vector<double>& wins, int worlds) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("win").open('[');
    for (const double win : wins) write_decimal(pen, win);
    pen.close(']').key("worlds").number(worlds).close('}');
  });
}

std::string prospects(const RuleSet& rules, const Move& played, const std::vector<MoveChance>& rows) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("seat").number(played.seat + 1).key("played").text(move_text(rules, played));
    write_chances(pen, rules, rows);
    pen.close('}');
  });
}

std::string proof(const Proof& proof, const Retelling* retelling) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("type").text("proof").key("holds").flag(proof.holds).key("why");
    write_fault_or_null(pen, {0, 0, proof.why});
    pen.key("ended").flag(proof.ended).key("game").text(proof.game).key("hands").open('[');
    for (std::size_t k = 0; retelling && k < proof.values.size(); ++k) {
      const FairHand& hand = proof.values[k];
      pen.open('{').key("hand").number(hand.hand).key("commit").text(hex(hand.commit()));
      pen.key("secret").text(hex(hand.secret)).key("contributions").open('[');
      for (const Contribution& one : hand.contributions) {
        pen.open('{').key("seat").number(one.seat + 1).key("commit").text(hex(one.commit));
        if (!one.withheld) pen.key("nonce").text(hex(one.nonce));
        pen.close('}');
      }
      pen.close(']').key("steps").number(static_cast<int>(retelling->steps_of(k))).close('}');
    }
    pen.close(']').close('}');
  });
}

std::string trial(const TrialReport& report, int seats) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("percent").number(report.percent).key("with");
    write_side(pen, report.with, seats);
    pen.key("without");
    write_side(pen, report.without, seats);
    pen.close('}');
  });
}

std::string bench(long long hands, long long decisions) {
  return written([&](JsonPen& pen) {
    pen.open('{').key("hands").number(hands).key("decisions").number(decisions).close('}');
  });
}

}  // namespace comodin::answers
