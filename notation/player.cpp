#include "notation/player.hpp"

#include <algorithm>
#include <cstring>

#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin {

// Decides what the chance lines have fixed, and passes events on to the listeners.
class ScenarioPlayer::Script : public Listener, public Chance {
 public:
  Script(const RuleSet& rules, Knowledge& knowledge, Listener* also)
      : rules_(rules), knowledge_(knowledge), also_(also) {}

  void on(const Event& event) override {
    knowledge_.on(event);
    if (also_) also_->on(event);
  }

  void shuffle(std::span<Card> cards) override {
    if (piles.empty()) return;
    const std::vector<Card> wanted = std::move(piles.front().cards);
    piles.pop_front();
    if (!std::is_permutation(wanted.begin(), wanted.end(), cards.begin(), cards.end())) {
      std::sort(cards.begin(), cards.end());
      wrong = {"play.chance_pile"_fault,
               {cards_text(rules_, {cards.begin(), cards.end()}), cards_text(rules_, wanted)}};
      return;
    }
    std::reverse_copy(wanted.begin(), wanted.end(), cards.begin());
  }

  int put_back(int pile, int drawn) override {
    if (put_backs.empty()) return drawn;
    const int under = put_backs.front().number;
    put_backs.pop_front();
    if (under <= pile && (under >= 1 || pile == 0)) return under;
    wrong = {"play.chance_putback"_fault,
             {std::to_string(pile == 0 ? 0 : 1), std::to_string(pile), std::to_string(under)}};
    return drawn;
  }

  std::deque<ScenarioLine> piles, put_backs, dealers;
  Fault wrong;  // a chance line that did not fit

 private:
  const RuleSet& rules_;
  Knowledge& knowledge_;
  Listener* also_;
};

ScenarioPlayer::ScenarioPlayer(const Scenario& scenario, Listener* also)
    : scenario_(scenario),
      state_(position(scenario.setup)),
      knowledge_(*scenario.setup.rules),
      script_(std::make_unique<Script>(*scenario.setup.rules, knowledge_, also)) {
  knowledge_.reset(state_);
  begun_ = scenario.setup.start == Start::Turn;
}

ScenarioPlayer::~ScenarioPlayer() = default;

void ScenarioPlayer::fail(int line, Fault fault) { failures_.push_back({line, std::move(fault)}); }

namespace {

bool is_chance(const ScenarioLine& line) {
  return line.kind >= LineKind::ChancePile && line.kind <= LineKind::ChanceDealerSeat;
}

}  // namespace

bool ScenarioPlayer::step() {
  if (stopped_ || at_ == scenario_.lines.size()) return false;
  const ScenarioLine& line = scenario_.lines[at_++];
  if (is_chance(line)) {
    queue_chance(line);
    return true;
  }
  if (!begun_) begin(line.line);
  if (!stopped_) play(line);
  return !stopped_;
}

void ScenarioPlayer::queue_chance(const ScenarioLine& line) {
  if (line.kind == LineKind::ChancePile) script_->piles.push_back(line);
  else if (line.kind == LineKind::ChancePutBack) script_->put_backs.push_back(line);
  else script_->dealers.push_back(line);
}

void ScenarioPlayer::start() {
  while (!begun_ && at_ < scenario_.lines.size() && is_chance(scenario_.lines[at_]))
    queue_chance(scenario_.lines[at_++]);
  if (!begun_) begin(scenario_.line);
}

// SETUP-1, as a `chance dealer` line or the seed decides.
void ScenarioPlayer::draw_dealer() {
  if (script_->dealers.empty()) {
    state_.dealer = new_game(rules(), scenario_.setup.seed).dealer;
    return tell_draw_for_deal(rules(), state_, *script_);
  }
  const ScenarioLine chosen = std::move(script_->dealers.front());
  script_->dealers.pop_front();
  if (chosen.kind == LineKind::ChanceDealerSeat) {
    state_.dealer = chosen.seat;
    return;
  }
  std::vector<Card> drawn = chosen.cards;
  std::sort(drawn.begin(), drawn.end());
  const auto deck = rules().deck.begin();
  const int n = static_cast<int>(drawn.size());
  const DealerDraw draw = draw_for_deal(rules(), chosen.cards.data(), n, script_.get());
  state_.dealer = draw.dealer;
  if (std::includes(deck, deck + rules().deck_size, drawn.begin(), drawn.end()) && draw.drawn == n && n > 0)
    return;
  script_->wrong = {"play.chance_dealer"_fault, {cards_text(rules(), chosen.cards)}};
}

void ScenarioPlayer::begin(int line) {
  begun_ = true;
  const Setup& setup = scenario_.setup;
  if (setup.start == Start::BeginDraw) draw_dealer();
  const bool dealt =
      std::any_of(setup.hands.begin(), setup.hands.end(), [](const auto& hand) { return hand.has_value(); });
  if (!dealt) deal_from_pile(rules(), state_);
  knowledge_.reset(state_);
  turn_first_card(rules(), state_, *script_, *script_);
  if (!script_->wrong) return;
  fail(line, script_->wrong);
  stopped_ = true;
}

