#include "lab/trainer.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <numeric>
#include <sstream>

#include "bots/levels.hpp"
#include "bots/net_player.hpp"
#include "lab/duel.hpp"
#include "lab/float_net.hpp"
#include "lab/parallel.hpp"
#include "notation/number.hpp"
#include "table/croupier.hpp"

namespace comodin {
namespace {

constexpr int kTasks = 48;   // parts of a round's play: the same with any number of threads
constexpr int kChunks = 16;  // parts of a batch's gradient
constexpr float kRateFirst = 1.2e-3f, kRateLast = 1e-5f;
constexpr float kExploreFirst = 0.10f, kExploreLast = 0.005f;
constexpr std::int64_t kNoDraws = 40000;  // hands before drawing by choice is explored
constexpr float kPointsMost = 6;          // in units of kPointsUnit
constexpr Temper kLearner{
    .forgets = 0, .remembers = 100, .notices = 100, .reaction_ms = 400, .pace_ms = 1000};

// Falls from the first value to the last, fast at the beginning.
float falling(float first, float last, float progress) {
  const float left = 1 - progress;
  return last + (first - last) * left * left;
}

// Plays by the network, tries something else now and then, and remembers what it did.
class Learner : public NetPlayer {
 public:
  Learner(const Evaluator& evaluator, Lessons& lessons) : NetPlayer(evaluator, kLearner), lessons_(lessons) {}
  float explore = 0;
  bool draws = true;  // may draw although it could play

  void begin(const RuleSet& rules, Key key) override {
    NetPlayer::begin(rules, key);
    mine_.clear();
  }

  // The result of a hand is the result of each of its moves.
  void finish(float points, float win) {
    for (const std::size_t index : mine_) {
      lessons_.list[index].points = points;
      lessons_.list[index].win = win;
    }
  }

 private:
  std::size_t choose(const Question&, const std::vector<Candidate>& candidates) override {
    std::size_t pick =
        mood() < explore ? random_.below(static_cast<std::uint32_t>(candidates.size())) : best_of(candidates);
    if (!draws && candidates[pick].move.verb == Verb::Draw) pick = 0;  // cards come first
    const auto facts = candidates[pick].facts.span();
    mine_.push_back(lessons_.list.size());
    lessons_.list.push_back({.first = static_cast<std::uint32_t>(lessons_.facts.size()),
                             .count = static_cast<std::uint32_t>(facts.size())});
    lessons_.facts.insert(lessons_.facts.end(), facts.begin(), facts.end());
    return pick;
  }

  Lessons& lessons_;
  std::vector<std::size_t> mine_;
};

// The players of one part of a round: learners and the levels they meet.
class School {
 public:
  School(const TrainPlan& plan, const Net& net, float progress, bool draws) : plan_(plan) {
    for (int k = 0; k < kSeatsMax; ++k) {
      learners_.push_back(std::make_unique<Learner>(net, lessons));
      learners_.back()->explore = falling(kExploreFirst, kExploreLast, progress);
      learners_.back()->draws = draws;
      veteranas_.push_back(make_veterana());
      casuals_.push_back(make_casual());
      aprendices_.push_back(make_aprendiz());
    }
    for (const TrainTable& table : plan.tables) shares_ += static_cast<std::uint32_t>(table.share);
  }

  Lessons lessons;

  void hand(Key key) {
    Random random(key);
    const RuleSet& rules = pick_table(random);
    Bot* seats[kSeatsMax] = {};
    SeatSet learning = 0;
    const std::uint32_t field = random.below(20), one = random.below(static_cast<std::uint32_t>(rules.seats));
    for (Seat k = 0; k < rules.seats; ++k) {
      const bool learns = field < 9 || k == one || (field >= 16 && random.one_in(2));
      seats[k] = learns ? learners_[k].get() : other(field, k);
      if (learns) learning |= seat_bit(k);
    }
    Croupier croupier(rules, {seats, static_cast<std::size_t>(rules.seats)});
    croupier.begin(random.next(), random.next());
    croupier.play_hand();
    for (Seat k = 0; k < rules.seats; ++k) {
      if (!(learning & seat_bit(k))) continue;
      const auto points = net_points(rules, croupier.state(), k) / kPointsUnit;
      learners_[k]->finish(std::clamp(points, -kPointsMost, kPointsMost), croupier.state().winner == k);
    }
  }

 private:
  const RuleSet& pick_table(Random& random) const {
    std::uint32_t at = random.below(shares_);
    for (const TrainTable& table : plan_.tables) {
      if (at < static_cast<std::uint32_t>(table.share)) return *table.rules;
      at -= static_cast<std::uint32_t>(table.share);
    }
    return *plan_.tables.back().rules;
  }

  Bot* other(std::uint32_t field, Seat seat) const {
    if (field < 11 || field >= 16) return veteranas_[seat].get();
    return field == 11 ? casuals_[seat].get() : aprendices_[seat].get();
  }

  const TrainPlan& plan_;
  std::uint32_t shares_ = 0;
  std::vector<std::unique_ptr<Learner>> learners_;
  std::vector<std::unique_ptr<Bot>> veteranas_, casuals_, aprendices_;
};

class Trainer {
 public:
  explicit Trainer(const TrainPlan& plan) : plan_(plan), net_(split(plan.seed, 1)) {}

