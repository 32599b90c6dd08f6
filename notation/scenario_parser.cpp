#include <algorithm>

#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "notation/number.hpp"
#include "notation/rule.hpp"
#include "notation/scenario.hpp"

namespace comodin {
namespace {

constexpr std::string_view kSetupWords[] = {"rules",      "version", "edition", "option",    "players",
                                            "dealer",     "turn",    "begin",   "direction", "hand",
                                            "pile",       "rest",    "discard", "color",     "power",
                                            "hyperspeed", "custom",  "scores",  "seed",      "seat"};

bool is_setup_word(const Token& token) {
  return token.kind == TokenKind::Word &&
         std::find(std::begin(kSetupWords), std::end(kSetupWords), token.text) != std::end(kSetupWords);
}

// A set-up line that has been found but not yet understood: cards need the edition first.
struct RawLine {
  Token key;
  std::size_t body = 0;  // token behind the key
};

class ScenarioParser {
 public:
  ScenarioParser(const std::vector<Token>& tokens, std::size_t start, const std::string& folder,
                 Library& library, Scenario& out)
      : tokens_(tokens), at_(tokens, start), folder_(folder), library_(library), out_(out) {}

  std::size_t position() const { return at_.position(); }
  const TextError& error() const { return at_.error(); }

  bool run() {
    header_ = at_.peek();
    out_.line = header_.line;
    if (!at_.accept_word("scenario")) return at_.fail("`scenario \"name\"`");
    if (!at_.quoted_text(out_.name, "the scenario's name in quotes") || !at_.line_end()) return false;
    const std::size_t first = at_.position();
    if (!collect()) return false;
    const std::size_t end = at_.position();
    if (!freeze_rules() || !setup_lines() || !judge_setup()) return false;
    at_seek(first);
    while (at_.position() < end)
      if (!body_line()) return false;
    return true;
  }

 private:
  void at_seek(std::size_t position) { at_ = Cursor(tokens_, position); }

  // ---- the set-up, first pass: which lines are there ----------------------------------------------

  bool collect() {
    bool body = false;
    while (!at_.at_end() && !at_.at_word("scenario")) {
      const Token key = at_.peek();
      if (is_setup_word(key)) {
        if (body) return at_.refuse_at(key, "expected a move or a check: set-up lines come before them");
        raw_.push_back({key, at_.position() + 1});
      } else if (key.kind != TokenKind::Word || key.text != "chance") {
        body = true;
      }
      while (!at_.at_line_end()) at_.next();
      at_.next();
    }
    return true;
  }

  const RawLine* only(std::string_view word) {
    const RawLine* found = nullptr;
    for (const RawLine& line : raw_) {
      if (line.key.text != word) continue;
      if (found) return at_.refuse_at(line.key, "expected one `" + std::string(word) + "` line"), nullptr;
      found = &line;
    }
    return found;
  }

  // Runs `read` on every line of that key, each to its end.
  template <class Read>
  bool each(std::string_view word, Read read) {
    for (const RawLine& line : raw_) {
      if (line.key.text != word) continue;
      at_seek(line.body);
      if (!read(line) || !at_.line_end()) return false;
    }
    return true;
  }

  template <class Read>
  bool at_most_one(std::string_view word, Read read) {
    only(word);
    return at_.ok() && each(word, [&](const RawLine& line) { return read(line); });
  }

  // ---- the rule set --------------------------------------------------------------------------------

  bool freeze_rules() {
    int seats = 0;
    if (!only("edition"))
      return at_.ok() && at_.refuse_at(header_, "expected an `edition` line in this scenario");
    if (!only("players"))
      return at_.ok() && at_.refuse_at(header_, "expected a `players` line in this scenario");
    Token players;
    if (!at_most_one("edition", [&](const RawLine&) { return read_edition(); })) return false;
    if (!at_most_one("players", [&](const RawLine& line) {
          players = line.key;
          return at_.number(seats, kSeatsMin, kSeatsMax, "a number of players");
        }))
      return false;
    if (!each("option", [&](const RawLine&) { return read_option(); })) return false;
    if (!at_most_one("version", [&](const RawLine&) { return read_version(); })) return false;
    read_unnamed();
    if (!read_customs()) return false;
    auto rules = std::make_shared<RuleSet>();
    std::string wrong = freeze(*edition_, options_, seats, customs_, *rules);
    if (!wrong.empty()) return blame(players, wrong, seats);
    out_.setup.rules = rules;
    out_.setup.hands.resize(static_cast<std::size_t>(seats));
    return true;
  }

