// The lines around views and events: the game at its start, moves, questions and replies.
#include "notation/protocol.hpp"

#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "notation/number.hpp"
#include "notation/protocol_parts.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

using protocol::read_line;

// Removes the first line from `text` and returns it.
std::string_view cut_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// The same for words.
std::string_view cut_word(std::string_view& line) {
  const std::size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  return word;
}

bool parse_key(Cursor& at, Key& out) {
  const std::string& text = at.peek().text;
  if (at.peek().kind != TokenKind::Word || !read_number(text, out))
    return at.fail("expected.number"_fault, {"0", "18446744073709551615"});
  at.next();
  return true;
}

class SeatingParser {
 public:
  explicit SeatingParser(Seating& out) : out_(out) {}

  TextError run(std::string_view lines) {
    TextError wrong;
    for (line_ = 1; !lines.empty() && !wrong; ++line_) {
      const std::string_view line = cut_line(lines);
      wrong = read(line);
      if (wrong) wrong.line = line_;
    }
    return wrong ? wrong : freeze_table();
  }

 private:
  TextError read(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = cut_word(rest);
    if (book_.size() + rest.size() > kMessageMax) return {1, 1, {"protocol.rulebook_size"_fault}};
    if (word == "rulebook") {
      (book_ += rest) += '\n';
      return {};
    }
    if (word == "custom") return custom(rest);
    return read_line(rest, [&](Cursor& at) {
      Option option{};
      if (word == "option") return edition(at) && parse_option(at, options_, option);
      if (word == "players") return at.number(seats_, kSeatsMin, kSeatsMax, "expected.players"_fault);
      if (word == "seat") return at.number(seat_, 1, kSeatsMax, "expected.seat"_fault);
      if (word == "seed") return parse_key(at, out_.seed);
      if (word != "deck") return at.fail_either("rulebook, option, players, custom, deck, seat", "seed");
      while (!at.at_line_end()) at.next();  // it follows from the other lines
      return true;
    });
  }

  // The rulebook is complete when another kind of line comes.
  bool edition(Cursor& at) {
    if (has_edition_) return true;
    if (const TextError wrong = parse_edition(book_, edition_))
      return at.refuse_at(
          at.peek(), around({"protocol.rulebook_line"_fault, {std::to_string(wrong.line)}}, wrong.fault));
    options_ = edition_.options;
    has_edition_ = true;
    return true;
  }

  // The name of the wild, then the rule as it was written.
  TextError custom(std::string_view rest) {
    cut_word(rest);
    if (customs_.size() == kKindsMax) return {1, 1, {"protocol.customs"_fault}};
    return parse_rule_text(rest, customs_.emplace_back());
  }

  TextError freeze_table() {
    const int last = line_ > 1 ? line_ - 1 : 1;
    if (!has_edition_) return {last, 1, {"protocol.no_rulebook"_fault}};
    if (seats_ == 0 || seat_ == 0 || seat_ > seats_) return {last, 1, {"protocol.no_players"_fault}};
    out_.seat = static_cast<Seat>(seat_ - 1);
    if (static_cast<int>(customs_.size()) != custom_count(edition_, options_))
      return {last, 1, {"protocol.no_custom"_fault}};
    out_.rules = {};
    if (const Fault wrong = freeze(edition_, options_, seats_, customs_, out_.rules))
      return {last, 1, around({"protocol.other_table"_fault}, wrong)};
    return {};
  }

  Seating& out_;
  int line_ = 1, seats_ = 0, seat_ = 0;
  std::string book_;
  Edition edition_;
  bool has_edition_ = false;
  Options options_;
  std::vector<Rule> customs_;
};

constexpr std::string_view kQuestionWords[] = {"go", "react", "pace"};
constexpr std::string_view kReplyWords[] = {"choose", "pass", "pace", "name", "wants", "ready", "info"};

}  // namespace

std::string print_seating(const RuleSet& rules, Seat seat, Key seed) {
  std::string out;
  const std::string text = print_edition(rules.edition);
  for (std::string_view book = text; !book.empty();) ((out += "rulebook ") += cut_line(book)) += '\n';
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (rules.edition.uses(option))
      ((out += "option ") += info(option).name) += " " + option_value(rules.options, option) + "\n";
  }
  out += "players " + std::to_string(rules.seats) + "\n";
  for (std::size_t k = 0; k < rules.custom_rules.size(); ++k)
    out += "custom " + rules.edition.custom()->text + std::to_string(k + 1) + " " +
           print_rule(rules.custom_rules[k]) + "\n";
  out += "deck " + cards_text(rules, {rules.deck.begin(), rules.deck.begin() + rules.deck_size}) + "\n";
  return out + "seat " + seat_text(seat) + "\nseed " + std::to_string(seed) + "\n";
}