  std::string run(const TrainTell& tell, Net& out) {
    if (const std::string wrong = resume(); !wrong.empty()) return wrong;
    const auto start = std::chrono::steady_clock::now();
    while (so_far_.hands < plan_.hands) {
      const float progress = static_cast<float>(so_far_.hands) / static_cast<float>(plan_.hands);
      play(progress);
      learn(progress);
      so_far_.hands += plan_.round_hands;
      so_far_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const bool goes_on = tell(so_far_, net_.rounded());
      if ((++round_ % 50 == 0 || !goes_on || so_far_.hands >= plan_.hands) && !save())
        return "cannot write " + plan_.checkpoint;
      if (!goes_on) break;
    }
    out = net_.rounded();
    return {};
  }

 private:
  std::string resume() {
    std::ifstream file(plan_.checkpoint, std::ios::binary);
    if (plan_.checkpoint.empty() || !file) return {};
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t line = text.find('\n');
    if (line == std::string::npos || !net_.load(std::string_view(text).substr(line + 1)))
      return plan_.checkpoint + " is no checkpoint of this network";
    std::istringstream head(text.substr(0, line));
    for (std::int64_t* number : {&round_, &so_far_.hands, &so_far_.moves})
      if (std::string word; !(head >> word) || !read_number(word, *number))
        return plan_.checkpoint + ": its first line is not three numbers";
    return {};
  }

  bool save() const {
    if (plan_.checkpoint.empty()) return true;
    const std::string temporary = plan_.checkpoint + ".new";
    std::ofstream file(temporary, std::ios::binary);
    file << round_ << ' ' << so_far_.hands << ' ' << so_far_.moves << '\n' << net_.save();
    file.close();
    if (file && std::rename(temporary.c_str(), plan_.checkpoint.c_str()) == 0) return true;
    std::remove(temporary.c_str());
    return false;
  }

  void play(float progress) {
    std::vector<Lessons> parts(kTasks);
    const Net net = net_.rounded();  // plays as it will after training
    parallel(kTasks, plan_.threads, [&](int task, int) {
      School school(plan_, net, progress, so_far_.hands >= kNoDraws);
      for (int hand = task; hand < plan_.round_hands; hand += kTasks)
        school.hand(
            split(plan_.seed, 2 + static_cast<std::uint64_t>(round_), static_cast<std::uint64_t>(hand)));
      parts[static_cast<std::size_t>(task)] = std::move(school.lessons);
    });
    gather(parts);
  }

  void gather(const std::vector<Lessons>& parts) {
    lessons_.facts.clear();
    lessons_.list.clear();
    for (const Lessons& part : parts) {
      const auto shift = static_cast<std::uint32_t>(lessons_.facts.size());
      for (Lesson lesson : part.list) {
        lesson.first += shift;
        lessons_.list.push_back(lesson);
      }
      lessons_.facts.insert(lessons_.facts.end(), part.facts.begin(), part.facts.end());
    }
    so_far_.moves += static_cast<std::int64_t>(lessons_.list.size());
  }

  void learn(float progress) {
    std::vector<std::uint32_t> order(lessons_.list.size());
    std::iota(order.begin(), order.end(), 0);
    Random random(split(plan_.seed, 3, static_cast<std::uint64_t>(round_)));
    for (auto left = static_cast<std::uint32_t>(order.size()); left > 1; --left)
      std::swap(order[random.below(left)], order[left - 1]);
    const float rate = falling(kRateFirst, kRateLast, progress);
    Loss loss;
    const auto size = static_cast<std::size_t>(plan_.batch);
    std::size_t seen = 0;
    for (std::size_t from = 0; from + size <= order.size(); from += size, seen += size) {
      const Loss here = batch({order.data() + from, size}, rate);
      loss.points += here.points;
      loss.win += here.win;
    }
    so_far_.points_loss = loss.points / static_cast<double>(std::max<std::size_t>(seen, 1));
    so_far_.win_loss = loss.win / static_cast<double>(std::max<std::size_t>(seen, 1));
  }

  Loss batch(std::span<const std::uint32_t> order, float rate) {
    gradients_.resize(kChunks);
    Loss losses[kChunks];
    parallel(kChunks, plan_.threads, [&](int chunk, int) {
      auto& gradient = gradients_[static_cast<std::size_t>(chunk)];
      gradient.assign(kParameters, 0);
      const std::size_t size = order.size() / kChunks;
      losses[chunk] =
          net_.learn(lessons_, order.subspan(static_cast<std::size_t>(chunk) * size, size), gradient);
    });
    Loss loss;
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      loss.points += losses[chunk].points;
      loss.win += losses[chunk].win;
    }
    net_.begin_step();
    parallel(kChunks, plan_.threads, [&](int slice, int) {
      const std::size_t width = (kParameters + kChunks - 1) / kChunks;
      const std::size_t from = static_cast<std::size_t>(slice) * width;
      net_.step(gradients_, from, std::min(from + width, kParameters), order.size(), rate);
    });
    return loss;
  }

  const TrainPlan& plan_;
  FloatNet net_;
  Lessons lessons_;
  std::vector<std::vector<float>> gradients_;
  TrainStep so_far_;
  std::int64_t round_ = 0;
};

}  // namespace

std::string train(const TrainPlan& plan, const TrainTell& tell, Net& out) {
  return Trainer(plan).run(tell, out);
}

}  // namespace comodin