  // A table that cannot be set up: is it the rules on the custom wilds, or the options?
  bool blame(const Token& players, const std::string& wrong, int seats) {
    RuleSet scratch;
    const std::vector<Rule> harmless(customs_.size(), text_only_rule("x"));
    const bool customs = freeze(*edition_, options_, seats, harmless, scratch).empty();
    return at_.refuse_at(customs ? key_of("custom") : players,
                         (customs ? "expected other rules: " : "expected other options: ") + wrong);
  }

  bool read_edition() {
    const Token name = at_.peek();
    if (name.kind != TokenKind::Word && name.kind != TokenKind::Quoted) return at_.fail("an edition");
    at_.next();
    out_.setup.edition = name.text;
    std::string wrong;
    edition_ = library_.edition(name.text, folder_, wrong);
    if (!edition_) return at_.refuse_at(name, wrong);
    options_ = edition_->options;
    return true;
  }

  bool read_option() {
    const Token name = at_.peek();
    Option option{};
    if (!parse_option(at_, options_, option)) return false;
    if (!edition_->uses(option))
      return at_.refuse_at(name, "expected an option of this edition: this one is for editions with " +
                                     std::string(edition_->lacks(option)));
    named_[static_cast<std::size_t>(option)] = true;
    return true;
  }

  bool read_version() {
    return at_.number(version_, 1, kOptionsVersion, "a version");
  }

  // Options that are not named have the value of the version that the text was written for.
  void read_unnamed() {
    if (version_ == 0) version_ = out_.setup.version = first_record() ? 1 : kOptionsVersion;
    const Options then = edition_->options_of(version_);
    for (std::size_t i = 0; i < kOptions; ++i)
      if (!named_[i]) options_.set(static_cast<Option>(i), then.number(static_cast<Option>(i)));
  }

  // A record of the first version had no `version` line. It named every option that there was.
  bool first_record() const {
    for (std::size_t i = 0; i < kOptions; ++i) {
      const Option option = static_cast<Option>(i);
      if (edition_->uses(option) && named_[i] != (info(option).since == 1)) return false;
    }
    return true;
  }

  bool read_customs() {
    const int count = custom_count(*edition_, options_);
    customs_.resize(static_cast<std::size_t>(count));
    std::vector<bool> seen(customs_.size());
    const std::string stem = edition_->custom() ? edition_->custom()->text : "";
    const bool ok = each("custom", [&](const RawLine& line) {
      if (stem.empty())
        return at_.refuse_at(line.key, "expected no `custom` line: this edition has no customizable wild");
      for (std::size_t k = 0; k < customs_.size(); ++k) {
        if (!at_.accept_word(stem + std::to_string(k + 1))) continue;
        if (seen[k]) return at_.refuse_at(line.key, "expected one `custom` line for each card");
        seen[k] = true;
        return read_custom_rule(customs_[k]);
      }
      return at_.fail("one of the " + std::to_string(count) + " customizable wilds in the deck, " + stem +
                      "1 …");
    });
    if (!ok) return false;
    for (std::size_t k = 0; k < customs_.size(); ++k)
      if (!seen[k] && !ready_rule(header_, kDefaultRule, Color::None, customs_[k])) return false;
    return true;
  }

  static constexpr std::string_view kDefaultRule = "extra-turn";

