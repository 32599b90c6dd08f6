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

// A set-up line that has been found but not yet parsed: to read cards, the edition must be known.
struct RawLine {
  Token key;
  std::size_t body = 0;  // the token after the key
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
    if (!at_.accept_word("scenario")) return at_.fail_text("`scenario \"name\"`");
    if (!at_.quoted_text(out_.name, "scenario.name"_fault) || !at_.line_end()) return false;
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
        if (body) return at_.refuse_at(key, "scenario.late_setup"_fault);
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
      if (found) {
        at_.refuse_at(line.key, "scenario.one_line"_fault, {std::string(word)});
        return nullptr;
      }
      found = &line;
    }
    return found;
  }

  // Runs `read` on every line with that key, each to its end.
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
    if (!only("edition")) return at_.ok() && at_.refuse_at(header_, "scenario.no_edition"_fault);
    if (!only("players")) return at_.ok() && at_.refuse_at(header_, "scenario.no_players"_fault);
    Token players;
    if (!at_most_one("edition", [&](const RawLine&) { return read_edition(); })) return false;
    if (!at_most_one("players", [&](const RawLine& line) {
          players = line.key;
          return at_.number(seats, kSeatsMin, kSeatsMax, "expected.players"_fault);
        }))
      return false;
    if (!each("option", [&](const RawLine&) { return read_option(); })) return false;
    if (!at_most_one("version", [&](const RawLine&) { return read_version(); })) return false;
    read_unnamed();
    if (!read_customs()) return false;
    auto rules = std::make_shared<RuleSet>();
    if (const Fault wrong = freeze(*edition_, options_, seats, customs_, *rules))
      return blame(players, wrong, seats);
    out_.setup.rules = rules;
    out_.setup.hands.resize(static_cast<std::size_t>(seats));
    return true;
  }

  // If a table cannot be set up: do the rules on the custom wilds cause it, or the options?
  bool blame(const Token& players, const Fault& wrong, int seats) {
    RuleSet scratch;
    const std::vector<Rule> harmless(customs_.size(), text_only_rule("x"));
    const bool customs = freeze(*edition_, options_, seats, harmless, scratch) == Fault{};
    const FaultCode code = customs ? "scenario.other_rules"_fault : "scenario.other_options"_fault;
    return at_.refuse_at(customs ? key_of("custom") : players, around({code}, wrong));
  }

  bool read_edition() {
    const Token name = at_.peek();
    if (name.kind != TokenKind::Word && name.kind != TokenKind::Quoted)
      return at_.fail("scenario.edition"_fault);
    at_.next();
    out_.setup.edition = name.text;
    Fault wrong;
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
      return at_.refuse_at(name, "scenario.option_lacks"_fault, {fault_part(edition_->lacks(option))});
    named_[static_cast<std::size_t>(option)] = true;
    return true;
  }

  bool read_version() { return at_.number(version_, 1, kOptionsVersion, "scenario.version"_fault); }

  // Options that are not named have the value they had in the version that the text was written for.
  void read_unnamed() {
    if (version_ == 0) version_ = out_.setup.version = first_record() ? 1 : kOptionsVersion;
    const Options then = edition_->options_of(version_);
    for (std::size_t i = 0; i < kOptions; ++i)
      if (!named_[i]) options_.set(static_cast<Option>(i), then.number(static_cast<Option>(i)));
  }

  // Records of the first version have no `version` line; they name every option of that version.
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
      if (stem.empty()) return at_.refuse_at(line.key, "scenario.no_custom"_fault);
      for (std::size_t k = 0; k < customs_.size(); ++k) {
        if (!at_.accept_word(stem + std::to_string(k + 1))) continue;
        if (seen[k]) return at_.refuse_at(line.key, "scenario.custom_twice"_fault);
        seen[k] = true;
        return read_custom_rule(customs_[k]);
      }
      return at_.fail("scenario.custom"_fault, {std::to_string(count), stem});
    });
    if (!ok) return false;
    for (std::size_t k = 0; k < customs_.size(); ++k)
      if (!seen[k] && !ready_rule(header_, kDefaultRule, Color::None, customs_[k])) return false;
    return true;
  }

  static constexpr std::string_view kDefaultRule = "extra-turn";

  bool read_custom_rule(Rule& out) {
    const Token start = at_.peek();
    if (start.kind == TokenKind::Quoted) {
      at_.next();
      out = text_only_rule(start.text);
      return true;
    }
    if (at_.accept_word("do")) return read_written_rule(out);
    std::string name;
    if (!at_.word(name, "scenario.custom_rule"_fault)) return false;
    Color fixed = Color::None;
    if (!at_.at_line_end() && !parse_color_letter(at_, fixed)) return false;
    return ready_rule(start, name, fixed, out);
  }

  bool read_written_rule(Rule& out) {
    const Token text = at_.peek();
    std::string source;
    if (!at_.quoted_text(source, "scenario.rule"_fault)) return false;
    if (const TextError wrong = parse_rule_text(source, out)) {
      Token place = text;
      place.column += wrong.column;  // inside the quotes, where each " and \\ has a backslash before it
      for (int i = 0; i + 1 < wrong.column; ++i)
        place.column +=
            source[static_cast<std::size_t>(i)] == '"' || source[static_cast<std::size_t>(i)] == '\\';
      return at_.refuse_at(place, wrong.fault);
    }
    return true;
  }

  bool ready_rule(const Token& where, std::string_view name, Color fixed, Rule& out) {
    const std::string_view text = library_.ready_rule(name);
    if (text.empty()) {
      std::string all;
      for (const NamedText& known : library_.ready_rules()) (all += all.empty() ? "" : " ") += known.name;
      return at_.refuse_at(where, "scenario.ready_rule"_fault, {all, std::string(name)});
    }
    if (const TextError wrong = parse_rule_text(text, out, fixed)) return at_.refuse_at(where, wrong.fault);
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
                         s.rest_none = true;
                         return at_.accept_word("none") || at_.fail_text("`none`");
                       }) &&
           at_most_one("discard", [&](const RawLine&) { return parse_cards(at_, rules(), s.discard); }) &&
           at_most_one("color", [&](const RawLine&) { return parse_color_letter(at_, s.color); }) &&
           each("power", [&](const RawLine& line) { return read_power(line); }) &&
           at_most_one("hyperspeed",
                       [&](const RawLine& line) {
                         if (!edition_->has_hyperspeed())
                           return at_.refuse_at(line.key, "scenario.no_hyperspeed"_fault);
                         return parse_color_letter(at_, s.hyper);
                       }) &&
           at_most_one("scores", [&](const RawLine&) { return read_scores(); }) &&
           at_most_one("seed", [&](const RawLine&) { return read_seed(); }) &&
           each("seat", [&](const RawLine&) { return read_seat_name(); });
  }

  bool read_clauses() {
    while (!at_.at_line_end()) {
      if (!library_.has_clause(at_.peek().text)) return at_.fail("scenario.clause"_fault);
      out_.setup.clauses.push_back(at_.next().text);
    }
    return true;
  }

  bool read_start() {
    const RawLine* turn = only("turn");
    const RawLine* begin = only("begin");
    if (!at_.ok()) return false;
    if (turn && begin) return at_.refuse_at(begin->key, "scenario.turn_and_begin"_fault);
    if (!turn && !begin) return at_.refuse_at(header_, "scenario.no_turn"_fault);
    if (turn)
      return each("turn", [&](const RawLine&) { return parse_seat(at_, rules().seats, out_.setup.turn); });
    return each("begin", [&](const RawLine&) {
      out_.setup.start = at_.accept_word("draw") ? Start::BeginDraw : Start::Begin;
      return true;
    });
  }

  bool read_direction(Direction& out) {
    return at_.accept_word("left", out, Direction::Left) || at_.accept_word("right", out, Direction::Right) ||
           at_.fail_either("left", "right");
  }

  bool read_hand() {
    const Token seat_token = at_.peek();
    Seat seat = 0;
    if (!parse_seat(at_, rules().seats, seat)) return false;
    auto& hand = out_.setup.hands[seat];
    if (hand) return at_.refuse_at(seat_token, "scenario.hand_twice"_fault);
    return parse_cards(at_, rules(), hand.emplace());
  }

  bool read_power(const RawLine& line) {
    Color color{};
    if (!edition_->has_powers()) return at_.refuse_at(line.key, "scenario.no_power"_fault);
    return parse_color_word(at_, color) &&
           parse_seat(at_, rules().seats, out_.setup.power[static_cast<std::size_t>(color)]);
  }

  bool read_scores() {
    for (int k = 0; k < rules().seats; ++k) {
      int score = 0;
      if (!at_.number(score, 0, 10000000, "scenario.scores"_fault)) return false;
      out_.setup.scores.push_back(score);
    }
    return true;
  }

  bool read_seed() {
    const std::string& text = at_.peek().text;
    if (!read_number(text, out_.setup.seed)) return at_.fail("scenario.seed"_fault);
    at_.next();
    return true;
  }

  bool read_seat_name() {
    Seat seat = 0;
    if (!parse_seat(at_, rules().seats, seat)) return false;
    out_.setup.names.resize(static_cast<std::size_t>(rules().seats));
    return at_.quoted_text(out_.setup.names[seat], "scenario.seat_name"_fault);
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
          return at_.refuse_at(key_of(where), "scenario.copies"_fault, {card_name(rules(), card)});
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
        return at_.refuse_at(key_of("turn"), "scenario.no_hand"_fault, {std::to_string(k + 1)});
    if (s.discard.empty()) return at_.refuse_at(key_of("turn"), "scenario.no_discard"_fault);
    const Color top = rules().cards[s.discard.back()].color;
    if (top == Color::None && s.color == Color::None)
      return at_.refuse_at(key_of("discard"), "scenario.no_color"_fault);
    if (top != Color::None && s.color != Color::None && s.color != top)
      return at_.refuse_at(key_of("color"), "scenario.top_color"_fault);
    const Color in_force = top == Color::None ? s.color : top;
    if (s.hyper != Color::None && s.hyper != in_force)
      return at_.refuse_at(key_of("hyperspeed"), "scenario.hyper_color"_fault);
    return true;
  }

  bool judge_begin() {
    const Setup& s = out_.setup;
    if (s.start == Start::BeginDraw && s.dealer)
      return at_.refuse_at(key_of("dealer"), "scenario.drawn_dealer"_fault);
    for (const char* word : {"discard", "color", "hyperspeed"})
      if (key_of(word).text == word)
        return at_.refuse_at(key_of(word), "scenario.begins_afresh"_fault, {word});
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
    return at_.refuse_at(key_of(s.pile.empty() ? "begin" : "pile"), "scenario.first_card"_fault);
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
    else return at_.fail("scenario.line"_fault);
    if (!ok || !at_.line_end()) return false;
    out_.lines.push_back(std::move(line));
    return true;
  }

  bool move_or_deal(ScenarioLine& line, LineKind move, LineKind deal) {
    if (at_.accept_word("deal", line.kind, deal)) return true;
    line.kind = move;
    return parse_move(at_, rules(), line.move);
  }

  bool chance(ScenarioLine& line) {
    if (at_.accept_word("pile", line.kind, LineKind::ChancePile))
      return parse_cards(at_, rules(), line.cards);
    if (at_.accept_word("putback", line.kind, LineKind::ChancePutBack))
      return at_.number(line.number, 0, kCardsMax);
    if (!at_.accept_word("dealer")) return at_.fail_either("pile, putback", "dealer");
    const bool picked = edition_->dealer == DealerBy::Picked;
    line.kind = picked ? LineKind::ChanceDealerSeat : LineKind::ChanceDealer;
    return picked ? seat(line.seat) : parse_cards(at_, rules(), line.cards);
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
      if (!turn) return expectation(line);
      line.awaits = Awaits::Turn;
      return seat(line.seat);
    }
    return at_.fail_either(
        "turn, awaits, hand, count, top, color, direction, pile, discards, dealer, power, hyperspeed, mark, "
        "owes, knows, over, blocked, running, points, score, champion, can",
        "cannot");
  }

  bool none() { return at_.accept_word("none"); }

  bool expectation(ScenarioLine& line) {
    constexpr int kMost = 100000000;
    switch (line.kind) {
      case LineKind::Awaits: return none() || (seat(line.seat) && parse_awaits(at_, line.awaits));
      case LineKind::Hand: return seat(line.seat) && parse_cards(at_, rules(), line.cards);
      case LineKind::Count: return seat(line.seat) && at_.number(line.number, 0, kCardsMax);
      case LineKind::Top: return parse_card(at_, rules(), line.card);
      case LineKind::Color:
      case LineKind::Hyperspeed: return none() || parse_color_letter(at_, line.color);
      case LineKind::Direction: return read_direction(line.direction);
      case LineKind::Pile:
      case LineKind::Discards: return at_.number(line.number, 0, kCardsMax);
      case LineKind::Dealer:
      case LineKind::Over: return seat(line.seat);
      case LineKind::Power: return parse_color_word(at_, line.color) && (none() || seat(line.seat));
      case LineKind::Mark: return seat(line.seat) && read_mark(line);
      case LineKind::Owes: return none() || read_seats(line);
      case LineKind::Knows:
        return seat(line.seat) && seat(line.other) && parse_cards(at_, rules(), line.cards);
      case LineKind::Points:
      case LineKind::Score: return seat(line.seat) && at_.number(line.number, 0, kMost);
      case LineKind::Champion: return none() || seat(line.seat);
      case LineKind::Can: return move_or_deal(line, LineKind::Can, LineKind::CanDeal);
      case LineKind::Cannot: return move_or_deal(line, LineKind::Cannot, LineKind::CannotDeal);
      default: return true;  // blocked, running
    }
  }

  bool read_mark(ScenarioLine& line) {
    if (none()) return true;
    if (at_.at_line_end() || at_.peek().kind == TokenKind::Mark) return at_.fail("scenario.mark"_fault);
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
  std::array<bool, kOptions> named_{};  // in an `option` line
  int version_ = 0;                     // 0: not given
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