void ScenarioPlayer::play(const ScenarioLine& line) {
  switch (line.kind) {
    case LineKind::Move: return settle_move(line, apply(rules(), state_, line.move, *script_, *script_));
    case LineKind::Deal: return settle_move(line, deal(rules(), state_, *script_, *script_));
    case LineKind::Reject:
    case LineKind::RejectDeal: return reject(line);
    default: return judge(line);
  }
}

void ScenarioPlayer::settle_move(const ScenarioLine& line, Refusal refusal) {
  if (refusal != Refusal::None) {
    const std::string clause(reason(refusal).clause);
    fail(line.line,
         {"play.refused"_fault, {print_line(rules(), line), clause, fault_part(reason(refusal).code)}});
    stopped_ = true;
  } else if (script_->wrong) {
    fail(line.line, script_->wrong);
    stopped_ = true;
  }
}

void ScenarioPlayer::reject(const ScenarioLine& line) {
  State tried = state_;
  const Refusal refusal =
      line.kind == LineKind::Reject ? apply(rules(), tried, line.move) : deal(rules(), tried);
  if (refusal == Refusal::None)
    return fail(line.line, {"play.accepted"_fault, {print_line(rules(), line).substr(7)}});
  if (std::memcmp(&tried, &state_, sizeof tried) != 0) fail(line.line, {"play.changed"_fault});
}

namespace {

std::vector<Card> cards_of(const Hand& hand) {
  std::vector<Card> out;
  for_each_card(hand, [&](Card card) { out.push_back(card); });
  return out;
}

ScenarioLine check_line(LineKind kind) { return {.kind = kind}; }

// The same kind of check, with the actual values.
ScenarioLine actual(const RuleSet& rules, const State& s, const Knowledge* knowledge,
                    const ScenarioLine& asked) {
  ScenarioLine now = asked;
  switch (asked.kind) {
    case LineKind::Awaits:
      now.seat = s.await.seat;
      now.awaits = s.await.kind;
      break;
    case LineKind::Hand: now.cards = cards_of(s.hands[asked.seat]); break;
    case LineKind::Count: now.number = s.count[asked.seat]; break;
    case LineKind::Top: now.card = s.discards ? s.top() : kNoCard; break;
    case LineKind::Color: now.color = s.color; break;
    case LineKind::Direction: now.direction = s.direction; break;
    case LineKind::Pile: now.number = s.pile; break;
    case LineKind::Discards: now.number = s.discards; break;
    case LineKind::Dealer: now.seat = s.dealer; break;
    case LineKind::Power: now.seat = s.power[static_cast<std::size_t>(asked.color)]; break;
    case LineKind::Hyperspeed: now.color = s.hyper; break;
    case LineKind::Owes: now.seats = s.owes; break;
    case LineKind::Knows: now.cards = cards_of(knowledge->of(asked.seat).cards[asked.other]); break;
    case LineKind::Points: now.number = s.points[asked.seat]; break;
    case LineKind::Score: now.number = s.scores[asked.seat]; break;
    default: break;
  }
  (void)rules;
  return now;
}

bool has_mark(const RuleSet& rules, const State& s, const ScenarioLine& line) {
  if (line.text.empty()) return s.marks[line.seat] == 0;
  for (std::size_t i = 0; i < rules.marks.size(); ++i)
    if ((s.marks[line.seat] >> i & 1) && rules.marks[i] == line.text) return true;
  return false;
}

// The actual values, as the last arguments of a fault.
using Held = std::vector<std::string>;

Held marks_held(const RuleSet& rules, const State& s, Seat seat) {
  std::string out;
  for (std::size_t i = 0; i < rules.marks.size(); ++i)
    if (s.marks[seat] >> i & 1) (out += out.empty() ? "" : ", ") += rules.marks[i];
  return {out.empty() ? fault_part("got.no_mark"_fault) : fault_word(out)};
}

std::string seats_text(SeatSet seats) {
  std::string out;
  for (Seat k = 0; k < kSeatsMax; ++k)
    if (seats & seat_bit(k)) (out += out.empty() ? "" : " ") += std::to_string(k + 1);
  return out.empty() ? "none" : out;
}

Held phase_held(const State& s) {
  switch (s.phase) {
    case Phase::Won: return {fault_part("got.hand_won"_fault), std::to_string(s.winner + 1)};
    case Phase::Blocked: return {fault_part("got.hand_blocked"_fault)};
    default: return {fault_part("got.hand_running"_fault)};
  }
}

// HOUSE-6: a hand is won for the team.
bool won_by(const RuleSet& rules, const State& s, Seat seat) {
  return s.phase == Phase::Won &&
         (s.winner == seat || (rules.teams == Teams::Pairs && rules.partner(s.winner) == seat));
}

}  // namespace