  bool read_custom_rule(Rule& out) {
    const Token start = at_.peek();
    if (start.kind == TokenKind::Quoted) return at_.next(), out = text_only_rule(start.text), true;
    if (at_.accept_word("do")) return read_written_rule(out);
    std::string name;
    if (!at_.word(name, "a ready rule, a text in quotes, or `do \"…\"`")) return false;
    Color fixed = Color::None;
    if (!at_.at_line_end() && !parse_color_letter(at_, fixed)) return false;
    return ready_rule(start, name, fixed, out);
  }

  bool read_written_rule(Rule& out) {
    const Token text = at_.peek();
    std::string source;
    if (!at_.quoted_text(source, "the rule in quotes")) return false;
    if (const TextError wrong = parse_rule_text(source, out)) {
      Token place = text;
      place.column += wrong.column;  // inside the quotes, where each " and \\ has a backslash before it
      for (int i = 0; i + 1 < wrong.column; ++i)
        place.column +=
            source[static_cast<std::size_t>(i)] == '"' || source[static_cast<std::size_t>(i)] == '\\';
      return at_.refuse_at(place, wrong.what);
    }
    return true;
  }

  bool ready_rule(const Token& where, std::string_view name, Color fixed, Rule& out) {
    const std::string_view text = library_.ready_rule(name);
    if (text.empty()) {
      std::string all;
      for (const NamedText& known : library_.ready_rules()) (all += " ") += known.name;
      return at_.refuse_at(where,
                           "expected one of the ready rules" + all + ", got `" + std::string(name) + "`");
    }
    if (const TextError wrong = parse_rule_text(text, out, fixed)) return at_.refuse_at(where, wrong.what);
    out.name = name;
    if (fixed != Color::None) (out.name += ' ') += color_letter(fixed);
    return true;
  }

  // ---- the rest of the set-up --------------------------------------------------------------------

  const RuleSet& rules() const { return *out_.setup.rules; }

  bool setup_lines() {
    Setup& s = out_.setup;
    return each("rules", [&](const RawLine&) { return read_clauses(); }) &&
           at_most_one("dealer",
                       [&](const RawLine&) { return parse_seat(at_, rules().seats, s.dealer.emplace()); }) &&
           read_start() &&
           at_most_one("direction", [&](const RawLine&) { return read_direction(s.direction.emplace()); }) &&
           each("hand", [&](const RawLine&) { return read_hand(); }) &&
           at_most_one("pile", [&](const RawLine&) { return parse_cards(at_, rules(), s.pile); }) &&
           at_most_one("rest",
                       [&](const RawLine&) {
                         return s.rest_none = true, at_.accept_word("none") || at_.fail("`none`");
                       }) &&
           at_most_one("discard", [&](const RawLine&) { return parse_cards(at_, rules(), s.discard); }) &&
           at_most_one("color", [&](const RawLine&) { return parse_color_letter(at_, s.color); }) &&
           each("power", [&](const RawLine& line) { return read_power(line); }) &&
           at_most_one("hyperspeed",
                       [&](const RawLine& line) {
                         if (!edition_->has_hyperspeed())
                           return at_.refuse_at(line.key,
                                                "expected no `hyperspeed` line: this edition has none");
                         return parse_color_letter(at_, s.hyper);
                       }) &&
           at_most_one("scores", [&](const RawLine&) { return read_scores(); }) &&
           at_most_one("seed", [&](const RawLine&) { return read_seed(); }) &&
           each("seat", [&](const RawLine&) { return read_seat_name(); });
  }

  bool read_clauses() {
    while (!at_.at_line_end()) {
      if (!library_.has_clause(at_.peek().text)) return at_.fail("a clause id such as TURN-1");
      out_.setup.clauses.push_back(at_.next().text);
    }
    return true;
  }

  bool read_start() {
    const RawLine* turn = only("turn");
    const RawLine* begin = only("begin");
    if (!at_.ok()) return false;
    if (turn && begin) return at_.refuse_at(begin->key, "expected either `turn` or `begin`, not both");
    if (!turn && !begin)
      return at_.refuse_at(header_, "expected a `turn` or a `begin` line in this scenario");
    if (turn)
      return each("turn", [&](const RawLine&) { return parse_seat(at_, rules().seats, out_.setup.turn); });
    return each("begin", [&](const RawLine&) {
      out_.setup.start = at_.accept_word("draw") ? Start::BeginDraw : Start::Begin;
      return true;
    });
  }