TextError parse_seating(std::string_view lines, Seating& out) { return SeatingParser(out).run(lines); }

std::string print_moves(const RuleSet& rules, const MoveList& moves) {
  std::string out;
  for (int i = 0; i < moves.size(); ++i)
    out += "move " + std::to_string(i + 1) + " " + move_text(rules, moves[i]) + "\n";
  return out;
}

TextError parse_listed(std::string_view line, const RuleSet& rules, Seat seat, MoveList& out) {
  const std::string_view whole = line;
  const std::string number = std::to_string(out.size() + 1);
  if (cut_word(line) != "move" || cut_word(line) != number)
    return {1, 1, {"protocol.move_line"_fault, {number, std::string(whole.substr(0, 40))}}};
  if (out.size() == MoveList::kMax) return {1, 1, {"protocol.moves"_fault}};
  Move move;
  const TextError wrong = read_line(seat_text(seat) + " " + std::string(line),
                                    [&](Cursor& at) { return parse_move(at, rules, move); });
  if (!wrong) out.push(move);
  return wrong;
}

std::string print_question(const BotQuestion& ask) {
  std::string out(kQuestionWords[static_cast<std::size_t>(ask.kind)]);
  return out + " " + std::to_string(ask.id) + " " + std::to_string(ask.ms);
}

TextError parse_question(std::string_view line, BotQuestion& out) {
  return read_line(line, [&](Cursor& at) {
    for (std::size_t i = 0; i < std::size(kQuestionWords); ++i) {
      if (!at.accept_word(kQuestionWords[i])) continue;
      out.kind = static_cast<BotQuestionKind>(i);
      return at.number(out.id, 1, kQuestionsMax, "protocol.question"_fault) &&
             at.number(out.ms, 0, 1000000000, "protocol.milliseconds"_fault);
    }
    return at.fail_either("go, react", "pace");
  });
}

void moves_to_ask(const PlainRules& rules, const View& view, const Choices& from, BotQuestionKind kind,
                  MoveList& out) {
  MoveList all;
  spell(rules, from, view.viewer, view.top, all);
  out.clear();
  for (const Move& move : all)
    if ((move.verb >= Verb::Uno) == (kind == BotQuestionKind::React)) out.push(move);
}

std::string print_reply(const BotReply& reply) {
  std::string out(kReplyWords[static_cast<std::size_t>(reply.kind)]);
  switch (reply.kind) {
    case BotReplyKind::Ready: return out;
    case BotReplyKind::Name:
    case BotReplyKind::Wants: return out + " " + quoted(reply.text);
    case BotReplyKind::Info: return out + " " + reply.text;
    default: break;
  }
  out += " " + std::to_string(reply.id);
  if (reply.kind == BotReplyKind::Choose) out += " " + std::to_string(reply.number);
  return reply.after_ms < 0 ? out : out + " " + std::to_string(reply.after_ms);
}

namespace {

bool parse_numbers(Cursor& at, BotReply& out) {
  if (!at.number(out.id, 1, kQuestionsMax, "protocol.question"_fault)) return false;
  if (out.kind == BotReplyKind::Choose && !at.number(out.number, 1, MoveList::kMax, "protocol.move"_fault))
    return false;
  if (out.kind == BotReplyKind::Pass || (out.kind == BotReplyKind::Choose && at.at_line_end())) return true;
  return at.number(out.after_ms, 0, kAfterMax, "protocol.milliseconds"_fault);
}

bool parse_rest(Cursor& at, BotReply& out) {
  switch (out.kind) {
    case BotReplyKind::Ready: return true;
    case BotReplyKind::Name:
    case BotReplyKind::Wants:
      out.text = at.peek().text;
      if (at.peek().kind != TokenKind::Word && at.peek().kind != TokenKind::Quoted)
        return at.fail("protocol.word_or_text"_fault);
      at.next();
      return true;
    default: return parse_numbers(at, out);
  }
}

}  // namespace

TextError parse_reply(std::string_view line, BotReply& out) {
  out = {};
  if (line == "info" || line.starts_with("info ")) {  // anything that the bot wants to say
    out.kind = BotReplyKind::Info;
    out.text = line.size() > 5 ? line.substr(5) : "";
    return {};
  }
  return read_line(line, [&](Cursor& at) {
    for (std::size_t i = 0; i < std::size(kReplyWords); ++i) {
      if (!at.accept_word(kReplyWords[i])) continue;
      out.kind = static_cast<BotReplyKind>(i);
      return parse_rest(at, out);
    }
    return at.fail_either("choose, pass, pace, name, wants, ready", "info");
  });
}

}  // namespace comodin
