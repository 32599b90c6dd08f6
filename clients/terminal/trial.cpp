#include "clients/terminal/trial.hpp"

#include <algorithm>

#include "arena/croupier.hpp"
#include "bots/ladder.hpp"

namespace comodin {
namespace {

constexpr Key kTrialKey = 20260;
constexpr int kHarsh = 6;      // cards that others have to draw, if the player draws none
constexpr int kQuestions = 4;  // questions to several seats in one rule

// Who has played a custom wild in this hand.
struct Watch : Listener {
  explicit Watch(const RuleSet& rules) : rules_(rules) {}
  void on(const Event& event) override {
    if (event.kind != EventKind::Played && event.kind != EventKind::Flipped) return;
    if (rules_.edition.symbols[rules_.cards[event.card].symbol].custom) players |= seat_bit(event.seat);
  }
  SeatSet players = 0;

 private:
  const RuleSet& rules_;
};

// A table of bots that plays one hand after the other.
class TrialTable {
 public:
  explicit TrialTable(const RuleSet& rules) : watch_(rules) {
    const auto levels = ladder();
    std::string why;
    for (int k = 0; k < rules.seats; ++k) {
      bots_.push_back(make_bot(levels[std::min<std::size_t>(1, levels.size() - 1)].name, why));
      seats_.push_back(bots_.back().get());
    }
    croupier_ = std::make_unique<Croupier>(rules, seats_, &watch_);
  }

  void play(Key key, TrialSide& out) {
    watch_.players = 0;
    croupier_->begin(key, split(key, 1));
    croupier_->play_hand();
    const State& state = croupier_->state();
    const int turns = static_cast<int>(state.turns);
    out.turns += (turns - out.turns) / ++out.hands;
    ++out.lengths[static_cast<std::size_t>(
        std::min(turns / TrialSide::kBucketTurns, TrialSide::kBuckets - 1))];
    out.players += std::popcount(watch_.players);
    out.winners += state.winner != kNoSeat && (watch_.players & seat_bit(state.winner));
  }

 private:
  Watch watch_;
  std::vector<std::unique_ptr<Bot>> bots_;
  std::vector<Bot*> seats_;
  std::unique_ptr<Croupier> croupier_;
};

bool several(Who who) { return who == Who::Others || who == Who::Everyone || who == Who::All; }

}  // namespace

Trial::Trial(const Edition& edition, const Rule& rule, int seats, int hands) : hands_(hands) {
  const std::size_t count = static_cast<std::size_t>(custom_count(edition, edition.options));
  sound_ = freeze(edition, edition.options, seats, std::vector<Rule>(count, rule), with_).empty() &&
           freeze(edition, edition.options, seats, std::vector<Rule>(count), without_).empty();
  thread_ = std::thread([this] { run(); });
}

Trial::~Trial() {
  stop_ = true;
  thread_.join();
}

void Trial::run() {
  if (!sound_) return;
  TrialTable with(with_), without(without_);
  TrialReport now;
  for (int i = 0; i < hands_ && !stop_; ++i) {
    const Key key = split(kTrialKey, static_cast<Key>(i));
    with.play(key, now.with);
    without.play(key, now.without);
    if ((i + 1) % 50 != 0 && i + 1 != hands_) continue;
    now.percent = 100 * (i + 1) / hands_;
    const std::scoped_lock lock(guard_);
    report_ = now;
  }
}

TrialReport Trial::report() const {
  const std::scoped_lock lock(guard_);
  return report_;
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
