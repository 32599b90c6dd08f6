#include "bots/contadora.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>

#include "bots/answers.hpp"
#include "bots/hand_points.hpp"
#include "bots/levels.hpp"
#include "bots/play_out.hpp"
#include "bots/scorer.hpp"
#include "bots/temper.hpp"
#include "bots/worlds.hpp"

namespace comodin {
namespace {

constexpr Temper kContadora{
    .forgets = 0, .remembers = 100, .notices = 100, .reaction_ms = 500, .pace_ms = 1300};

constexpr int kBatch = 16;        // worlds between two checks of what is already clear
constexpr float kWinWorth = 10;   // points that winning the hand counts on top of what it scores
constexpr double kDropped = 2.2;  // deviations behind the best at which a move is out
constexpr double kClear = 1.0;    // deviations ahead of Veterana's move at which it is overruled
constexpr int kOutlooksMost = 7;  // moves that are looked at, the most promising first

// One answer and how it did, world by world against the first.
struct Candidate {
  Move move;
  bool out = false;
  int worlds = 0;
  double sum = 0, wins = 0, points = 0;
  double ahead = 0, ahead_squared = 0;  // of the first candidate, in the same world
  double mean() const { return worlds ? sum / worlds : 0; }
};

class Search {
 public:
  Search(const Question& question, const Effects& effects, Key key, const SearchLimits& limits)
      : q_(question),
        play_out_(question.rules, effects),
        worlds_(question, effects),
        random_(key),
        limits_(limits),
        start_(std::chrono::steady_clock::now()) {}

  std::vector<Candidate> candidates;

  // `all`: no candidate is ever dropped.
  void run(bool all) {
    const int worlds = limits_.worlds ? limits_.worlds : q_.rules.seats > 2 ? 200 : 100;
    for (int world = 0; world < worlds && !spent(); ++world) {
      if (!all && world > 0 && world % kBatch == 0 && settled()) return;
      const State state = worlds_.sample(random_);
      const Key fate = random_.next();  // the same for every candidate: they differ by their move alone
      double first = 0;
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (candidates[i].out) continue;
        const double value = try_out(candidates[i], state, fate);
        if (i == 0) first = value;
        candidates[i].ahead += value - first;
        candidates[i].ahead_squared += (value - first) * (value - first);
      }
    }
  }

  // The move to make: the first, unless another is clearly better.
  const Candidate& choice() const {
    const Candidate* best = candidates.data();
    double most = 0;
    for (const Candidate& c : candidates) {
      if (c.out || c.worlds < kBatch) continue;
      const double lead = c.ahead / c.worlds;
      if (lead <= most || lead <= kClear * deviation(c)) continue;
      most = lead;
      best = &c;
    }
    return *best;
  }

 private:
  bool spent() const {
    if (moves_ >= limits_.moves) return true;
    if (limits_.milliseconds == 0) return false;
    return std::chrono::steady_clock::now() - start_ >= std::chrono::milliseconds(limits_.milliseconds);
  }

  // The standard deviation of the mean lead over the first candidate.
  static double deviation(const Candidate& c) {
    const double n = c.worlds, mean = c.ahead / n;
    return std::sqrt(std::max(1e-9, c.ahead_squared / n - mean * mean) / n);
  }

  // Drops what is clearly behind; true if one move is left. The first stays: the others are measured by it.
  bool settled() {
    double best = 0;
    for (const Candidate& c : candidates)
      if (!c.out) best = std::max(best, c.ahead / c.worlds);
    int left = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      Candidate& c = candidates[i];
      if (c.out) continue;
      if (i > 0 && best - c.ahead / c.worlds > kDropped * deviation(c)) c.out = true;
      else ++left;
    }
    return left == 1;
  }

  double try_out(Candidate& c, State state, Key fate) {
    Random random(fate);
    const Seat me = q_.seat();
    if (apply(q_.rules, state, c.move) != Refusal::None) return 0;
    moves_ += play_out_.run(state, random);
    const float points = net_points(q_.rules, state, me);
    const bool won = state.winner != kNoSeat && (state.winner == me || is_partner(state.winner));
    ++c.worlds;
    c.points += points;
    c.wins += won;
    const double value = points + (won ? kWinWorth : 0);
    c.sum += value;
    return value;
  }

  bool is_partner(Seat seat) const {
    return q_.rules.teams == Teams::Pairs && q_.rules.partner(q_.seat()) == seat;
  }

  const Question& q_;
  const PlayOut play_out_;
  const Worlds worlds_;
  Random random_;
  const SearchLimits limits_;
  const std::chrono::steady_clock::time_point start_;
  std::int64_t moves_ = 0;
};

class Contadora : public Attentive {
 public:
  explicit Contadora(const SearchLimits& limits) : Attentive(kContadora), limits_(limits) {}

  void begin(const RuleSet& rules, Key key) override {
    Attentive::begin(rules, key);
    effects_.read(rules);
  }

  Move answer(const Question& question) override {
    list_answers(question, moves_);
    if (moves_.size() == 1) return moves_[0];
    const Situation situation = situation_of(question, effects_);
    const Weights& weights = tuned_weights(question.rules.seats);
    Search search(question, effects_, random_.next(), limits_);
    Move first = best_move(situation, weights, mood());
    if (first.verb == Verb::Play) first.uno = question.choices.uno;
    search.candidates.push_back({.move = first});
    promising(situation, weights);
    for (const Move& move : moves_)
      if (!(move == first) && search.candidates.size() < kOutlooksMost)
        search.candidates.push_back({.move = move});
    search.run(false);
    return search.choice().move;
  }

 private:
  // The moves in the order of Veterana's judgement, so that those worth a look come first.
  void promising(const Situation& situation, const Weights& weights) {
    values_.clear();
    for (const Move& move : moves_) values_.push_back(move_value(situation, weights, move));
    order_.resize(moves_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return values_[a] != values_[b] ? values_[a] > values_[b] : a < b;
    });
    sorted_.clear();
    for (const std::size_t i : order_) sorted_.push_back(moves_[i]);
    moves_.swap(sorted_);
  }

  SearchLimits limits_;
  Effects effects_;
  std::vector<Move> moves_, sorted_;
  std::vector<float> values_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::vector<Prospect> prospects(const Question& question, Key key, const SearchLimits& limits) {
  Effects effects;
  effects.read(question.rules);
  std::vector<Move> moves;
  list_answers(question, moves);
  Search search(question, effects, key, limits);
  for (const Move& move : moves) search.candidates.push_back({.move = move});
  search.run(true);
  std::vector<Prospect> out;
  for (const Candidate& c : search.candidates) {
    const double n = std::max(c.worlds, 1);
    out.push_back({c.move, c.wins / n, c.points / n, c.worlds});
  }
  const auto value = [](const Prospect& p) { return p.points + kWinWorth * p.win; };
  const auto rank = [&](const Prospect& p) {  // equal ones in the order of the moves
    return std::tuple(-value(p), p.move.verb, p.move.what, p.move.color, p.move.power);
  };
  std::sort(out.begin(), out.end(), [&](const Prospect& a, const Prospect& b) { return rank(a) < rank(b); });
  return out;
}

std::unique_ptr<Bot> make_contadora(const SearchLimits& limits) {
  return std::make_unique<Contadora>(limits);
}

}  // namespace comodin
