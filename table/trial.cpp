#include "table/trial.hpp"

#include <algorithm>
#include <cstdlib>

#include "bots/ladder.hpp"
#include "table/croupier.hpp"

namespace comodin {
namespace {

constexpr Key kTrialKey = 20260;
constexpr int kHarsh = 6;      // cards that others have to draw, if the player draws none
constexpr int kQuestions = 4;  // questions to several seats in one rule

// The seats with the fewest cards.
SeatSet leaders(const RuleSet& rules, const State& state) {
  SeatSet out = 0;
  int fewest = 256;
  for (Seat k = 0; k < rules.seats; ++k) {
    if (state.count[k] < fewest) {
      fewest = state.count[k];
      out = 0;
    }
    if (state.count[k] == fewest) out |= seat_bit(k);
  }
  return out;
}

bool several(Who who) { return who == Who::Others || who == Who::Everyone || who == Who::All; }

}  // namespace

// A table of bots that plays hand after hand and counts what its custom wilds do.
class TrialTable : private Listener {
 public:
  explicit TrialTable(const RuleSet& rules) : rules_(rules) {
    const auto levels = ladder();
    Fault why;
    std::vector<Bot*> seats;
    for (int k = 0; k < rules.seats; ++k) {
      bots_.push_back(make_bot(levels[std::min<std::size_t>(1, levels.size() - 1)].name, why));
      seats.push_back(bots_.back().get());
    }
    croupier_.reset(new Croupier(rules, seats, this));  // the base is private: make_unique cannot
  }

  void play(Key key, TrialSide& out) {
    players_ = led_ = 0;
    croupier_->begin(key, split(key, 1));
    croupier_->deal();
    const State& state = croupier_->state();
    Reaction next;
    while (croupier_->next(next)) make(next.move, out);
    count_hand(state, out);
  }

 private:
  void on(const Event& event) override {
    if (event.kind != EventKind::Played && event.kind != EventKind::Flipped) return;
    if (!rules_.edition.symbols[rules_.cards[event.card].symbol].custom) return;
    players_ |= seat_bit(event.seat);
    ++played_;
  }

  // Compares who led before a custom wild with who leads after its effect, at the next turn or the end.
  void make(const Move& move, TrialSide& out) {
    const State& state = croupier_->state();
    const SeatSet leading = leaders(rules_, state);
    played_ = 0;
    if (croupier_->make(move) != Refusal::None) std::abort();  // a bot of our own
    out.played += played_;
    if (played_ && !led_) led_ = leading;
    if (!led_ || (state.phase == Phase::Running && state.await.kind != Awaits::Turn)) return;
    out.turned += (leaders(rules_, state) & led_) == 0;
    led_ = 0;
  }

  void count_hand(const State& state, TrialSide& out) const {
    const int turns = static_cast<int>(state.turns);
    out.turns += (turns - out.turns) / ++out.hands;
    ++out.lengths[static_cast<std::size_t>(
        std::min(turns / TrialSide::kBucketTurns, TrialSide::kBuckets - 1))];
    out.players += std::popcount(players_);
    if (state.winner == kNoSeat) return void(++out.blocked);
    ++out.wins[state.winner];
    out.winners += (players_ & seat_bit(state.winner)) != 0;
  }

  const RuleSet& rules_;
  SeatSet players_ = 0;  // who has played a custom wild in this hand
  SeatSet led_ = 0;      // who led before the one whose effect is running
  int played_ = 0;       // custom wilds, including the last move
  std::vector<std::unique_ptr<Bot>> bots_;
  std::unique_ptr<Croupier> croupier_;
};

Trial::Trial(const Edition& edition, const Rule& rule, int seats, int hands) : hands_(hands) {
  const std::size_t count = static_cast<std::size_t>(custom_count(edition, edition.options));
  why_ = freeze(edition, edition.options, seats, std::vector<Rule>(count, rule), with_rules_);
  if (!why_) why_ = freeze(edition, edition.options, seats, std::vector<Rule>(count), without_rules_);
  if (why_) return;
  with_ = std::make_unique<TrialTable>(with_rules_);
  without_ = std::make_unique<TrialTable>(without_rules_);
}

Trial::~Trial() = default;

void Trial::play(int hands) {
  for (; hands > 0 && !over(); --hands) {
    const Key key = split(kTrialKey, static_cast<Key>(report_.with.hands));
    with_->play(key, report_.with);
    without_->play(key, report_.without);
    report_.percent = 100 * report_.with.hands / hands_;
  }
}

Objection objection(std::string_view level, const Rule& rule) {
  const auto levels = ladder();
  const auto found =
      std::find_if(levels.begin(), levels.end(), [&](const Level& l) { return l.name == level; });
  const auto rung = static_cast<std::size_t>(found - levels.begin());
  if (found == levels.end() || rung < (levels.size() + 1) / 2) return Objection::None;
  int others = 0, player = 0, questions = 0;
  for (const Step& step : rule.steps) {
    const bool draws = step.op == Op::Draw || step.op == Op::Hit;
    if (draws && step.who == Who::Player && step.op == Op::Draw) player += step.n;
    else if (draws) others += step.n;
    questions += (step.op == Op::Vote || step.op == Op::Confirm) && several(step.who);
  }
  if (others >= kHarsh && player == 0) return Objection::Harsh;
  return questions >= kQuestions ? Objection::Endless : Objection::None;
}

}  // namespace comodin