  bool read_direction(Direction& out) {
    if (at_.accept_word("left")) return out = Direction::Left, true;
    if (at_.accept_word("right")) return out = Direction::Right, true;
    return at_.fail("left or right");
  }

  bool read_hand() {
    const Token seat_token = at_.peek();
    Seat seat = 0;
    if (!parse_seat(at_, rules().seats, seat)) return false;
    auto& hand = out_.setup.hands[seat];
    if (hand) return at_.refuse_at(seat_token, "expected one hand for each seat");
    return parse_cards(at_, rules(), hand.emplace());
  }

  bool read_power(const RawLine& line) {
    Color color{};
    if (!edition_->has_powers())
      return at_.refuse_at(line.key, "expected no `power` line: this edition has none");
    return parse_color_word(at_, color) &&
           parse_seat(at_, rules().seats, out_.setup.power[static_cast<std::size_t>(color)]);
  }

  bool read_scores() {
    for (int k = 0; k < rules().seats; ++k) {
      int score = 0;
      if (!at_.number(score, 0, 10000000, "a score for each seat, a number")) return false;
      out_.setup.scores.push_back(score);
    }
    return true;
  }

  bool read_seed() {
    const std::string& text = at_.peek().text;
    if (!read_number(text, out_.setup.seed)) return at_.fail("a whole number, 0 or more");
    at_.next();
    return true;
  }

  bool read_seat_name() {
    Seat seat = 0;
    if (!parse_seat(at_, rules().seats, seat)) return false;
    out_.setup.names.resize(static_cast<std::size_t>(rules().seats));
    return at_.quoted_text(out_.setup.names[seat], "a name in quotes");
  }

  // ---- does it make sense? -------------------------------------------------------------------------

  Token key_of(std::string_view word) const {
    for (const RawLine& line : raw_)
      if (line.key.text == word) return line.key;
    return header_;
  }

  bool judge_setup() {
    return judge_copies() && (out_.setup.start == Start::Turn ? judge_position() : judge_begin());
  }

  // No more copies of a card than the deck has.
  bool judge_copies() {
    const Setup& s = out_.setup;
    std::array<int, kKindsMax> left{};
    for (int i = 0; i < rules().deck_size; ++i) ++left[rules().deck[static_cast<std::size_t>(i)]];
    const auto spend = [&](const std::vector<Card>& cards, std::string_view where) {
      for (Card card : cards)
        if (left[card]-- == 0)
          return at_.refuse_at(key_of(where), "expected no more copies of `" + card_name(rules(), card) +
                                                  "` than the deck has");
      return true;
    };
    for (const auto& hand : s.hands)
      if (hand && !spend(*hand, "hand")) return false;
    return spend(s.pile, "pile") && spend(s.discard, "discard");
  }

  bool judge_position() {
    const Setup& s = out_.setup;
    for (std::size_t k = 0; k < s.hands.size(); ++k)
      if (!s.hands[k] || s.hands[k]->empty())
        return at_.refuse_at(key_of("turn"), "expected a `hand " + std::to_string(k + 1) +
                                                 "` line with cards: with `turn` every seat holds some");
    if (s.discard.empty())
      return at_.refuse_at(key_of("turn"), "expected a `discard` line: with `turn` a card lies on top");
    const Color top = rules().cards[s.discard.back()].color;
    if (top == Color::None && s.color == Color::None)
      return at_.refuse_at(key_of("discard"), "expected a `color` line: the top card is a wild");
    if (top != Color::None && s.color != Color::None && s.color != top)
      return at_.refuse_at(key_of("color"), "expected the top card's colour");
    const Color in_force = top == Color::None ? s.color : top;
    if (s.hyper != Color::None && s.hyper != in_force)
      return at_.refuse_at(key_of("hyperspeed"), "expected the colour in force");
    return true;
  }

