#include "notation/player.hpp"

#include <algorithm>
#include <cstring>

#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin {

// What chance lines have fixed, and everybody who listens.
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
      wrong = "`chance pile` to name exactly " + cards_text(rules_, {cards.begin(), cards.end()});
      got = cards_text(rules_, wanted);
      return;
    }
    std::reverse_copy(wanted.begin(), wanted.end(), cards.begin());
  }

  int put_back(int pile, int drawn) override {
    if (put_backs.empty()) return drawn;
    const int under = put_backs.front().number;
    put_backs.pop_front();
    if (under <= pile && (under >= 1 || pile == 0)) return under;
    wrong = "`chance putback` from " + std::to_string(pile == 0 ? 0 : 1) + " to " + std::to_string(pile);
    got = std::to_string(under);
    return drawn;
  }

  std::deque<ScenarioLine> piles, put_backs, dealers;
  std::string wrong, got;  // a chance line that did not fit

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

void ScenarioPlayer::fail(int line, std::string expected, std::string got) {
  failures_.push_back({line, "expected " + std::move(expected) + ", got " + std::move(got)});
}

namespace {

bool is_chance(const ScenarioLine& line) {
  return line.kind >= LineKind::ChancePile && line.kind <= LineKind::ChanceDealerSeat;
}

}  // namespace

bool ScenarioPlayer::step() {
  if (stopped_ || at_ == scenario_.lines.size()) return false;
  const ScenarioLine& line = scenario_.lines[at_++];
  if (is_chance(line)) return queue_chance(line), true;
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
  script_->wrong = "`chance dealer` to name exactly the cards drawn, all of one deck";
  script_->got = cards_text(rules(), chosen.cards);
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
  if (script_->wrong.empty()) return;
  fail(line, script_->wrong, script_->got);
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
    const Reason why = reason(refusal);
    fail(line.line, "`" + print_line(rules(), line) + "` to be accepted",
         std::string(why.text) + " (" + std::string(why.clause) + ")");
    stopped_ = true;
  } else if (!script_->wrong.empty()) {
    fail(line.line, script_->wrong, script_->got);
    stopped_ = true;
  }
}

void ScenarioPlayer::reject(const ScenarioLine& line) {
  State tried = state_;
  const Refusal refusal =
      line.kind == LineKind::Reject ? apply(rules(), tried, line.move) : deal(rules(), tried);
  if (refusal == Refusal::None)
    return fail(line.line, "`" + print_line(rules(), line).substr(7) + "` to be refused", "accepted");
  if (std::memcmp(&tried, &state_, sizeof tried) != 0)
    fail(line.line, "a refused move to change nothing", "another position");
}

namespace {

std::vector<Card> cards_of(const Hand& hand) {
  std::vector<Card> out;
  for_each_card(hand, [&](Card card) { out.push_back(card); });
  return out;
}

ScenarioLine check_line(LineKind kind) { return {.kind = kind}; }

// The same kind of check, with what really holds.
ScenarioLine actual(const RuleSet& rules, const State& s, const Knowledge* knowledge,
                    const ScenarioLine& asked) {
  ScenarioLine now = asked;
  switch (asked.kind) {
    case LineKind::Awaits: now.seat = s.await.seat, now.awaits = s.await.kind; break;
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

std::string marks_text(const RuleSet& rules, const State& s, Seat seat) {
  std::string out;
  for (std::size_t i = 0; i < rules.marks.size(); ++i)
    if (s.marks[seat] >> i & 1) (out += out.empty() ? "" : ", ") += rules.marks[i];
  return out.empty() ? "no mark" : out;
}

std::string seats_text(SeatSet seats) {
  std::string out;
  for (Seat k = 0; k < kSeatsMax; ++k)
    if (seats & seat_bit(k)) (out += out.empty() ? "" : " ") += std::to_string(k + 1);
  return out.empty() ? "none" : out;
}

std::string phase_text(const State& s) {
  switch (s.phase) {
    case Phase::Won: return "the hand won by " + std::to_string(s.winner + 1);
    case Phase::Blocked: return "the hand blocked";
    default: return "the hand running";
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
  const std::string asked = print_line(r, line).substr(7);  // behind "expect "
  const auto accepted = [&](Refusal refusal, bool wanted) {
    if ((refusal == Refusal::None) == wanted) return;
    fail(line.line, asked,
         refusal == Refusal::None ? "accepted" : "refused: " + std::string(reason(refusal).text));
  };
  switch (line.kind) {
    case LineKind::Can: return accepted(check(r, s, line.move), true);
    case LineKind::Cannot: return accepted(check(r, s, line.move), false);
    case LineKind::CanDeal: return accepted(check_deal(s), true);
    case LineKind::CannotDeal: return accepted(check_deal(s), false);
    case LineKind::Over:
      if (!won_by(r, s, line.seat)) fail(line.line, asked, phase_text(s));
      return;
    case LineKind::Blocked:
      if (s.phase != Phase::Blocked) fail(line.line, asked, phase_text(s));
      return;
    case LineKind::Running:
      if (s.phase != Phase::Running) fail(line.line, asked, phase_text(s));
      return;
    case LineKind::Champion:
      if (line.seat == kNoSeat ? s.champions != 0 : !(s.champions & seat_bit(line.seat)))
        fail(line.line, asked, "champion " + seats_text(s.champions));
      return;
    case LineKind::Mark:
      if (!has_mark(r, s, line)) fail(line.line, asked, marks_text(r, s, line.seat));
      return;
    default: break;
  }
  ScenarioLine wanted = line;
  std::sort(wanted.cards.begin(), wanted.cards.end());
  const ScenarioLine now = actual(r, s, &knowledge_, wanted);
  if (now == wanted) return;
  const bool no_top = line.kind == LineKind::Top && now.card == kNoCard;
  fail(line.line, asked, no_top ? "no card" : print_line(r, now).substr(7));
}

void ScenarioPlayer::finish() {
  start();  // a record may end before its first move
  if (stopped_) return;
  for (const auto* queue : {&script_->piles, &script_->put_backs, &script_->dealers})
    for (const ScenarioLine& line : *queue)
      fail(line.line, "something to use this `chance` line", "none by the end");
}

std::vector<ScenarioLine> position_lines(const RuleSet& rules, const State& s) {
  std::vector<ScenarioLine> out;
  const auto add = [&](ScenarioLine line) { out.push_back(actual(rules, s, nullptr, line)); };
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