void ScenarioPlayer::judge(const ScenarioLine& line) {
  const RuleSet& r = rules();
  const State& s = state_;
  const auto got = [&](Held held) {
    held.insert(held.begin(), print_line(r, line).substr(7));  // after "expect "
    fail(line.line, {"play.check"_fault, std::move(held)});
  };
  const auto accepted = [&](Refusal refusal, bool wanted) {
    if ((refusal == Refusal::None) == wanted) return;
    if (refusal == Refusal::None) got({fault_part("got.accepted"_fault)});
    else got({fault_part("got.refused"_fault), fault_part(reason(refusal).code)});
  };
  switch (line.kind) {
    case LineKind::Can: return accepted(check(r, s, line.move), true);
    case LineKind::Cannot: return accepted(check(r, s, line.move), false);
    case LineKind::CanDeal: return accepted(check_deal(s), true);
    case LineKind::CannotDeal: return accepted(check_deal(s), false);
    case LineKind::Over:
      if (!won_by(r, s, line.seat)) got(phase_held(s));
      return;
    case LineKind::Blocked:
      if (s.phase != Phase::Blocked) got(phase_held(s));
      return;
    case LineKind::Running:
      if (s.phase != Phase::Running) got(phase_held(s));
      return;
    case LineKind::Champion:
      if (line.seat == kNoSeat ? s.champions != 0 : !(s.champions & seat_bit(line.seat)))
        got({"champion " + seats_text(s.champions)});
      return;
    case LineKind::Mark:
      if (!has_mark(r, s, line)) got(marks_held(r, s, line.seat));
      return;
    default: break;
  }
  ScenarioLine wanted = line;
  std::sort(wanted.cards.begin(), wanted.cards.end());
  const ScenarioLine now = actual(r, s, &knowledge_, wanted);
  if (now == wanted) return;
  const bool no_top = line.kind == LineKind::Top && now.card == kNoCard;
  got({no_top ? fault_part("got.no_card"_fault) : print_line(r, now).substr(7)});
}

void ScenarioPlayer::finish() {
  start();  // a record may end before its first move
  if (stopped_) return;
  for (const auto* queue : {&script_->piles, &script_->put_backs, &script_->dealers})
    for (const ScenarioLine& line : *queue) fail(line.line, {"play.chance_unused"_fault});
}

std::vector<ScenarioLine> position_lines(const RuleSet& rules, const State& s) {
  std::vector<ScenarioLine> out;
  const auto add = [&](const ScenarioLine& line) { out.push_back(actual(rules, s, nullptr, line)); };
  const auto of_seat = [&](LineKind kind, Seat seat) {
    ScenarioLine line = check_line(kind);
    line.seat = seat;
    return line;
  };
  for (Seat k = 0; k < rules.seats; ++k) add(of_seat(LineKind::Hand, k));
  add(check_line(LineKind::Pile));
  add(check_line(LineKind::Discards));
  add(check_line(LineKind::Top));
  if (s.color != Color::None) add(check_line(LineKind::Color));
  add(check_line(LineKind::Direction));
  add(check_line(LineKind::Awaits));
  add(check_line(LineKind::Owes));
  if (rules.has_powers()) {
    for (int c = 0; c < kColors; ++c) {
      ScenarioLine line = check_line(LineKind::Power);
      line.color = static_cast<Color>(c);
      add(line);
    }
  }
  if (rules.edition.has_hyperspeed()) add(check_line(LineKind::Hyperspeed));
  for (Seat k = 0; k < rules.seats && !rules.marks.empty() && s.phase == Phase::Running; ++k) {
    if (s.marks[k] == 0) out.push_back(of_seat(LineKind::Mark, k));
    for (std::size_t i = 0; i < rules.marks.size(); ++i) {
      if (!(s.marks[k] >> i & 1)) continue;
      out.push_back(of_seat(LineKind::Mark, k));
      out.back().text = rules.marks[i];
    }
  }
  return out;
}

std::vector<ScenarioLine> result_lines(const RuleSet& rules, const State& s) {
  std::vector<ScenarioLine> out;
  out.push_back(check_line(s.phase == Phase::Won       ? LineKind::Over
                           : s.phase == Phase::Blocked ? LineKind::Blocked
                                                       : LineKind::Running));
  if (s.phase == Phase::Won) out.back().seat = s.winner;
  for (Seat k = 0; k < rules.seats && s.phase != Phase::Running; ++k) {
    for (LineKind kind : {LineKind::Points, LineKind::Score}) {
      ScenarioLine line = check_line(kind);
      line.seat = k;
      out.push_back(actual(rules, s, nullptr, line));
    }
  }
  if (s.champions == 0) out.push_back(check_line(LineKind::Champion));
  for (Seat k = 0; k < rules.seats; ++k) {
    if (!(s.champions & seat_bit(k))) continue;
    out.push_back(check_line(LineKind::Champion));
    out.back().seat = k;
  }
  return out;
}

}  // namespace comodin