  bool judge_begin() {
    const Setup& s = out_.setup;
    if (s.start == Start::BeginDraw && s.dealer)
      return at_.refuse_at(key_of("dealer"),
                           "expected no `dealer` line: with `begin draw` the players draw for it");
    for (const char* word : {"discard", "color", "hyperspeed"})
      if (key_of(word).text == word)
        return at_.refuse_at(key_of(word), std::string("expected no `") + word +
                                               "` line: with `begin` the hand starts afresh");
    return judge_pile();
  }

  // A first card must be able to come from the pile, after the deal.
  bool judge_pile() {
    const Setup& s = out_.setup;
    const State state = comodin::position(s);
    const bool dealt =
        std::any_of(s.hands.begin(), s.hands.end(), [](const auto& hand) { return hand.has_value(); });
    const int needed = dealt ? 0 : rules().cards_dealt * rules().seats;
    for (int i = 0; i < state.pile - needed; ++i)
      if (rules().cards[state.cards[static_cast<std::size_t>(i)]].first_card == FirstCard::Start) return true;
    return at_.refuse_at(key_of(s.pile.empty() ? "begin" : "pile"),
                         "expected a pile from which a first card can come");
  }

  // ---- moves and checks ----------------------------------------------------------------------------

  bool body_line() {
    const Token key = at_.peek();
    if (is_setup_word(key)) {
      while (!at_.at_line_end()) at_.next();
      return at_.line_end();
    }
    ScenarioLine line;
    line.line = key.line;
    bool ok = false;
    if (at_.accept_word("expect")) ok = expect(line);
    else if (at_.accept_word("reject")) ok = move_or_deal(line, LineKind::Reject, LineKind::RejectDeal);
    else if (at_.accept_word("chance")) ok = chance(line);
    else if (at_.at_word("deal") || (key.kind == TokenKind::Word && key.text[0] >= '0' && key.text[0] <= '9'))
      ok = move_or_deal(line, LineKind::Move, LineKind::Deal);
    else return at_.fail("a set-up line, a move such as `1 draw`, deal, chance, expect or reject");
    if (!ok || !at_.line_end()) return false;
    out_.lines.push_back(std::move(line));
    return true;
  }

  bool move_or_deal(ScenarioLine& line, LineKind move, LineKind deal) {
    if (at_.accept_word("deal")) return line.kind = deal, true;
    line.kind = move;
    return parse_move(at_, rules(), line.move);
  }

  bool chance(ScenarioLine& line) {
    if (at_.accept_word("pile"))
      return line.kind = LineKind::ChancePile, parse_cards(at_, rules(), line.cards);
    if (at_.accept_word("putback"))
      return line.kind = LineKind::ChancePutBack, at_.number(line.number, 0, kCardsMax, "a number");
    if (!at_.accept_word("dealer")) return at_.fail("pile, putback or dealer");
    if (edition_->dealer == DealerBy::Picked)
      return line.kind = LineKind::ChanceDealerSeat, parse_seat(at_, rules().seats, line.seat);
    line.kind = LineKind::ChanceDealer;
    return parse_cards(at_, rules(), line.cards);
  }

  bool seat(Seat& out) { return parse_seat(at_, rules().seats, out); }

