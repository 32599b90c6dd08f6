#include "server/table.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "arena/exec_bot.hpp"
#include "notation/record.hpp"
#include "notation/scenario.hpp"

namespace comodin::server {
namespace {

// Events as one viewer may hear them.
struct Heard : Listener {
  explicit Heard(Seat seat) : viewer(seat) {}
  void on(const Event& event) override { events.push_back(mask(event, viewer)); }
  Seat viewer;
  std::vector<Event> events;
};

State no_hand_yet(const RuleSet& rules) {
  State state;
  state.direction = rules.edition.direction;
  return state;
}

// The text if a record can hold it in quotes; else its plain characters.
std::string readable(const std::string& text) {
  std::vector<Token> tokens;
  if (!tokenize(quoted(text), tokens) && tokens[0].text == text) return text;
  std::string plain;
  for (const char c : text)
    if (c >= ' ' && c <= '~' && plain.size() < kWordMax) plain += c;
  return plain;
}

}  // namespace

Table::Table(std::shared_ptr<const RuleSet> rules, std::string game)
    : rules_(std::move(rules)),
      game_(std::move(game)),
      state_(no_hand_yet(*rules_)),
      knowledge_(*rules_),
      memory_(*rules_) {}

void Table::on(const Event& event) {
  knowledge_.on(event);
  memory_.hear(mask(event, kSpectator));
  if (hears_) hears_->on(event);
}

Refusal Table::deal(std::uint32_t n, const FairHand& hand, Listener* hears) {
  if (const Refusal refusal = check_deal(state_); refusal != Refusal::None) return refusal;
  if (hand.hand != static_cast<int>(hands_.size()) + 1 || !wrong_with(hand, rules_->seats).empty())
    return Refusal::NotNow;
  const Bytes32 seed = seed_of(hand, game_);
  if (hands_.empty() && !set_up_) {
    state_ = new_game(*rules_, key_of(seed));
    knowledge_.reset(state_);
    memory_.begin();
  }
  chance_ = FairChance(seed, noted_by_);
  hears_ = hears;
  const Refusal refusal = comodin::deal(*rules_, state_, *this, chance_);
  hears_ = nullptr;
  hands_.push_back(hand);
  history_.push_back({n, By::Clock, true, {}});
  return refusal;
}

Refusal Table::move(std::uint32_t n, const Move& move, By by, Listener* hears) {
  hears_ = hears;
  const Refusal refusal = apply(*rules_, state_, move, *this, chance_);
  hears_ = nullptr;
  if (refusal == Refusal::None) history_.push_back({n, by, false, move});
  return refusal;
}

void Table::set_up(const State& state, const Knowledge& knowledge, const Memory& memory) {
  set_up_ = std::make_shared<const SetUp>(state, knowledge, memory);
  std::tie(state_, knowledge_, memory_) = std::tie(state, knowledge, memory);
  hands_.clear();
  history_.clear();
  chance_ = FairChance(Bytes32{}, noted_by_);
}

// ---- played again --------------------------------------------------------------------------------

Table Table::from_the_start() const {
  Table table(rules_, game_);
  if (set_up_) table.set_up(set_up_->state, set_up_->knowledge, set_up_->memory);
  return table;
}

Refusal Table::again(const Turn& turn, const std::vector<FairHand>& hands, Listener* hears) {
  return turn.is_deal ? deal(turn.n, hands[hands_.size()], hears) : move(turn.n, turn.move, turn.by, hears);
}

void Table::replay(std::uint32_t since, Seat viewer, const std::function<void(const Past&)>& tell) const {
  Table table = from_the_start();
  Heard heard(viewer);
  for (const Turn& turn : history_) {
    heard.events.clear();
    table.again(turn, hands_, turn.n > since ? &heard : nullptr);
    if (turn.n > since) tell({turn.n, turn.by, heard.events, table.view_of(viewer), table.state_});
  }
}

// How much of the history belongs to hands that are over.
std::size_t Table::ended_turns() const {
  if (state_.phase != Phase::Running) return history_.size();
  const auto last_deal =
      std::find_if(history_.rbegin(), history_.rend(), [](const Turn& turn) { return turn.is_deal; });
  return static_cast<std::size_t>(history_.rend() - last_deal) - 1;
}

std::string Table::record(const std::string& name, const std::string& edition,
                          const std::vector<std::string>& seats) const {
  const std::size_t ended = hands_.size() - (state_.phase == Phase::Running);
  if (ended == 0 || set_up_) return {};
  std::vector<std::string> names;
  for (const std::string& seat : seats) names.push_back(readable(seat));
  names.resize(static_cast<std::size_t>(rules_->seats));
  RecordWriter writer({.name = readable(name),
                       .edition = edition,
                       .rules = rules_,
                       .seats = names,
                       .key = key_of(seed_of(hands_[0], game_))});
  Table table(rules_, game_);
  table.noted_by_ = &writer.chance();
  for (const Turn& turn : std::span(history_).first(ended_turns())) {
    table.again(turn, hands_, nullptr);
    if (turn.is_deal) writer.dealt(table.state_);
    else writer.moved(turn.move, table.state_);
  }
  return print_fair(game_, std::span(hands_).first(ended)) + writer.text();
}

// ---- proofs --------------------------------------------------------------------------------------

namespace {

// Plays the record's moves on the deals that its values give. What is wrong, or nothing.
std::string play_again(const Scenario& scenario, const std::vector<FairHand>& hands, Table& table) {
  const auto deal_next = [&](int line) -> std::string {
    const std::size_t next = table.hands().size();
    const std::string where = "line " + std::to_string(line) + ": hand " + std::to_string(next + 1);
    if (next == hands.size()) return where + " has no `# fair` line";
    if (const std::string wrong = wrong_with(hands[next], table.rules().seats); !wrong.empty())
      return "hand " + std::to_string(next + 1) + ": " + wrong;
    const Refusal refusal = table.deal(0, hands[next], nullptr);
    return refusal == Refusal::None ? "" : where + ": " + std::string(reason(refusal).text);
  };
  if (std::string wrong = deal_next(scenario.line); !wrong.empty()) return wrong;
  for (const ScenarioLine& line : scenario.lines) {
    if (line.kind == LineKind::Deal) {
      if (std::string wrong = deal_next(line.line); !wrong.empty()) return wrong;
    } else if (line.kind == LineKind::Move) {
      const Refusal refusal = table.move(0, line.move, By::Person, nullptr);
      if (refusal != Refusal::None)
        return "line " + std::to_string(line.line) +
               ": with the cards that were dealt this move is refused: " + std::string(reason(refusal).text);
    }
  }
  if (table.hands().size() != hands.size())
    return "it proves " + std::to_string(hands.size()) + " hands and has " +
           std::to_string(table.hands().size());
  if (table.state().phase == Phase::Running) return "its last hand is not over";
  return {};
}

// Lines of a text without those that are only comments, and where each stands.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next() {
    while (!rest_.empty()) {
      now = rest_.substr(0, rest_.find('\n'));
      rest_.remove_prefix(std::min(rest_.size(), now.size() + 1));
      ++number;
      if (!now.starts_with('#')) return true;
    }
    now = "the end";
    return false;
  }
  std::string_view now;
  int number = 0;