  bool expect(ScenarioLine& line) {
    static constexpr struct {
      std::string_view word;
      LineKind kind;
    } kChecks[] = {{"turn", LineKind::Awaits},
                   {"awaits", LineKind::Awaits},
                   {"hand", LineKind::Hand},
                   {"count", LineKind::Count},
                   {"top", LineKind::Top},
                   {"color", LineKind::Color},
                   {"direction", LineKind::Direction},
                   {"pile", LineKind::Pile},
                   {"discards", LineKind::Discards},
                   {"dealer", LineKind::Dealer},
                   {"power", LineKind::Power},
                   {"hyperspeed", LineKind::Hyperspeed},
                   {"mark", LineKind::Mark},
                   {"owes", LineKind::Owes},
                   {"knows", LineKind::Knows},
                   {"over", LineKind::Over},
                   {"blocked", LineKind::Blocked},
                   {"running", LineKind::Running},
                   {"points", LineKind::Points},
                   {"score", LineKind::Score},
                   {"champion", LineKind::Champion},
                   {"can", LineKind::Can},
                   {"cannot", LineKind::Cannot}};
    for (const auto& check : kChecks) {
      if (!at_.at_word(check.word)) continue;
      const bool turn = at_.at_word("turn");
      at_.next();
      line.kind = check.kind;
      if (turn) return line.awaits = Awaits::Turn, seat(line.seat);
      return expectation(line);
    }
    return at_.fail(
        "turn, awaits, hand, count, top, color, direction, pile, discards, dealer, power, "
        "hyperspeed, mark, owes, knows, over, blocked, running, points, score, champion, can or cannot");
  }

  bool none() { return at_.accept_word("none"); }

  bool expectation(ScenarioLine& line) {
    constexpr int kMost = 100000000;
    switch (line.kind) {
      case LineKind::Awaits: return none() || (seat(line.seat) && parse_awaits(at_, line.awaits));
      case LineKind::Hand: return seat(line.seat) && parse_cards(at_, rules(), line.cards);
      case LineKind::Count: return seat(line.seat) && at_.number(line.number, 0, kCardsMax, "a number");
      case LineKind::Top: return parse_card(at_, rules(), line.card);
      case LineKind::Color:
      case LineKind::Hyperspeed: return none() || parse_color_letter(at_, line.color);
      case LineKind::Direction: return read_direction(line.direction);
      case LineKind::Pile:
      case LineKind::Discards: return at_.number(line.number, 0, kCardsMax, "a number");
      case LineKind::Dealer:
      case LineKind::Over: return seat(line.seat);
      case LineKind::Power: return parse_color_word(at_, line.color) && (none() || seat(line.seat));
      case LineKind::Mark: return seat(line.seat) && read_mark(line);
      case LineKind::Owes: return none() || read_seats(line);
      case LineKind::Knows:
        return seat(line.seat) && seat(line.other) && parse_cards(at_, rules(), line.cards);
      case LineKind::Points:
      case LineKind::Score: return seat(line.seat) && at_.number(line.number, 0, kMost, "a number");
      case LineKind::Champion: return none() || seat(line.seat);
      case LineKind::Can: return move_or_deal(line, LineKind::Can, LineKind::CanDeal);
      case LineKind::Cannot: return move_or_deal(line, LineKind::Cannot, LineKind::CannotDeal);
      default: return true;  // blocked, running
    }
  }

  bool read_mark(ScenarioLine& line) {
    if (none()) return true;
    if (at_.at_line_end() || at_.peek().kind == TokenKind::Mark) return at_.fail("a mark, or none");
    line.text = at_.next().text;
    return true;
  }

  bool read_seats(ScenarioLine& line) {
    do {
      Seat one = 0;
      if (!seat(one)) return false;
      line.seats |= seat_bit(one);
    } while (!at_.at_line_end());
    return true;
  }

  const std::vector<Token>& tokens_;
  Cursor at_;
  const std::string& folder_;
  Library& library_;
  Scenario& out_;
  Token header_;
  std::vector<RawLine> raw_;
  const Edition* edition_ = nullptr;
  Options options_;
  std::array<bool, kOptions> named_{};  // by an `option` line
  int version_ = 0;                     // 0: it does not say
  std::vector<Rule> customs_;
};

}  // namespace

TextError parse_scenarios(std::string_view text, const std::string& folder, Library& library,
                          std::vector<Scenario>& out) {
  out.clear();
  std::vector<Token> tokens;
  if (TextError error = tokenize(text, tokens)) return error;
  std::size_t at = 0;
  do {
    ScenarioParser parser(tokens, at, folder, library, out.emplace_back());
    if (!parser.run()) return parser.error();
    at = parser.position();
  } while (tokens[at].kind != TokenKind::End);
  return {};
}

}  // namespace comodin