 private:
  std::string_view rest_;
};

// From a little before the first byte that differs; whole characters.
std::string excerpt(std::string_view line, std::size_t from) {
  constexpr std::size_t kBefore = 12, kShown = 48;
  const auto inside = [&](std::size_t at) { return at < line.size() && (line[at] & 0xC0) == 0x80; };
  std::size_t begin = from > kBefore ? std::min(from - kBefore, line.size()) : 0;
  while (begin > 0 && inside(begin)) --begin;
  std::size_t end = std::min(line.size(), begin + kShown);
  while (inside(end)) ++end;
  return (begin > 0 ? "`…" : "`") + std::string(line.substr(begin, end - begin)) +
         (end < line.size() ? "…`" : "`");
}

// Where the texts differ, in words; nothing if only comments do.
std::string difference(std::string_view wanted, std::string_view given) {
  Lines want(wanted), got(given);
  for (;;) {
    const bool more_wanted = want.next(), more_given = got.next();
    if (!more_wanted && !more_given) return {};
    if (more_wanted == more_given && want.now == got.now) continue;
    const auto [there, here] =
        std::mismatch(want.now.begin(), want.now.end(), got.now.begin(), got.now.end());
    const auto at = static_cast<std::size_t>(there - want.now.begin());
    return "line " + std::to_string(got.number) + ": from the published values follows " +
           excerpt(want.now, at) + ", the record says " + excerpt(got.now, at);
  }
}

}  // namespace

Proof prove(const std::string& record, Library& library) {
  Proof proof;
  std::vector<Scenario> scenarios;
  if (const TextError wrong = parse_scenarios(record, "", library, scenarios)) {
    proof.why = "line " + std::to_string(wrong.line) + ": " + wrong.what;
    return proof;
  }
  std::string game;
  std::vector<FairHand> hands;
  if (!parse_fair(record, game, hands, proof.why)) return proof;
  if (scenarios.size() != 1) {
    proof.why = "it holds more than one game";
    return proof;
  }
  const Scenario& scenario = scenarios.front();
  Table table(scenario.setup.rules, game);
  proof.why = play_again(scenario, hands, table);
  if (!proof.why.empty()) return proof;
  proof.why = difference(table.record(scenario.name, scenario.setup.edition, scenario.setup.names), record);
  proof.holds = proof.why.empty();
  proof.hands = proof.holds ? static_cast<int>(hands.size()) : 0;
  proof.ended = proof.holds && table.state().champions != 0;
  return proof;
}

Move safe_move(const RuleSet& rules, const MoveList& moves) {
  for (const Verb verb : {Verb::Draw, Verb::Keep, Verb::Accept, Verb::Stop})
    for (const Move& move : moves)
      if (move.verb == verb) return move;
  return default_move(rules, moves);
}

}  // namespace comodin::server
